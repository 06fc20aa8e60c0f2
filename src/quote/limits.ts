import { z } from 'zod'

/** How much of everything a request may bring. Beyond it the request is refused by name. */
export interface Limits {
  /** Product lines of a quote. */
  readonly maxLines: number
  /** Largest quantity of one line. */
  readonly maxQuantity: number
  /** UTF-16 code units of one customer field. */
  readonly maxStringLength: number
  readonly maxCustomerFields: number
  /** Tags of a quote. */
  readonly maxTags: number
  /** UTF-16 code units of one tag name. */
  readonly maxTagLength: number
  /** Versions of a quote. Changes beyond it are rejected. */
  readonly maxVersions: number
  /**
   * Length of a page of history or events, as JSON. A page ends with the entry that reaches it, even if there are fewer entries
   * than were asked for.
   */
  readonly maxPageBytes: number
  /** Tags of a store. Processes that add tags at the same moment may exceed it, by one tag each. */
  readonly maxStoreTags: number
}

export const defaultLimits: Limits = Object.freeze({
  maxLines: 1_000,
  maxQuantity: 1_000_000,
  maxStringLength: 1_000,
  maxCustomerFields: 64,
  maxTags: 250,
  maxTagLength: 64,
  maxVersions: Number.MAX_SAFE_INTEGER,
  maxPageBytes: 4 * 2 ** 20,
  maxStoreTags: 1_000,
})

const limitSchema = z.int({ error: 'must be an integer of at least 1' }).min(1, {
  error: 'must be an integer of at least 1',
})

/** What the `limits` option may say: any of the limits, each a whole number of at least 1. */
export const limitsSchema = z
  .strictObject({
    maxLines: limitSchema,
    maxQuantity: limitSchema,
    maxStringLength: limitSchema,
    maxCustomerFields: limitSchema,
    maxTags: limitSchema,
    maxTagLength: limitSchema,
    maxVersions: limitSchema,
    maxPageBytes: limitSchema,
    maxStoreTags: limitSchema,
  })
  .partial()
