// Mutation tests of the core: npm run test:mutation, or for one file
// npm run test:mutation -- --mutate src/money/rounding.ts
// The report is reports/mutation/mutation.html. A second run tests only what has changed since.

// Few runs of each property, always of the same values: a mutant must not survive by chance.
process.env.FC_NUM_RUNS ??= '20'
process.env.FC_SEED ??= '1'

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: true },
  mutate: ['src/{money,validation,quote,store,engine}/**/*.ts'],
  coverageAnalysis: 'perTest',
  // Values computed while a module loads: each needs a run of all tests in a new process.
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 20_000,
  // The sandbox is a copy of the repository.
  ignorePatterns: ['/dist', '/reports', '/docs/api', '/docs/profiles', '/bench', '*.sqlite*'],
  incremental: true,
  incrementalFile: 'reports/mutation/incremental.json',
  reporters: ['clear-text', 'progress', 'html', 'json'],
  htmlReporter: { fileName: 'reports/mutation/mutation.html' },
  jsonReporter: { fileName: 'reports/mutation/mutation.json' },
  clearTextReporter: { allowColor: false, reportTests: false, skipFull: true },
}
