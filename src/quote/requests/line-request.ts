import { z } from 'zod'
import { parseAmount } from '../../money/amount.js'
import { isWholeCents } from '../../money/rounding.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import { requiredOr } from '../../validation/schemas/scalars.js'
import type { Limits } from '../limits.js'
import { parseUnitPrice } from '../lines/catalog-product.js'
import { copyReadOnlyScalar } from './copy-read-only.js'
import {
  type ReadOnlyLineFields,
  readOnlyFieldsSchema,
  readOnlyLineFields,
} from './read-only-fields.js'

/** A line of a new quote. */
export interface CreateLineRequest {
  /** The product's identifier in the store's catalog. */
  readonly id: number
  /** An integer from 1 to the limit `maxQuantity`. */
  readonly qty: number
}

/**
 * A line of an updated quote. Refers to the stored line with this `key`, or else to the next stored
 * line with this `id`. If there is none, it adds a line, which needs `id` and `qty`.
 */
export interface UpdateLineRequest extends ReadOnlyLineFields {
  /** The product's identifier. Required if there is no `key`. */
  readonly id?: number | undefined
  /** The stored key of the line, of at most 64 characters. Null counts as absent. */
  readonly key?: string | null | undefined
  /** An integer from 1 to the limit `maxQuantity`. */
  readonly qty?: number | undefined
  /**
   * Offered unit price, with up to two decimals, 0 or more. Must agree with `discount` if both are
   * sent. Exception: if a stored line is sent back with its totals, the one of the two that is
   * unchanged is ignored.
   */
  readonly quote?: number | string | undefined
  /** Discount per unit: `price` minus the offered price. Negative for a mark-up. */
  readonly discount?: number | string | undefined
}

const mustBeObject = { error: requiredOr('must be an object') }

const productId = z
  .int({ error: requiredOr('must be an integer of at least 1') })
  .min(1, { error: 'must be an integer of at least 1' })

function quantity({ maxQuantity }: Limits) {
  const error = `must be an integer from 1 to ${maxQuantity}`
  return z
    .int({ error: requiredOr(error) })
    .min(1, { error })
    .max(maxQuantity, { error })
}

const offeredPrice = z
  .custom<number | string>(
    (value) => {
      const price = parseUnitPrice(value)
      return price !== undefined && isWholeCents(price)
    },
    { error: 'must be a price from 0 to 100000000000 with up to two decimals' },
  )
  .meta({
    description: 'Offered unit price, with up to two decimals',
    anyOf: [
      { type: 'number', minimum: 0, maximum: 100_000_000_000 },
      { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' },
    ],
  })

const discount = z
  .custom<number | string>((value) => parseAmount(value) !== undefined, {
    error: 'must be an amount with up to four decimals',
  })
  .meta({
    description: 'Discount per unit, with up to four decimals; negative for a mark-up',
    anyOf: [{ type: 'number' }, { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' }],
  })

const maxKeyLength = 64
const keyTooLong = { error: `must have at most ${maxKeyLength} characters` }

/** Creates the schema of the lines of a new quote. */
export function createLinesSchema(limits: Limits) {
  const line = z.strictObject({ id: productId, qty: quantity(limits) }, mustBeObject)
  return linesSchema<CreateLineRequest>(line, limits)
}

/** A line of a new quote that can have an offered price. */
export interface OfferedLineRequest extends CreateLineRequest {
  /** Offered unit price, with up to two decimals, 0 or more; by default the catalog's price. */
  readonly quote?: number | string | undefined
}

/** Creates the schema of lines that can have an offered price. */
export function offeredLinesSchema(limits: Limits) {
  const line = z.strictObject(
    { id: productId, qty: quantity(limits), quote: offeredPrice.optional() },
    mustBeObject,
  )
  return linesSchema<OfferedLineRequest>(line, limits)
}

/** Creates the schema of the lines of an updated quote. */
export function updateLinesSchema(limits: Limits) {
  const line = z
    .strictObject(
      {
        id: productId.optional(),
        key: z
          .string({ error: 'must be a string or null' })
          .max(maxKeyLength, keyTooLong)
          .nullish(),
        qty: quantity(limits).optional(),
        quote: offeredPrice.optional(),
        discount: discount.optional(),
        ...readOnlyFieldsSchema<ReadOnlyLineFields>(readOnlyLineFields, copyReadOnlyScalar),
      },
      mustBeObject,
    )
    .refine(({ id, key }) => id !== undefined || key != null, {
      path: ['id'],
      error: 'is required if there is no key',
    })
    .meta({
      description: 'A line to keep or change, by key or id, or to add, by id and qty',
      // The refinement, which is no part of a JSON schema: not without an id and a key. With
      // `anyOf`, generated clients would not know the type of a line.
      not: {
        not: { properties: { id: {} }, required: ['id'] },
        properties: { key: { type: 'null' } },
      },
    })
  return linesSchema<UpdateLineRequest>(line, limits)
}

function linesSchema<Line>(line: z.ZodType<Line>, { maxLines }: Limits) {
  return listSchema(
    line,
    { error: requiredOr('must be an array') },
    {
      min: [1, 'must have at least one line'],
      max: [maxLines, `must have at most ${maxLines} lines`],
    },
  )
}

/** Creates the schema of an order of lines: a list of their keys. */
export function lineOrderSchema({ maxLines }: Limits) {
  return listSchema(
    z.string({ error: 'must be a line key' }).max(maxKeyLength, keyTooLong),
    { error: 'must be an array or null' },
    { max: [maxLines, `must have at most ${maxLines} keys`] },
  )
}
