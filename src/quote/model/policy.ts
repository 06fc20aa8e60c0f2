import * as z from 'zod'
import type { CashRounding, CurrencyDecimals } from '../../money/currency.js'
import type { RoundingMode } from '../../money/rounding.js'
import {
  mustBeObject,
  optionalIntegerBetween,
  optionalPositiveInteger,
} from '../../validation/schemas/scalars.js'
import type { ResolveRegion } from '../regions/regions.js'
import type { ParsedRequirement } from './approval.js'
import { noFieldRules, type OwnFieldRules } from './field-rules.js'
import type { Lifecycle } from './lifecycle.js'
import type { TaxRounding } from './pricing-fields.js'
import type { Quote } from './quote.js'

/** What the requirements of a quote depend on besides the quote. */
export interface RequireCall<Context = unknown> {
  /** The quote as its last revision was sent. Undefined if it was never sent. */
  readonly previous: Quote | undefined
  /** The context of the call, with all its fields. */
  readonly context: Context
}

/**
 * Returns what must be approved before a quote is sent, checked. Pure.
 *
 * @throws what `parseRequirements` throws, or the host
 */
export type RequireApprovals = (quote: Quote, call: RequireCall) => readonly ParsedRequirement[]

/** Limits of requests. A request beyond one of them is rejected with `invalid_request`. */
export interface Limits {
  /** Product lines of a quote. */
  readonly maxLines: number
  /** Quantity of one line. */
  readonly maxQuantity: number
  /** UTF-16 code units of a customer field, and of its name. */
  readonly maxStringLength: number
  /** Fields of a customer, known and others together. */
  readonly maxCustomerFields: number
  /** Tags of a quote. */
  readonly maxTags: number
  /** UTF-16 code units of a tag's name. */
  readonly maxTagLength: number
  /** Versions of a quote. */
  readonly maxVersions: number
  /**
   * Length of a page of a list, as JSON. The item that reaches it is the last of its page, so a
   * page can be a little longer.
   */
  readonly maxPageBytes: number
  /** Tags of a store. */
  readonly maxStoreTags: number
  /** Users of a store. */
  readonly maxStoreUsers: number
  /** Messages of a quote. */
  readonly maxMessages: number
  /**
   * Messages of a quote by callers in the role `buyer`. Who has the link of an offer is one, so
   * this leaves the others for the seller.
   *
   * @default Half of `maxMessages`, rounded up.
   */
  readonly maxBuyerMessages: number
  /** Discounts of a quote. */
  readonly maxDiscounts: number
  /** Charges of a quote. */
  readonly maxCharges: number
  /** UTF-16 code units of the value of an own field, as JSON: up to 1,000,000. */
  readonly maxFieldLength: number
}

/** The limits, and what else requests are checked by. */
export interface RequestLimits extends Limits {
  /** The decimals that a quantity can have: the option `pricing.quantityDecimals`. */
  readonly quantityDecimals: number
  /** How values of own fields are validated: the option `fields`. */
  readonly fields: OwnFieldRules
}

export const defaultLimits: RequestLimits = Object.freeze({
  maxLines: 1_000,
  maxQuantity: 1_000_000,
  maxStringLength: 1_000,
  maxCustomerFields: 64,
  maxTags: 250,
  maxTagLength: 64,
  maxVersions: Number.MAX_SAFE_INTEGER,
  maxPageBytes: 4 * 2 ** 20,
  maxStoreTags: 1_000,
  maxStoreUsers: 1_000,
  maxMessages: 500,
  maxBuyerMessages: 250,
  maxDiscounts: 20,
  maxCharges: 20,
  maxFieldLength: 10_000,
  quantityDecimals: 0,
  fields: noFieldRules,
})

/** Limits for descriptions of requests, which name what a host can declare. */
export const documentedLimits: RequestLimits = Object.freeze({
  ...defaultLimits,
  fields: { ...noFieldRules, isEmpty: false },
})

/** Accepts any of the limits, each an integer of at least 1. */
export const limitsSchema = z.strictObject(
  {
    maxLines: optionalPositiveInteger,
    maxQuantity: optionalPositiveInteger,
    maxStringLength: optionalPositiveInteger,
    maxCustomerFields: optionalPositiveInteger,
    maxTags: optionalPositiveInteger,
    maxTagLength: optionalPositiveInteger,
    maxVersions: optionalPositiveInteger,
    maxPageBytes: optionalPositiveInteger,
    maxStoreTags: optionalPositiveInteger,
    maxStoreUsers: optionalPositiveInteger,
    maxMessages: optionalPositiveInteger,
    maxBuyerMessages: optionalPositiveInteger,
    maxDiscounts: optionalPositiveInteger,
    maxCharges: optionalPositiveInteger,
    maxFieldLength: optionalIntegerBetween(1, 1_000_000),
  } satisfies Record<keyof Limits, unknown>,
  mustBeObject,
)

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
  readonly taxRounding: TaxRounding
  /** The steps to which what is paid is rounded, by currency. Undefined for none. */
  readonly cashRounding?: CashRounding | undefined
  /** Returns what must be approved before a quote is sent. Undefined if nothing must be. */
  readonly requireApprovals?: RequireApprovals | undefined
}
