import { QuoteError } from '../errors.js'
import { isTimeZone } from '../quote/model/expiry.js'
import type { Quote } from '../quote/model/quote.js'
import { describeValue } from '../validation/describe-value.js'
import { isValidId, validId } from '../validation/identifiers.js'
import { isLocale } from '../validation/locale.js'
import { currencyOfStore, optionError } from './commands/pricing.js'
import type { EngineRuntime } from './runtime.js'

/** What an engine knows of a store, for whatever shows its quotes. */
export interface StoreSettings {
  /** The time zone in which its days end: the option `timeZone`. */
  readonly timeZone: string
  /** The currency of its new quotes: the option `currency`. Absent for none. */
  readonly currency?: string
  /** The language that its customers read: the option `locale`. Absent if it is not set. */
  readonly locale?: string
  /** True if taxes are calculated when a quote is sent: the engine has the option `tax`. */
  readonly taxesOnSend: boolean
}

/**
 * Returns the settings of a store.
 *
 * @throws QuoteError `invalid_context` if `storeId` is no id; `invalid_options` if a function among
 * the options returns something else than it must, or `callback_failed` if it throws
 */
export function getStoreSettings(runtime: EngineRuntime, storeId: string): StoreSettings {
  if (!isValidId(storeId)) {
    const message = `must be ${validId}, received ${describeValue(storeId)}`
    throw new QuoteError('invalid_context', { errors: { storeId: message } })
  }
  const { options } = runtime
  const currency = currencyOfStore(runtime, storeId)
  const locale: unknown = options.locale(storeId)
  if (locale !== undefined && !isLocale(locale))
    throw optionError('locale', 'a BCP 47 language tag, such as de-AT, or undefined', locale)
  return Object.freeze({
    timeZone: timeZoneOfStore(runtime, storeId),
    ...(currency !== undefined && { currency }),
    ...(locale !== undefined && { locale }),
    taxesOnSend: options.tax !== undefined,
  })
}

/**
 * Returns the time zone in which the `valid_days` of a quote end; nothing if it has none.
 *
 * @throws QuoteError `invalid_options` if `timeZone` returns no time zone
 */
export function zoneOfValidDays(
  runtime: EngineRuntime,
  storeId: string,
  { valid_days: days }: Pick<Quote, 'valid_days'>,
): { readonly timeZone?: string } {
  return days === undefined ? {} : { timeZone: timeZoneOfStore(runtime, storeId) }
}

/** @throws QuoteError `invalid_options` if `timeZone` returns no time zone */
export function timeZoneOfStore({ options }: EngineRuntime, storeId: string): string {
  const timeZone: unknown = options.timeZone(storeId)
  if (isTimeZone(timeZone)) return timeZone
  throw optionError('timeZone', 'a time zone such as Europe/Berlin', timeZone)
}
