import { sandboxConformance } from './conformance.ts'
import { engineAnswers } from './engine.ts'

// Podman speaks Docker's protocol: the same sandbox, with another engine behind it. Run where CI could install it.
const podman = process.env['QUARRY_PODMAN_HOST'] ?? ''
if (podman !== '') process.env['DOCKER_HOST'] = podman
const answers = podman !== '' && (await engineAnswers())
sandboxConformance('docker sandbox, Python 3.11', { isolated: true, disk: 'per directory' }, answers)
