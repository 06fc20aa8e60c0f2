import { describe, expect, it } from 'vitest'
import { markValidated, parseRecord } from '../../../src/engine/ports/storage-responses.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { quoteRef } from '../../../src/quote/model/quote-record.js'
import type { StoredRecord } from '../../../src/record/record.js'
import { created, fieldErrorsOf } from '../../quote/samples.js'

/** A record like one from a database: nothing in it is frozen or known. */
const loaded = (fields: object = {}) => ({ ...structuredClone(created()), ...fields })
const parse = (record: unknown) =>
  parseRecord('load', record as never, quoteRef('quote-1'), [0]) as StoredRecord<Quote>
const errorsOf = (record: unknown) => fieldErrorsOf(() => parse(record), 'storage_invalid_response')

describe('parseRecord', () => {
  it('returns the record, deeply frozen and without unknown fields', () => {
    const record = parse(loaded({ extra: 1 }))
    expect(record).toEqual(created())
    for (const part of [record, record.replay, record.value, record.value.products[0]])
      expect(Object.isFrozen(part)).toBe(true)
  })

  it('keeps a plain quote, and copies one that inherits fields', () => {
    const plain = loaded()
    expect(parse(plain).value).toBe(plain.value)
    const inheriting = loaded({ value: Object.create(created().value) })
    expect(Object.getPrototypeOf(parse(inheriting).value)).toBe(Object.prototype)
  })

  it.each([
    ['kind', 'tags', '[0]', 'must be the record that was asked for'],
    ['id', 'quote-2', '[0]', 'must be the record that was asked for'],
    ['version', 0, '[0].version', 'must be an integer of at least 1'],
    ['version', 1.5, '[0].version', 'must be an integer of at least 1'],
    ['version', '1', '[0].version', 'must be an integer of at least 1'],
    ['updated', 1.5, '[0].updated', 'must be an integer in milliseconds'],
    ['updated', '1', '[0].updated', 'must be an integer in milliseconds'],
    ['deleted', '1', '[0].deleted', 'must be an integer in milliseconds, or absent'],
    ['value', null, '[0].value', 'must be an object'],
  ])('rejects %s %j', (field, value, path, message) => {
    expect(errorsOf(loaded({ [field]: value }))[path]).toBe(message)
  })

  it('reports all errors, with the operation', () => {
    const record = loaded({
      version: 0,
      updated: null,
      replay: null,
      value: { ...created().value, tags: [] },
    })
    expect(Object.keys(errorsOf(record))).toEqual([
      '[0].version',
      '[0].updated',
      '[0].replay',
      '[0].value.tags',
    ])
    expect(() => parse(record)).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ operation: 'load' }) }),
    )
  })

  it.each([[{ base: 1, size: 0 }], [{ base: 2, size: 5 }], [{ base: 3, size: 0 }]])(
    'accepts the replay state %j of a record at its version 3',
    (replay) => {
      expect(parse(loaded({ version: 3, replay })).replay).toEqual(replay)
    },
  )

  it.each(['order', 'toString', '__proto__'])('rejects the unknown kind %s', (kind) => {
    const parse = () => parseRecord('load', loaded({ kind }) as never, { kind, id: 'quote-1' }, [0])
    expect(fieldErrorsOf(parse, 'storage_invalid_response')).toEqual({
      '[0].kind': expect.stringMatching(/^must be one of quote, tags, /),
    })
  })

  it('accepts an erased quote only if it is deleted', () => {
    expect(parse(loaded({ value: null, deleted: 5 }))).toMatchObject({ value: null, deleted: 5 })
    expect(errorsOf(loaded({ value: null }))).toHaveProperty(['[0].value'])
  })

  it('accepts times before 1970', () => {
    expect(parse(loaded({ version: 1, updated: -1 }))).toMatchObject({ version: 1, updated: -1 })
  })

  it('validates a quote only once', () => {
    const reads = new Set<string | symbol>()
    const quote = new Proxy(loaded().value, {
      get(target, field) {
        reads.add(field)
        return Reflect.get(target, field)
      },
    }) as Quote
    markValidated(quote)
    expect(parse(loaded({ value: quote })).value).toBe(quote)
    expect(reads.size).toBe(0)
  })
})
