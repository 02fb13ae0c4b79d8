import { paintFor } from '../output.ts'
import { jsonLinesRenderer } from './json-lines.ts'
import { plainLinesRenderer } from './plain-lines.ts'
import type { ProgressRenderer } from './renderer.ts'

export type ProgressStyle = 'auto' | 'plain' | 'json' | 'none'

/** The renderer for stderr: live on a terminal, plain lines elsewhere, unless asked for otherwise. */
export async function openProgress(style: ProgressStyle): Promise<ProgressRenderer> {
  switch (style) {
    case 'none':
      return { emit: () => undefined, close: () => undefined }
    case 'json':
      return jsonLinesRenderer(writeToStderr)
    case 'plain':
      return plainLinesRenderer(writeToStderr)
    case 'auto':
      return isLiveTerminal() ? openTerminal() : plainLinesRenderer(writeToStderr)
  }
}

function writeToStderr(text: string): void {
  process.stderr.write(text)
}

function isLiveTerminal(): boolean {
  return process.stderr.isTTY && process.env['TERM'] !== 'dumb' && process.env['CI'] === undefined
}

async function openTerminal(): Promise<ProgressRenderer> {
  const [{ createLogUpdate }, { terminalRenderer }] = await Promise.all([
    import('log-update'),
    import('./terminal.ts'),
  ])
  const screen = {
    update: createLogUpdate(process.stderr),
    width: () => process.stderr.columns,
    now: () => performance.now(),
  }
  return terminalRenderer(screen, paintFor(process.stderr))
}
