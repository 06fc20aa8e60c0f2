import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withComponents } from '../../../src/quote/lines/bundles.js'
import {
  type CatalogProduct,
  parseCatalogResponse,
} from '../../../src/quote/lines/catalog-product.js'
import type { AnyCustomer, Customer, Quote } from '../../../src/quote/model/quote.js'
import { createQuote } from '../../../src/quote/operations/create-quote.js'
import { createQuoteRequestParser } from '../../../src/quote/operations/requests.js'
import { updateQuote } from '../../../src/quote/operations/update-quote.js'
import type { StoredRecord } from '../../../src/record/record.js'
import { quoteArbitraries } from '../../../src/testing/arbitraries/index.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'
import { exact, roundedUnit, show, total } from './oracle.js'

const arbitraries = quoteArbitraries(fc, { published: true })
const parseRequest = createQuoteRequestParser(defaultPolicy.limits)
const half = { decimals: 2, rounding: 'half-up' } as const

/** The fields of a quote and of its lines in the published interface, in their order. */
const quoteFields = [
  'customer',
  'products',
  'product_order',
  'quote_total',
  'price_total',
  'shipping',
  'created',
  'status',
  'tags',
  'total',
]
const lineFields = [
  'id',
  'qty',
  'price',
  'price_total',
  'quote',
  'quote_total',
  'discount',
  'discount_total',
  'calculated_price',
  'key',
]

interface PublishedRequest {
  readonly products: readonly { readonly id?: unknown; readonly qty: number }[]
}

/** The JSON of a new quote as it was before there was anything else. Never changes. */
function publishedJson(
  { products }: PublishedRequest,
  catalog: readonly CatalogProduct[],
  customer: Customer,
): string {
  const lines = products.map(({ id, qty }) => {
    const product = catalog.find((each) => each.id === id)
    const price = exact(product?.price ?? Number.NaN)
    const calculated = exact(product?.salePrice ?? product?.price ?? Number.NaN)
    // A price above 0 is never offered for 0.
    const quote = roundedUnit(calculated, price, half) ?? exact(0)
    const discount = price.minus(quote)
    return {
      id,
      qty,
      price: price.toNumber(),
      price_total: price.times(qty).toNumber(),
      quote: quote.toFixed(2),
      quote_total: quote.times(qty).toFixed(2),
      discount: discount.toNumber(),
      discount_total: discount.times(qty).toNumber(),
      calculated_price: calculated.toNumber(),
      key: null,
    }
  })
  return JSON.stringify({
    customer,
    products: lines,
    product_order: null,
    quote_total: total(lines.map((line) => line.quote_total)).toFixed(2),
    price_total: show(total(lines.map((line) => line.price_total)), half),
    shipping: { type: 'no_additional', product: null },
    created: 1_000,
    status: 'new',
    tags: null,
    total: 0,
  })
}

const pricesOf = (products: readonly CatalogProduct[]) => {
  const parsed = parseCatalogResponse(products, new Set(products.map(({ id }) => id)))
  return withComponents(parsed, parsed)
}

const creations = arbitraries.products.chain((products) =>
  fc.tuple(fc.constant(products), arbitraries.createRequest(products)),
)

const create = (request: unknown, products: readonly CatalogProduct[]) =>
  createQuote(
    parseRequest(request),
    { quoteId: 'quote-1', now: 1_000, products: pricesOf(products) },
    defaultPolicy,
  ).record

describe('requests of the published interface', () => {
  it('create the published quote to the byte', () => {
    fc.assert(
      fc.property(creations, ([products, request]) => {
        const { value: quote } = create(request, products)
        expect(JSON.stringify(quote)).toBe(publishedJson(request, products, quote.customer))
      }),
    )
  })

  it('create it from products with facts as well, but for what the lines freeze', () => {
    const facts = { name: 'Screw', sku: 'S-1', priceBreaks: [], taxCode: null }
    const described = ['name', 'sku']
    fc.assert(
      fc.property(creations, ([products, request]) => {
        const { value: quote } = create(
          request,
          products.map((each) => ({ ...each, ...facts })),
        )
        for (const line of quote.products)
          expect(Object.keys(line)).toEqual([...lineFields, ...described])
        const published = JSON.stringify(quote, (field, value) =>
          described.includes(field) && value !== (quote.customer as AnyCustomer)[field]
            ? undefined
            : value,
        )
        expect(published).toBe(publishedJson(request, products, quote.customer))
      }),
    )
  })

  it('keep the fields, their order and two places through every update', () => {
    fc.assert(
      fc.property(fc.gen(), (generate) => {
        const [products, request] = generate(() => creations)
        let record: StoredRecord<Quote> = create(request, products)
        for (let step = 0; step < 3; step += 1) {
          const changes = generate(arbitraries.changes, record.value, products)
          const input = { now: 2_000, products: pricesOf(products) }
          record = updateQuote(record, changes, input, defaultPolicy)?.record ?? record
          const { value: quote } = record
          expect(Object.keys(quote)).toEqual(quoteFields)
          for (const line of quote.products) expect(Object.keys(line)).toEqual(lineFields)
          const strings = quote.products.flatMap((line) => [line.quote, line.quote_total])
          for (const amount of [quote.quote_total, quote.price_total, ...strings])
            expect(amount).toMatch(/^(0|[1-9][0-9]*)\.[0-9]{2}$/)
        }
      }),
      { endOnFailure: true },
    )
  })
})
