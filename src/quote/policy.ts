import type { RoundingMode } from '../money/rounding.js'
import type { ResolveRegion } from './customer/regions.js'
import type { Limits } from './limits.js'

/** Settings that apply to all quotes of an engine. */
export interface QuotePolicy {
  readonly limits: Limits
  readonly rounding: RoundingMode
  readonly resolveRegion: ResolveRegion
}
