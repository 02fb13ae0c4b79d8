/** Under what the tests of a task were run: the settings of its validation. */
export interface DescribeSettings {
  readonly network: 'loopback' | 'host'
  /** Seconds that one test file, and one test point, may take. */
  readonly fileSeconds: number
  readonly pointSeconds: number
}
