export {
  evaluateInstance,
  type EvaluateContext,
  type InstanceResult,
  trustedOutcomes,
} from './evaluate-instance.ts'
export { type Prediction, readPredictions } from './predictions.ts'
export { type GradedTree, gradedTree } from './graded-tree.ts'
export { preparePatch } from './prepare-patch.ts'
export { protectedPaths } from './protected-paths.ts'
export { scoreOutcomes, type GroupScore, type Score } from './score.ts'
export { type EvaluationFailure, type EvaluationSummary, summarise } from './summary.ts'
