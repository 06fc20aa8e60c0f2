import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDocument } from '../../../src/document/model/create-document.js'
import { createUblQuotation } from '../../../src/document/ubl/create-ubl-quotation.js'
import { withKeys } from '../../../src/quote/model/line-keys.js'
import { getPrecision } from '../../../src/quote/model/precision.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { copyQuote, createQuote } from '../../../src/quote/operations/create-quote.js'
import { sendQuote } from '../../../src/quote/operations/offer.js'
import { isCounted } from '../../../src/quote/pricing/line-totals.js'
import { priceQuote, termsOf } from '../../../src/quote/pricing/price-quote.js'
import { quoteSearchRow, unpricedTerm } from '../../../src/quote/search/search-terms.js'
import { createTaxRequest } from '../../../src/quote/taxes/tax-request.js'
import { getTaxables } from '../../../src/quote/taxes/taxables.js'
import { explainQuote } from '../../../src/quote/verify/explain-quote.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { quoteArbitraries } from '../../../src/testing/arbitraries/index.js'
import {
  changeOf,
  created,
  creationFrom,
  fieldErrorsOf,
  line,
  pricesOf,
  rules,
  updated,
} from '../samples.js'

const combined = 'cannot be combined with unpriced; send one of them'
const onlyCustom = 'can be true only on a line without a product'
const unknown = 'is required, as the price of the line is not known yet'

const crane = { name: 'Crane hire', qty: 3, unpriced: true as const }
const one = { id: 1, qty: 2 }
const draft = created({ products: [crane, one] })
const stored = line(draft.value)
const afterLine = (change: object, record = draft) =>
  line(updated(record, { product_changes: [{ key: '1-1', ...change }] }).value)
const errorsOf = (change: object, record = draft) =>
  fieldErrorsOf(() => changeOf(record, { product_changes: [{ key: '1-1', ...change }] }))

