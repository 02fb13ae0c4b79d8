export { validate } from './validate.ts'
export { blameObjects } from './blame.ts'
export { classifyPoints } from './classify-points.ts'
export { distinctiveLines } from './removed-lines.ts'
