import { paintFor } from '../output.ts'
import { jsonLinesRenderer } from './json-lines.ts'
import { plainLinesRenderer } from './plain-lines.ts'
import type { ProgressRenderer } from './renderer.ts'

export type ProgressStyle = 'auto' | 'plain' | 'json' | 'none'

/**
 * The renderer for stderr: live on a terminal, plain lines elsewhere, unless asked for otherwise. An abort ends the live
 * one at once, so that what is said afterwards stands below it.
 */
export async function openProgress(style: ProgressStyle, signal: AbortSignal): Promise<ProgressRenderer> {
  switch (style) {
    case 'none':
      return { emit: () => undefined, close: () => undefined }
    case 'json':
      return jsonLinesRenderer(writeToStderr)
    case 'plain':
      return plainLinesRenderer(writeToStderr)
    case 'auto':
      return isLiveTerminal() ? openTerminal(signal) : plainLinesRenderer(writeToStderr)
  }
}

function writeToStderr(text: string): void {
  process.stderr.write(text)
}

function isLiveTerminal(): boolean {
  return process.stderr.isTTY && process.env['TERM'] !== 'dumb' && process.env['CI'] === undefined
}

async function openTerminal(signal: AbortSignal): Promise<ProgressRenderer> {
  const [{ createLogUpdate }, { terminalRenderer }] = await Promise.all([
    import('log-update'),
    import('./terminal.ts'),
  ])
  const screen = {
    update: createLogUpdate(process.stderr),
    width: () => process.stderr.columns,
    now: () => performance.now(),
  }
  const renderer = terminalRenderer(screen, paintFor(process.stderr))
  signal.addEventListener('abort', () => renderer.close(), { once: true })
  return renderer
}
