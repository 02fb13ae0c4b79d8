/** What a validation depends on beside its input. */
export interface ValidateSettings {
  /** Runs of every test file on the carved tree; at least 2. */
  readonly carvedRuns: number
  readonly minCarvedLines: number
  readonly minF2pPoints: number
  readonly fileSeconds: number
  readonly pointSeconds: number
  readonly network: 'loopback' | 'host'
}
