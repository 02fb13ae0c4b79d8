import type { Definition } from '@quarry/syntax'
import type { ObservedCalls } from './observed-calls.ts'

/** A place that may mean a member, or another one of the same name: the type of the object before the dot is not known. */
export interface Doubt {
  /** Whether the member would have run, had the place meant it: it is called there, or is a property. */
  readonly observable: boolean
  /** Whether other classes have members of this name. */
  readonly common: boolean
}

/**
 * Whether the member is meant after all. Where nothing else is called so, it is; else tests tell, of an object that they
 * ran, by whom it was seen to call. Of one that nothing ever ran nobody knows, and nothing that is tested can miss it.
 *
 * @param within the object that the place lies in
 */
export function isMeant(
  doubt: Doubt,
  within: string | null,
  member: Definition,
  observed: ObservedCalls,
): boolean {
  if (within === null || !doubt.common) return true
  return observed.ran(within) && (!doubt.observable || observed.called(within, member.id))
}
