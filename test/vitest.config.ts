import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { longTests } from './long-tests.js'
import { plainTests } from './plain-tests.js'
import { RunReporter } from './reporters/run-reporter.js'
import { LongestFirst } from './setup/longest-first.js'

const namesFiles = process.argv.some((arg) => /^test\/(?!vitest\.config\.ts$)/.test(arg))

/** `npm test` leaves out the long tests; `npm run test:all`, and files by name, run them. */
export default defineConfig(({ mode }) => ({
  test: {
    root: '.',
    include: ['test/**/*.test.ts'],
    exclude: [
      ...(mode === 'all' || namesFiles ? [] : longTests),
      ...(process.env.SKIP_PLAIN_TESTS === undefined ? [] : plainTests()),
    ],
    reporters: ['default', new RunReporter()],
    // A file is one line, and so is a test only if it takes long.
    slowTestThreshold: 10_000,
    // All cores; by default vitest leaves one out, which is half of a machine of two. Many of the
    // long tests wait for browsers, servers and processes, so that there is work for one more.
    maxWorkers: mode === 'all' ? availableParallelism() + 1 : '100%',
    // A worker loads each module once, for all of its files.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['test/setup/assets.ts', 'test/setup/property-seed.ts'],
    setupFiles: ['test/setup/each-file.ts'],
    // Only what hangs takes as long, however busy the machine is.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
}))
