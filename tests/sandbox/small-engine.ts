import Docker from 'dockerode'
import { execa } from 'execa'
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** An engine of the test's own, whose disk has little room. */
export interface SmallEngine {
  readonly where: string
  readonly api: Docker
  /** Takes so much of the disk that this many bytes are free; null: takes nothing. */
  leaveFree(bytes: number | null): Promise<void>
  close(): Promise<void>
}

/** Starting one takes root, and Docker's daemon. */
export async function canStartEngine(): Promise<boolean> {
  const { failed } = await execa('dockerd', ['--version'], { reject: false })
  return !failed && process.getuid?.() === 0
}

/** The engine's disk is a file system in memory; the image comes from the engine that DOCKER_HOST names. */
export async function openSmallEngine(image: string): Promise<SmallEngine> {
  const top = await mkdtemp(join(tmpdir(), 'quarry-test-'))
  const disk = join(top, 'disk')
  await mkdir(disk)
  const { Size } = await new Docker().getImage(image).inspect()
  // While it is loaded, the image is there twice.
  const size = Math.ceil((2 * Size) / 1e6) + 100
  await execa('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', disk])
  const socket = join(top, 'docker.sock')
  await writeFile(join(top, 'daemon.json'), '{}')
  const places = ['data-root', 'exec-root', 'pidfile'].map((name) =>
    name === 'data-root' ? `--${name}=${disk}/data` : `--${name}=${top}/${name}`,
  )
  const quiet = ['--bridge=none', '--iptables=false', '--ip6tables=false', '--ip-forward=false']
  const daemon = execa(
    'dockerd',
    [`--config-file=${top}/daemon.json`, `--host=unix://${socket}`, ...places, ...quiet],
    { reject: false, stdio: 'ignore', detached: true },
  )
  const api = new Docker({ socketPath: socket })
  const filler = join(disk, 'filler')
  const close = async () => {
    daemon.kill()
    await daemon
    for (const place of [disk, `${top}/exec-root/netns/default`])
      await execa('umount', [place], { reject: false })
    await rm(top, { recursive: true, force: true })
  }
  try {
    for (let tries = 0; tries < 300 && !(await answers(api)); tries += 1) await wait(100)
    const loading = await api.loadImage(await new Docker().getImage(image).get())
    const events = await new Promise((resolve, reject) =>
      api.modem.followProgress(loading, (error, output) => (error ? reject(error) : resolve(output))),
    )
    if (JSON.stringify(events).includes('"error"')) throw new Error(JSON.stringify(events))
  } catch (error) {
    await close()
    throw error
  }
  return {
    where: `unix://${socket}`,
    api,
    async leaveFree(bytes) {
      await writeFile(filler, '')
      if (bytes === null) return
      const { bavail, bsize } = await statfs(disk)
      await execa('fallocate', ['-l', String(bavail * bsize - bytes), filler])
    },
    close,
  }
}

async function answers(api: Docker): Promise<boolean> {
  return api.ping().then(
    () => true,
    () => false,
  )
}
