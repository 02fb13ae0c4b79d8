/** Labels of the images that Quarry makes. */
export const imageLabels = {
  /** `runtime` or `environment`. */
  kind: 'quarry.kind',
  /** Start of the names of this installation's images: it tells whose an image is that has lost its name. */
  prefix: 'quarry.prefix',
  /** Environments: their tag, a hash of everything that goes into them. */
  tag: 'quarry.tag',
  /** Environments: what they were made for, for people. */
  title: 'quarry.title',
  /** Id of the image it was made from. */
  from: 'quarry.from',
  /** The interpreter: implementation, version and path. */
  interpreter: 'quarry.interpreter',
  /** The user who runs tests: name, uid and gid. */
  user: 'quarry.user',
} as const

export function environmentImage(prefix: string, tag: string): string {
  return `${prefix}-environment:${tag}`
}

export function runtimeRepository(prefix: string): string {
  return `${prefix}-runtime`
}

/** Name of the container in which an environment is built; it stands for the right to build it. */
export function builderName(prefix: string, tag: string): string {
  return `${prefix}-builder-${tag}`
}

/** Whether an image of that name is an environment or a runtime of this prefix. */
export function isOwnName(prefix: string, name: string): boolean {
  return name.startsWith(environmentImage(prefix, '')) || name.startsWith(`${runtimeRepository(prefix)}:`)
}

/** The name as it was given: engines put a registry before it that nobody named. */
export function plainName(name: string): string {
  return name.replace(/^(?:localhost|docker\.io\/library)\//, '')
}
