import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UpdateLineRequest } from '../../../src/quote/lines/line-request.js'
import { matchChanges, matchLines, newProductIds } from '../../../src/quote/lines/match-lines.js'
import type { ProductLine } from '../../../src/quote/model/quote.js'
import { FieldErrorCollector } from '../../../src/validation/field-errors.js'
import { created, updated } from '../samples.js'

/** The lines a (id 1), b (id 1) and c (id 2), with keys 1-1, 1-2 and 1-3. */
const lines = updated(created({ products: [1, 1, 2].map((id) => ({ id, qty: 1 })) }), {
  products: [
    { id: 1, qty: 10 },
    { id: 1, qty: 20 },
    { id: 2, qty: 30 },
  ],
}).value.products
const unkeyed = lines.map((line) => ({ ...line, key: null }))

const errorsOf = () => new FieldErrorCollector()

function matched(entries: readonly UpdateLineRequest[], stored: readonly ProductLine[] = lines) {
  const errors = new FieldErrorCollector()
  const found = matchLines(entries, stored, errors).map(({ line }) => line?.qty)
  return { found, errors: errors.toFieldErrors() }
}

describe('matchLines matches', () => {
  it('an entry with a key to the line of this key', () => {
    expect(matched([{ key: '1-3' }, { key: '1-1' }])).toEqual({ found: [30, 10], errors: {} })
  })

  it('entries without a key to the lines of their id in order', () => {
    expect(matched([{ id: 2 }, { id: 1 }, { id: 1 }]).found).toEqual([30, 10, 20])
  })

  it('an entry with a null key by its id', () => {
    expect(matched([{ id: 1, key: null }]).found).toEqual([10])
  })

  it('no entry by id to a line that another entry claims by key', () => {
    expect(matched([{ id: 1 }, { key: '1-1' }]).found).toEqual([20, 10])
    expect(matched([{ key: '1-1' }, { id: 1 }]).found).toEqual([10, 20])
  })

  it('an entry to a new line if no line of its id is left', () => {
    expect(matched([{ id: 1 }, { id: 1 }, { id: 1 }, { id: 5 }])).toEqual({
      found: [10, 20, undefined, undefined],
      errors: {},
    })
  })

  it('lines of a new quote by id, and by the keys that they have from its creation', () => {
    expect(matched([{ id: 1 }, { id: 2 }], unkeyed).found).toEqual([10, 30])
    expect(matched([{ key: '1-2' }, { id: 1 }], unkeyed).found).toEqual([20, 10])
  })

  it('a line that is sent back without its key, though an earlier one has its product', () => {
    const [first, second] = unkeyed
    expect(matched([{ ...second }], unkeyed).found).toEqual([20])
    expect(matched([{ ...second }, { ...first }], unkeyed).found).toEqual([20, 10])
    expect(matched([{ ...first, qty: 5 }, { ...second }], unkeyed).found).toEqual([10, 20])
    expect(matched([{ ...second }, { id: 1, qty: 5 }], unkeyed).found).toEqual([20, 10])
  })

  it('equal lines that are sent back in their order, each once', () => {
    const [first] = unkeyed
    const equal = [{ ...first }, { ...first }] as ProductLine[]
    const matches = matchLines([{ ...first }, { ...first }, { ...first }], equal, errorsOf())
    expect(matches.map(({ line }) => line)).toEqual([equal[0], equal[1], undefined])
    expect(matches[0]?.line).toBe(equal[0])
    expect(matches[1]?.line).toBe(equal[1])
  })
})

describe('matchLines rejects', () => {
  it('an unknown key', () => {
    expect(matched([{ key: '9-9' }])).toEqual({
      found: [undefined],
      errors: { 'products[0].key': 'is not the key of a line of this quote' },
    })
  })

  it('another key than the lines of a new quote have', () => {
    expect(matched([{ id: 1, key: '2-1' }], unkeyed).errors).toEqual({
      'products[0].key': 'is not the key of a line of this quote',
    })
  })

  it('a duplicate key', () => {
    expect(matched([{ key: '1-1' }, { key: '1-1' }])).toEqual({
      found: [10, undefined],
      errors: { 'products[1].key': 'is a duplicate: an earlier entry has this key' },
    })
  })

  it('a key with another id', () => {
    expect(matched([{ key: '1-3', id: 1 }])).toEqual({
      found: [undefined],
      errors: { 'products[0].id': 'must be 2, the id of the line with this key' },
    })
  })

  it('an empty key', () => {
    expect(matched([{ id: 1, key: '' }]).errors).toEqual({
      'products[0].key': 'is not the key of a line of this quote',
    })
  })
})

describe('matchLines of lines without a product', () => {
  const named = (name: string, position: number) =>
    ({ ...lines[0], id: 0, name, key: null, qty: position + 1 }) as ProductLine

  /** The first line of this name that is left, or the first one of any name. */
  function plainMatches(names: readonly (string | undefined)[], stored: readonly ProductLine[]) {
    const left = [...stored]
    return names.map((name) => {
      const index = left.findIndex((line) => name === undefined || line.name === name)
      return index === -1 ? undefined : left.splice(index, 1)[0]?.qty
    })
  }

  const name = fc.constantFrom('a', 'b', 'c')
  const anyName = fc.option(name, { nil: undefined })

  it('takes the first line of the name, or of any name, that is left', () => {
    fc.assert(
      fc.property(fc.array(name), fc.array(anyName), (stored, names) => {
        const entries = names.map((each) => ({ id: 0, name: each }) as UpdateLineRequest)
        const custom = stored.map(named)
        expect(matched(entries, custom).found).toEqual(plainMatches(names, custom))
      }),
    )
  })

  it('reads each name once, however many lines there are', () => {
    let reads = 0
    const stored = Array.from({ length: 100 }, (_, position) => ({
      ...named('', position),
      get name() {
        reads += 1
        return `line ${position}`
      },
    }))
    const entries = stored.map((_, position) => ({ id: 0, name: `line ${99 - position}` }))
    expect(matched(entries, stored).found.toSorted((a, b) => Number(a) - Number(b))).toEqual(
      stored.map(({ qty }) => qty),
    )
    expect(reads).toBe(stored.length)
  })
})

describe('newProductIds', () => {
  it('returns the products of lines that changes add', () => {
    const changes = [
      { id: 2, qty: 1 },
      { id: 4, qty: 1 },
      { id: 'sku', qty: 1 },
      { key: '9-9', id: 7 },
      { name: 'A', price: 1, qty: 1 },
      { id: 0, name: 'B', price: 1, qty: 1 },
    ]
    const matched = matchChanges(changes, lines, new FieldErrorCollector())
    expect([...newProductIds(matched)]).toEqual([4, 'sku'])
  })
})
