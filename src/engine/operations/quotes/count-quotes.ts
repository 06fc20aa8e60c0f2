import * as z from 'zod'
import {
  type QuoteFilter,
  quoteFilterFields,
  quoteFilterQuery,
  toFilterOptions,
} from '../../../quote/search/quote-filter.js'
import { toRecordFilters } from '../../../quote/search/search-terms.js'
import { parseOrThrow } from '../../../validation/field-errors.js'
import { optionalSignal } from '../../../validation/schemas/scalars.js'
import type { CallOptions } from '../../call-options.js'
import { parseContext, type StoreContext } from '../../context.js'
import { settleAll } from '../../ports/settle-all.js'
import { currentTime } from '../../runtime.js'
import { defineOperation } from '../operation.js'

/** Selects the quotes that `countQuotes` counts. */
export interface CountQuotesOptions extends QuoteFilter, CallOptions {}

/** A number of quotes. */
export interface QuoteCount {
  /** The number of quotes, at most 10,000. */
  readonly count: number
  /** True if there are more than `count` quotes. */
  readonly isCapped: boolean
}

export interface CountQuotes {
  /**
   * Counts the quotes of a store that match all given fields, up to 10,000.
   *
   * @throws QuoteError `invalid_request` with one error per invalid field
   * @throws QuoteError `not_permitted` if the option `permit` rejects the call
   *
   * @example
   * const { count, isCapped } = await engine.countQuotes(context, { status: 'new' })
   * console.log(isCapped ? `more than ${count}` : count)
   */
  countQuotes(context: StoreContext, options?: CountQuotesOptions): Promise<QuoteCount>
}

const maxCount = 10_000

const countQuotesSchema = z.strictObject(
  { ...quoteFilterFields, signal: optionalSignal },
  { error: 'must be an object' },
)

export const countQuotesOperation = defineOperation<CountQuotes['countQuotes']>({
  roles: 'all',
  route: {
    method: 'GET',
    path: '/quote-count',
    summary: 'Count quotes',
    query: z.strictObject(quoteFilterQuery).transform(toFilterOptions),
    status: 200,
    response: 'count',
  },

  create:
    ({ storage, permit, run, options: engineOptions }, operation) =>
    async (context, options) => {
      const caller = parseContext(context)
      const parsed = parseOrThrow(countQuotesSchema, options ?? {}, 'invalid_request')
      const { signal } = parsed
      return run(signal, async () => {
        await permit?.({ caller, operation, signal })
        const filters = toRecordFilters(parsed, currentTime(engineOptions))
        const counts = await settleAll(
          filters.map((filter) => storage.count(caller.storeId, filter, maxCount + 1, signal)),
        )
        const count = counts.reduce((sum, each) => sum + each, 0)
        return Object.freeze({ count: Math.min(count, maxCount), isCapped: count > maxCount })
      })
    },
})
