import { InfrastructureError, UserError } from '@quarry/core'
import { type ExitStatus, exitStatus } from './exit-status.ts'

/** How an error is told, and how the program ends. Only what nobody expected comes with its stack. */
export function describeError(error: unknown): { readonly text: string; readonly status: ExitStatus } {
  if (error instanceof UserError)
    return { text: `${error.message} [${error.code}]`, status: exitStatus.userError }
  if (error instanceof InfrastructureError)
    return { text: `${error.message} [${error.code}]${causes(error.cause)}`, status: exitStatus.failed }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return {
    text: `Quarry itself failed; please report this:\n${text}${causes(error)}`,
    status: exitStatus.failed,
  }
}

function causes(error: unknown): string {
  const lines: string[] = []
  let cause = error instanceof Error ? error : undefined
  if (cause !== undefined && !(cause instanceof InfrastructureError)) lines.push(cause.message)
  while (cause?.cause instanceof Error && lines.length < 5) {
    cause = cause.cause
    lines.push(cause.message)
  }
  return lines.map((line) => `\n  because: ${line}`).join('')
}
