import { sandboxConformance } from './conformance.ts'
import { engineAnswers } from './engine.ts'

const answers = await engineAnswers()
sandboxConformance('docker sandbox, Python 3.11', { isolated: true, disk: 'per directory' }, answers)
sandboxConformance('docker sandbox, Python 3.13', { isolated: true, disk: 'per directory' }, answers)
