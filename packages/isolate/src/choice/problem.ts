import type { NumberSet } from './number-set.ts'

/**
 * What one candidate's choice of P2P files depends on: the objects that its cut may reach at all, numbered from 0 in the
 * order of the source, and what each test file needs of them.
 */
export interface ChoiceProblem {
  /** Index in the observation, by number. */
  readonly indexes: readonly number[]
  /** Whom each object was seen to call while the F2P tests ran. */
  readonly callees: readonly (readonly number[])[]
  /** The class around each object, or -1. */
  readonly classAround: Int32Array
  /** What the F2P tests run of each class: reached with it, and it with them, unless the class stays. */
  readonly membersRun: readonly (readonly number[])[]
  readonly isClass: readonly boolean[]
  /** Lines of each whole definition. */
  readonly lines: Int32Array
  /** Number of the module that holds each object. */
  readonly moduleOf: Int32Array
  /** Paths of the modules, by number. */
  readonly modules: readonly string[]
  readonly topLevel: readonly number[]
  /** What stays whatever is chosen. */
  readonly fixed: NumberSet
  /** Classes whose heads are known to stay: of them only members can go. */
  readonly shells: NumberSet
  readonly f2pFiles: readonly F2pFile[]
  /** Stable passes of all F2P files. */
  readonly f2pPoints: number
  /** The files to choose from, in an order that no path decides. */
  readonly files: readonly RegressionFile[]
  /** How many files are to be chosen. */
  readonly wanted: number
  readonly limits: SizeLimits
}

export interface F2pFile {
  /** What runs while it is imported: without it, no point of it can be collected. */
  readonly imported: NumberSet
  /** What its stable passes run; those that run the same are counted together. */
  readonly points: readonly { readonly runs: NumberSet; readonly count: number }[]
}

export interface RegressionFile {
  readonly path: string
  /** What it cannot do without. */
  readonly needs: NumberSet
  /** By number of the module, how many of its stable passes run something in it. */
  readonly passes: readonly number[]
}

export interface SizeLimits {
  readonly maxCarvedLines: number
  readonly minCarvedLines: number
  readonly minF2pPoints: number
}
