import * as z from 'zod'
import { QuoteError } from '../../../errors.js'
import { toQuoteRecord } from '../../../quote/quote-record.js'
import {
  type ParsedQuoteFilter,
  type QuoteFilter,
  quoteFilterFields,
  quoteFilterQuery,
  toFilterOptions,
} from '../../../quote/search/quote-filter.js'
import { toRecordFilters } from '../../../quote/search/search-terms.js'
import type { StoredRecord } from '../../../record/record.js'
import type { OrderPosition, RecordOrder } from '../../../record/search/find-query.js'
import { type TagList, tagsByName, tagsRef } from '../../../store/tags-record.js'
import { parseOrThrow } from '../../../validation/field-errors.js'
import {
  optionalIntegerBetween,
  optionalSignal,
  received,
} from '../../../validation/schemas/scalars.js'
import type { CallOptions } from '../../call-options.js'
import { parseContext, type StoreContext } from '../../context.js'
import { decodeCursor, encodeCursor } from '../../execution/cursor.js'
import { findQuotes, quotePosition } from '../../execution/find-quotes.js'
import { createPagedResult, type Page, type PagedResult } from '../../execution/pages.js'
import { settleAll } from '../../ports/settle-all.js'
import { currentTime, type EngineRuntime } from '../../runtime.js'
import { defineOperation } from '../operation.js'
import { type QuoteView, toQuoteView } from './get-quote.js'

/** Selects the quotes that `listQuotes` returns, and their order. */
export interface ListQuotesOptions extends QuoteFilter, CallOptions {
  /**
   * `newest` and `oldest` order by the time of creation, `updated` by the time of the last change,
   * the latest first. `expires` orders by the expiry of the offer, the earliest first, and lists
   * only quotes whose offer expires at some time. Quotes of equal time are ordered by id.
   *
   * @default 'newest'
   */
  readonly order?: ListOrder | undefined
  /** The `next` of the previous page. The other fields must be the same as for that page. */
  readonly after?: string | undefined
  /**
   * Maximum number of quotes of one page, from 1 to 200. A page has fewer quotes if their JSON
   * reaches the limit `maxPageBytes`.
   *
   * @default 50
   */
  readonly limit?: number | undefined
}

/** The orders of `listQuotes`. */
export type ListOrder = 'newest' | 'oldest' | 'updated' | 'expires'

export interface ListQuotes {
  /**
   * Lists the quotes of a store that match all given fields, with the tags to display. Await the
   * result for one page, or iterate over all quotes.
   *
   * In the orders `newest` and `oldest`, an iteration visits every quote that matches throughout
   * exactly once, whatever is created or changed meanwhile. In the orders `updated` and `expires`,
   * a quote that changes meanwhile moves, and can be missed.
   *
   * @throws QuoteError `invalid_request` with one error per invalid field, for example at `after`
   * if it is not the `next` of a page with the same fields
   * @throws QuoteError `not_permitted` if the option `permit` rejects the call
   *
   * @example
   * const filter = { tag: 'Needs Approval', limit: 20 }
   * const { items, next } = await engine.listQuotes(context, filter)
   * const more = await engine.listQuotes(context, { ...filter, after: next })
   *
   * for await (const { quoteId, quote } of engine.listQuotes(context, { text: 'ada lon' }))
   *   console.log(quoteId, quote.customer.name)
   */
  listQuotes(context: StoreContext, options?: ListQuotesOptions): PagedResult<QuoteView, string>
}

const maxQuotes = 200
const orders = ['newest', 'oldest', 'updated', 'expires'] as const satisfies readonly ListOrder[]

const listFields = {
  order: z.enum(orders, { error: received(`must be one of ${orders.join(', ')}`) }).optional(),
  after: z
    .string({ error: received('must be the next of a page') })
    .optional()
    .describe('The next of the previous page, whose other parameters were the same'),
  limit: optionalIntegerBetween(1, maxQuotes).describe('Maximum number of quotes; 50 by default'),
}

const listQuotesSchema = z.strictObject(
  { ...quoteFilterFields, ...listFields, signal: optionalSignal },
  { error: 'must be an object' },
)

export const listQuotesOperation = defineOperation<ListQuotes['listQuotes']>({
  roles: 'all',
  isPaged: true,
  route: {
    method: 'GET',
    path: '/quotes',
    summary: 'List quotes',
    query: z.strictObject({ ...quoteFilterQuery, ...listFields }).transform(toFilterOptions),
    status: 200,
    response: 'quotes',
  },

  create: (runtime, operation) => (context, options) =>
    createPagedResult(() => {
      const caller = parseContext(context)
      const parsed = parseOrThrow(listQuotesSchema, options ?? {}, 'invalid_request')
      const { order = 'newest', limit = 50, signal, after } = parsed
      const list: QuoteList = { storeId: caller.storeId, filter: parsed, order, limit, signal }
      const start = after === undefined ? undefined : getPosition(after, list)
      const loadPage = async (position: OrderPosition | undefined) => {
        await runtime.permit?.({ caller, operation, signal })
        return loadQuotes(runtime, list, position)
      }
      return (cursor) => {
        const position = cursor === undefined ? start : getPosition(cursor, list)
        return runtime.run(signal, () => loadPage(position))
      }
    }),
})

interface QuoteList {
  readonly storeId: string
  readonly filter: ParsedQuoteFilter
  readonly order: RecordOrder
  readonly limit: number
  readonly signal: AbortSignal | undefined
}

/** Loads a page and the store's tags at the same time. */
async function loadQuotes(
  { storage, options }: EngineRuntime,
  list: QuoteList,
  after: OrderPosition | undefined,
): Promise<Page<QuoteView, string>> {
  const { storeId, filter, order, limit, signal } = list
  const now = currentTime(options)
  const query = { filters: toRecordFilters(filter, now), order, after, limit }
  const [{ items, hasMore }, [tags]] = await settleAll([
    findQuotes(storage, storeId, query, signal),
    storage.load(storeId, [tagsRef], signal),
  ])
  const storeTags = tagsByName((tags as StoredRecord<TagList> | undefined)?.value ?? [])
  const views = items.map((record) =>
    toQuoteView(
      toQuoteRecord(storeId, record),
      () => storeTags,
      // As in getQuote: a clock that goes back does not bring an expired offer back.
      () => Math.max(now, record.updated),
    ),
  )
  const page = { items: Object.freeze(views) }
  const last = items.at(-1)
  if (!hasMore || last === undefined) return Object.freeze(page)
  const next = encodeCursor(quotePosition(last, order), getIdentity(list))
  return Object.freeze({ ...page, next })
}

/** The same at every time, so that a cursor outlives the expiry of a quote. */
function getIdentity({ storeId, filter, order }: QuoteList): readonly unknown[] {
  const { status, ...others } = filter
  const statuses = status && [...new Set(status)].sort()
  return [storeId, toRecordFilters(others, 0), statuses, order]
}

/** @throws QuoteError `invalid_request` if this is no cursor of the list */
function getPosition(cursor: string, list: QuoteList): OrderPosition {
  const position = decodeCursor(cursor, getIdentity(list))
  if (position !== undefined) return position
  const message = 'must be the next of a page that was listed with the same filter and order'
  throw new QuoteError('invalid_request', { errors: { after: message } })
}
