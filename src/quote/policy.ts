import type { RoundingMode } from '../money/rounding.js'
import { isoRegions, type ResolveRegion } from './customer/regions.js'
import { defaultLifecycle, type Lifecycle } from './lifecycle/lifecycle.js'
import { defaultLimits, type Limits } from './limits.js'

/** Settings that apply to all quotes of an engine. */
export interface QuotePolicy {
  readonly limits: Limits
  readonly rounding: RoundingMode
  readonly resolveRegion: ResolveRegion
  readonly lifecycle: Lifecycle
  /** True if an update of a quote that is locked opens its next revision. */
  readonly reviseOnUpdate: boolean
}

/** The policy of an engine without options. */
export const defaultPolicy: QuotePolicy = Object.freeze({
  limits: defaultLimits,
  rounding: 'half-up',
  resolveRegion: isoRegions,
  lifecycle: defaultLifecycle,
  reviseOnUpdate: false,
})
