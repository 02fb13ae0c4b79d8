import { sandboxConformance } from './conformance.ts'
import { engineAnswers } from './engine.ts'

const podman = process.env['QUARRY_PODMAN_HOST']

// Podman speaks Docker's protocol: the same sandbox, with another engine behind it. Run where CI could install it.
if (podman !== undefined && podman !== '') {
  process.env['DOCKER_HOST'] = podman
  if (await engineAnswers())
    sandboxConformance('docker sandbox, Python 3.11', { isolated: true, disk: 'per directory' })
}
