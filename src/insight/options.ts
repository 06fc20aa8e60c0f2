import * as z from 'zod'
import { isTimeZone } from '../quote/model/expiry.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { lazy } from '../validation/lazy.js'
import { optionalSignal, requiredOr, withReceived } from '../validation/schemas/scalars.js'
import { countMonths, isMonth, maxMonths } from './months.js'

/** Options of {@link loadInsight}. */
export interface InsightOptions {
  /** The first month of the period: YYYY-MM. */
  readonly from: string
  /** The last month of the period: YYYY-MM, at most 120 months with the first one. */
  readonly to: string
  /**
   * The time zone of the months.
   *
   * @default That of the engine for the store.
   */
  readonly timeZone?: string | undefined
  /** Only quotes of these owners, the ids of users of the store: 1 to 100. */
  readonly owner?: string | readonly string[] | undefined
  /** Only quotes with one of these tags: 1 to 100. */
  readonly tag?: string | readonly string[] | undefined
  /** Ends the reading: it throws `aborted`. */
  readonly signal?: AbortSignal | undefined
}

const monthError = requiredOr(
  withReceived('must be a month from 2000-01 to 2099-12, such as 2026-11'),
)
const month = z.custom<string>(isMonth, { error: monthError })

const namesError = { error: withReceived('must be a string, or an array of 1 to 100 strings') }
const name = z.string(namesError).min(1, namesError).max(255, namesError)
const names = z
  .union([name, z.array(name, namesError).min(1, namesError).max(100, namesError)], namesError)
  .optional()

const optionsSchema = lazy(() =>
  z
    .strictObject(
      {
        from: month,
        to: month,
        timeZone: z
          .custom<string>(isTimeZone, {
            error: withReceived('must be a time zone, such as Europe/Berlin'),
          })
          .optional(),
        owner: names,
        tag: names,
        signal: optionalSignal,
      },
      { error: withReceived("must be an object, such as { from: '2026-06', to: '2026-11' }") },
    )
    .superRefine(({ from, to }, context) => {
      if (!isMonth(from) || !isMonth(to)) return
      const count = countMonths(from, to)
      const message =
        count < 1
          ? `must not be before from, ${from}`
          : count > maxMonths && `must be at most ${maxMonths} months from the first one, ${from}`
      if (message) context.addIssue({ code: 'custom', path: ['to'], message })
    }),
)

/** @throws QuoteError `invalid_options` with one error per invalid field */
export function parseInsightOptions(options: InsightOptions): InsightOptions {
  return parseOrThrow(optionsSchema(), options, 'invalid_options') as InsightOptions
}
