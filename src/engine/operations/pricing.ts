import type * as z from 'zod'
import { QuoteError } from '../../errors.js'
import { toFixed } from '../../money/rounding.js'
import { lineKey } from '../../quote/lines/line-request.js'
import type { FieldTypes } from '../../quote/model/own-fields.js'
import { publishedDecimals } from '../../quote/model/precision.js'
import type { Quote, QuoteRecord } from '../../quote/model/quote.js'
import { quoteRef } from '../../quote/model/quote-record.js'
import { assertEditable } from '../../quote/operations/edit-rules.js'
import {
  type PriceChange,
  priceChanges,
  priceTaxes,
  repricedProductIds,
  repriceQuote,
} from '../../quote/operations/reprice-quote.js'
import type { StoredRecord } from '../../record/record.js'
import { lazy } from '../../validation/lazy.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import {
  type CallOptions,
  parseCallOptions,
  parseContext,
  type StoreContext,
  type UpdateOptions,
} from '../arguments.js'
import { getPricing, getShippingOptions, getTaxes } from '../commands/pricing.js'
import {
  assertQuoteId,
  createLifecycleInput,
  quoteMethod,
  requestSchema,
  requireQuote,
  runQuoteCommand,
  toPermitRecord,
} from '../commands/run-quote-command.js'
import { loadVersion } from '../execution/load-version.js'
import { defineOperation, errorsOfPort } from '../operation.js'
import type { CheckedStorage } from '../ports/checked-storage.js'

/** What `priceTaxes` takes: nothing. */
export type PriceTaxesRequest = Readonly<Record<never, never>>

export interface PriceTaxes<Fields extends FieldTypes = FieldTypes> {
  /**
   * Calculates the taxes of a quote that can be edited, with the tax provider, and stores them in
   * the quote. `sendQuote` does so as well: call this to show the taxes before.
   *
   * @throws QuoteError `quote_locked` if the quote was sent or closed
   * @throws QuoteError `tax_rejected` if the provider cannot price this quote, for example because
   * of the customer's address
   * @throws QuoteError `tax_failed`, `tax_invalid_response` or `timeout` if the provider fails
   * @throws QuoteError `invalid_options` if the engine has no option `tax`
   */
  priceTaxes(
    context: StoreContext,
    quoteId: string,
    request?: PriceTaxesRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord<Fields>>
}

const priceTaxesRequest = lazy(() => requestSchema({}))

export const priceTaxesOperation = defineOperation<PriceTaxes['priceTaxes']>({
  roles: ['seller'],
  errors: ['quote_locked', 'tax_rejected', ...errorsOfPort('tax')],
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/price-taxes',
    summary: 'Calculate the taxes of a quote',
    body: () => priceTaxesRequest().optional(),
    status: 200,
    response: 'quote',
  },

  create: quoteMethod(priceTaxesRequest, async (runtime, { command }) => {
    const { caller, quoteId } = command
    const { storeId } = caller
    const { signal } = command.options
    const { options: policy } = runtime
    return runQuoteCommand(runtime, {
      ...command,
      async decide(record) {
        const input = createLifecycleInput(runtime, caller)
        assertEditable(record, input, { ...policy, reviseOnUpdate: false })
        const taxed = { storeId, quoteId, quote: record.value, signal }
        const taxes = await getTaxes(runtime, taxed)
        return priceTaxes(record, { ...input, taxes }, policy)
      },
    })
  }),
})

/** What `repriceQuote` takes. */
export interface RepriceQuoteRequest {
  /**
   * The keys of the lines to price again.
   *
   * @default All lines.
   */
  readonly lines?: readonly string[] | undefined
}

/** What `repriceQuote` returns. */
export interface RepricedQuote<Fields extends FieldTypes = FieldTypes> {
  /**
   * The quote with the prices that it has now. If `changes` is empty, at most its `exchange` is
   * another one.
   */
  readonly record: QuoteRecord<Fields>
  /** The lines that have other prices or facts than before; empty if nothing changes. */
  readonly changes: readonly PriceChange[]
}

export interface RepriceQuote<Fields extends FieldTypes = FieldTypes> {
  /**
   * Gives the lines of a quote that can be edited the current prices of the catalog, and reports
   * what changes. Lines without a product, and lines whose offered price somebody has set, keep
   * theirs. Pass `preview` to look first.
   *
   * A catalog that converts prices takes the rate of now for all lines, which replaces the
   * `exchange` of the quote. Some of the `lines` are converted at the rate that is recorded.
   *
   * @throws QuoteError `invalid_request` at a line whose product has left the catalog, or at
   * `lines` if no line has that key
   * @throws QuoteError `quote_locked` if the quote was sent or closed
   * @throws QuoteError `catalog_failed`, `catalog_invalid_response` or `timeout` if the catalog
   * fails
   *
   * @example
   * const { changes } = await engine.repriceQuote(context, quoteId, {}, { preview: true })
   * for (const { id, before, after } of changes) console.log(id, before.quote, after.quote)
   */
  repriceQuote(
    context: StoreContext,
    quoteId: string,
    request?: RepriceQuoteRequest,
    options?: UpdateOptions,
  ): Promise<RepricedQuote<Fields>>
}

