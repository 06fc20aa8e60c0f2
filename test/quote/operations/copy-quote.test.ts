import { describe, expect, it } from 'vitest'
import {
  type CopyQuoteInput,
  copyQuote,
  orderedLines,
} from '../../../src/quote/operations/copy-quote.js'
import { defaultPolicy } from '../../../src/quote/policy.js'
import { verifyQuote } from '../../../src/quote/verify-quote.js'
import {
  made,
  newQuote,
  type QuoteInStore,
  quoteOf,
  thrownBy,
  withFields,
} from '../lifecycle/samples.js'
import { created, pricesOf, updated } from '../samples.js'

const statuses = ['new', 'draft', 'sent', 'expired', 'accepted', 'declined', 'canceled', 'ordered']
const frozen: CopyQuoteInput = { quoteId: 'quote-2', now: 9_000, products: undefined }

const copy = (source: QuoteInStore, input: Partial<CopyQuoteInput> = {}) =>
  copyQuote(source, { ...frozen, ...input }, defaultPolicy)

/** Returns a quote of three lines with an offered price, in another order of display. */
function threeLines(): QuoteInStore {
  const products = [1, 2, 4].map((id) => ({ id, qty: id }))
  const keyed = updated(
    created({ products }),
    { products: [{ id: 1, quote: '8.00' }, ...products.slice(1)] },
    defaultPolicy,
  )
  const keys = keyed.value.products.map(({ key }) => key ?? '')
  return updated(keyed, { product_order: [keys[2], keys[0], keys[1]] as string[] }, defaultPolicy)
}

describe('copyQuote', () => {
  it.each(statuses)('of a quote that is %s is a new quote of the same content', (status) => {
    const source = quoteOf(status)
    const change = copy(withFields(source, { tags: ['vip'], owner: 'ann' }), { actor: 'bob' })
    const { products, ...rest } = newQuote().value
    expect(change.record).toMatchObject({ id: 'quote-2', version: 1, updated: 9_000 })
    expect(change.record.value).toEqual({ ...rest, products, created: 9_000, owner: 'ann' })
    expect(change.historyEntry).toMatchObject({ operation: 'copy', actor: 'bob' })
    expect(verifyQuote(change.record.value)).toEqual([])
  })

  it('gets a number of its own, if it gets one', () => {
    expect(copy(quoteOf('sent'), { number: '8' }).record.value.number).toBe('8')
  })

  it('copies prices that were offered, in the order of display, without keys', () => {
    const { value } = copy(threeLines()).record
    expect(value.products.map(({ id, quote, key }) => [id, quote, key])).toEqual([
      [4, '0.00', null],
      [1, '8.00', null],
      [2, '149.95', null],
    ])
    expect(value.product_order).toBeNull()
    expect(value.quote_total).toBe(threeLines().value.quote_total)
  })

  it('prices the same products and quantities again', () => {
    const products = pricesOf([1, 2, 4].map((id) => ({ id, price: `${id}.50` })))
    const { value } = copy(threeLines(), { products }).record
    expect(value.products.map(({ id, qty, quote }) => [id, qty, quote])).toEqual([
      [4, 4, '4.50'],
      [1, 1, '1.50'],
      [2, 2, '2.50'],
    ])
    expect(verifyQuote(value)).toEqual([])
  })

  it('rejects products that left the catalog only if they are priced again', () => {
    const products = pricesOf([{ id: 1, price: 1 }])
    const { code, details } = thrownBy(() => copy(threeLines(), { products }))
    expect(code).toBe('invalid_request')
    expect(Object.keys((details as { errors: object }).errors)).toEqual([
      'products[0].id',
      'products[2].id',
    ])
  })

  it('leaves the source as it is', () => {
    const source = threeLines()
    const before = structuredClone(source.value)
    copy(source)
    expect(source.value).toEqual(before)
  })
})

it('orderedLines returns the lines as they are without an order', () => {
  const { value } = newQuote()
  expect(orderedLines(value)).toBe(value.products)
  expect(made(copy(quoteOf('sent'))).value.products).toHaveLength(1)
})
