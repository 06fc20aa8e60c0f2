import { z } from 'zod'

/** How much of everything a request may bring. Beyond it the request is refused by name. */
export interface Limits {
  /** Product lines of a quote. */
  readonly lines: number
  /** Largest quantity of one line. */
  readonly quantity: number
  /** UTF-16 code units of one customer field. */
  readonly stringLength: number
  readonly customerFields: number
  /** Tags of a quote. */
  readonly tags: number
  /** UTF-16 code units of one tag name. */
  readonly tagLength: number
  /** Versions of a quote. Changes beyond it are rejected. */
  readonly versions: number
  /**
   * Length of a page of history or events, as JSON. A page ends with the entry that reaches it, even if there are fewer entries
   * than were asked for.
   */
  readonly pageBytes: number
  /** Tags of a store. Processes that add tags at the same moment may exceed it, by one tag each. */
  readonly storeTags: number
}

export const defaultLimits: Limits = Object.freeze({
  lines: 1_000,
  quantity: 1_000_000,
  stringLength: 1_000,
  customerFields: 64,
  tags: 250,
  tagLength: 64,
  versions: Number.MAX_SAFE_INTEGER,
  pageBytes: 4 * 2 ** 20,
  storeTags: 1_000,
})

const limit = z.int({ error: 'must be an integer of at least 1' }).min(1, {
  error: 'must be an integer of at least 1',
})

/** What the `limits` option may say: any of the limits, each a whole number of at least 1. */
export const limitsSchema = z
  .strictObject({
    lines: limit,
    quantity: limit,
    stringLength: limit,
    customerFields: limit,
    tags: limit,
    tagLength: limit,
    versions: limit,
    pageBytes: limit,
    storeTags: limit,
  })
  .partial()
