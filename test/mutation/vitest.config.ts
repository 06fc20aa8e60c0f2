import { defineConfig } from 'vitest/config'
import { OwnTestsFirst } from './own-tests-first.js'

const core = '{errors,money,validation,record,quote,store,ports,engine,hostile}/**'

/** Patterns below `test`, separated by spaces: those of test/mutation/run.mjs, or the core. */
const patterns = (process.env.MUTATION_TESTS ?? core).split(' ')

/** The tests that run against each mutant: those without processes, servers and a build. */
export default defineConfig({
  test: {
    root: '.',
    // Only what hangs takes as long, however busy the machine is.
    testTimeout: 900_000,
    include: [...patterns.map((pattern) => `test/${pattern}/*.test.ts`), 'test/*.test.ts'],
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
