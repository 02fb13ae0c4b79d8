import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Packages see each other's sources, so tests need no build; the rest is what Vite takes by default. */
const conditions = ['quarry-source', 'module', 'node', 'development|production']

export default defineConfig({
  root,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['tests/**/*.test.ts'],
    setupFiles: [fileURLToPath(new URL('support/no-engine.ts', import.meta.url))],
    exclude: ['tests/fixtures/**', 'node_modules/**'],
    // Tests start real interpreters and real programs: two at once fill a small machine.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    slowTestThreshold: 10_000,
    reporters: ['default', fileURLToPath(new URL('support/counts-reporter.ts', import.meta.url))],
  },
})
