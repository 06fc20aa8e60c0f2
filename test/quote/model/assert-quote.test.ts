import { describe, expect, it } from 'vitest'
import { createDocument } from '../../../src/document/index.js'
import { explainQuote } from '../../../src/index.js'
import { assertQuote } from '../../../src/quote/model/assert-quote.js'

const noQuotes = [
  [{ quote: { products: [] }, version: 1 }, 'a record: pass record.quote'],
  [undefined, 'undefined'],
  [null, 'null'],
  ['id', 'a string'],
  [[], 'an array'],
  [{ products: {} }, 'an object'],
] as const

describe('assertQuote', () => {
  it('accepts a quote', () => {
    expect(() => assertQuote({ products: [] })).not.toThrow()
  })

  it.each(noQuotes)('rejects %j, and so do the functions that take a quote', (value, received) => {
    for (const call of [assertQuote, createDocument, explainQuote])
      expect(() => call(value as never)).toThrow(`must be a quote, received ${received}`)
  })

  it('rejects what cannot be read', () => {
    const unreadable = {
      get products(): never {
        throw new Error('unreadable')
      },
    }
    expect(() => assertQuote(unreadable)).toThrow('cannot be read')
  })
})
