import type { TestFileObservation, TestPoint } from '@quarry/core'

/** The points of a test file that passed in every untraced run and are stable. */
export function stablePasses(file: TestFileObservation): TestPoint[] {
  return file.points.filter(isStablePass)
}

function isStablePass(point: TestPoint): boolean {
  return point.stable && point.outcomes.length > 0 && point.outcomes.every((outcome) => outcome === 'passed')
}
