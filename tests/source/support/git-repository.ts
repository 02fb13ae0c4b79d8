import { execa } from 'execa'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

export interface GitRepository {
  readonly directory: string
  /** A `file:` URL. */
  readonly url: string
  /** Writes files, commits everything at a moment (ISO 8601) and returns the commit. */
  commit(files: Record<string, string | Buffer>, at: string): Promise<string>
  git(...args: string[]): Promise<string>
}

/** A real repository without anybody's configuration, until the test ends. */
export async function openGitRepository(): Promise<GitRepository> {
  const directory = await temporaryDirectory()
  const variables = {
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Someone',
    GIT_AUTHOR_EMAIL: 'someone@example.org',
    GIT_COMMITTER_NAME: 'Someone',
    GIT_COMMITTER_EMAIL: 'someone@example.org',
    GIT_ALLOW_PROTOCOL: 'file',
  }
  const git = async (args: string[], more: Record<string, string> = {}) => {
    const { stdout } = await execa('git', args, { cwd: directory, env: { ...variables, ...more } })
    return stdout
  }
  await git(['init', '--quiet', '--initial-branch=main'])
  return {
    directory,
    url: `file://${directory}`,
    async commit(files, at) {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(directory, path)), { recursive: true })
        await writeFile(join(directory, path), content)
      }
      await git(['add', '--all'])
      await git(['commit', '--quiet', '--message', 'A change'], {
        GIT_AUTHOR_DATE: at,
        GIT_COMMITTER_DATE: at,
      })
      return git(['rev-parse', 'HEAD'])
    },
    git: (...args) => git(args),
  }
}

export const projectFiles = {
  'demo/__init__.py': 'ANSWER = 42\n',
  'tests/test_demo.py': 'import demo\n\n\ndef test_answer():\n    assert demo.ANSWER == 42\n',
}
