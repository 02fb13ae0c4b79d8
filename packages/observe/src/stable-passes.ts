import type { TestPoint } from '@quarry/core'

/** Points that passed in every untraced run and are stable. */
export function stablePasses<P extends Pick<TestPoint, 'stable' | 'outcomes'>>(points: readonly P[]): P[] {
  return points.filter((point) => point.stable && point.outcomes.every((outcome) => outcome === 'passed'))
}
