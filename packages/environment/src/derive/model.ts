/** What a group of requirements is for, told by its name and place. */
export type Purpose = 'runtime' | 'test' | 'development' | 'other'

/** A named list of requirements somewhere in the repository. */
export interface DeclaredGroup {
  /** Where it stands, for people: `pyproject.toml [dependency-groups] test`. */
  readonly from: string
  readonly purpose: Purpose
  /** `declaration`: packaging metadata or a runner's environment; `file`: a requirements file that nothing else names. */
  readonly kind: 'declaration' | 'file'
  /** Written as found; references to the distribution itself and to other groups not resolved. */
  readonly items: readonly Item[]
}

/** One line of a group. */
export type Item =
  | { readonly kind: 'requirement'; readonly text: string }
  /** The distribution itself, with these extras. */
  | { readonly kind: 'self'; readonly extras: readonly string[] }
  /** A PEP 735 group. */
  | { readonly kind: 'group'; readonly name: string }
  | { readonly kind: 'constraint'; readonly text: string }

/** Everything that the repository declares. */
export interface Declarations {
  readonly groups: readonly DeclaredGroup[]
  /** By normalised name of the extra. */
  readonly extras: ReadonlyMap<string, readonly Item[]>
  /** PEP 735, by normalised name. */
  readonly dependencyGroups: ReadonlyMap<string, readonly Item[]>
}

/** What one reader found. */
export interface Found {
  readonly groups: readonly DeclaredGroup[]
  readonly extras?: ReadonlyMap<string, readonly Item[]>
  readonly dependencyGroups?: ReadonlyMap<string, readonly Item[]>
}
