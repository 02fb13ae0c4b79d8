import type { Protected } from './keep.ts'

export interface IsolateSettings {
  /** Regression files per task; fewer only where the repository has fewer. */
  readonly p2pFiles: number
  /** Most lines of definitions that one cut takes out. */
  readonly maxCarvedLines: number
  readonly minCarvedLines: number
  readonly minF2pPoints: number
  readonly seed: number
  /** Repairs: objects kept because an earlier cut of this candidate failed on them. Default: none. */
  readonly protect?: readonly Protected[]
}
