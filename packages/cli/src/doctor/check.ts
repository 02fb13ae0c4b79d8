/** One thing that was looked at. `limited`: mining works, but with less; `missing`: it does not work. */
export interface Check {
  readonly name: string
  readonly state: 'ok' | 'limited' | 'missing'
  /** What there is. */
  readonly found: string
  /** How to get what is not there; null when all is well. */
  readonly advice: string | null
}

export interface DoctorReport {
  /** True when nothing is missing. */
  readonly ready: boolean
  readonly checks: readonly Check[]
}

export function ok(name: string, found: string): Check {
  return { name, state: 'ok', found, advice: null }
}

export function limited(name: string, found: string, advice: string): Check {
  return { name, state: 'limited', found, advice }
}

export function missing(name: string, found: string, advice: string): Check {
  return { name, state: 'missing', found, advice }
}
