import { fileURLToPath } from 'node:url'

/** Absolute path of the probe's files; a sandbox shows them read-only as its tools. */
export const probeDirectory: string = fileURLToPath(new URL('../probe', import.meta.url))
