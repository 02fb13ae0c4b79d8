import type { SandboxPaths } from '@quarry/core'

/** The small, fixed environment of every command; nothing of the host's is passed on. */
export function baseVariables(paths: SandboxPaths, userName: string): Record<string, string> {
  return {
    PATH: `${paths.site}/bin:${paths.environment}/bin:/usr/local/bin:/usr/bin:/bin`,
    HOME: paths.home,
    USER: userName,
    LOGNAME: userName,
    TMPDIR: paths.temporary,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    NO_COLOR: '1',
    PYTHONDONTWRITEBYTECODE: '1',
  }
}
