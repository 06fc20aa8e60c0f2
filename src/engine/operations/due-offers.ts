import * as z from 'zod'
import { isQuoteError, QuoteError } from '../../errors.js'
import type { LifecycleInput } from '../../quote/lifecycle/change-status.js'
import { maxRuleLength, nameSchema } from '../../quote/model/lifecycle-fields.js'
import type { Quote } from '../../quote/model/quote.js'
import { type QuoteChange, quoteKind } from '../../quote/model/quote-record.js'
import { expireQuote } from '../../quote/operations/offer.js'
import {
  daysToMs,
  isReminderDue,
  type ReminderRule,
  remindQuote,
} from '../../quote/operations/remind-quote.js'
import { sentTerm, unreportedExpiryTerm, withExpiryTerm } from '../../quote/search/search-terms.js'
import type { StoredRecord } from '../../record/record.js'
import type { OrderPosition, RecordOrder, TimeRange } from '../../record/search/find-query.js'
import { lazy } from '../../validation/lazy.js'
import { optionalIntegerBetween, withReceived } from '../../validation/schemas/scalars.js'
import {
  type PreviewOptions,
  parseContext,
  parsePreviewOptions,
  type StoreContext,
} from '../arguments.js'
import {
  parseRequest,
  requestSchema,
  requireQuote,
  runQuoteCommand,
} from '../commands/run-quote-command.js'
import { maxPageSize } from '../execution/pages.js'
import { defineOperation, internalRoles } from '../operation.js'
import { currentTime, type EngineRuntime, withinCall } from '../runtime.js'
import { quotePosition } from './read-quotes.js'

/** What `expireQuotes` takes. */
export interface ExpireQuotesRequest {
  /**
   * Maximum number of quotes of one call, from 1 to 1,000.
   *
   * @default 100
   */
  readonly limit?: number | undefined
}

/** The quotes of which a call has reported that something is due. */
export interface ReportedQuotes {
  /** Those that were due first come first. Empty if none was due. */
  readonly quoteIds: readonly string[]
  /** True if more quotes are due than the call has reported: call it again. */
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
   *
   * @example
   * let hasMore = true
   * while (hasMore) ({ hasMore } = await engine.expireQuotes(context))
   */
  expireQuotes(
    context: StoreContext,
    request?: ExpireQuotesRequest,
    options?: PreviewOptions,
  ): Promise<ReportedQuotes>
}

const dueLimit = lazy(() =>
  optionalIntegerBetween(1, maxPageSize).describe('Maximum number of quotes; 100 by default'),
)

const expireDueRequest = lazy(() => requestSchema({ limit: dueLimit() }))

export const expireQuotesOperation = defineOperation<ExpireQuotes['expireQuotes']>({
  roles: internalRoles,
  route: {
    method: 'POST',
    path: '/expire-quotes',
    summary: 'Report the offers that have expired, each as an event. Can be repeated',
    body: () => expireDueRequest().optional(),
    example: { limit: 100 },
    takesNo: ['idempotencyKey'],
    status: 200,
    response: 'reported',
  },

  create: (runtime, operation) => async (context, request, options) => {
    const caller = parseContext(context)
    const { preview, signal } = parsePreviewOptions(options)
    const { limit } = parseRequest(expireDueRequest(), request)
    return reportDue(runtime, { operation, caller, preview, signal, limit }, (now) => ({
      terms: [unreportedExpiryTerm],
      times: { expires: { to: now + 1 } },
      order: 'expires',
      isDue: () => true,
      decide: (record, input) => expireQuote(record, input, runtime.options),
    }))
  },
})

/** What `remindQuotes` takes: the name of a rule, and one of the numbers of days. */
export interface RemindQuotesRequest extends ReminderRule {
  /**
   * The name of the rule: 1 to 64 characters. Each offer is reminded of once by each rule. Another
   * revision is another offer.
   */
  readonly rule: string
  /** A reminder is due so many days of 24 hours before the offer expires: 0 to 3,650. */
  readonly days_before_expiry?: number | undefined
  /** A reminder is due so many days of 24 hours after the offer was sent: 0 to 3,650. */
  readonly days_after_sending?: number | undefined
  /**
   * Maximum number of quotes of one call, from 1 to 1,000.
   *
   * @default 100
   */
  readonly limit?: number | undefined
}

export interface RemindQuotes {
  /**
   * Records each reminder that is due as one event of its quote, with the operation `remind`: the
   * customer has an offer that will expire, or has not answered one. Nothing is sent: act on the
   * events. Call it from a job, once for each rule.
   *
   * Several processes can call it at the same time, and it can be repeated: each offer is reminded
   * of once by each rule. Only offers that are open are due. A call looks at all open offers that
   * the days of the rule select.
   *
   * If the call rejects, some reminders may have been recorded: act on the events, which tell of
   * all.
   *
   * @throws QuoteError `invalid_request` with one error per invalid field; at `rule` for an offer
   * that has had 20 reminders, when all others are recorded
   *
   * @example
   * await engine.remindQuotes(context, { rule: 'expires-soon', days_before_expiry: 3 })
   * await engine.remindQuotes(context, { rule: 'no-answer', days_after_sending: 7 })
   */
  remindQuotes(
    context: StoreContext,
    request: RemindQuotesRequest,
    options?: PreviewOptions,
  ): Promise<ReportedQuotes>
}

const maxDays = 3_650
const daysMessage = { error: withReceived(`must be a number from 0 to ${maxDays}`) }
const days = lazy(() =>
  z.number(daysMessage).min(0, daysMessage).max(maxDays, daysMessage).optional(),
)