describe('a line that is to be priced', () => {
  it('has amounts of 0, whatever is known of it', () => {
    const facts = { unit: 'day', note: 'For a week', billing: { interval: 'month' as const } }
    const { value } = created({ products: [{ ...crane, ...facts }] })
    expect(line(value)).toMatchObject({ ...crane, ...facts, price: 0, quote: '0.00' })
    expect(line(value).quote_total).toBe('0.00')
    expect(verifyQuote(value)).toEqual([])
  })

  it.each([
    [{ ...crane, price: 1 }, { 'products[0].price': combined }],
    [{ ...crane, quote: '1' }, { 'products[0].quote': combined }],
    [{ ...crane, discount: '-1' }, { 'products[0].discount': combined }],
    [{ ...crane, discount_percent: '10' }, { 'products[0].discount_percent': combined }],
    [{ id: 1, qty: 1, unpriced: true }, { 'products[0].unpriced': onlyCustom }],
    [{ ...crane, unpriced: false }, { 'products[0].price': expect.stringContaining('required') }],
    [{ ...crane, unpriced: 'yes' }, { 'products[0].unpriced': expect.stringContaining('true') }],
  ])('rejects %j', (entry, errors) => {
    expect(fieldErrorsOf(() => creationFrom({ customer: {}, products: [entry] }))).toMatchObject(
      errors,
    )
  })

  it.each([
    ['a price', { price: 10 }, { price: 10, quote: '10.00' }],
    ['an offered price, which is its price as well', { quote: '9.50' }, { price: 9.5 }],
    ['both', { price: 10, quote: '9.50' }, { price: 10, quote: '9.50' }],
    ['a price with a percentage', { price: 10, discount_percent: 10 }, { quote: '9.00' }],
    ['a price of 0, so that it is free', { price: 0 }, { price: 0, quote: '0.00' }],
    ['a price below 0', { price: -5 }, { price: -5, quote: '-5.00' }],
    ['a price in the line as it was read', { ...stored, price: 7 }, { price: 7, quote: '7.00' }],
    ['an offer in the line as it was read', { ...stored, quote: '7' }, { price: 7 }],
    ['unpriced: false in the line as it was read', { ...stored, unpriced: false }, { price: 0 }],
  ])('ends with %s', (_, change, expected) => {
    const next = afterLine({ ...change, key: '1-1' })
    expect(next).toMatchObject(expected)
    expect(next).not.toHaveProperty('unpriced')
  })

  it.each([
    ['as it was read', { ...stored, key: '1-1' }],
    ['by a client that does not know the field', { ...stored, key: '1-1', unpriced: undefined }],
    ['with prices of 0', { price: 0, quote: '0.00', unpriced: true }],
  ])('stays as it is if it is sent back %s', (_, change) => {
    expect(changeOf(draft, { product_changes: [change].map((c) => ({ key: '1-1', ...c })) })).toBe(
      undefined,
    )
    expect(afterLine({ qty: 9 })).toMatchObject({ qty: 9, unpriced: true })
  })

  it.each([
    [{ unpriced: false }, { 'product_changes[0].price': unknown }],
    [{ discount_percent: '10' }, { 'product_changes[0].price': unknown }],
    [{ discount: '1' }, { 'product_changes[0].price': unknown }],
    [{ unpriced: true, price: 4 }, { 'product_changes[0].price': combined }],
  ])('rejects the change %j, which is no price', (change, errors) => {
    expect(errorsOf(change)).toMatchObject(errors)
  })

  it('can be what a line with a price becomes, which loses its percentage', () => {
    const priced = created({
      products: [{ name: 'Crane hire', price: 8, qty: 3, discount_percent: 10 }],
    })
    const { discount_percent: _, ...expected } = { ...stored, key: '1-1' }
    expect(afterLine({ unpriced: true }, priced)).toEqual(expected)
    const read = { ...line(priced.value), key: '1-1' }
    expect(afterLine({ ...read, unpriced: true }, priced)).toEqual(expected)
    const product = created({ products: [one] })
    expect(errorsOf({ unpriced: true }, product)).toEqual({
      'product_changes[0].unpriced': onlyCustom,
    })
  })

  it('stays so in a copy, at the same and at current prices', () => {
    for (const products of [undefined, new Map()]) {
      const alone = created({ products: [crane] })
      const { record } = copyQuote(alone, { quoteId: 'copy', now: 1, products }, rules)
      expect(line(record.value)).toMatchObject(crane)
    }
  })

  it('blocks sending, and so all that follows, at the path of each such line', () => {
    const two = created({ products: [crane, one, crane] })
    const message = expect.stringContaining('is not known yet')
    const send = () => sendQuote(two, { now: 2_000, role: 'seller' }, rules)
    expect(fieldErrorsOf(send)).toEqual({
      'products[0].price': message,
      'products[2].price': message,
    })
    const status = () => changeOf(two, { status: 'sent' })
    expect(Object.keys(fieldErrorsOf(status))).toHaveLength(2)
    const sent = { ...two.value, status: 'sent' }
    expect(verifyQuote({ ...sent, seal: 'a'.repeat(64) }).map(({ path }) => path)).toContain(
      'products[0].unpriced',
    )
    const options = { seller: { company: 'A' }, document: { currency: 'EUR' } }
    const ubl = () => createUblQuotation({ quoteId: 'q', quote: two.value }, options)
    expect(fieldErrorsOf(ubl)).toHaveProperty('status')
  })

  it.each([
    [{ price: 1 }, 'products[0].price'],
    [{ quote: '1.00' }, 'products[0].quote'],
    [{ discount_percent: '5' }, 'products[0].discount_percent'],
    [{ id: 1 }, 'products[0].unpriced'],
  ])('is verified: %j is a violation', (change, path) => {
    const products = [{ ...stored, ...change }, ...draft.value.products.slice(1)]
    expect(verifyQuote({ ...draft.value, products }).map((each) => each.path)).toContain(path)
  })

  it('is found by a term, a free line is not', () => {
    const free = created({ products: [{ name: 'Advice', price: 0, qty: 1 }] })
    expect(quoteSearchRow(draft).terms).toContain(unpricedTerm)
    expect(quoteSearchRow(free).terms).not.toContain(unpricedTerm)
  })

  it('is shown as to be priced, and the total as incomplete, in every language', () => {
    const free = { name: 'Advice', price: 0, qty: 1 }
    const { value } = created({
      products: [crane, one, free],
      discounts: [{ type: 'percent', value: 10 }],
    })
    const document = createDocument(value, { currency: 'EUR', priceSteps: true })
    expect(document.lines.map(({ total }) => total)).toEqual(['to be priced', '€20.00', '€0.00'])
    expect(document.lines[0]).not.toHaveProperty('unitPrice')
    const labels = document.totals.map(({ label }) => label)
    expect(labels).toEqual([
      'Subtotal (without what is to be priced)',
      'Discount (10%)',
      'Total (without what is to be priced)',
    ])
    for (const locale of ['ar', 'de', 'fr', 'ja', 'zh-CN'])
      expect(createDocument(value, { locale }).lines[0]?.total).not.toMatch(/\d|priced/)
    expect(explainQuote(value).lines[0]).toMatchObject({ unpriced: true, steps: [], total: '0.00' })
  })

  it('is not part of what a tax provider is asked', () => {
    const input = { storeId: 's', quoteId: 'q', inclusive: false, date: 0 }
    expect(createTaxRequest(draft.value, input).lines.map(({ id }) => id)).toEqual([1])
  })

  it('takes part in no discount, charge or tax: a quote without it costs the same', () => {
    const arbitraries = quoteArbitraries(fc)
    const products = arbitraries.products
    const quotes = products.chain((list) =>
      arbitraries.createRequest(list).map((request) => {
        const prices = pricesOf(list)
        const input = { quoteId: 'q', now: 0, products: prices }
        return createQuote(request, input, rules).record.value
      }),
    )
    fc.assert(
      fc.property(quotes, (quote) => {
        const keyed: Quote = { ...quote, products: withKeys(quote.products) }
        const left = keyed.products.filter(isCounted)
        fc.pre(left.length > 0 && left.length < keyed.products.length)
        const without = withoutTerms(keyed, new Set(left.map(({ key }) => key as string)))
        const precision = getPrecision(quote, rules)
        const fewer = priceQuote({ ...keyed, products: left }, without, precision)
        const all = priceQuote(keyed, without, precision)
        expect(all.amounts).toEqual(fewer.amounts)
        expect(all.discounts?.map(({ shares }) => shares)).toEqual(
          fewer.discounts?.map(({ shares }) => shares),
        )
        expect(getTaxables(all)).toEqual(getTaxables(fewer))
        expect(verifyQuote(quote)).toEqual([])
      }),
    )
  })
})

/** Leaves out terms of lines that do not count only, and amounts that nothing is left for. */
function withoutTerms(quote: Quote, keys: ReadonlySet<string>): ReturnType<typeof termsOf> {
  const isForOnce = quote.products.every(({ key, billing }) => !keys.has(key as string) || billing)
  const { discounts, charges } = termsOf(quote)
  const keep = <Each extends { readonly type: string; readonly lines?: readonly string[] }>(
    each: Each,
  ) => {
    const lines = each.lines?.filter((key) => keys.has(key))
    if (lines?.length === 0) return []
    if (lines === undefined && isForOnce && each.type !== 'percent') return []
    return [each]
  }
  return { discounts: discounts.flatMap(keep), charges: charges.flatMap(keep) }
}
