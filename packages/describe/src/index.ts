export { describe } from './describe.ts'
export { objectsNamedBy } from './named-objects.ts'
