import { describe, expect, it } from 'vitest'
import { plainly, printed, runPython, runShell, text, type Subject } from '../subject.ts'

export function resultChecks(subject: Subject): void {
  describe('what a command gives back', () => {
    it('has the exit status', async () => {
      expect(plainly(await runShell(subject, 'echo out; echo err >&2; exit 7'))).toEqual({
        outcome: 'exited',
        status: 7,
        stdout: 'out\n',
        stderr: 'err\n',
      })
    })

    it('names the signal that ended the command', async () => {
      const { outcome, status, signal } = await runShell(subject, 'kill -SEGV $$')
      expect({ outcome, status, signal }).toEqual({
        outcome: 'killed-by-signal',
        status: null,
        signal: 'SIGSEGV',
      })
    })

    it('tells a program that is not there as a shell does', async () => {
      const result = await runShell(subject, 'exec nothing-of-this-name')
      expect(result.status).toBe(127)
    })

    it('keeps stdout and stderr byte for byte, NUL and invalid UTF-8 included', async () => {
      const bytes = Uint8Array.from([0, 255, 254, 10, 13, 10, 0xc3, 0x28, 0])
      const program = `
import os
data = bytes(${JSON.stringify([...bytes])})
os.write(1, data)
os.write(2, data[::-1])
`
      const result = await runPython(subject, program)
      expect([...result.stdout]).toEqual([...bytes])
      expect([...result.stderr]).toEqual([...bytes].toReversed())
      expect(result.truncated).toBe(false)
    })

    it('hands over all of stdin', async () => {
      const stdin = new Uint8Array(3_000_000).map((_, index) => index % 251)
      const program = `
import hashlib, sys
data = sys.stdin.buffer.read()
print(len(data), hashlib.sha256(data).hexdigest())
`
      const { createHash } = await import('node:crypto')
      const hash = createHash('sha256').update(stdin).digest('hex')
      expect(plainly(await runPython(subject, program, { stdin }))).toEqual(printed(`3000000 ${hash}\n`))
    })

    it('gives an empty stdin where none was asked for, and does not wait for a command that ignores it', async () => {
      expect(plainly(await runShell(subject, 'wc -c'))).toEqual(printed('0\n'))
      const stdin = new Uint8Array(5_000_000)
      expect(plainly(await runShell(subject, 'echo ignored', { stdin }))).toEqual(printed('ignored\n'))
    })

    it('keeps the head of a stdout that is too long and the tail of such a stderr', async () => {
      const program = `
import os
for number in range(100000):
    os.write(1, b"%06d\\n" % number)
    os.write(2, b"%06d\\n" % number)
`
      const result = await runPython(subject, program, { limits: { outputBytes: 70 } })
      const lines = (from: number): string =>
        Array.from({ length: 10 }, (_, index) => `${String(from + index).padStart(6, '0')}\n`).join('')
      expect(text(result.stdout)).toBe(lines(0))
      expect(text(result.stderr)).toBe(lines(99_990))
      expect(result.truncated).toBe(true)
      expect(result.status).toBe(0)
    })

    it('lets programs open /dev/stdout and end quietly when a pipe breaks', async () => {
      expect(plainly(await runShell(subject, 'echo through > /dev/stdout; yes | head -1'))).toEqual(
        printed('through\ny\n'),
      )
    })
  })
}
