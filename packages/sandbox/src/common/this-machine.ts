import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** Names this machine: its name, and where it has one the number that no other machine has. */
export function thisMachine(): string {
  try {
    return `${hostname()} ${readFileSync('/etc/machine-id', 'utf8').trim()}`
  } catch {
    return hostname()
  }
}
