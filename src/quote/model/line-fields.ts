import * as z from 'zod'
import { lazy } from '../../validation/lazy.js'
import { requiredOr } from '../../validation/schemas/scalars.js'
import { shortString } from './lifecycle-fields.js'
import {
  customLineId,
  invalidProductId,
  invalidQuantity,
  isProductId,
  isQuantity,
  type ProductId,
} from './product-fields.js'
import { type TextField, textFields } from './text-fields.js'

const idJsonSchema = [
  { type: 'integer', minimum: 1 },
  { type: 'string', minLength: 1, maxLength: 255 },
]

/** Accepts the id of a product. */
export const productId = z
  .custom<ProductId>(isProductId, { error: requiredOr(invalidProductId) })
  .meta({ description: 'Identifier of a product of the store', anyOf: idJsonSchema })

/** Accepts the id of a product, or 0 for a custom line. */
export const lineId = z
  .custom<ProductId>((value) => Object.is(value, customLineId) || isProductId(value), {
    error: requiredOr(invalidProductId),
  })
  .meta({
    description: 'Identifier of a product of the store; 0 for a line without a product',
    anyOf: [{ const: customLineId }, ...idJsonSchema],
  })

/** Accepts a quantity as it is stored. */
export const storedQuantity = lazy(() =>
  z
    .custom<number>(isQuantity, { error: invalidQuantity })
    .meta({ type: 'number', exclusiveMinimum: 0 }),
)

/** Maximum length of a note of a line, in UTF-16 code units. */
export const maxNoteLength = 2_000

/** Maximum number of price breaks of a product. */
export const maxPriceBreaks = 100

/** Returns the schema of a text field that a line without a product can have. */
export function textFieldSchema(name: TextField) {
  return shortString(textFields[name].maxLength)
}
