import type { SandboxReport } from '@quarry/core'
import type { Engine } from './engine.ts'
import type { DockerSettings } from './settings.ts'

/** What protects the host when foreign code runs in containers of this engine. */
export function report(engine: Engine, settings: DockerSettings): SandboxReport {
  const { name, version, where, storage, cgroups } = engine
  return {
    kind: 'docker',
    summary: `docker sandbox: ${name} ${version} at ${where} (${storage}, ${cgroups}); foreign code runs in containers of ${settings.baseImage}`,
    inForce: [
      'foreign code runs as an ordinary user of the image, and cannot gain privileges',
      'nothing of the host is shown; the image is read-only while tests run',
      'only loopback while tests run',
      'every command has a container to itself; a container is used again only when nothing is left in it',
      'containers end with Quarry, however it ends',
      'every command starts from pristine files (in memory)',
      'limit on time: the whole process tree is ended',
      'limit on memory, files written by tests included',
      `limit on processes, and on processors (${Math.min(settings.processors, engine.processors)} per command)`,
      'limit on what tests write to disk, per directory: the tree, /tmp, the home directory and /dev/shm each',
    ],
    missing: [
      ...engine.unlimited.map((what) => ({
        what: `the engine sets no limit on ${what}`,
        how: 'give the engine control groups: a rootless one needs version 2 and delegation by systemd',
      })),
      {
        what: 'while an environment is built, it has the whole network of the engine’s machine, and disk is limited per file only',
        how: 'nothing, where the requirements of the repositories are trusted; else an engine on a machine of its own',
      },
    ],
  }
}
