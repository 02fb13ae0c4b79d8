import { execa } from 'execa'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import { dirname } from 'node:path'
import { type Check, limited, missing, ok } from './check.ts'

const gigabyte = 1024 ** 3
const wanted = { diskGigabytes: 5, memoryGigabytes: 4 }

/** git with `--no-renames`, `mktree -z` and quiet `cat-file --batch` as the tree store uses them. */
const oldestGit = [2, 30] as const

/** What the machine itself gives. `out` is the folder for everything generated. */
export async function hostChecks(out: string): Promise<Check[]> {
  const [git, ...disks] = await Promise.all([
    checkGit(),
    checkDisk('disk for results', out),
    checkDisk('disk for sandboxes', tmpdir()),
  ])
  return [ok('node', `${process.versions.node} at ${process.execPath}`), git, checkMemory(), ...disks]
}

async function checkGit(): Promise<Check> {
  const result = await execa('git', ['--version'], { reject: false })
  const install = 'install git, on Debian: apt install git'
  if (result.failed) return missing('git', 'not found', install)
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(result.stdout) ?? []).slice(1).map(Number)
  const recent = major > oldestGit[0] || (major === oldestGit[0] && minor >= oldestGit[1])
  return recent
    ? ok('git', result.stdout)
    : missing('git', result.stdout, `${oldestGit.join('.')} or newer is needed; ${install}`)
}

function checkMemory(): Check {
  const gigabytes = totalmem() / gigabyte
  const found = `${gigabytes.toFixed(1)} GiB, ${availableParallelism()} processors`
  return gigabytes >= wanted.memoryGigabytes
    ? ok('memory', found)
    : limited(
        'memory',
        found,
        `less than ${wanted.memoryGigabytes} GiB: lower limits.memoryMegabytes and concurrency in pipeline.config.ts`,
      )
}

async function checkDisk(name: string, directory: string): Promise<Check> {
  const existing = nearestExisting(directory)
  const { bavail, bsize } = await statfs(existing)
  const gigabytes = (bavail * bsize) / gigabyte
  const found = `${gigabytes.toFixed(1)} GiB free below ${existing}`
  return gigabytes >= wanted.diskGigabytes
    ? ok(name, found)
    : limited(
        name,
        found,
        `${wanted.diskGigabytes} GiB are a comfortable amount; free some, or choose another folder with ${name.endsWith('results') ? '--out' : 'TMPDIR'}`,
      )
}

function nearestExisting(directory: string): string {
  return existsSync(directory) ? directory : nearestExisting(dirname(directory))
}
