/** Only these may be spoken to, whatever the URL, a redirect or the user's configuration says. */
const protocols = 'https:ssh:file:git'

/**
 * Variables for git commands that reach a remote repository: the user's own, with whose logins and certificates it is reached,
 * but never a question to a person, and no protocol that runs a command.
 */
export function remoteEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const own = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !leftOut.has(entry[0]),
  )
  return {
    ...Object.fromEntries(own),
    GIT_ALLOW_PROTOCOL: protocols,
    GIT_TERMINAL_PROMPT: '0',
    GIT_LFS_SKIP_SMUDGE: '1',
    LC_ALL: 'C',
  }
}

/**
 * Those of a repository are set while git runs a hook, and would lead every command there. The rest has no use in a command
 * that asks nothing and shows nothing.
 */
const leftOut = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
  'GIT_TEMPLATE_DIR',
  'GIT_EXTERNAL_DIFF',
  'GIT_EDITOR',
  'GIT_SEQUENCE_EDITOR',
  'GIT_PAGER',
  'EDITOR',
  'VISUAL',
  'PAGER',
  'PREFIX',
])

/** Variables for reading a repository that somebody else may have made: nobody's configuration, no program of its own. */
export function readingEnvironment(directory: string): Record<string, string> {
  const settings = [
    ['safe.directory', directory],
    ['core.fsmonitor', 'false'],
    ['core.hooksPath', '/dev/null'],
    ['log.showSignature', 'false'],
  ] as const
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: '/nonexistent',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([name, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, name],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
    LC_ALL: 'C',
  }
}
