import * as z from 'zod'
import type { StoreContext } from '../engine/arguments.js'
import type { ReminderRule } from '../quote/operations/remind-quote.js'
import type { QuoteEngine } from '../quote-engine/quote-engine.js'
import { optionalPositiveInteger, withReceived } from '../validation/schemas/scalars.js'

/** Offers that become due by time: those that expire, and those that customers forget. */
export interface DueOffersOptions {
  /**
   * Rules of reminders, as `remindQuotes` takes them. Each offer is reminded of once by each rule.
   *
   * @default none
   *
   * @example
   * [{ rule: 'expires-soon', days_before_expiry: 3 }, { rule: 'no-answer', days_after_sending: 7 }]
   */
  readonly reminders?: readonly ReminderRule[] | undefined
  /**
   * Pause between two checks of `start`, in milliseconds. `run` checks whenever it is called.
   *
   * @default 3_600_000
   */
  readonly intervalMs?: number | undefined
}

/** The options with every default filled in. */
export interface ResolvedDueOffers {
  readonly reminders: readonly ReminderRule[]
  readonly intervalMs: number
}

/** Returns the options with every default filled in. */
export function resolveDueOffers({
  reminders = [],
  intervalMs = 3_600_000,
}: DueOffersOptions): ResolvedDueOffers {
  return { reminders, intervalMs }
}

/** The part of an engine that records what is due. */
export type DueOffersEngine = Pick<QuoteEngine, 'expireQuotes' | 'remindQuotes'>

/** The methods that record what is due. */
export const dueOffersMethods: readonly (keyof DueOffersEngine)[] = ['expireQuotes', 'remindQuotes']

export const dueOffersSchema = z
  .strictObject(
    {
      reminders: z
        .array(
          // `remindQuotes` checks the days.
          z.looseObject(
            { rule: z.string({ error: withReceived('must be a string') }) },
            { error: withReceived('must be a rule, such as { rule, days_before_expiry: 3 }') },
          ),
          { error: withReceived('must be an array of rules') },
        )
        .optional(),
      intervalMs: optionalPositiveInteger,
    } satisfies { readonly [Name in keyof Required<DueOffersOptions>]: z.ZodType },
    { error: withReceived('must be an object') },
  )
  .optional()

interface CheckOptions {
  /** Ends the check. */
  readonly signal: AbortSignal
  /** Called with each error. */
  readonly onError: (error: unknown) => void
}

/**
 * Records which offers of a store are due: an event for each expiry, and for each reminder by each
 * rule. One that fails doesn't hold up the others.
 */
export async function recordDueOffers(
  engine: DueOffersEngine,
  context: StoreContext,
  { reminders }: ResolvedDueOffers,
  { signal, onError }: CheckOptions,
): Promise<void> {
  const calls = [
    () => engine.expireQuotes(context, undefined, { signal }),
    ...reminders.map((rule) => () => engine.remindQuotes(context, rule, { signal })),
  ]
  for (const call of calls)
    try {
      for (let hasMore = true; hasMore; ) ({ hasMore } = await call())
    } catch (error) {
      if (signal.aborted) return
      onError(error)
    }
}
