import type * as z from 'zod'
import { lineKey } from '../../../quote/lines/line-request.js'
import { assertEditable } from '../../../quote/operations/edit-rules.js'
import {
  type PriceChange,
  priceChanges,
  repricedProductIds,
  repriceQuote,
} from '../../../quote/operations/reprice-quote.js'
import type { Quote, QuoteRecord } from '../../../quote/quote.js'
import { quoteRef } from '../../../quote/quote-record.js'
import type { StoredRecord } from '../../../record/record.js'
import { listSchema } from '../../../validation/schemas/list-schema.js'
import type { UpdateOptions } from '../../call-options.js'
import { getPricing } from '../../commands/pricing.js'
import { runQuoteCommand } from '../../commands/run-quote-command.js'
import type { StoreContext } from '../../context.js'
import { loadVersion } from '../../execution/load-version.js'
import type { CheckedStorage } from '../../ports/checked-storage.js'
import { requestSchema } from '../lifecycle/requests.js'
import { parseCall, toInput } from '../lifecycle/run-lifecycle-command.js'
import { defineOperation } from '../operation.js'

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
export interface RepricedQuote {
  /** The quote with the prices that it has now. Unchanged if `changes` is empty. */
  readonly record: QuoteRecord
  /** The lines that have other prices or facts than before; empty if nothing changes. */
  readonly changes: readonly PriceChange[]
}

export interface RepriceQuote {
  /**
   * Gives the lines of a quote that can be edited the current prices of the catalog, and reports
   * what changes. Lines without a product, and lines whose offered price somebody has set, keep
   * theirs. Pass `preview` to look first.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote
   * @throws QuoteError `invalid_request` at a line whose product has left the catalog, or at
   * `lines` if no line has that key
   * @throws QuoteError `quote_locked` if the quote was sent or closed
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   * @throws QuoteError `catalog_failed`, `catalog_invalid_response` or `timeout` if the catalog
   * fails
   * @throws QuoteError `version_mismatch` if `expectedVersion` is not the stored version
   * @throws QuoteError `conflict` if other writers committed first in all `maxAttempts` attempts
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
  ): Promise<RepricedQuote>
}

const maxKeys = 100_000
const repriceRequest = requestSchema({
  lines: listSchema(
    lineKey,
    { error: 'must be an array' },
    {
      min: [1, 'must have at least one line key; leave it out for all lines'],
      max: [maxKeys, `must have at most ${maxKeys} line keys`],
    },
  ).optional(),
})

export const repriceQuoteOperation = defineOperation<RepriceQuote['repriceQuote']>({
  roles: ['seller'],
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/reprice',
    summary: 'Take current prices for lines',
    body: () => repriceRequest.optional() as z.ZodType,
    example: { lines: ['1-1'] },
    status: 200,
    response: 'repriced',
  },

  create: (runtime, operation) => async (context, quoteId, request, options) => {
    const args = [context, quoteId, request, options] as const
    const { request: parsed, command } = parseCall(operation, repriceRequest, args)
    const { caller } = command
    const { storeId } = caller
    const { signal } = command.options
    const { options: policy, findProducts, storage } = runtime
    let before: StoredRecord<Quote> | undefined
    const record = await runQuoteCommand(runtime, {
      ...command,
      async decide(stored) {
        before = stored
        const input = toInput(runtime, caller)
        assertEditable(stored, input, { ...policy, reviseOnUpdate: false })
        const { lines } = parsed
        const ids = repricedProductIds(stored, lines, policy)
        const pricing = getPricing(policy, stored.value.currency, stored.value.customer)
        const products = await findProducts(storeId, ids, pricing, signal)
        return repriceQuote(stored, { ...input, products, lines }, policy)
      },
    })
    if (before !== undefined && record.version - before.version <= 1)
      return { record, changes: priceChanges(before.value, record.quote) }
    return { record, changes: await storedChanges(storage, record, signal) }
  },
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
