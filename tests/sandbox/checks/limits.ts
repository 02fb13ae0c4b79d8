import { describe, expect, it } from 'vitest'
import { processesWith, somethingInTime, uniqueSleep } from '../leftovers.ts'
import {
  currentOf,
  never,
  plainly,
  printed,
  runPython,
  runShell,
  text,
  withTestbed,
  type Subject,
} from '../subject.ts'

export function limitChecks(subject: Subject): void {
  describe('limits', () => {
    it('end a command that takes too long, even when it ignores SIGTERM', async () => {
      const script = 'trap "" TERM; echo started; while :; do sleep 0.05; done'
      const result = await runShell(subject, script, { limits: { wallSeconds: 2 } })
      expect(plainly(result)).toEqual({ outcome: 'timed-out', status: null, stdout: 'started\n', stderr: '' })
    })

    it('ask a command to end before they kill it, and keep what it says then', async () => {
      const script = 'trap "echo ending; exit 3" TERM; while :; do sleep 0.05; done'
      const result = await runShell(subject, script, { limits: { wallSeconds: 2 } })
      expect(plainly(result)).toMatchObject({ outcome: 'timed-out', status: null, stdout: 'ending\n' })
    })

    it('tell running out of memory from failing', async () => {
      const result = await runPython(subject, 'data = bytearray(600_000_000); print(len(data))', {
        limits: { memoryBytes: 200_000_000 },
      })
      expect(plainly(result)).toEqual({ outcome: 'out-of-memory', status: null, stdout: '', stderr: '' })
    })

    it('tell it as well when a child ran out and the command went on', async () => {
      const program = `
import subprocess, sys
ended = subprocess.run([sys.executable, "-c", "bytearray(600_000_000)"])
print(ended.returncode != 0)
`
      const result = await runPython(subject, program, { limits: { memoryBytes: 200_000_000 } })
      expect(result.outcome).toBe('out-of-memory')
    })

    it('hold for a command that writes much to stderr, and what it says last is kept', async () => {
      const lines = Array.from({ length: 3_000_000 }, (_, index) => `${index + 1}\n`).join('')
      const result = await runShell(subject, 'seq 3000000 >&2', {
        limits: { memoryBytes: 40_000_000, outputBytes: 100_000_000 },
      })
      const { outcome, status, stderr, truncated } = result
      expect({ outcome, status, truncated }).toEqual({ outcome: 'exited', status: 0, truncated: true })
      expect(stderr.length).toBe(8 << 20)
      expect(Buffer.from(lines).subarray(-stderr.length).equals(stderr)).toBe(true)
    })

    it('do not charge a command for time in which Quarry is too busy to read', async () => {
      const mark = uniqueSleep()
      const argv = ['sh', '-c', 'sleep 0.3; head -c 20000000 /dev/zero', mark]
      const result = await withTestbed(subject, {}, async ({ run }) => {
        const limits = { wallSeconds: 2, outputBytes: 100_000_000 }
        const running = run({ argv, limits }, never)
        await somethingInTime(() => processesWith(`/dev/zero ${mark}`))
        const until = Date.now() + 3000
        while (Date.now() < until); // nothing of Quarry runs meanwhile
        return running
      })
      const { outcome, status, stdout } = result
      expect({ outcome, status, bytes: stdout.length }).toEqual({
        outcome: 'exited',
        status: 0,
        bytes: 20_000_000,
      })
    })

    it('refuse more processes than allowed', async () => {
      const program = `
import os, time
children = []
try:
    for number in range(200):
        pid = os.fork()
        if pid == 0:
            time.sleep(60)
        children.append(pid)
except BlockingIOError:
    print("refused", 10 < len(children) < 60)
`
      const result = await runPython(subject, program, { limits: { processes: 40 } })
      expect(plainly(result)).toEqual(printed('refused True\n'))
    })

    it('refuse a file larger than the disk limit', async () => {
      const program = `
import os
try:
    with open("big", "wb") as file:
        for number in range(40):
            file.write(bytes(1_000_000))
            file.flush()
    print("all written")
except OSError:
    print("refused")
`
      const result = await runPython(subject, program, { limits: { diskBytes: 20_000_000 } })
      expect(plainly(result)).toEqual(printed('refused\n'))
    })

    it('limit the disk in all, or the report says that they do not', async () => {
      const program = `
import os
written = 0
try:
    for number, top in enumerate([".", os.environ["HOME"], os.environ["TMPDIR"]] * 10):
        with open(os.path.join(top, str(number)), "wb") as file:
            file.write(bytes(2_000_000))
        written += 2
except OSError:
    pass
print(written < 20)
`
      const result = await runPython(subject, program, { limits: { diskBytes: 20_000_000 } })
      const report = await currentOf(subject).sandbox.describe()
      const { disk } = subject.promises
      const told = {
        'per file': report.missing.some((each) => each.what === 'disk is limited per file only'),
        'per directory': report.inForce.some((line) => line.includes('write to disk, per directory')),
        'in all': report.inForce.includes('limit on what tests write to disk'),
      }
      expect(text(result.stdout)).toBe(disk === 'in all' ? 'True\n' : 'False\n')
      expect(told).toEqual({ 'per file': false, 'per directory': false, 'in all': false, [disk]: true })
    })
  })
}
