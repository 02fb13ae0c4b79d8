import { sandboxConformance } from './conformance.ts'

sandboxConformance('local sandbox', { isolated: true, disk: 'in all' })
