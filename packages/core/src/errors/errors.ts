/** Details that go into every error: what it is called, and what lies behind it. */
export interface QuarryErrorOptions {
  /** Stable, kebab-case. */
  readonly code: string
  readonly cause?: unknown
}

/** The base of every error that Quarry throws on purpose. The message says what happened, where, and what to do. */
export class QuarryError extends Error {
  readonly code: string

  constructor(message: string, options: QuarryErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = new.target.name
    this.code = options.code
  }
}

/** What the person at the keyboard gave is wrong: stop, exit status 2. */
export class UserError extends QuarryError {}

/** The machine, the network or a service failed: retried, never scored, never cached. */
export class InfrastructureError extends QuarryError {}

/** Quarry itself is wrong: never handled, always shown with its stack. */
export class BugError extends QuarryError {}
