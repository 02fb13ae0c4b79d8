import { Option } from '@commander-js/extra-typings'
import type { ExitStatus } from './exit-status.ts'

/** What a command tells how it ended. */
export type Finish = (status: ExitStatus) => void

export const outOption = () =>
  new Option('--out <dir>', 'folder for everything generated; default: as configured, else out')

export const jsonOption = () => new Option('--json', 'print one JSON document')
