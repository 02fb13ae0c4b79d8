import type { UnpackedObservation } from '@quarry/core'

/** What all tests together have shown of who calls whom; by ids. */
export interface ObservedCalls {
  /** Whether any test file ran the object, its import included. */
  readonly ran: (id: string) => boolean
  /** Whether one object called the other while tests ran. */
  readonly called: (caller: string, callee: string) => boolean
  /** Source files that some test file loaded or ran something of. */
  readonly loaded: ReadonlySet<string>
}

export function observedCalls({
  objects,
  test_files: files,
}: Pick<UnpackedObservation, 'objects' | 'test_files'>): ObservedCalls {
  const idOf = (index: number) => objects[index]?.id ?? ''
  const ran = new Set<string>()
  const callees = new Map<string, Set<string>>()
  for (const file of files) {
    for (const index of [...file.imported, ...file.between]) ran.add(idOf(index))
    for (const { executed } of file.points) for (const index of executed) ran.add(idOf(index))
    for (const [caller, callee] of file.calls) {
      const called = callees.get(idOf(caller)) ?? new Set()
      callees.set(idOf(caller), called.add(idOf(callee)))
    }
  }
  return {
    ran: (id) => ran.has(id),
    called: (caller, callee) => callees.get(caller)?.has(callee) ?? false,
    loaded: new Set([
      ...files.flatMap((file) => file.loaded),
      ...objects.filter(({ id }) => ran.has(id)).map(({ path }) => path),
    ]),
  }
}
