import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { openers } from '../openers.ts'
import {
  currentOf,
  makeTree,
  never,
  plainly,
  printed,
  runsDirectory,
  text,
  withTestbed,
  type Subject,
} from '../subject.ts'

export function environmentChecks(subject: Subject): void {
  describe('environments', () => {
    it('have an interpreter that was run as the ordinary user', async () => {
      const { sandbox } = currentOf(subject)
      const found = await sandbox.findInterpreter(null)
      const program = `
import getpass, json, platform, sys
print(json.dumps([platform.python_version(), sys.implementation.name, getpass.getuser()]))
`
      const seen = await withTestbed(subject, {}, ({ python, run }) =>
        run({ argv: [python, '-c', program] }, never),
      )
      expect(JSON.parse(text(seen.stdout))).toEqual([found.version, found.implementation, found.checkedAs])
      const minor = found.version.split('.').slice(0, 2).join('.')
      expect(await sandbox.findInterpreter(minor)).toEqual(found)
      expect(found.checkedAs).not.toBe('root')
    })

    it('say what was looked at when there is no such interpreter', async () => {
      const looking = currentOf(subject).sandbox.findInterpreter('3.99')
      await expect(looking).rejects.toMatchObject({ name: 'UserError', code: 'python-not-found' })
      await expect(looking).rejects.toThrow(/python3: is Python 3\.\d+/)
    })

    it('are read-only while tests run', async () => {
      const script = 'touch "$1/x" 2>/dev/null || touch "$1/bin/x" 2>/dev/null || echo read-only'
      const result = await withTestbed(subject, {}, ({ paths, run }) =>
        run({ argv: ['sh', '-c', script, 'sh', paths.environment] }, never),
      )
      expect(plainly(result)).toEqual(printed('read-only\n'))
    })

    it('keep what one command of the builder wrote for the next, and are found once sealed', async () => {
      const { sandbox, trees, sandboxRoot } = currentOf(subject)
      const interpreter = await sandbox.findInterpreter(null)
      const tree = await makeTree(trees, { 'setup.py': 'setup\n', 'p/__init__.py': '' })
      const builder = await sandbox.openBuilder({ tag: 'built', interpreter, tree, tools: null }, never)
      const { environment, site, testbed } = builder.paths
      const sh = async (script: string) => {
        const result = plainly(await builder.run({ argv: ['sh', '-c', script] }, never))
        expect(result).toEqual(printed(result.stdout))
        return result.stdout
      }
      await sh(`${interpreter.executable} -m venv --without-pip ${environment}`)
      await sh(
        `echo one > ${environment}/one; echo s > ${site}/s; echo v > p/version.py; echo h > $HOME/h; echo t > $TMPDIR/t`,
      )
      expect(
        await sh(
          `cat ${environment}/one ${site}/s p/version.py setup.py $HOME/h $TMPDIR/t; id -u | grep -c '^0$' || true`,
        ),
      ).toBe('one\ns\nv\nsetup\nh\nt\n0\n')
      await sh(
        `ln -s /etc/passwd p/outside; ln -s version.py p/inside; ln -s ${testbed}/p/version.py p/absolute`,
      )
      expect(await builder.list(testbed)).toEqual([
        'p/__init__.py',
        'p/absolute',
        'p/inside',
        'p/outside',
        'p/version.py',
        'setup.py',
      ])
      const captured = await builder.capture(testbed, (path) => path.startsWith('p/'))
      expect((await trees.list(captured)).map((entry) => `${entry.mode} ${entry.path}`)).toEqual([
        '100644 p/__init__.py',
        '120000 p/absolute',
        '120000 p/inside',
        '100644 p/version.py',
      ])
      expect(await sandbox.hasEnvironment('built')).toBe(false)
      await builder.seal()
      expect(await sandbox.hasEnvironment('built')).toBe(true)
      await builder.close()
      await builder.close()
      const again = await openers[subject.name](trees, sandboxRoot)
      expect(await again.hasEnvironment('built')).toBe(true)
      const spec = {
        tag: 'built',
        tree,
        overlay: null,
        site: null,
        tools: null,
        network: 'loopback' as const,
      }
      const opened = await again.openTestbed(spec, never)
      const seen = await opened.run({ argv: ['cat', `${opened.paths.environment}/one`] }, never)
      expect(plainly(seen)).toEqual(printed('one\n'))
      await again.close()
    })

    it('do not lose the second name of a file that has two: hard links are captured', async () => {
      const { sandbox, trees } = currentOf(subject)
      const interpreter = await sandbox.findInterpreter(null)
      const tree = await trees.writeTree([])
      const builder = await sandbox.openBuilder({ tag: 'linked', interpreter, tree, tools: null }, never)
      const script = 'mkdir d; echo one > d/a; ln d/a d/b; ln d/a c'
      const linked = await builder.run({ argv: ['sh', '-c', script] }, never)
      expect(plainly(linked)).toEqual(printed(''))
      const captured = await builder.capture(builder.paths.testbed, (path) => path.startsWith('d/'))
      await builder.close()
      const blob = await trees.writeBlob(Buffer.from('one\n'))
      expect(await trees.list(captured)).toEqual([
        { path: 'd/a', mode: '100644', blob },
        { path: 'd/b', mode: '100644', blob },
      ])
    })

    it('are built with the network on, and with the files that index settings name', async () => {
      const { sandbox, trees, temporaryRoot } = currentOf(subject)
      const server = createServer((_, response) => response.end('index')).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      const port = address === null || typeof address === 'string' ? 0 : address.port
      const links = join(temporaryRoot, 'my links')
      await mkdir(links)
      await writeFile(join(links, 'bundle.pem'), 'certificate')
      const interpreter = await sandbox.findInterpreter(null)
      const tree = await trees.writeTree([])
      const builder = await sandbox.openBuilder({ tag: 'fetched', interpreter, tree, tools: null }, never)
      const program = `
import os, urllib.request
print(urllib.request.urlopen("http://127.0.0.1:${port}/").read().decode())
print(open(os.environ["PIP_CERT"]).read(), os.listdir(urllib.request.url2pathname(os.environ["PIP_FIND_LINKS"][7:])))
`
      const variables = {
        PIP_CERT: join(links, 'bundle.pem'),
        PIP_FIND_LINKS: pathToFileURL(links).href,
        PIP_INDEX_URL: 'https://index.example/simple',
      }
      const argv = [interpreter.executable, '-c', program]
      const result = await builder.run({ argv, variables }, never)
      await builder.close()
      server.close()
      expect(plainly(result)).toEqual(printed("index\ncertificate ['bundle.pem']\n"))
    })

    it('are gone when the builder closes without sealing', async () => {
      const { sandbox, trees, sandboxRoot } = currentOf(subject)
      const interpreter = await sandbox.findInterpreter(null)
      const tree = await trees.writeTree([])
      const spec = { tag: 'unsealed', interpreter, tree, tools: null }
      const builder = await sandbox.openBuilder(spec, never)
      await builder.run({ argv: ['touch', `${builder.paths.environment}/x`] }, never)
      await expect(sandbox.openBuilder(spec, never)).rejects.toMatchObject({ code: 'environment-busy' })
      await builder.close()
      expect(await sandbox.hasEnvironment('unsealed')).toBe(false)
      const again = await openers[subject.name](trees, sandboxRoot)
      expect(await again.hasEnvironment('unsealed')).toBe(false)
      await again.close()
      const testbed = {
        tag: 'unsealed',
        tree,
        overlay: null,
        site: null,
        tools: null,
        network: 'loopback' as const,
      }
      await expect(sandbox.openTestbed(testbed, never)).rejects.toMatchObject({
        code: 'environment-not-found',
      })
    })

    it('are not opened to be built when that is aborted: the reason comes back, and nothing stays', async () => {
      const { sandbox, trees } = currentOf(subject)
      const interpreter = await sandbox.findInterpreter(null)
      const tree = await trees.writeTree([])
      const spec = { tag: 'aborted', interpreter, tree, tools: null }
      const first = await sandbox.openBuilder(spec, never)
      await first.close()
      const before = await readdir(runsDirectory(currentOf(subject)), { recursive: true })
      const controller = new AbortController()
      const reason = new Error('stopped by the test')
      const second = sandbox.openBuilder(spec, controller.signal)
      controller.abort(reason)
      await expect(second).rejects.toBe(reason)
      await expect(sandbox.openBuilder(spec, controller.signal)).rejects.toBe(reason)
      expect(await readdir(runsDirectory(currentOf(subject)), { recursive: true })).toEqual(before)
      const third = await sandbox.openBuilder(spec, never) // the tag is free
      await third.close()
      expect(await sandbox.hasEnvironment('aborted')).toBe(false)
    })

    it('do not serve byte code written into the tree: Python writes none', async () => {
      const files = { 'module.py': 'value = 1\n' }
      const result = await withTestbed(subject, files, ({ python, run }) =>
        run({ argv: ['sh', '-c', `${python} -c "import module" && ls -A`] }, never),
      )
      expect(plainly(result)).toEqual(printed('module.py\n'))
    })
  })
}
