import { defineConfig } from 'vitest/config'
import { OwnTestsFirst } from './own-tests-first.js'

/** The tests that run against each mutant: those of the core, without processes and databases. */
export default defineConfig({
  test: {
    root: '.',
    include: ['test/{money,validation,quote,store,engine,hostile}/**/*.test.ts', 'test/*.test.ts'],
    exclude: [
      'test/repository.test.ts',
      'test/language.test.ts',
      'test/money/host-settings.test.ts',
    ],
    setupFiles: ['test/mutation/property-runs.ts'],
    // Stryker does not see which mutants a test covers if each file has an environment of its own.
    isolate: false,
    fileParallelism: false,
    sequence: { sequencer: OwnTestsFirst },
  },
})
