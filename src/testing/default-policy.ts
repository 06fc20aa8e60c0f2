import { defaultLifecycle } from '../quote/model/lifecycle.js'
import { defaultLimits, type QuotePolicy } from '../quote/model/policy.js'
import { isoRegions } from '../quote/regions/regions.js'

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
  taxRounding: 'rate',
})