const maxKeys = 100_000
const repriceRequest = lazy(() =>
  requestSchema({
    lines: listSchema(
      lineKey(),
      { error: 'must be an array' },
      {
        min: [1, 'must have at least one line key; leave it out for all lines'],
        max: [maxKeys, `must have at most ${maxKeys} line keys`],
      },
    ).optional(),
  }),
)

export const repriceQuoteOperation = defineOperation<RepriceQuote['repriceQuote']>({
  roles: ['seller'],
  errors: ['quote_locked', ...errorsOfPort('catalog')],
  tool: {},
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/reprice',
    summary: 'Take current prices for lines',
    body: () => repriceRequest().optional() as z.ZodType,
    example: { lines: ['1-1'] },
    status: 200,
    response: 'repriced',
  },

  create: quoteMethod(repriceRequest, async (runtime, { request, command }) => {
    const { caller } = command
    const { storeId } = caller
    const { signal } = command.options
    const { options: policy, findProducts, storage } = runtime
    let before: StoredRecord<Quote> | undefined
    const record = await runQuoteCommand(runtime, {
      ...command,
      async decide(stored) {
        before = stored
        const input = createLifecycleInput(runtime, caller)
        assertEditable(stored, input, { ...policy, reviseOnUpdate: false })
        const { lines } = request
        const ids = repricedProductIds(stored, lines, policy)
        const { currency, customer } = stored.value
        // All lines together get a new rate. Some of them keep that of the others.
        const exchange = lines === undefined ? undefined : stored.value.exchange
        const pricing = getPricing(runtime, { currency, exchange, customer, ids: stored.value })
        const products = await findProducts(storeId, ids, pricing, signal)
        return repriceQuote(stored, { ...input, products, lines }, policy)
      },
    })
    if (before !== undefined && record.version - before.version <= 1)
      return { record, changes: priceChanges(before.value, record.quote) }
    return { record, changes: await storedChanges(storage, record, signal) }
  }),
})

/** Returns what a version has changed: a retry returns the original result. */
async function storedChanges(
  storage: CheckedStorage,
  { storeId, quoteId, version, quote }: QuoteRecord,
  signal: AbortSignal | undefined,
): Promise<readonly PriceChange[]> {
  const ref = quoteRef(quoteId)
  const range = { afterVersion: version - 1, limit: 1 }
  const [entry] = (await storage.listHistory(storeId, ref, range, signal)).items
  // The original request changed nothing if its result is a version of another operation.
  if (entry?.operation !== 'reprice') return []
  const earlier = await loadVersion(storage, storeId, ref, version - 1, signal)
  return earlier === undefined ? [] : priceChanges(earlier.value as Quote, quote)
}

/** A shipping method that a quote can have. */
export interface AvailableShipping {
  /** What to send as the `type` of `shipping` in an update. */
  readonly type: string
  /** The name that the customer sees. */
  readonly name: string
  /** The price now, with the decimals of the quote. */
  readonly price: string
}

export interface ListShippingOptions {
  /**
   * Returns the shipping methods that the shipping provider offers for a quote, with their prices
   * now, in the provider's order. Choose one with `updateQuote` and `shipping: { type }`.
   *
   * @throws QuoteError `shipping_failed`, `shipping_invalid_response` or `timeout` if the provider
   * fails
   * @throws QuoteError `invalid_options` if the engine has no option `shipping`
   */
  listShippingOptions(
    context: StoreContext,
    quoteId: string,
    options?: CallOptions,
  ): Promise<readonly AvailableShipping[]>
}

export const listShippingOptionsOperation = defineOperation<
  ListShippingOptions['listShippingOptions']
>({
  roles: 'all',
  errors: errorsOfPort('shipping'),
  tool: {},
  route: {
    method: 'GET',
    path: '/quotes/{quoteId}/shipping-options',
    summary: 'List the shipping methods of a quote',
    status: 200,
    response: 'shippingOptions',
  },

  create: (runtime, operation) => async (context, quoteId, options) => {
    const caller = parseContext(context)
    const { signal } = parseCallOptions(options)
    assertQuoteId(quoteId)
    const { storeId } = caller
    const { storage, permit } = runtime
    return runtime.run(signal, async () => {
      const [loaded] = await storage.load(storeId, [quoteRef(quoteId)], signal)
      const { value: quote, ...stored } = requireQuote(loaded, quoteId)
      const record = toPermitRecord(storeId, { ...stored, value: quote })
      await permit?.({ caller, operation, record, signal })
      const found = await getShippingOptions(runtime, storeId, quote, signal)
      if (found === undefined) {
        const errors = {
          shipping: 'is required to list options: an object with listShippingOptions',
        }
        throw new QuoteError('invalid_options', { errors })
      }
      const { decimals = publishedDecimals } = quote
      return Object.freeze(
        found.map(({ type, name, price }) =>
          Object.freeze({ type, name, price: toFixed(price, decimals, 'half-up') }),
        ),
      )
    })
  },
})
