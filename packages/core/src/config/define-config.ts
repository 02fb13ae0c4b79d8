import { z } from 'zod'

/** `pipeline.config.ts`: every setting has a default, and an empty object is a valid configuration. */
export const PipelineConfig = z.strictObject({
  /** Where everything generated goes. */
  out: z.string().default('out'),
  /** Commands that run at once; default: the number of processors. */
  concurrency: z.number().int().positive().optional(),
  /** Seed of every choice. */
  seed: z.number().int().default(0),
  /** Regression test files per task. */
  p2pFiles: z.number().int().positive().default(5),
  /** Most carved lines of one task. */
  maxCarvedLines: z.number().int().positive().default(5000),
  minCarvedLines: z.number().int().positive().default(100),
  minF2pPoints: z.number().int().positive().default(10),
  /** Untraced outcome runs of the whole suite. */
  outcomeRuns: z.number().int().min(2).default(2),
  /** How calls are heard of while tests are traced: `python` does without the compiled accelerator. */
  tracer: z.enum(['auto', 'python']).default('auto'),
  /** Limits of one command. */
  limits: z
    .strictObject({
      memoryMegabytes: z.number().int().positive().default(4096),
      processes: z.number().int().positive().default(512),
      diskMegabytes: z.number().int().positive().default(2048),
      testSeconds: z.number().int().positive().default(60),
      buildSeconds: z.number().int().positive().default(1200),
      /** What stays free where results and temporary files go; mining stops before that. */
      freeMegabytes: z.number().int().nonnegative().default(500),
    })
    .prefault({}),
  /** The Docker sandbox. */
  docker: z
    .strictObject({
      /**
       * Image with the interpreter that tests run under; `{version}` stands for `3.11` and its like. Default:
       * QUARRY_BASE_IMAGE, else `python:{version}-slim`.
       */
      baseImage: z.string().min(1).optional(),
      /**
       * Image that environments are built in: the same interpreter, with compilers perhaps. Default: QUARRY_BUILD_IMAGE,
       * else the base image; beside `python:{version}-slim` it is `python:{version}`.
       */
      buildImage: z.string().min(1).optional(),
      /** Version where neither a repository nor the image's name says one. */
      python: z
        .string()
        .regex(/^3\.\d+$/, 'write it as 3.13')
        .default('3.13'),
      /** Processors that one command may use. */
      processors: z.number().positive().default(2),
      /** What the images of all environments may take on the engine's disk; mining stops before that. */
      imageGigabytes: z.number().positive().default(50),
      /** What stays free on the engine's disk; mining stops before that. */
      freeGigabytes: z.number().nonnegative().default(2),
      /** Start of the names of all images that Quarry makes: with one of its own, two installations share an engine. */
      imagePrefix: z
        .string()
        .regex(
          /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/,
          'lower-case letters and digits, with single . _ or - between',
        )
        .default('quarry'),
    })
    .prefault({}),
})
export type PipelineConfig = z.infer<typeof PipelineConfig>

/** What a person writes. */
export type PipelineConfigInput = z.input<typeof PipelineConfig>

/** Identity: gives the editor the types. Checked when it is loaded. */
export function defineConfig(config: PipelineConfigInput): PipelineConfigInput {
  return config
}
