import { UserError } from '@quarry/core'
import { execa } from 'execa'
import { listCandidates } from './interpreters.ts'

/** Its true path: a shim would be started again for every command. */
const question = 'import sys; print(sys.executable if sys.version_info >= (3, 8) else "")'

/**
 * The host's interpreter that runs the supervisor; it runs as the user who runs Quarry.
 * @throws UserError `python-not-found` when there is none.
 */
export async function findSupervisorPython(candidates: readonly string[]): Promise<string> {
  for (const candidate of ['/usr/bin/python3', ...listCandidates(candidates, null)]) {
    const asked = await execa(candidate, ['-I', '-S', '-c', question], { reject: false, stdin: 'ignore' })
    if (asked.exitCode === 0 && asked.stdout !== '') return asked.stdout
  }
  throw new UserError(
    'The local sandbox needs Python 3.8 or later on this machine, and none was found on PATH or in /usr/bin. Install it (apt install python3), or name one in QUARRY_PYTHON.',
    { code: 'python-not-found' },
  )
}
