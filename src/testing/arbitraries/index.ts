import type { Arbitrary } from 'fast-check'
import { quoteStatuses } from '../../quote/lifecycle/transitions.js'
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
import { createLiveUntil, type Edit, type StoredStatus } from './life.js'
import { productIds, productLists, productOrders, quantities } from './lines.js'
import { catalogProducts } from './prices.js'

/** Arbitraries of valid values. They shrink to small, readable examples. */
export interface QuoteArbitraries {
  /** Products of a store, with distinct ids and prices of up to four decimals. Some are on sale. */
  readonly products: Arbitrary<readonly CatalogProduct[]>
  /** Returns an arbitrary of requests for some of these products. */
  createRequest(products: readonly CatalogProduct[]): Arbitrary<CreateQuoteRequest>
  /**
   * Returns an arbitrary of updates that are valid for this quote. May be empty. Once the quote is
   * sent or closed, they change only its tags.
   */
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
  /** The statuses that are stored, so all but `expired`. */
  readonly status: Arbitrary<StoredStatus>
  /**
   * Returns an arbitrary of quotes in this status: after up to three updates, and with everything
   * that leads to the status. Those that were sent have a seal, some an expiry, deliveries and
   * earlier revisions.
   */
  quoteIn(status: StoredStatus): Arbitrary<Quote>
  /** A quote in any stored status. */
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
    if (!isEditable(quote)) return fc.record({ tag_list: tagList }, { requiredKeys: [] })
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

  const status = fc.constantFrom(...quoteStatuses)
  const owner = fc.constantFrom('user-1', null)
  const liveUntil = createLiveUntil(fc)

  const quoteWith = (wanted: Arbitrary<StoredStatus>): Arbitrary<Quote> => {
    const statusFor = () => wanted
    const ownerFor = () => owner
    const storeFor = () => products
    return fc.gen().map((generate) => {
      const chosen = generate(statusFor)
      const store = generate(storeFor)
      const prices = parseCatalogResponse(store, new Set(store.map(({ id }) => id)))
      const edit: Edit = (record, now) => {
        const change = generate(changesFor(JSON.stringify([record.value, store])))
        const sent = generate(fc.boolean) ? { ...change, owner: generate(ownerFor) } : change
        return updateQuote(record, sent, { now, products: prices }, defaultPolicy)?.record ?? record
      }
      const request = generate(requestFor(JSON.stringify(store)))
      const input = { now: 0, products: prices, quoteId: 'quote-1' }
      let { record }: { record: StoredRecord<Quote> } = createQuote(request, input, defaultPolicy)
      const updates = generate(fc.nat, { max: 3 })
      for (let count = 0; count < updates; count += 1) record = edit(record, 0)
      return liveUntil(generate, record, chosen, edit)
    })
  }

  return {
    products,
    createRequest,
    changes,
    customerChanges: customer,
    productList,
    productOrder,
    tagList,
    status,
    quoteIn: (chosen) => quoteWith(fc.constant(chosen)),
    quote: quoteWith(status),
  }
}

function isEditable({ seal, status }: Quote): boolean {
  return seal === undefined && (status === 'new' || status === 'draft')
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
