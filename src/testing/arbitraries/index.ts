import type { Arbitrary } from 'fast-check'
import { isoRegions } from '../../quote/customer/regions.js'
import { defaultLimits } from '../../quote/limits.js'
import { type CatalogProduct, parseCatalogResponse } from '../../quote/lines/catalog-product.js'
import { createQuote } from '../../quote/operations/create-quote.js'
import { updateQuote } from '../../quote/operations/update-quote.js'
import type { Quote } from '../../quote/quote.js'
import type { CreateQuoteRequest } from '../../quote/requests/create-request.js'
import type { UpdateLineRequest } from '../../quote/requests/line-request.js'
import type { UpdateQuoteRequest } from '../../quote/requests/update-request.js'
import type { StoredRecord } from '../../quote/stored-record.js'
import { customerChanges, customers } from './customers.js'
import type { FastCheck } from './fast-check.js'
import { productIds, productLists, productOrders, quantities } from './lines.js'
import { catalogProducts } from './prices.js'

/** Arbitraries of valid values only, which shrink to small ones that are easy to read. */
export interface QuoteArbitraries {
  /** A store's products: distinct ids, prices with up to four decimals, some on sale. */
  readonly products: Arbitrary<readonly CatalogProduct[]>
  /** A request for some of these products. */
  createRequest(products: readonly CatalogProduct[]): Arbitrary<CreateQuoteRequest>
  /** Changes that this quote accepts in a store with these products; sometimes none at all. */
  changes(quote: Quote, products: readonly CatalogProduct[]): Arbitrary<UpdateQuoteRequest>
  /** The `customer` of changes. */
  readonly customerChanges: Arbitrary<Readonly<Record<string, string | null>>>
  /** The `products` of changes: some of the quote's lines, by key or by id, and some new ones. */
  productList(
    quote: Quote,
    products: readonly CatalogProduct[],
  ): Arbitrary<readonly UpdateLineRequest[]>
  /** The `product_order` of changes that have no `products`. */
  productOrder(quote: Quote): Arbitrary<readonly string[] | null>
  /** The `tag_list` of changes. */
  readonly tagList: Arbitrary<readonly string[] | null>
  /** A quote that was created and then updated a few times. */
  readonly quote: Arbitrary<Quote>
}

/**
 * The arbitraries, made with your copy of fast-check.
 *
 * @example
 * import fc from 'fast-check'
 * const { quote } = quoteArbitraries(fc)
 * fc.assert(fc.property(quote, (each) => { assert.deepEqual(parse(render(each)), each) }))
 */
export function quoteArbitraries(fc: FastCheck): QuoteArbitraries {
  const products = catalogProducts(fc)
  const changedCustomer = customerChanges(fc)
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

  // An order names the lines that there are, so it does not come with other lines, of which it might name the wrong ones.
  const changes = (quote: Quote, of: readonly CatalogProduct[]): Arbitrary<UpdateQuoteRequest> => {
    const fields = { customer: changedCustomer, tag_list: tagList }
    return fc.oneof(
      fc.record({ ...fields, products: productList(quote, of) }, { requiredKeys: [] }),
      fc.record({ ...fields, product_order: productOrder(quote) }, { requiredKeys: [] }),
    )
  }

  // fast-check finds again what it made an arbitrary of by going through all it ever made; by builder it finds it at once.
  const requestFor = memoize((store) => createRequest(JSON.parse(store)))
  const changesFor = memoize((stored) => {
    const [quote, store] = JSON.parse(stored)
    return changes(quote, store)
  })

  const quote = fc.gen().map((generate) => {
    const store = generate(() => products)
    const rules = { rounding: 'half-up', resolveRegion: isoRegions, limits: defaultLimits } as const
    const facts = {
      now: 0,
      products: parseCatalogResponse(store, new Set(store.map(({ id }) => id))),
    }
    const identity = { storeId: 'store-1', quoteId: 'quote-1' }
    const request = generate(requestFor(JSON.stringify(store)))
    let record: StoredRecord = createQuote(request, { ...facts, ...identity }, rules).record
    const updates = generate(fc.nat, { max: 3 })
    for (let made = 0; made < updates; made += 1) {
      const sent = generate(changesFor(JSON.stringify([record.quote, store])))
      record = updateQuote(record, sent, facts, rules)?.record ?? record
    }
    return record.quote
  })

  return {
    products,
    createRequest,
    changes,
    customerChanges: changedCustomer,
    productList,
    productOrder,
    tagList,
    quote,
  }
}

/** What builds from a text, the same function for the same text. */
function memoize<T>(build: (text: string) => T): (text: string) => () => T {
  const builders = new Map<string, () => T>()
  return (text) => {
    const builder = builders.get(text) ?? (() => build(text))
    builders.set(text, builder)
    return builder
  }
}
