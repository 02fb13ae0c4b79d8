import { sandboxConformance } from './conformance.ts'

sandboxConformance('local sandbox without namespaces', { isolated: false, disk: 'per file' })
