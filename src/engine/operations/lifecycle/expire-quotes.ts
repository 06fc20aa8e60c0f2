import { isQuoteError } from '../../../errors.js'
import { expireQuote } from '../../../quote/operations/offer.js'
import { quoteKind } from '../../../quote/quote-record.js'
import { unreportedExpiryTerm } from '../../../quote/search/search-terms.js'
import { optionalIntegerBetween } from '../../../validation/schemas/scalars.js'
import { type PreviewOptions, parsePreviewOptions } from '../../call-options.js'
import { requireQuote } from '../../commands/require-quote.js'
import { runQuoteCommand } from '../../commands/run-quote-command.js'
import { parseContext, type StoreContext } from '../../context.js'
import { maxPageSize } from '../../execution/pages.js'
import { currentTime, type EngineRuntime, withinCall } from '../../runtime.js'
import { defineOperation, sellers } from '../operation.js'
import { requestSchema } from './requests.js'
import { parseRequest } from './run-lifecycle-command.js'

/** What `expireQuotes` takes. */
export interface ExpireQuotesRequest {
  /**
   * Maximum number of quotes of one call, from 1 to 1,000.
   *
   * @default 100
   */
  readonly limit?: number | undefined
}

/** The quotes whose expiry a call of `expireQuotes` has reported. */
export interface ExpiredQuotes {
  /** Those that expired first come first. Empty if none was due. */
  readonly quoteIds: readonly string[]
  /** True if more quotes were due than the call has looked at: call it again. */
  readonly hasMore: boolean
}

export interface ExpireQuotes {
  /**
   * Reports each offer that has expired as one event of its quote, with the operation `expire`.
   * An offer cannot be accepted from its expiry on, whether it is reported or not, so call this as
   * often as you want to act on expiries, for example to send reminders.
   *
   * Several processes can call it at the same time, and it can be repeated: each expiry is reported
   * once. An offer that is sent again with `sendQuote` can expire again. Deleted quotes are left
   * until they are restored.
   *
   * If the call rejects, some quotes may have been reported: act on the events, which tell of all.
   *
   * @throws QuoteError `invalid_request` at `limit` if it is invalid
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   *
   * @example
   * let hasMore = true
   * while (hasMore) ({ hasMore } = await engine.expireQuotes(context))
   */
  expireQuotes(
    context: StoreContext,
    request?: ExpireQuotesRequest,
    options?: PreviewOptions,
  ): Promise<ExpiredQuotes>
}

const expireDueRequest = requestSchema({
  limit: optionalIntegerBetween(1, maxPageSize).describe(
    'Maximum number of quotes; 100 by default',
  ),
})

export const expireQuotesOperation = defineOperation<ExpireQuotes['expireQuotes']>({
  roles: sellers,
  route: {
    method: 'POST',
    path: '/expire-quotes',
    summary: 'Report the offers that have expired, each as an event. Can be repeated',
    body: () => expireDueRequest.optional(),
    example: { limit: 100 },
    takesNo: 'idempotencyKey',
    status: 200,
    response: 'expired',
  },

  create: (runtime, operation) => async (context, request, options) => {
    const caller = parseContext(context)
    const { preview, signal } = parsePreviewOptions(options)
    const { limit = 100 } = parseRequest(expireDueRequest, request)
    const now = currentTime(runtime.options)
    return runtime.run(signal, async () => {
      const due = await findDue(runtime, { operation, caller, now, limit, signal })
      if (preview) return due
      const quoteIds: string[] = []
      const errors: unknown[] = []
      // One that fails does not hold up the others.
      for (const quoteId of due.quoteIds) {
        const call = { operation, caller, now, quoteId, signal }
        const isReported = await report(withinCall(runtime), call).catch((error) => {
          errors.push(error)
          return false
        })
        if (isReported) quoteIds.push(quoteId)
      }
      if (errors.length > 0) throw errors[0]
      return Object.freeze({ quoteIds: Object.freeze(quoteIds), hasMore: due.hasMore })
    })
  },
})

interface ExpireDueCall {
  readonly operation: string
  readonly caller: StoreContext
  /** The time of the call, at which the offers have expired. */
  readonly now: number
  readonly signal: AbortSignal | undefined
}

async function findDue(
  { storage, permit }: EngineRuntime,
  { operation, caller, now, limit, signal }: ExpireDueCall & { readonly limit: number },
): Promise<ExpiredQuotes> {
  await permit?.({ caller, operation, signal })
  const query = {
    kind: quoteKind,
    deleted: false,
    terms: [[unreportedExpiryTerm]],
    words: [],
    times: { expires: { to: now + 1 } },
    order: 'expires',
    after: undefined,
    limit,
  } as const
  const { items, hasMore } = await storage.find(caller.storeId, query, signal)
  return Object.freeze({ quoteIds: Object.freeze(items.map(({ id }) => id)), hasMore })
}

/** Returns false if the offer has been reported or withdrawn meanwhile, or the quote is gone. */
async function report(
  runtime: EngineRuntime,
  { operation, caller, now, quoteId, signal }: ExpireDueCall & { readonly quoteId: string },
): Promise<boolean> {
  let isDue = false
  try {
    await runQuoteCommand(runtime, {
      operation,
      caller,
      quoteId,
      options: { signal },
      payload: [],
      require: requireQuote,
      // The decision of the last attempt is the one that was committed.
      decide(record) {
        const change = expireQuote(record, { actor: caller.actor, now })
        isDue = change !== undefined
        return change
      },
      isPermitted: true,
    })
    return isDue
  } catch (error) {
    if (isQuoteError(error) && error.code === 'quote_not_found') return false
    throw error
  }
}
