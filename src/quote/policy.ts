import type { CurrencyDecimals } from '../money/currency.js'
import type { RoundingMode } from '../money/rounding.js'
import { isoRegions, type ResolveRegion } from './customer/regions.js'
import { defaultLifecycle, type Lifecycle } from './lifecycle/lifecycle.js'
import { defaultLimits, type RequestLimits } from './limits.js'

/** Settings that apply to all quotes of an engine. */
export interface QuotePolicy {
  readonly limits: RequestLimits
  readonly rounding: RoundingMode
  readonly resolveRegion: ResolveRegion
  readonly lifecycle: Lifecycle
  /** True if an update of a quote that is locked opens its next revision. */
  readonly reviseOnUpdate: boolean
  /** The decimals of offered unit prices. 0 for those of the currency, two without a currency. */
  readonly unitPriceDecimals: number
  /** The decimals of currencies, if they are not those of ISO 4217. */
  readonly currencyDecimals: CurrencyDecimals
  /** True if a price above the list price can be offered. */
  readonly allowMarkUps: boolean
  /** What is rounded if the tax provider returns rates. */
  readonly taxRounding: 'line' | 'rate'
}

/** The policy of an engine without options. */
export const defaultPolicy: QuotePolicy = Object.freeze({
  limits: defaultLimits,
  rounding: 'half-up',
  resolveRegion: isoRegions,
  lifecycle: defaultLifecycle,
  reviseOnUpdate: false,
  unitPriceDecimals: 0,
  currencyDecimals: Object.freeze({}),
  allowMarkUps: true,
  taxRounding: 'line',
})
