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
}

export const defaultLimits: Limits = Object.freeze({
  lines: 1_000,
  quantity: 1_000_000,
  stringLength: 1_000,
  customerFields: 64,
  tags: 250,
  tagLength: 64,
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
  })
  .partial()
