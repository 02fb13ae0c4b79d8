import { sandboxConformance } from './conformance.ts'
import { engineAnswers } from './engine.ts'

if (await engineAnswers()) {
  sandboxConformance('docker sandbox, Python 3.11', { isolated: true, disk: 'per directory' })
  sandboxConformance('docker sandbox, Python 3.13', { isolated: true, disk: 'per directory' })
}
