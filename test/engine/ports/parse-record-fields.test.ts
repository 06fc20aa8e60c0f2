import { describe, expect, it } from 'vitest'
import { markValidated, parseRecord } from '../../../src/engine/ports/parse-record.js'
import type { Quote } from '../../../src/quote/quote.js'
import { created, fieldErrorsOf } from '../../quote/samples.js'

/** A record like one from a database: nothing in it is frozen or known. */
const loaded = (fields: object = {}) => ({ ...structuredClone(created()), ...fields })
const parse = (record: unknown) => parseRecord(record as never, 'store-1', 'quote-1')
const errorsOf = (record: unknown) => fieldErrorsOf(() => parse(record), 'storage_invalid_response')

describe('parseRecord', () => {
  it('returns the record, deeply frozen and without unknown fields', () => {
    const record = parse(loaded({ extra: 1 }))
    expect(record).toEqual(created())
    for (const part of [record, record.replay, record.quote, record.quote.products[0]])
      expect(Object.isFrozen(part)).toBe(true)
  })

  it('keeps a plain quote, and copies one that inherits fields', () => {
    const plain = loaded()
    expect(parse(plain).quote).toBe(plain.quote)
    const inheriting = loaded({ quote: Object.create(created().quote) })
    expect(Object.getPrototypeOf(parse(inheriting).quote)).toBe(Object.prototype)
  })

  it.each([
    ['storeId', 'store-2', '', 'must be the record that was asked for'],
    ['quoteId', 'quote-2', '', 'must be the record that was asked for'],
    ['version', 0, 'version', 'must be an integer of at least 1'],
    ['version', 1.5, 'version', 'must be an integer of at least 1'],
    ['version', '1', 'version', 'must be an integer of at least 1'],
    ['updated', 1.5, 'updated', 'must be an integer in milliseconds'],
    ['updated', '1', 'updated', 'must be an integer in milliseconds'],
    ['quote', null, '', 'must be an object'],
  ])('rejects %s %j', (field, value, path, message) => {
    expect(errorsOf(loaded({ [field]: value }))[path]).toBe(message)
  })

  it('reports all errors, with the operation', () => {
    const record = loaded({
      version: 0,
      updated: null,
      replay: null,
      quote: { ...created().quote, tags: [] },
    })
    expect(Object.keys(errorsOf(record))).toEqual(['version', 'updated', 'replay', 'tags'])
    expect(() => parse(record)).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ operation: 'load' }) }),
    )
  })

  it.each([[{ base: 1, size: 0 }], [{ base: 2, size: 5 }], [{ base: 3, size: 0 }]])(
    'accepts the replay state %j of version 3',
    (replay) => {
      expect(parse(loaded({ version: 3, replay })).replay).toEqual(replay)
    },
  )

  it('accepts times before 1970', () => {
    expect(parse(loaded({ version: 1, updated: -1 }))).toMatchObject({ version: 1, updated: -1 })
  })

  it('validates a quote only once', () => {
    const reads = new Set<string | symbol>()
    const quote = new Proxy(loaded().quote, {
      get(target, field) {
        reads.add(field)
        return Reflect.get(target, field)
      },
    }) as Quote
    markValidated(quote)
    expect(parse(loaded({ quote })).quote).toBe(quote)
    expect(reads.size).toBe(0)
  })
})
