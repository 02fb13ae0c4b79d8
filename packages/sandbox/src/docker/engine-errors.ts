import { InfrastructureError, UserError } from '@quarry/core'
import { engineDiskFull, saysDiskFull } from './full-disk.ts'

/** What an engine's answer, or the lack of one, means for who uses Quarry. Other errors come back as they are. */
export function explainEngineError(error: unknown, where: string, doing: string): Error {
  const said = error instanceof Error ? error.message : String(error)
  const code = codeOf(error)
  if (code !== null && nothingThere.has(code)) {
    return new UserError(
      `No container engine answers at ${where} (${code}). Start Docker or Podman, name its socket in DOCKER_HOST, or use the local sandbox: --sandbox local.`,
      { code: 'no-container-engine', cause: error },
    )
  }
  if (code === 'EACCES') {
    return new UserError(
      `You may not use the container engine at ${where}. Add your user to the group that owns the socket (usually docker) and log in again, name another engine in DOCKER_HOST, or use the local sandbox: --sandbox local.`,
      { code: 'engine-permission-denied', cause: error },
    )
  }
  if (saysDiskFull(said)) return engineDiskFull(doing, error)
  if (error instanceof UserError || error instanceof InfrastructureError) return error
  return new InfrastructureError(`The container engine at ${where} failed (${doing}): ${said}`, {
    code: 'engine-failed',
    cause: error,
  })
}

/** A socket that is not there, nobody behind it, a machine that nobody knows. */
const nothingThere = new Set([
  'ENOENT',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** HTTP status of the engine's answer, or null. */
export function statusOf(error: unknown): number | null {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : null
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
