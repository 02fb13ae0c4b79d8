import { homedir } from 'node:os'
import { join } from 'node:path'
import { existsSync } from 'node:fs'

/** The configuration files that pip looks for, the later one winning. `PIP_CONFIG_FILE=/dev/null` means none. */
export function pipConfigFiles(environment: NodeJS.ProcessEnv, machineFile: string): string[] {
  const own = environment['PIP_CONFIG_FILE']
  if (own === '/dev/null') return []
  const home = environment['HOME'] ?? homedir()
  const virtual = environment['VIRTUAL_ENV']
  const system = (environment['XDG_CONFIG_DIRS'] || '/etc/xdg')
    .split(':')
    .map((folder) => join(folder, 'pip/pip.conf'))
  const user = [
    join(home, '.pip/pip.conf'),
    join(environment['XDG_CONFIG_HOME'] || join(home, '.config'), 'pip/pip.conf'),
  ]
  return [
    ...system,
    machineFile,
    // A file of one's own stands in place of the user's, and only if it is there.
    ...(own && existsSync(own) ? [] : user),
    ...(virtual ? [join(virtual, 'pip.conf')] : []),
    ...(own ? [own] : []),
  ]
}
