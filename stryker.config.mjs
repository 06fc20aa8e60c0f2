// Mutation tests of the core: npm run test:mutation, or for one file
// npm run test:mutation -- --mutate src/money/rounding.ts
// The report is reports/mutation/mutation.html. A second run tests only what has changed since.
// npm run test:mutation -- --changed [base] mutates the lines of src that git has changed since
// base, pages included, with the tests at the mirrored paths, and fails below 95 %.

// Few runs of each property, always of the same values: a mutant must not survive by chance.
process.env.FC_NUM_RUNS ??= '20'
process.env.FC_SEED ??= '1'

const isOfChanges = process.env.MUTATION_TESTS !== undefined

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: true },
  mutate: ['src/{money,validation,record,quote,store,ports,engine}/**/*.ts'],
  coverageAnalysis: 'perTest',
  // Values computed while a module loads: each needs a run of all tests in a new process.
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 30,
  // The sandbox is a copy of the repository.
  ignorePatterns: ['/dist', '/reports', '/docs/api', '/docs/profiles', '/bench', '*.sqlite*'],
  incremental: !isOfChanges,
  ...(isOfChanges && { thresholds: { high: 98, low: 95, break: 95 } }),
  incrementalFile: 'reports/mutation/incremental.json',
  reporters: ['clear-text', 'progress', 'html', 'json'],
  htmlReporter: { fileName: 'reports/mutation/mutation.html' },
  jsonReporter: { fileName: 'reports/mutation/mutation.json' },
  clearTextReporter: { allowColor: false, reportTests: false, skipFull: true },
}
