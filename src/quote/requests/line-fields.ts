import { z } from 'zod'
import { parseAmount } from '../../money/amount.js'
import { isWholeCents } from '../../money/rounding.js'
import { listSchema } from '../../validation/list-schema.js'
import type { Limits } from '../limits.js'
import { parseUnitPrice } from '../lines/catalog-product.js'

/** A message for what is missing and one for what is wrong. */
const requiredMessage = (message: string) => ({
  error: (issue: { readonly input?: unknown }) =>
    issue.input === undefined ? 'is required' : message,
})

export const mustBeObject = requiredMessage('must be an object')

/** The id of a product. */
export const productId = z.int(requiredMessage('must be an integer of at least 1')).min(1, {
  error: 'must be an integer of at least 1',
})

/** How many of a product. */
export function quantity({ maxQuantity: largest }: Limits) {
  const error = `must be an integer from 1 to ${largest}`
  return z.int(requiredMessage(error)).min(1, { error }).max(largest, { error })
}

/** The lines of a request. */
export function linesOf<Line>(line: z.ZodType<Line>, { maxLines: lines }: Limits) {
  return listSchema(line, requiredMessage('must be an array'), {
    min: [1, 'must have at least one line'],
    max: [lines, `must have at most ${lines} lines`],
  })
}

/** A unit price that is offered. */
export const offeredPrice = z.custom<number | string>(
  (value) => {
    const price = parseUnitPrice(value)
    return price !== undefined && isWholeCents(price)
  },
  { error: 'must be a price from 0 to 100000000000 with up to two decimals' },
)

/** A discount per unit. */
export const discount = z.custom<number | string>((value) => parseAmount(value) !== undefined, {
  error: 'must be an amount with up to four decimals',
})

/** Fields that quotewright computes and that may come back, each as the function copies it. */
export function readOnlyFieldsSchema<Field extends string>(
  fields: readonly Field[],
  echoOf: (value: unknown) => unknown,
) {
  const echo = z.unknown().transform(echoOf).optional()
  return Object.fromEntries(fields.map((field) => [field, echo])) as {
    [F in Field]: typeof echo
  }
}

/** No key of a line is longer, in characters. */
const maxLineKey = 64
const keyError = `must have at most ${maxLineKey} characters`

/** The key by which an entry names its line. */
export const entryKey = z
  .string({ error: 'must be a string or null' })
  .max(maxLineKey, { error: keyError })
  .nullish()

/** A list of line keys. */
export function keysOf({ maxLines: lines }: Limits) {
  return listSchema(
    z.string({ error: 'must be a line key' }).max(maxLineKey, { error: keyError }),
    { error: 'must be an array or null' },
    { max: [lines, `must have at most ${lines} keys`] },
  )
}
