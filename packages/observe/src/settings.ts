/** How a suite is observed. */
export interface ObserveSettings {
  /** Globs of the test files to use, relative to the tree; null: all that pytest collects. */
  readonly testFiles: readonly string[] | null
  /** Untraced runs of every test file, each in a process of its own; at least two. */
  readonly outcomeRuns: number
  /** How traced runs hear of calls: `python` does without the accelerator. */
  readonly tracer: 'auto' | 'python'
  /** Seconds that one test file, and one test point, may take. */
  readonly fileSeconds: number
  readonly pointSeconds: number
  /** Test processes that run at once. */
  readonly concurrency: number
  readonly network: 'loopback' | 'host'
}
