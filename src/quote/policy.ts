import type { RoundingMode } from '../money/rounding.js'
import type { ResolveRegion } from './customer/regions.js'
import type { Limits } from './limits.js'

/** What a host has chosen once, for all of its quotes. */
export interface QuotePolicy {
  readonly limits: Limits
  readonly rounding: RoundingMode
  readonly resolveRegion: ResolveRegion
}
