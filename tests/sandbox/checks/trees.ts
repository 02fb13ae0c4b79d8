import { describe, expect, it } from 'vitest'
import {
  currentOf,
  makeTree,
  never,
  plainly,
  printed,
  text,
  withTestbed,
  whatIsMissing,
  type Subject,
} from '../subject.ts'

const listing = `
import hashlib, json, os
found = {}
for directory, names, files in os.walk("."):
    for name in names + files:
        path = os.path.relpath(os.path.join(directory, name))
        if os.path.islink(path):
            found[path] = ["link", os.readlink(path)]
        elif os.path.isfile(path):
            found[path] = ["executable" if os.access(path, os.X_OK) else "file", open(path, "rb").read().hex()]
print(json.dumps(found, sort_keys=True))
`

export function treeChecks(subject: Subject): void {
  describe('the tree', () => {
    it('lies there byte for byte, with executable bits, links, empty files and odd names', async () => {
      const files = {
        'package/__init__.py': '',
        'package/latin.py': Uint8Array.from([0xe9, 0x0d, 0x0a, 0x00]),
        'run.sh': { mode: '100755' as const, content: '#!/bin/sh\n' },
        'link.py': { mode: '120000' as const, content: 'package/latin.py' },
        dangling: { mode: '120000' as const, content: 'nowhere' },
        'to-a-directory': { mode: '120000' as const, content: 'package' },
        'a b/c"d\'e,f:g.py': 'x',
        'naïve/日本.py': 'y',
        '-n': 'z',
      }
      const result = await withTestbed(subject, files, (testbed) =>
        testbed.run({ argv: [testbed.python, '-c', listing] }, never),
      )
      expect(JSON.parse(text(result.stdout))).toEqual({
        'package/__init__.py': ['file', ''],
        'package/latin.py': ['file', 'e90d0a00'],
        'run.sh': ['executable', Buffer.from('#!/bin/sh\n').toString('hex')],
        'link.py': ['link', 'package/latin.py'],
        dangling: ['link', 'nowhere'],
        'to-a-directory': ['link', 'package'],
        'a b/c"d\'e,f:g.py': ['file', '78'],
        'naïve/日本.py': ['file', '79'],
        '-n': ['file', '7a'],
      })
    })

    it('belongs to the ordinary user who runs the command, and is writable', async () => {
      const program = `
import os
print(os.getuid() != 0, os.geteuid() != 0)
for path in (".", "kept", "kept/file.py"):
    print(path, os.stat(path).st_uid == os.getuid(), os.access(path, os.W_OK))
with open("kept/file.py", "a") as file:
    file.write("more")
os.rename("kept/file.py", "kept/moved.py")
os.chmod("kept/moved.py", 0)
try:
    open("kept/moved.py")
except PermissionError:
    print("permissions hold")
`
      const result = await withTestbed(subject, { 'kept/file.py': 'x' }, (testbed) =>
        testbed.run({ argv: [testbed.python, '-c', program] }, never),
      )
      expect(plainly(result)).toEqual(
        printed('True True\n. True True\nkept True True\nkept/file.py True True\npermissions hold\n'),
      )
    })

    it('lets its directories be renamed, or the report says that it does not', async () => {
      const result = await withTestbed(subject, { 'kept/file.py': 'x' }, (testbed) =>
        testbed.run({ argv: [testbed.python, '-c', 'import os; os.rename("kept", "moved")'] }, never),
      )
      const said = (await whatIsMissing(subject)).includes('cannot be renamed')
      expect(result.status).toBe(said ? 1 : 0)
    })

    it('is pristine for every command, whatever the one before wrote', async () => {
      const spoil =
        'echo new > new; echo more >> file; rm gone; mkdir -p d; chmod 000 d; touch "$HOME/h" /tmp/t "$TMPDIR/t"'
      const look = 'ls -A . "$HOME" "$TMPDIR"; cat file gone'
      await withTestbed(subject, { file: 'file\n', gone: 'gone\n' }, async (testbed) => {
        const before = plainly(await testbed.run({ argv: ['sh', '-c', look] }, never))
        const spoiled = await testbed.run({ argv: ['sh', '-c', spoil] }, never)
        expect(plainly(spoiled)).toEqual(printed(''))
        expect(plainly(await testbed.run({ argv: ['sh', '-c', look] }, never))).toEqual(before)
        expect(before.status).toBe(0)
      })
    })

    it('is each command’s own when two run at once', async () => {
      const script = 'ls -A; echo $1 > mine; sleep 0.3; cat mine; ls -A'
      await withTestbed(subject, {}, async (testbed) => {
        const run = (name: string) => testbed.run({ argv: ['sh', '-c', script, 'sh', name] }, never)
        const [first, second] = await Promise.all([run('first'), run('second')])
        expect(plainly(first)).toEqual(printed('first\nmine\n'))
        expect(plainly(second)).toEqual(printed('second\nmine\n'))
      })
    })

    it('has the overlay on top, the site and the tools beside it', async () => {
      const { trees, temporaryRoot } = currentOf(subject)
      const { mkdir, writeFile } = await import('node:fs/promises')
      const tools = `${temporaryRoot}/tools`
      await mkdir(tools, { recursive: true })
      await writeFile(`${tools}/tool.py`, 'print("tool")\n')
      const overlay = await makeTree(trees, { 'p/version.py': 'new\n', 'p/extra.py': 'extra\n' })
      const site = await makeTree(trees, { 'p.dist-info/METADATA': 'Name: p\n' })
      const files = { 'p/version.py': 'old\n', 'p/kept.py': 'kept\n' }
      const result = await withTestbed(
        subject,
        files,
        ({ paths, run, python }) => {
          const script = `cat p/*.py ${paths.site}/p.dist-info/METADATA; ${python} ${paths.tools}/tool.py; touch ${paths.tools}/x ${paths.site}/x 2>/dev/null || echo read-only`
          return run({ argv: ['sh', '-c', script] }, never)
        },
        { overlay, site, tools },
      )
      expect(plainly(result)).toEqual(printed('extra\nkept\nnew\nName: p\ntool\nread-only\n'))
    })
  })
}
