// Loads the package twice in one process, as ESM and as CommonJS.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import * as esm from 'quotewright'
import { quoteError } from './use-entries.cjs'

const commonjs = createRequire(import.meta.url)('quotewright')

assert.notEqual(esm.QuoteError, commonjs.QuoteError, 'expected two copies of the package')
assert.ok(commonjs.isQuoteError(quoteError(esm)))
assert.ok(esm.isQuoteError(quoteError(commonjs)))
assert.ok(!esm.isQuoteError(new Error('another')))
