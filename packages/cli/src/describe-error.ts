import { InfrastructureError, UserError } from '@quarry/core'
import { type ExitStatus, exitStatus } from './exit-status.ts'

/** A chain of causes longer than this is told no further. */
const mostCauses = 5

/** How an error is told, and how the program ends. Only what nobody expected comes with its stack. */
export function describeError(error: unknown): { readonly text: string; readonly status: ExitStatus } {
  if (error instanceof UserError)
    return { text: `${error.message} [${error.code}]`, status: exitStatus.userError }
  if (error instanceof InfrastructureError)
    return { text: `${error.message} [${error.code}]${causesOf(error)}`, status: exitStatus.failed }
  const text = error instanceof Error ? `${error.stack ?? error.message}${causesOf(error)}` : String(error)
  return { text: `Quarry itself failed; please report this:\n${text}`, status: exitStatus.failed }
}

function causesOf(error: Error): string {
  const messages: string[] = []
  for (let { cause } = error; cause instanceof Error && messages.length < mostCauses; { cause } = cause)
    messages.push(cause.message)
  return messages.map((message) => `\n  because: ${message}`).join('')
}
