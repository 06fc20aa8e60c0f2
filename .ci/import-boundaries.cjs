// Who may import whom in src. Rooms are in order: each may use those before it, never a later one.
const rooms = [
  ['errors', '^src/errors\\.ts$'],
  ['money', '^src/money/'],
  ['quote', '^src/quote/'],
  ['ports', '^src/ports/'],
]
const adapters = '^src/(storage|catalog|testing)/'
const engine = '^src/engine(\\.ts$|/)'

const coreRules = rooms.map(([name, path], index) => ({
  name: `${name}-imports-only-what-stands-before-it`,
  severity: 'error',
  from: { path },
  to: { path: '^src/', pathNot: rooms.slice(0, index + 1).map(([, earlier]) => earlier) },
}))

module.exports = {
  forbidden: [
    ...coreRules,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'adapters-do-not-know-the-engine',
      severity: 'error',
      from: { path: adapters },
      to: { path: [engine, '^src/http/'] },
    },
    {
      name: 'adapters-do-not-know-each-other',
      severity: 'error',
      from: { path: '^src/(storage|catalog)/([^/.]+)(\\.ts$|/)' },
      to: { path: '^src/(storage|catalog|testing)/', pathNot: '^src/$1/$2(\\.ts$|/)' },
    },
    {
      name: 'testing-knows-no-adapter',
      severity: 'error',
      from: { path: '^src/testing/' },
      to: { path: '^src/(storage|catalog)/' },
    },
    {
      name: 'engine-knows-no-adapter',
      severity: 'error',
      from: { path: engine },
      to: { path: ['^src/(storage|catalog|testing|http)/'] },
    },
    {
      name: 'http-knows-the-engine-by-its-types-and-errors',
      severity: 'error',
      from: { path: '^src/http/' },
      to: { path: '^src/', pathNot: ['^src/http/', '^src/errors\\.ts$', engine, '^src/quote/'] },
    },
    {
      name: 'http-takes-only-types-of-the-engine',
      severity: 'error',
      from: { path: '^src/http/' },
      to: { path: [engine, '^src/quote/'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-imports-the-public-entry',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/index\\.ts$' },
    },
    {
      name: 'decimal.js-stands-behind-money',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/money/' },
      to: { path: 'decimal\\.js' },
    },
    {
      name: 'the-core-is-pure',
      severity: 'error',
      from: { path: '^src/(errors\\.ts$|money/|quote/|ports/)' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-database-driver-is-imported',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: 'fast-check|hono' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
}
