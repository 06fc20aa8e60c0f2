import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Quote } from '../../../src/quote/model/quote.js'
import { diffQuotes } from '../../../src/quote/verify/quote-differences.js'
import { created } from '../samples.js'

const { value: quote } = created({
  customer: { name: 'Ann', city: 'Ulm' },
  products: [
    { id: 1, qty: 2 },
    { id: 2, qty: 1 },
  ],
})
const [first, second] = quote.products as [Quote['products'][0], Quote['products'][0]]

describe('diffQuotes', () => {
  it('finds none between a version and itself', () => {
    const differences = diffQuotes(quote, structuredClone(quote))
    expect(differences).toEqual({ customer: [], lines: [], isReordered: false, fields: [] })
  })

  it('tells added, removed and changed fields of the customer apart', () => {
    const next = { ...quote, customer: { name: 'Bo', email: 'bo@example.com' } }
    expect(diffQuotes(quote, next).customer).toEqual([
      { name: 'name', kind: 'changed', before: 'Ann', after: 'Bo' },
      { name: 'city', kind: 'removed', before: 'Ulm' },
      { name: 'email', kind: 'added', after: 'bo@example.com' },
    ])
  })

  it('compares the fields of the address of delivery one by one', () => {
    const [there, elsewhere] = [{ city: 'Ulm', phone: '1' }, { city: 'Bonn' }].map((ship_to) => ({
      ...quote,
      ship_to,
    })) as [Quote, Quote]
    expect(diffQuotes(quote, elsewhere).fields).toEqual([
      { name: 'ship_to.city', kind: 'added', after: 'Bonn' },
    ])
    expect(diffQuotes(there, elsewhere).fields).toEqual([
      { name: 'ship_to.city', kind: 'changed', before: 'Ulm', after: 'Bonn' },
      { name: 'ship_to.phone', kind: 'removed', before: '1' },
    ])
  })

  it('counts null as none, as in tags', () => {
    const next = { ...quote, tags: ['Hot'], owner: 'u1' }
    expect(diffQuotes(quote, next).fields).toEqual([
      { name: 'tags', kind: 'added', after: ['Hot'] },
      { name: 'owner', kind: 'added', after: 'u1' },
    ])
    expect(diffQuotes(next, quote).fields.map(({ kind }) => kind)).toEqual(['removed', 'removed'])
  })

  it('recognizes lines by their keys, even before they have them', () => {
    const keyed = [
      { ...first, key: '1-1', qty: 5 },
      { ...second, key: '1-2' },
    ]
    const { lines } = diffQuotes(quote, { ...quote, products: keyed })
    expect(lines).toMatchObject([{ key: '1-1', kind: 'changed' }])
    expect(lines[0]?.fields).toEqual([{ name: 'qty', kind: 'changed', before: 2, after: 5 }])
  })

  it('finds added and removed lines', () => {
    const added = { ...second, key: '2-2' }
    const next = { ...quote, products: [{ ...first, key: '1-1' }, added] }
    const { lines } = diffQuotes(quote, next)
    expect(lines).toEqual([
      { key: '2-2', kind: 'added', after: added, fields: [] },
      { key: '1-2', kind: 'removed', before: second, fields: [] },
    ])
  })

  it('tells if the lines are in another order', () => {
    const products = [
      { ...first, key: '1-1' },
      { ...second, key: '1-2' },
    ]
    const next = { ...quote, products, product_order: ['1-2', '1-1'] }
    expect(diffQuotes(quote, next)).toMatchObject({ lines: [], isReordered: true, fields: [] })
    const same = { ...quote, products, product_order: ['1-1', '1-2'] }
    expect(diffQuotes(quote, same).isReordered).toBe(false)
  })

  it('keeps names such as __proto__ apart from prototypes', () => {
    const customer = JSON.parse('{"name":"Ann","city":"Ulm","__proto__":"x","toString":"y"}')
    const found = diffQuotes(quote, { ...quote, customer }).customer
    expect(found).toEqual([
      { name: '__proto__', kind: 'added', after: 'x' },
      { name: 'toString', kind: 'added', after: 'y' },
    ])
  })

  it('finds the same fields in both directions (property)', () => {
    const text = fc.constantFrom('', 'a', 'b', '<b>')
    const customers = fc.dictionary(fc.constantFrom('name', 'city', '__proto__', 'x'), text)
    const opposite = { added: 'removed', removed: 'added', changed: 'changed' } as const
    fc.assert(
      fc.property(customers, customers, (before, after) => {
        const forth = diffQuotes({ ...quote, customer: before }, { ...quote, customer: after })
        const back = diffQuotes({ ...quote, customer: after }, { ...quote, customer: before })
        const turned = back.customer.map(({ name, kind }) => `${name} ${opposite[kind]}`)
        expect(forth.customer.map(({ name, kind }) => `${name} ${kind}`).sort()).toEqual(
          turned.sort(),
        )
      }),
    )
  })
})
