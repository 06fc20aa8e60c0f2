// A feature of the library is one folder, whose parts are in different layers: its records and
// words, its operations, and its pages.
const featureRecords = '^src/features/[^/]+/(?!desk/|operations\\.ts$)'
const featureOperations = '^src/features/(?:[^/]+/operations|[^/]+)\\.ts$'

// Import rules of src. Layers are listed in order: each may import itself and the layers before it.
const layers = [
  ['errors', '^src/errors(\\.ts$|/)'],
  ['money', '^src/money/'],
  ['validation', '^src/validation/'],
  ['record', '^src/record/'],
  ['quote', '^src/quote/'],
  ['feature-records', featureRecords],
  ['store', '^src/store/'],
  ['ports', '^src/ports/'],
  ['engine', '^src/engine/'],
  ['feature-operations', featureOperations],
  ['quote-engine', '^src/quote-engine/'],
]
const adapters = '^src/(storage|catalog|shipping|tax|orders|http|relay|testing)/'
// What people see. Each may import itself and those before it.
const pages = {
  document: '^src/document/',
  pdf: '^src/pdf/',
  pages: '^src/pages/',
  mail: '^src/mail/',
  desk: '^src/(?:desk|features/[^/]+/desk)/',
  'customer-page': '^src/customer-page/',
}
const allPages = Object.values(pages)
const engine = ['^src/(engine|quote-engine)/', featureOperations]

const layerRules = layers.map(([name, path], index) => ({
  name: `${name}-imports-only-lower-layers`,
  severity: 'error',
  from: { path },
  to: { path: '^src/', pathNot: layers.slice(0, index + 1).map(([, lower]) => lower) },
}))

const pageRules = Object.entries(pages).map(([name, path], index) => ({
  name: `${name}-imports-only-lower-pages`,
  severity: 'error',
  from: { path },
  to: {
    path: allPages,
    pathNot: Object.entries(pages)
      .slice(0, index + 1)
      // Mails, the desk and the customer's page stand beside each other, and so do HTML and PDF.
      .filter(([lower]) => lower === name || !['desk', 'mail', 'pdf'].includes(lower))
      .map(([, lower]) => lower),
  },
}))

module.exports = {
  forbidden: [
    ...layerRules,
    ...pageRules,
    {
      name: 'nothing-else-imports-pages',
      severity: 'error',
      from: { path: '^src/', pathNot: allPages },
      to: { path: allPages },
    },
    {
      name: 'only-app-imports-pages-of-features',
      severity: 'error',
      from: { path: '^src/desk/', pathNot: '^src/desk/app/' },
      to: { path: '^src/features/[^/]+/desk/' },
    },
    {
      name: 'pages-of-features-import-no-app',
      severity: 'error',
      from: { path: '^src/features/' },
      to: { path: '^src/desk/app/' },
    },
    {
      // An engine of another version of the package can be used, so pages call only its methods.
      name: 'pages-import-only-types-of-engine',
      severity: 'error',
      from: { path: allPages },
      to: { path: engine, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'documents-need-no-engine',
      severity: 'error',
      from: { path: '^src/(document|pdf)/' },
      to: { path: [...engine, adapters] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'only-http-and-relay-import-engine',
      severity: 'error',
      from: { path: adapters, pathNot: '^src/(http|relay)/' },
      to: { path: engine },
    },
    {
      // An engine of another version of the package can be used, so only its methods are called.
      name: 'relay-imports-only-types-of-engine',
      severity: 'error',
      from: { path: '^src/relay/' },
      to: { path: engine, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-import-between-adapters',
      severity: 'error',
      from: { path: adapters },
      to: { path: adapters, pathNot: '^src/$1/' },
    },
    {
      // What the SQL storages share is in a folder beside them, which imports none of them.
      name: 'no-import-between-implementations',
      severity: 'error',
      from: {
        path: '^src/(storage|catalog)/([^/.]+)(\\.ts$|/)',
        pathNot: '^src/catalog/index\\.ts$',
      },
      to: { path: '^src/$1/', pathNot: ['^src/$1/$2(\\.ts$|/)', '^src/storage/sql/'] },
    },
    {
      // An engine of another version of the package can be served, so http calls only its methods.
      name: 'http-imports-only-types-of-engine-quote-store',
      severity: 'error',
      from: { path: '^src/http/' },
      to: {
        path: [...engine, featureRecords, '^src/quote/', '^src/store/'],
        pathNot: [
          '^src/quote-engine/operations\\.ts$',
          // The mark of new lines is a symbol that engines of all versions share.
          '^src/quote/model/line-keys\\.ts$',
          '^src/quote/model/quote-schema\\.ts$',
          '^src/features/messages/messages\\.ts$',
          '^src/features/templates/template-schema\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      // As in http. What http has of requests and schemas is for tools as well.
      name: 'mcp-imports-only-types-of-engine-quote-store',
      severity: 'error',
      from: { path: '^src/mcp/' },
      to: {
        path: [...engine, featureRecords, '^src/quote/', '^src/store/'],
        pathNot: ['^src/quote-engine/operations\\.ts$', '^src/quote/model/quote-fields\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'mcp-imports-no-other-adapters-ports-records',
      severity: 'error',
      from: { path: '^src/mcp/' },
      to: { path: [adapters, '^src/(ports|record|money|files|cli)/'], pathNot: '^src/http/' },
    },
    {
      name: 'nothing-imports-mcp',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/mcp/' },
      to: { path: '^src/mcp/' },
    },
    {
      name: 'http-imports-no-ports-records-money',
      severity: 'error',
      from: { path: '^src/http/' },
      to: { path: '^src/(ports|record|money)/' },
    },
    {
      name: 'only-app-imports-the-list-of-operations',
      severity: 'error',
      from: { path: '^src/http/', pathNot: '^src/http/app\\.ts$' },
      to: { path: '^src/quote-engine/operations\\.ts$' },
    },
    {
      name: 'no-import-of-cli',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'no-import-of-index',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/index\\.ts$' },
    },
    {
      name: 'decimal-only-in-money',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/money/' },
      to: { path: 'decimal\\.js' },
    },
    {
      name: 'no-node-builtins-below-engine',
      severity: 'error',
      from: {
        path: layers
          .filter(([name]) => !['engine', 'feature-operations', 'quote-engine'].includes(name))
          .map(([, path]) => path),
        // A hash is as pure as arithmetic.
        pathNot: '^src/quote/model/seal\\.ts$',
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-import-of-dev-dependencies',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        // Peer dependencies, and what .ci/bundle.mjs makes part of the build.
        pathNot:
          '@modelcontextprotocol/sdk|csv-parse|csv-stringify|fast-check|hono|typst-ts-node-compiler|node_modules/(?:zod|uuid|uqr)/',
      },
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
