import { execa } from 'execa'

export interface Python {
  readonly command: string
  /** 13 for Python 3.13. */
  readonly minor: number
}

/** The newest Python on the path: the newer, the more syntax can be judged. */
export async function newestPython(): Promise<Python> {
  for (const command of ['python3.14', 'python3.13', 'python3.12', 'python3']) {
    const asked = await execa(command, ['-c', 'import sys; print(sys.version_info[1])'], { reject: false })
    if (asked.exitCode === 0) return { command, minor: Number(asked.stdout) }
  }
  throw new Error('no Python on the path')
}
