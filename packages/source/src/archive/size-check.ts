import type { ArchiveLimits } from './limits.ts'
import { type Refusal, unsafe } from './member.ts'

/** Counts members and their declared sizes before anything of them is read. */
export interface SizeCheck {
  add(member: string, size: number): Refusal | null
}

export function sizeCheck(packedBytes: number, limits: ArchiveLimits): SizeCheck {
  let members = 0
  let total = 0
  return {
    add(member, size) {
      members += 1
      total += size
      if (members > limits.members) return unsafe(member, `more than ${limits.members} members`)
      if (total > limits.totalBytes) return unsafe(member, `more than ${limits.totalBytes} bytes unpacked`)
      if (total > limits.ratioFrom && total / Math.max(packedBytes, 1) > limits.ratio)
        return unsafe(member, `unpacks to more than ${limits.ratio} times its packed size`)
      return null
    },
  }
}
