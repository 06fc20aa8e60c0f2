// Runs without hono, fast-check, database drivers and the compiler of PDF files.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import * as root from 'quotewright'
import { csvCatalog, sqlCatalog } from 'quotewright/catalogs'
import { renderPdf } from 'quotewright/pdf'
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

const document = {
  lang: 'en',
  dir: 'ltr',
  title: 'Quote',
  heading: 'Quote',
  facts: [],
  customer: { heading: 'For', lines: [] },
  columns: { item: 'Item', quantity: 'Quantity', unitPrice: 'Unit price', total: 'Total' },
  lines: [],
  totals: [],
  terms: [],
  color: '#1f3a5f',
  labels: { sku: 'SKU', terms: 'Terms', page: 'Page {page} of {pages}' },
  identity: { date: 0 },
}
for (const render of [renderPdf, require('quotewright/pdf').renderPdf])
  await assert.rejects(render(document), {
    code: 'pdf_failed',
    message: /npm install @myriaddreamin\/typst-ts-node-compiler/,
  })

// The test is only meaningful if the peers are not installed.
await assert.rejects(import('hono'), { code: 'ERR_MODULE_NOT_FOUND' })
await assert.rejects(import('fast-check'), { code: 'ERR_MODULE_NOT_FOUND' })
