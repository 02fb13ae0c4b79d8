/** An image that Quarry made, as the engine keeps it. */
export interface OwnImage {
  readonly kind: 'environment' | 'runtime'
  readonly id: string
  /** Null where another image has taken the name, or somebody removed it. */
  readonly name: string | null
  /** Tag of the environment; null for runtime images. */
  readonly tag: string | null
  /** What an environment was made for; the base image of a runtime image. */
  readonly title: string
  /** Version of the interpreter. */
  readonly python: string | null
  /** Name of the image that everything began with; null where this engine does not know it. */
  readonly base: string | null
  /** Id of the image that it adds a layer to. */
  readonly from: string | null
  /** What it takes on the disk beyond that image. */
  readonly own_bytes: number
  /** What is in that image. */
  readonly shared_bytes: number
  /** ISO 8601. */
  readonly created: string
  /** Names of the containers that need it now, those that do not run included. */
  readonly containers: readonly string[]
}

/** Bytes that the images of all environments take, each counted without what it shares. */
export function environmentBytes(images: readonly OwnImage[]): number {
  return images.reduce((sum, { kind, own_bytes }) => sum + (kind === 'environment' ? own_bytes : 0), 0)
}