const remindDueRequest = lazy(() =>
  requestSchema({
    rule: nameSchema(maxRuleLength).describe('The name of the rule'),
    days_before_expiry: days().describe('Due so many days of 24 hours before the offer expires'),
    days_after_sending: days().describe('Due so many days of 24 hours after the offer was sent'),
    limit: dueLimit(),
  }),
)

export const remindQuotesOperation = defineOperation<RemindQuotes['remindQuotes']>({
  roles: internalRoles,
  route: {
    method: 'POST',
    path: '/remind-quotes',
    summary: 'Record the reminders that are due by a rule, each as an event. Can be repeated',
    body: remindDueRequest,
    example: { rule: 'no-answer', days_after_sending: 7 },
    takesNo: ['idempotencyKey'],
    status: 200,
    response: 'reported',
  },

  create: (runtime, operation) => async (context, request, options) => {
    const caller = parseContext(context)
    const { preview, signal } = parsePreviewOptions(options)
    const { limit, ...rule } = parseRequest(remindDueRequest(), request)
    const { days_before_expiry, days_after_sending } = rule
    if ((days_before_expiry === undefined) === (days_after_sending === undefined)) {
      const message = 'must be set, or else days_after_sending, and not both'
      throw new QuoteError('invalid_request', { errors: { days_before_expiry: message } })
    }
    return reportDue(runtime, { operation, caller, preview, signal, limit }, (now) => ({
      ...(days_before_expiry === undefined
        ? // A quote is created before it is sent, and there is no index of when it was.
          ({
            terms: [sentTerm],
            times: { created: { to: now - daysToMs(days_after_sending ?? 0) + 1 } },
            order: 'oldest',
          } as const)
        : ({
            terms: [withExpiryTerm],
            times: { expires: { from: now + 1, to: now + daysToMs(days_before_expiry) + 1 } },
            order: 'expires',
          } as const)),
      isDue: (quote) => isReminderDue(quote, rule, now),
      decide: (record, input) => remindQuote(record, rule, input, runtime.options),
    }))
  },
})

/** Which quotes are due, and how that is reported. */
interface Due {
  readonly terms: readonly string[]
  readonly times: Readonly<Record<string, TimeRange>>
  readonly order: RecordOrder
  /** Returns true if a quote that the terms and times find is due. */
  isDue(quote: Quote): boolean
  /** Returns the change that reports it; undefined if there is nothing to report any more. */
  decide(record: StoredRecord<Quote>, input: LifecycleInput): QuoteChange | undefined
}

interface DueCall {
  readonly operation: string
  readonly caller: StoreContext
  readonly preview: boolean | undefined
  readonly signal: AbortSignal | undefined
  readonly limit: number | undefined
}

/** Reports each quote that is due as an event. One that fails does not hold up the others. */
async function reportDue(
  runtime: EngineRuntime,
  { operation, caller, preview, signal, limit = 100 }: DueCall,
  getDue: (now: number) => Due,
): Promise<ReportedQuotes> {
  const now = currentTime(runtime.options)
  const due = getDue(now)
  return runtime.run(signal, async () => {
    await runtime.permit?.({ caller, operation, signal })
    const found = await findDue(runtime, due, { storeId: caller.storeId, limit, signal })
    if (preview) return found
    const quoteIds: string[] = []
    const errors: unknown[] = []
    for (const quoteId of found.quoteIds) {
      const call = { operation, caller, now, quoteId, signal }
      const isReported = await report(withinCall(runtime), due, call).catch((error) => {
        errors.push(error)
        return false
      })
      if (isReported) quoteIds.push(quoteId)
    }
    if (errors.length > 0) throw errors[0]
    return Object.freeze({ quoteIds: Object.freeze(quoteIds), hasMore: found.hasMore })
  })
}

interface FindCall {
  readonly storeId: string
  readonly limit: number
  readonly signal: AbortSignal | undefined
}

/** Finds the quotes that are due, and whether there are more than the limit. */
async function findDue(
  { storage }: EngineRuntime,
  { terms, times, order, isDue }: Due,
  { storeId, limit, signal }: FindCall,
): Promise<ReportedQuotes> {
  const quoteIds: string[] = []
  let hasMore = false
  let after: OrderPosition | undefined
  do {
    const size = Math.min(maxPageSize, limit + 1)
    const filter = { kind: quoteKind, deleted: false, terms: [terms], words: [], times }
    const page = await storage.find(storeId, { ...filter, order, after, limit: size }, signal)
    const items = page.items as readonly StoredRecord<Quote>[]
    for (const { id, value } of items) if (isDue(value)) quoteIds.push(id)
    const last = items.at(-1)
    after = last && quotePosition(last, order)
    hasMore = page.hasMore && last !== undefined
  } while (hasMore && quoteIds.length <= limit)
  return Object.freeze({
    quoteIds: Object.freeze(quoteIds.slice(0, limit)),
    hasMore: hasMore || quoteIds.length > limit,
  })
}

interface ReportCall {
  readonly operation: string
  readonly caller: StoreContext
  /** The time of the call, at which it is due. */
  readonly now: number
  readonly quoteId: string
  readonly signal: AbortSignal | undefined
}

/** Returns false if another process has reported it, or it is not due or not there any more. */
async function report(
  runtime: EngineRuntime,
  { decide }: Due,
  { operation, caller, now, quoteId, signal }: ReportCall,
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
        const change = decide(record, { actor: caller.actor, now })
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
