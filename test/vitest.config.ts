import { defineConfig } from 'vitest/config'
import { RunReporter } from './reporters/run-reporter.js'
import { LongestFirst } from './setup/longest-first.js'

export default defineConfig({
  test: {
    root: '.',
    include: ['test/**/*.test.ts'],
    reporters: ['default', new RunReporter()],
    // A file is one line, and so is a test only if it takes long.
    slowTestThreshold: 10_000,
    // All cores; by default vitest leaves one out, which is half of a machine of two.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    globalSetup: ['test/setup/property-seed.ts'],
    setupFiles: ['test/setup/property-runs.ts'],
    // Only what hangs takes as long, however busy the machine is.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
})
