import * as z from 'zod'
import { choiceSchemas, lineChoiceSchemas } from '../../quote/model/choice-fields.js'
import { mapOfferedScalars } from '../../quote/model/quote-scalar-fields.js'
import {
  productLineSchema,
  quoteSchema,
  storedFields,
  storedTextFields,
} from '../../quote/model/quote-schema.js'
import { currencySchema } from '../../quote/pricing/pricing-request.js'
import type { RecordDeclaration } from '../../record/record-declaration.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { lazy } from '../../validation/lazy.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import { mustBeObject } from '../../validation/schemas/scalars.js'
import { type Template, templateKind } from './template.js'

/** Accepts a line of a template as it is stored. */
export const templateLineSchema = lazy(() => {
  const { id, qty, quote, price, price_quantity, billing, unpriced, note } =
    productLineSchema().shape
  return z.strictObject(
    {
      id,
      qty,
      quote: quote.exactOptional(),
      discount: quote.exactOptional(),
      discount_percent: quote.exactOptional(),
      price: price.exactOptional(),
      price_quantity,
      billing: billing.unwrap().nullable().exactOptional(),
      unpriced,
      note,
      ...lineChoiceSchemas(),
      ...storedTextFields(),
      ...storedFields('line'),
    },
    mustBeObject,
  )
})

/** Accepts a template as it is stored. */
export const templateSchema = lazy(() => {
  const quote = quoteSchema().shape
  return z.strictObject(
    {
      name: z.string({ error: 'must be a string' }).min(1, { error: 'must not be empty' }),
      products: listSchema(
        templateLineSchema(),
        { error: 'must be an array' },
        { min: [1, 'must have at least one line'] },
      ),
      customer: quote.customer.exactOptional(),
      tags: quote.tags.unwrap().exactOptional(),
      currency: currencySchema().exactOptional(),
      ...choiceSchemas(),
      created: quote.created,
      ...mapOfferedScalars((name) => quote[name]),
      ...storedFields('quote'),
    },
    mustBeObject,
  )
})

/** Returns a copy of the value if it is a template, and adds its errors otherwise. */
export function parseTemplate(
  value: unknown,
  errors: FieldErrorCollector,
  path: readonly PropertyKey[],
): Template | undefined {
  try {
    const parsed = templateSchema().safeParse(value)
    if (parsed.success) return parsed.data as Template
    errors.addIssues(parsed.error.issues, path)
  } catch {
    errors.add(path, 'cannot be read')
  }
  return undefined
}

/** A template is a record of its own. */
export const templateRecords: RecordDeclaration = {
  kind: templateKind,
  of: 'store',
  parse: parseTemplate,
}
