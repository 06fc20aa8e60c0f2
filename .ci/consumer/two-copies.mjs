// Loads the package twice in one process, as ESM and as CommonJS.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import * as esm from 'quotewright'
import { quoteError } from './use-entries.cjs'

const commonjs = createRequire(import.meta.url)('quotewright')

assert.notEqual(esm.QuoteError, commonjs.QuoteError, 'these are not two copies')
for (const [thrower, reader] of [
  [commonjs, esm],
  [esm, commonjs],
]) {
  const error = quoteError(thrower)
  assert.ok(reader.isQuoteError(error))
  assert.ok(error instanceof reader.QuoteError)
  assert.equal(error.code, 'invalid_options')
  assert.ok(!(new Error('another') instanceof reader.QuoteError))
  assert.ok(!reader.isQuoteError(new Error('another')))
}
