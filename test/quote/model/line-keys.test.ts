import { describe, expect, it } from 'vitest'
import { toBuyersQuote } from '../../../src/quote/model/buyers-view.js'
import {
  compareKeys,
  displayedLines,
  getLineKey,
  hideNewKeys,
  linesByKey,
  newKey,
  showKeys,
  withKeys,
  withoutKeys,
} from '../../../src/quote/model/line-keys.js'
import type { ProductLine, Quote } from '../../../src/quote/model/quote.js'
import { created, keyed, updated } from '../samples.js'

describe('getKey and newKey', () => {
  it('return the key of a line, or the one that it would get', () => {
    expect(getLineKey({ key: '3-2' }, 7)).toBe('3-2')
    expect(getLineKey({ key: null }, 0)).toBe('1-1')
    expect(newKey(4, 9)).toBe('4-10')
  })
})

describe('withKeys', () => {
  const products = [
    { id: 1, qty: 1 },
    { id: 2, qty: 1 },
  ]

  it('gives the lines of a new quote their keys, and freezes them', () => {
    const lines = withKeys(created({ products }).value.products)
    expect(lines.map(({ key }) => key)).toEqual(['1-1', '1-2'])
    expect(Object.isFrozen(lines)).toBe(true)
    expect(lines.every(Object.isFrozen)).toBe(true)
  })

  it('returns lines that have keys as they are', () => {
    const lines = keyed(created({ products })).value.products
    expect(withKeys(lines)).toBe(lines)
    expect(withKeys([])).toEqual([])
  })
})

describe('showKeys', () => {
  const quote = created({ products: [1, 2].map((id) => ({ id, qty: 1 })) }).value

  it('gives each line its key, freezes all, and returns the same for the same quote', () => {
    const shown = showKeys(quote)
    expect(shown.products.map(({ key }) => key)).toEqual(['1-1', '1-2'])
    expect([shown, shown.products, ...shown.products].every(Object.isFrozen)).toBe(true)
    expect(showKeys(quote)).toBe(shown)
    expect(JSON.stringify(withoutKeys(shown))).toBe(JSON.stringify(quote))
  })

  it('returns a quote with keys as it is', () => {
    const shown = keyed(created({ products: [{ id: 1, qty: 1 }] })).value
    expect(showKeys(shown)).toBe(shown)
  })
})

describe('hideNewKeys', () => {
  const lines = [1, 2].map((id) => ({ id, qty: 1 }))
  const shown = showKeys(created({ products: lines }).value)
  const keysOf = ({ products }: Quote) => products.map(({ key }) => key)

  it('hides the keys of lines that were never changed, also of a changed quote', () => {
    expect(keysOf(hideNewKeys(shown))).toEqual([null, null])
    expect(keysOf(hideNewKeys({ ...shown, status: 'sent' }))).toEqual([null, null])
  })

  it('hides them from buyers, who see no internal fields', () => {
    const [first, second] = created({ products: lines }).value.products as [
      ProductLine,
      ProductLine,
    ]
    const products = [{ ...first, internal_fields: { cost: '1' } }, second]
    const bought = toBuyersQuote(showKeys({ ...shown, products }))
    expect(bought.products[0]).not.toHaveProperty('internal_fields')
    expect([bought.products, ...bought.products].every(Object.isFrozen)).toBe(true)
    expect(keysOf(bought)).toEqual(['1-1', '1-2'])
    expect(keysOf(hideNewKeys(bought))).toEqual([null, null])
  })

  it('shows the keys of lines that have changed, though they are the same', () => {
    const changed = updated(created({ products: lines }), {
      products: [{ id: 1, qty: 2 }, { id: 2 }],
    })
    expect(keysOf(hideNewKeys(showKeys(changed.value)))).toEqual(['1-1', '1-2'])
  })
})

describe('compareKeys', () => {
  it('sorts by version, then by position, both as numbers', () => {
    const sorted = ['1-1', '1-2', '1-10', '2-1', '10-1', '10-2']
    expect(sorted.toReversed().toSorted(compareKeys)).toEqual(sorted)
    expect(compareKeys('1-1', '1-1')).toBe(0)
  })
})

describe('linesByKey and displayedLines', () => {
  const products = [1, 2, 3].map((id) => ({ id, qty: 1 }))
  const { products: stored } = created({ products }).value

  it('return the lines themselves, and the keys that they would get, without an order', () => {
    const quote = { products: stored, product_order: null }
    expect([...linesByKey(quote).keys()]).toEqual(['1-1', '1-2', '1-3'])
    expect(displayedLines(quote)).toBe(stored)
  })

  it('return the lines of the order first, each once, and leave out keys of no line', () => {
    const quote = { products: withKeys(stored), product_order: ['1-3', 'none', '1-1', '1-3'] }
    expect([...linesByKey(quote).keys()]).toEqual(['1-3', '1-1', '1-2'])
    expect(displayedLines(quote).map(({ id }) => id)).toEqual([3, 1, 2])
  })
})
