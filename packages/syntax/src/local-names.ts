/** Names that one function, lambda or comprehension binds; filled while its text is walked. */
export interface LocalNames {
  readonly names: Set<string>
  /** Names that it declares `global` or `nonlocal`, with which of the two. */
  readonly declared: Map<string, 'global' | 'nonlocal'>
  readonly outer: LocalNames | null
}

export function localNames(outer: LocalNames | null): LocalNames {
  return { names: new Set(), declared: new Map(), outer }
}

/** Whether a name means something that a function around it binds, not something of the module. */
export function isLocal(name: string, innermost: LocalNames | null): boolean {
  for (let around = innermost; around !== null; around = around.outer) {
    const declared = around.declared.get(name)
    if (declared === 'global') return false
    if (declared === undefined && around.names.has(name)) return true
  }
  return false
}
