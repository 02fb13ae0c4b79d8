export { describe } from './describe.ts'
export { instanceId } from './instance-id.ts'
export { objectsNamedBy } from './named-objects.ts'
export { type RemovedBody, removedBodies, shownBodyLines } from './removed-code.ts'
