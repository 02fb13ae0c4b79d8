import type { Builder, Interpreter, TreeStore } from '@quarry/core'
import type { Installer } from './installer.ts'

/** A builder with its virtual environment and the installer that serves it. */
export interface Workshop {
  readonly builder: Builder
  readonly trees: TreeStore
  readonly interpreter: Interpreter
  readonly installer: Installer
  /** The virtual environment's interpreter, as the builder sees it. */
  readonly python: string
  /** Index, proxy and certificate settings of the host: for installers only, never part of an artifact. */
  readonly indexVariables: Readonly<Record<string, string>>
  /** What the installer said so far, each step under its command. */
  readonly log: string[]
  /** Seconds that one step may take. */
  readonly seconds: number
  readonly signal: AbortSignal
}
