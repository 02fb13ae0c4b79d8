import { createServer } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  currentOf,
  never,
  plainly,
  printed,
  runPython,
  text,
  whatIsMissing,
  withTestbed,
  type Subject,
} from '../subject.ts'

export function isolationChecks(subject: Subject): void {
  describe('what a command can reach', () => {
    it('is only what the environment says: the host’s variables are not passed on', async () => {
      process.env['QUARRY_TEST_SECRET'] = 'secret'
      const program = 'import json, os; print(json.dumps(dict(os.environ)))'
      const { sandbox } = currentOf(subject)
      const { checkedAs } = await sandbox.findInterpreter(null)
      await withTestbed(subject, {}, async ({ paths, python, run }) => {
        const command = { argv: [python, '-c', program], variables: { PYTHONHASHSEED: '7' } }
        const result = await run(command, never)
        expect(JSON.parse(text(result.stdout))).toEqual({
          PATH: `${paths.site}/bin:${paths.environment}/bin:/usr/local/bin:/usr/bin:/bin`,
          HOME: paths.home,
          USER: checkedAs,
          LOGNAME: checkedAs,
          TMPDIR: paths.temporary,
          LANG: 'C.UTF-8',
          TZ: 'UTC',
          NO_COLOR: '1',
          PYTHONDONTWRITEBYTECODE: '1',
          PYTHONHASHSEED: '7',
        })
      })
      delete process.env['QUARRY_TEST_SECRET']
    })

    it('includes servers of its own on loopback', async () => {
      const program = `
import http.server, threading, urllib.request
server = http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(urllib.request.urlopen("http://localhost:%d/" % server.server_port).status)
`
      const result = await runPython(subject, program)
      expect({ status: result.status, stdout: text(result.stdout) }).toEqual({ status: 0, stdout: '200\n' })
    })

    it('includes neither the network nor the host’s own servers, or the report says so', async () => {
      const server = createServer((_, response) => response.end('host')).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      const port = address === null || typeof address === 'string' ? 0 : address.port
      const program = `
import socket
try:
    socket.create_connection(("127.0.0.1", ${port}), 5).close()
    print("reached")
except OSError:
    print("not reached")
try:
    socket.create_connection(("192.0.2.1", 80), 0.2).close()
except OSError as error:
    print("unreachable" if error.errno == 101 else "no answer")
`
      const result = await runPython(subject, program)
      server.close()
      const said = (await whatIsMissing(subject)).includes('tests reach the network')
      const { isolated } = subject.promises
      expect(said).toBe(!isolated)
      expect(text(result.stdout)).toMatch(isolated ? /^not reached\nunreachable\n$/ : /^reached\n/)
    })

    it('includes the network where a repository asks for it', async () => {
      const server = createServer((_, response) => response.end('host')).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      const port = address === null || typeof address === 'string' ? 0 : address.port
      const program = `import urllib.request; print(urllib.request.urlopen("http://127.0.0.1:${port}/").read().decode())`
      const result = await withTestbed(
        subject,
        {},
        ({ python, run }) => run({ argv: [python, '-c', program] }, never),
        { network: 'host' },
      )
      server.close()
      expect(plainly(result)).toEqual(printed('host\n'))
    })

    it('does not include the host’s files, or the report says so', async () => {
      const directory = await mkdtemp(join(tmpdir(), 'quarry-host-'))
      await writeFile(join(directory, 'file'), 'host', { mode: 0o666 })
      const { chmod } = await import('node:fs/promises')
      await chmod(directory, 0o777)
      const program = `
import os
print(os.path.exists(${JSON.stringify(join(directory, 'file'))}))
for path in ("/usr/quarry-was-here", "/etc/quarry-was-here", "/quarry-was-here"):
    try:
        open(path, "w")
        print("wrote", path)
    except OSError:
        pass
`
      const result = await runPython(subject, program)
      await rm(directory, { recursive: true })
      expect(plainly(result)).toEqual(printed(subject.promises.isolated ? 'False\n' : 'True\n'))
      const said = (await whatIsMissing(subject)).includes('files can be read')
      expect(said).toBe(!subject.promises.isolated)
    })

    it('includes neither privileges to gain nor the supervisor’s channel', async () => {
      const program = `
import os
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
print(status["NoNewPrivs"].strip(), int(status["CapEff"], 16), os.getgroups() in ([], [os.getgid()]))
reached = []
for name in ("mem", "fd/3"):
    try:
        open("/proc/%d/%s" % (os.getppid(), name), "r+b", 0)
        reached.append(name)
    except OSError:
        pass
print(reached)
try:
    os.kill(1, 9)
    print("killed the first process")
except PermissionError:
    print("refused")
`
      const result = await runPython(subject, program)
      const lines = text(result.stdout).split('\n')
      expect(lines.slice(0, 2)).toEqual(['1 0 True', '[]'])
      expect(result.status).toBe(0)
    })
  })
}
