import type { Arbitrary } from 'fast-check'
import { type CatalogProduct, parseCatalogResponse } from '../../quote/lines/catalog-product.js'
import { createQuote } from '../../quote/operations/create-quote.js'
import { updateQuote } from '../../quote/operations/update-quote.js'
import { defaultPolicy } from '../../quote/policy.js'
import type { Quote } from '../../quote/quote.js'
import type { CreateQuoteRequest } from '../../quote/requests/create-request.js'
import type { UpdateLineRequest } from '../../quote/requests/line-request.js'
import type { UpdateQuoteRequest } from '../../quote/requests/update-request.js'
import type { StoredRecord } from '../../record/record.js'
import { customerChanges, customers } from './customers.js'
import type { FastCheck } from './fast-check.js'
import { productIds, productLists, productOrders, quantities } from './lines.js'
import { catalogProducts } from './prices.js'

/** Arbitraries of valid values. They shrink to small, readable examples. */
export interface QuoteArbitraries {
  /** Products of a store, with distinct ids and prices of up to four decimals. Some are on sale. */
  readonly products: Arbitrary<readonly CatalogProduct[]>
  /** Returns an arbitrary of requests for some of these products. */
  createRequest(products: readonly CatalogProduct[]): Arbitrary<CreateQuoteRequest>
  /** Returns an arbitrary of updates that are valid for this quote. May be empty. */
  changes(quote: Quote, products: readonly CatalogProduct[]): Arbitrary<UpdateQuoteRequest>
  /** The `customer` of an update. */
  readonly customerChanges: Arbitrary<Readonly<Record<string, string | null>>>
  /**
   * Returns an arbitrary of the `products` of an update: existing lines by key or id, and new ones.
   */
  productList(
    quote: Quote,
    products: readonly CatalogProduct[],
  ): Arbitrary<readonly UpdateLineRequest[]>
  /** Returns an arbitrary of the `product_order` of an update without `products`. */
  productOrder(quote: Quote): Arbitrary<readonly string[] | null>
  /** The `tag_list` of an update. */
  readonly tagList: Arbitrary<readonly string[] | null>
  /** A quote after its creation and up to three updates. */
  readonly quote: Arbitrary<Quote>
}

/**
 * Creates the arbitraries with your copy of fast-check.
 *
 * @example
 * import fc from 'fast-check'
 * const { quote } = quoteArbitraries(fc)
 * fc.assert(fc.property(quote, (each) => { assert.deepEqual(parse(render(each)), each) }))
 */
export function quoteArbitraries(fc: FastCheck): QuoteArbitraries {
  const products = catalogProducts(fc)
  const customer = customerChanges(fc)
  const tagList = fc.option(
    fc.array(fc.constantFrom('vip', 'VIP', 'Needs Approval', '__proto__', 'späť', '1'), {
      maxLength: 6,
    }),
  )

  const createRequest = (of: readonly CatalogProduct[]) =>
    fc.record({
      customer: customers(fc),
      products: fc.array(fc.record({ id: productIds(fc, of), qty: quantities(fc) }), {
        minLength: 1,
        maxLength: 6,
      }),
    })
  const productList = (quote: Quote, of: readonly CatalogProduct[]) => productLists(fc, quote, of)
  const productOrder = (quote: Quote) => productOrders(fc, quote)

  // An order lists the existing lines, so it is not combined with a new list of lines.
  const changes = (quote: Quote, of: readonly CatalogProduct[]): Arbitrary<UpdateQuoteRequest> => {
    const fields = { customer, tag_list: tagList }
    return fc.oneof(
      fc.record({ ...fields, products: productList(quote, of) }, { requiredKeys: [] }),
      fc.record({ ...fields, product_order: productOrder(quote) }, { requiredKeys: [] }),
    )
  }

  // fast-check looks up arbitraries of a builder linearly, but the builder itself immediately.
  const requestFor = memoize((store) => createRequest(JSON.parse(store)))
  const changesFor = memoize((stored) => {
    const [quote, store] = JSON.parse(stored)
    return changes(quote, store)
  })

  const quote = fc.gen().map((generate) => {
    const store = generate(() => products)
    const input = {
      now: 0,
      products: parseCatalogResponse(store, new Set(store.map(({ id }) => id))),
    }
    const request = generate(requestFor(JSON.stringify(store)))
    let record: StoredRecord<Quote> = createQuote(
      request,
      { ...input, quoteId: 'quote-1' },
      defaultPolicy,
    ).record
    const updates = generate(fc.nat, { max: 3 })
    for (let count = 0; count < updates; count += 1) {
      const sent = generate(changesFor(JSON.stringify([record.value, store])))
      record = updateQuote(record, sent, input, defaultPolicy)?.record ?? record
    }
    return record.value
  })

  return {
    products,
    createRequest,
    changes,
    customerChanges: customer,
    productList,
    productOrder,
    tagList,
    quote,
  }
}

/** Returns a function that returns the same builder for the same key. */
function memoize<T>(build: (key: string) => T): (key: string) => () => T {
  const builders = new Map<string, () => T>()
  return (key) => {
    const builder = builders.get(key) ?? (() => build(key))
    builders.set(key, builder)
    return builder
  }
}
