/** How the Docker sandbox is set up. */
export interface DockerSettings {
  /** Image with the interpreter that tests run under; `{version}` stands for 3.11 and its like. */
  readonly baseImage: string
  /** Image that environments are built in, with compilers perhaps; null: the base image. */
  readonly buildImage: string | null
  /** Version where nothing asks for one. */
  readonly python: string
  /** Processors that one command may use. */
  readonly processors: number
  /** Bytes that the images of all environments may take in all. */
  readonly imageBytes: number
  /** Bytes that must stay free where the engine keeps its data. */
  readonly freeBytes: number
  /** Start of the names of all images that Quarry makes. */
  readonly imagePrefix: string
}

export const defaultDockerSettings: DockerSettings = {
  baseImage: 'python:{version}-slim',
  buildImage: 'python:{version}',
  python: '3.13',
  processors: 2,
  imageBytes: 50e9,
  freeBytes: 2e9,
  imagePrefix: 'quarry',
}
