export { validate } from './validate.ts'
export { distinctiveLines } from './removed-lines.ts'
