import { describe, expect, it } from 'vitest'
import { matchLines } from '../../../src/quote/lines/match-lines.js'
import type { ProductLine } from '../../../src/quote/quote.js'
import type { UpdateLineRequest } from '../../../src/quote/requests/line-request.js'
import { FieldErrorCollector } from '../../../src/validation/field-errors.js'
import { created, updated } from '../samples.js'

/** The lines a (id 1), b (id 1) and c (id 2), with keys 1-1, 1-2 and 1-3. */
const lines = updated(created({ products: [1, 1, 2].map((id) => ({ id, qty: 1 })) }), {
  products: [
    { id: 1, qty: 10 },
    { id: 1, qty: 20 },
    { id: 2, qty: 30 },
  ],
}).quote.products
const unkeyed = lines.map((line) => ({ ...line, key: null }))

function matched(entries: readonly UpdateLineRequest[], stored: readonly ProductLine[] = lines) {
  const faults = new FieldErrorCollector()
  const found = matchLines(entries, stored, faults).map(({ line }) => line?.qty)
  return { found, faults: faults.toFieldErrors() }
}

describe('an entry means', () => {
  it('the line of its key', () => {
    expect(matched([{ key: '1-3' }, { key: '1-1' }])).toEqual({ found: [30, 10], faults: {} })
  })

  it('without a key, the lines of its id in order of occurrence', () => {
    expect(matched([{ id: 2 }, { id: 1 }, { id: 1 }]).found).toEqual([30, 10, 20])
  })

  it('with a null key, the same as without one', () => {
    expect(matched([{ id: 1, key: null }]).found).toEqual([10])
  })

  it('without a key, never a line that another entry names by key, before or after it', () => {
    expect(matched([{ id: 1 }, { key: '1-1' }]).found).toEqual([20, 10])
    expect(matched([{ key: '1-1' }, { id: 1 }]).found).toEqual([10, 20])
  })

  it('a new line where no line of its id is left', () => {
    expect(matched([{ id: 1 }, { id: 1 }, { id: 1 }, { id: 5 }])).toEqual({
      found: [10, 20, undefined, undefined],
      faults: {},
    })
  })

  it('lines without keys by id', () => {
    expect(matched([{ id: 1 }, { id: 2 }], unkeyed).found).toEqual([10, 30])
  })
})

describe('an entry is refused', () => {
  it('where its key names no line', () => {
    expect(matched([{ key: '9-9' }])).toEqual({
      found: [undefined],
      faults: { 'products[0].key': 'is not the key of a line of this quote' },
    })
  })

  it('where the lines have no keys yet', () => {
    expect(matched([{ id: 1, key: '1-1' }], unkeyed).faults).toEqual({
      'products[0].key': 'is not the key of a line of this quote',
    })
  })

  it('where an earlier entry has its key', () => {
    expect(matched([{ key: '1-1' }, { key: '1-1' }])).toEqual({
      found: [10, undefined],
      faults: { 'products[1].key': 'is the key of an earlier entry, too' },
    })
  })

  it('where its id is not that of the line of its key', () => {
    expect(matched([{ key: '1-3', id: 1 }])).toEqual({
      found: [undefined],
      faults: { 'products[0].id': 'must be 2, as on the line of this key' },
    })
  })

  it('for an empty key', () => {
    expect(matched([{ id: 1, key: '' }]).faults).toEqual({
      'products[0].key': 'is not the key of a line of this quote',
    })
  })
})
