export { describe } from './describe.ts'
export { instanceId } from './instance-id.ts'
export { objectsNamedBy } from './named-objects.ts'
