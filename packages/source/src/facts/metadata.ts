/** What a project says about itself, in one of its files or in several. */
export interface Metadata {
  readonly name: string | null
  readonly version: string | null
  readonly licence: string | null
  readonly urls: readonly ProjectUrl[]
}

export interface ProjectUrl {
  /** As the project calls it: `Homepage`, `Source Code`. */
  readonly label: string
  readonly url: string
}

/** The first answer to each question; every URL counts. */
export function mergeMetadata(parts: readonly Metadata[]): Metadata {
  const first = (of: (part: Metadata) => string | null) =>
    parts.map(of).find((value) => value !== null) ?? null
  return {
    name: first((part) => part.name),
    version: first((part) => part.version),
    licence: first((part) => part.licence),
    urls: parts.flatMap((part) => part.urls),
  }
}
