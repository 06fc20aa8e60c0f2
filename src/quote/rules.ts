import type { Rounding } from '../money/rounding.js'
import type { Limits } from './limits.js'
import type { RegionLookup } from './regions.js'

/** What a host has chosen once, for all of its quotes. */
export interface QuoteRules {
  readonly limits: Limits
  readonly rounding: Rounding
  readonly regions: RegionLookup
}
