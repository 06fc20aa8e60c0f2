import * as z from 'zod'
import { lazy } from '../../validation/lazy.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import { mustBeObject } from '../../validation/schemas/scalars.js'
import { storedId, storedTime } from './lifecycle-fields.js'
import { storedQuantity } from './line-fields.js'
import { storedStrings } from './pricing-fields.js'

/** How much of an accepted line is ordered. */
export interface OrderedLine {
  /** The key of the line. */
  readonly key: string
  /** The quantity, above 0, with up to three decimals. */
  readonly qty: number
}

/** A part of an accepted quote that was ordered by itself. */
export interface OrderPart {
  /** The key with which the port `orders` was called. Absent if your program placed the order. */
  readonly key?: string
  /** The id of the order of this part. Never changes. */
  readonly id: string
  /** When it was recorded, in milliseconds since the Unix epoch. */
  readonly time: number
  /** What was ordered. */
  readonly lines: readonly OrderedLine[]
}

/** The order that a quote became: that of its last part, if it was ordered in parts. */
export interface QuoteOrder {
  /**
   * The key for the port `orders`. If there is no `id` yet, the order is being placed, or its
   * outcome is unknown: `orderQuote` finishes it.
   */
  readonly key?: string
  /** What is being ordered, if that is a part of the quote. Absent with an `id`. */
  readonly lines?: readonly OrderedLine[]
  /**
   * How many calls of the port have no known outcome, if there are several: they are running, or
   * they timed out, failed or died. Absent if there is one, or an `id`.
   */
  readonly attempts?: number
  /** The id of the order. Never changes. */
  readonly id?: string
}

/** Maximum number of parts in which a quote is ordered. */
export const maxOrderParts = 200

/** The order of a quote, and the parts in which it was ordered. Each is absent until it is set. */
export const orderSchemas = lazy(() => {
  const mustBeArray = { error: 'must be an array' }
  const attemptsMessage = { error: 'must be an integer of at least 2' }
  const lines = listSchema(
    z.strictObject(
      {
        key: storedStrings().lineKey,
        qty: storedQuantity(),
      },
      mustBeObject,
    ),
    mustBeArray,
    { min: [1, 'must have at least one line'] },
  )
  const order = z.strictObject(
    {
      key: storedId.exactOptional(),
      lines: lines.exactOptional(),
      attempts: z.int(attemptsMessage).min(2, attemptsMessage).exactOptional(),
      id: storedId.exactOptional(),
    },
    mustBeObject,
  )
  const part = z.strictObject(
    { key: storedId.exactOptional(), id: storedId, time: storedTime, lines },
    mustBeObject,
  )
  return {
    order: order.exactOptional(),
    order_parts: listSchema(part, mustBeArray, {
      min: [1, 'must be absent if no part is ordered'],
      max: [maxOrderParts, `must have at most ${maxOrderParts} parts`],
    }).exactOptional(),
  }
})
