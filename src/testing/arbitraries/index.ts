import type { Arbitrary, GeneratorValue } from 'fast-check'
import { withComponents } from '../../quote/lines/bundles.js'
import { type CatalogProduct, parseCatalogResponse } from '../../quote/lines/catalog-product.js'
import type { UpdateLineRequest } from '../../quote/lines/line-request.js'
import type { Exchange } from '../../quote/model/exchange.js'
import type { Quote } from '../../quote/model/quote.js'
import {
  describeScalarField,
  type QuoteScalarField,
  storeScalarFieldNames,
} from '../../quote/model/quote-scalar-fields.js'
import { quoteStatuses } from '../../quote/model/transitions.js'
import { createQuote } from '../../quote/operations/create-quote.js'
import { priceTaxes } from '../../quote/operations/reprice-quote.js'
import type { CreateQuoteRequest, UpdateQuoteRequest } from '../../quote/operations/requests.js'
import { updateQuote } from '../../quote/operations/update-quote.js'
import type { StoredRecord } from '../../record/record.js'
import { withinChoices } from './choices.js'
import { createLiveUntil, type Edit, pricedTaxes, type StoredStatus } from './life.js'
import {
  assertFastCheck,
  type FastCheck,
  getPolicy,
  getScope,
  type QuoteArbitraryOptions,
} from './options.js'
import { catalogProducts } from './products.js'
import {
  createRequests,
  customerChanges,
  productLists,
  productOrders,
  tagLists,
  updateRequests,
} from './requests.js'

export type { QuoteArbitraryOptions } from './options.js'

/** Arbitraries of valid values. They shrink to small, readable examples. */
export interface QuoteArbitraries {
  /**
   * Products of a store, with distinct ids and prices of up to ten decimals, or four with
   * `published`. Some are on sale, and some have a string as their id, facts and price breaks. Some
   * lists end with a bundle of the other products.
   */
  readonly products: Arbitrary<readonly CatalogProduct[]>
  /**
   * Returns an arbitrary of requests for some of these products, and for lines without a product.
   * Some have a currency, discounts and shipping, and some sections, options, choices and ranges of
   * quantities.
   */
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
   * that leads to the status. Some have taxes. Those that were sent have a seal, some an expiry,
   * deliveries, counter-offers and earlier revisions. If customers can choose, they have accepted
   * the proposal or another selection.
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
export function quoteArbitraries(
  fc: FastCheck,
  options: QuoteArbitraryOptions = {},
): QuoteArbitraries {
  assertFastCheck(fc)
  const products = catalogProducts(fc, options)
  const createRequest = (of: readonly CatalogProduct[]) => createRequests(fc, of, options)
  const changes = (quote: Quote, of: readonly CatalogProduct[]) =>
    updateRequests(fc, quote, of, options)

  // fast-check looks up arbitraries of a builder linearly, but the builder itself immediately. It
  // keeps them as long as the arbitrary that uses them, so each quote has one of its own.
  const createBuilders = () => ({
    requestFor: memoize((store) => createRequest(JSON.parse(store))),
    changesFor: memoize((stored) => {
      const [quote, store] = JSON.parse(stored)
      return changes(quote, store)
    }),
    taxesFor: memoize((stored) => pricedTaxes(fc, JSON.parse(stored))),
  })

  const status = fc.constantFrom(...quoteStatuses)
  const owner = fc.constantFrom('user-1', null)
  const followUp = fc.constantFrom('2026-12-01', '2099-12-31', null)
  const hasTaxes = options.published
    ? fc.constant(false)
    : fc.integer({ min: 0, max: 2 }).map((each) => each === 2)
  const taxRounding = fc.constantFrom('line' as const, 'rate' as const)
  const requested = fc.constantFrom(undefined, undefined, {}, { message: 'späť', suspicious: true })
  const exchange = fc.constantFrom<Exchange | undefined>(
    undefined,
    Object.freeze({ currency: 'CHF', rate: '1.0842', date: '2026-11-26', source: 'ECB' }),
    Object.freeze({ currency: 'IDR', rate: '0.0000571', date: '2000-02-29', source: 'Bänk' }),
  )
  const liveUntil = createLiveUntil(fc)

  const quoteWith = (wanted: Arbitrary<StoredStatus>): Arbitrary<Quote> => {
    const statusFor = () => wanted
    const ofUser = () => owner
    const ofDay = () => followUp
    const notedFor = (name: QuoteScalarField) =>
      describeScalarField(name).kind === 'day' ? ofDay : ofUser
    const storeFor = () => products
    const taxedFor = () => hasTaxes
    const taxRoundingFor = () => taxRounding
    const exchangeFor = () => exchange
    const requestedFor = () => requested
    const quoteOf = (
      generate: GeneratorValue,
      { requestFor, changesFor, taxesFor }: ReturnType<typeof createBuilders>,
    ): Quote => {
      const chosen = generate(statusFor)
      const store = generate(storeFor)
      const request = generate(requestFor(JSON.stringify(store)))
      const converted = request.currency === undefined ? undefined : generate(exchangeFor)
      const products = store.map((each) => ({ ...each, exchange: converted }))
      const parsed = parseCatalogResponse(products, new Set(store.map(({ id }) => id)))
      const prices = withComponents(parsed, parsed)
      const isTaxed = generate(taxedFor)
      const rules = getPolicy(options)
      const policy = isTaxed ? { ...rules, taxRounding: generate(taxRoundingFor) } : rules
      const getTaxes = (quote: Quote) =>
        isTaxed ? generate(taxesFor(JSON.stringify(quote))) : undefined
      const edit: Edit = (record, now) => {
        const change = generate(changesFor(JSON.stringify([record.value, store])))
        const notes = () =>
          storeScalarFieldNames.map((name) => [name, generate(notedFor(name))] as const)
        const sent = generate(fc.boolean) ? { ...change, ...Object.fromEntries(notes()) } : change
        const input = { now, products: prices }
        const edited = updateQuote(record, sent, input, policy)?.record ?? record
        if (!isTaxed || edited.value.seal !== undefined || !generate(fc.boolean)) return edited
        if (edited.value.status !== 'new' && edited.value.status !== 'draft') return edited
        const taxes = getTaxes(edited.value)
        return priceTaxes(edited, { now, taxes }, policy)?.record ?? edited
      }
      const requested = options.published ? undefined : generate(requestedFor)
      const input = { now: 0, products: prices, quoteId: 'quote-1', requested }
      let { record }: { record: StoredRecord<Quote> } = createQuote(request, input, policy)
      const updates = generate(fc.nat, { max: 3 })
      for (let count = 0; count < updates; count += 1) record = edit(record, 0)
      const isPublished = options.published === true
      return liveUntil(generate, record, chosen, { edit, taxesOf: getTaxes, policy, isPublished })
    }
    // `fc.gen` takes nothing from the source of random numbers: a filter would get the same again.
    return fc.constant(undefined).chain(() => {
      const builders = createBuilders()
      return fc.tuple(fc.gen(), fc.boolean()).map(([generate]) => quoteOf(generate, builders))
    })
  }

  return {
    products,
    createRequest,
    changes,
    customerChanges: customerChanges(fc),
    productList: (quote, of) => {
      const lists = productLists(fc, quote, of, getScope(options, quote))
      const updates = lists.map((list): UpdateQuoteRequest => ({ products: list }))
      return withinChoices(quote, updates).map(({ products: list = [] }) => list)
    },
    productOrder: (quote) => productOrders(fc, quote),
    tagList: tagLists(fc),
    status,
    quoteIn: (chosen) => quoteWith(fc.constant(chosen)),
    quote: quoteWith(status),
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
