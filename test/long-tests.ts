/**
 * The tests that `npm test` leaves out. They need a browser, declarations, or processes that are
 * killed, or repeat what others test on more databases, with more quotes or for longer.
 * `npm run test:all` runs them, and so does CI.
 */
export const longTests: readonly string[] = [
  // In a browser.
  'test/browser/**',
  'test/**/in-chromium.test.ts',
  'test/desk/assets/**',
  'test/desk/edit/print.test.ts',
  'test/desk/edit/suggested-pictures.test.ts',
  'test/document/pictures.test.ts',
  // The programs and recipes of the documentation, and programs of hosts that are compiled.
  'test/docs/run-sample.test.ts',
  'test/docs/samples.test.ts',
  'test/http/openapi/client/**',
  'test/recipes/**',
  // The real compiler, killed and stopped, and what it draws.
  'test/pdf/address-window.test.ts',
  'test/pdf/compiler-crash.test.ts',
  'test/pdf/page-breaks.test.ts',
  'test/pdf/pictures.test.ts',
  'test/pdf/qr-code.test.ts',
  'test/pdf/worker/**',
  // Each client library of PostgreSQL, partitions, saved databases, and the plans of statements.
  'test/storage/postgres/clients/libraries.test.ts',
  'test/storage/postgres/clients/turns.test.ts',
  'test/storage/postgres/partitioned.test.ts',
  'test/storage/postgres/schema/**',
  'test/storage/saved-databases.test.ts',
  'test/**/plans.test.ts',
  // A cluster of three servers.
  'test/storage/mysql/galera.test.ts',
  // Random lives and alterations, on every storage.
  'test/engine/interleavings/**',
  'test/storage/identical-records.property.test.ts',
  'test/quote/verify/verify-alterations.property.test.ts',
  // Processes of the command line, processes that are killed, and a server under attack.
  'test/cli/**',
  'test/fault-injection/**',
  'test/examples/prepare.test.ts',
  'test/examples/serve.test.ts',
  'test/hostile/server.test.ts',
  'test/customer-page/request/many-strangers.test.ts',
  // The library, built again with changes.
  'test/quote/model/add-a-field.test.ts',
  // Measurements.
  'test/bench/**',
  'test/desk/edit/page-size.test.ts',
  'test/files/files-memory.test.ts',
  'test/http/request-cost.test.ts',
  'test/insight/insight-memory.test.ts',
]

const wildcards: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '**': '.*',
  '*': '[^/]*',
}

const patterns = longTests.map((glob) => {
  const parts = glob.replaceAll('.', '\\.').split(/(\*\*\/|\*\*|\*)/)
  const source = parts.map((part) => wildcards[part] ?? part).join('')
  return new RegExp(`^${source}$`)
})

/** Returns true if `npm test` leaves out a test file. */
export function isLongTest(file: string): boolean {
  return patterns.some((pattern) => pattern.test(file))
}
