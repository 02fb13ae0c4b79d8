import { sandboxConformance } from './conformance.ts'
import { engineAnswers } from './engine.ts'

// Podman speaks Docker's protocol: the same sandbox, with another engine behind it. Run where CI could install it.
const podman = process.env['QUARRY_PODMAN_HOST'] ?? ''
const answers = podman !== '' && (await engineAnswers(podman))
sandboxConformance('docker sandbox, Python 3.11', { isolated: true, disk: 'per directory' }, answers)
