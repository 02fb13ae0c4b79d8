import { execa } from 'execa'
import { fileURLToPath } from 'node:url'

export interface MemberSpec {
  readonly name: string
  readonly type?: 'file' | 'directory' | 'symlink' | 'hardlink' | 'device' | 'fifo'
  readonly text?: string
  readonly base64?: string
  /** Writes the content so many times over. */
  readonly times?: number
  readonly target?: string
  readonly mode?: number
  /** Seconds. */
  readonly mtime?: number
}

export interface TarOptions {
  readonly tar?: 'pax' | 'ustar' | 'gnu'
  readonly encoding?: string
}

const program = fileURLToPath(new URL('make_archive.py', import.meta.url))

/** A real .tar.gz, with members that no honest tool would write. */
export function tarOf(members: readonly MemberSpec[], options: TarOptions = {}): Promise<Buffer> {
  return make({ kind: 'tar', members, ...options })
}

export function zipOf(members: readonly MemberSpec[]): Promise<Buffer> {
  return make({ kind: 'zip', members })
}

async function make(spec: object): Promise<Buffer> {
  const { stdout } = await execa('python3', [program], {
    input: JSON.stringify(spec),
    encoding: 'buffer',
    stripFinalNewline: false,
  })
  return Buffer.from(stdout)
}

/** The members of a small, honest source distribution. */
export function projectMembers(top = 'demo-1.0'): MemberSpec[] {
  return [
    { name: `${top}/PKG-INFO`, text: 'Metadata-Version: 2.1\nName: demo\nVersion: 1.0\nLicense: MIT\n' },
    { name: `${top}/demo/__init__.py`, text: 'ANSWER = 42\n' },
    {
      name: `${top}/tests/test_demo.py`,
      text: 'import demo\n\n\ndef test_answer():\n    assert demo.ANSWER == 42\n',
    },
  ]
}
