// Runs without hono, fast-check and database drivers.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import * as root from 'quotewright'
import { csvCatalog, sqlCatalog } from 'quotewright/catalogs'
import { sqliteStorage } from 'quotewright/sqlite'
import { useRoot } from './use-entries.cjs'

const require = createRequire(import.meta.url)

await useRoot(root)
await useRoot(require('quotewright'))
assert.equal(typeof sqliteStorage, 'function')
assert.equal(typeof require('quotewright/sqlite').sqliteStorage, 'function')

assert.equal(typeof sqlCatalog, 'function')
await assert.rejects(csvCatalog('id,price'), { message: /npm install csv-parse/ })
await assert.rejects(require('quotewright/catalogs').csvCatalog('id,price'), {
  message: /npm install csv-parse/,
})

// The test is only meaningful if the peers are not installed.
await assert.rejects(import('hono'), { code: 'ERR_MODULE_NOT_FOUND' })
await assert.rejects(import('fast-check'), { code: 'ERR_MODULE_NOT_FOUND' })
