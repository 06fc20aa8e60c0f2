import * as z from 'zod'
import { listSchema } from '../../validation/schemas/list-schema.js'
import { requiredOr } from '../../validation/schemas/scalars.js'
import type { RequestLimits } from '../limits.js'
import { copyReadOnlyScalar } from '../lines/copy-read-only.js'
import {
  discount,
  discountPercent,
  lineId,
  lineKey,
  note,
  offeredPrice,
  optionalLineKey,
  priceBreaks,
  productId,
  quantity,
  textFieldSchemas,
} from '../lines/line-fields.js'
import type {
  CreateLineRequest,
  CustomLineRequest,
  LineChangeRequest,
  ProductLineRequest,
  UpdateLineRequest,
} from '../lines/line-request.js'
import {
  type ReadOnlyLineFields,
  readOnlyFieldsSchema,
  readOnlyLineFields,
} from '../lines/read-only-fields.js'
import { mapTextFields, textFieldNames } from '../text-fields.js'

const mustBeObject = { error: requiredOr('must be an object') }

/** Creates the schema of the lines of the published interface, with nothing but id and quantity. */
export function publishedLinesSchema(limits: RequestLimits) {
  const line = z.strictObject({ id: productId, qty: quantity(limits) }, mustBeObject)
  return linesSchema<ProductLineRequest>(line, limits)
}

/** Creates the schema of the lines of a new quote. */
export function createLinesSchema(limits: RequestLimits) {
  const line = z
    .strictObject(
      {
        id: lineId.optional(),
        qty: quantity(limits),
        quote: offeredPrice.optional(),
        discount: discount.optional(),
        discount_percent: discountPercent.optional(),
        note: note.optional(),
        price: offeredPrice.optional(),
        ...optionalTextFields,
      },
      mustBeObject,
    )
    .superRefine(checkProductOrName, { when: ({ value }) => isObject(value) })
    .meta({
      description: 'A line with a product, or one with a name and a price of its own',
      not: {
        not: { anyOf: [{ required: ['id'] }, { required: ['name', 'price'] }] },
      },
    })
  return linesSchema<CreateLineRequest>(line as unknown as z.ZodType<CreateLineRequest>, limits)
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null

/** Runs even if a field is invalid, so that all errors of a line are reported at once. */
function checkProductOrName(
  entry: { readonly [Field in keyof CustomLineRequest]?: unknown },
  context: z.core.$RefinementCtx,
): void {
  const add = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message, input: entry })
  if (entry.id !== undefined && entry.id !== 0) {
    for (const field of ['price', ...textFieldNames] as const)
      if (entry[field] !== undefined) add(field, frozenMessage)
  } else if (entry.name === undefined && entry.price === undefined && entry.id === undefined)
    add('id', 'is required')
  else if (entry.name === undefined) add('name', 'is required on a line without a product')
  else if (entry.price === undefined) add('price', 'is required on a line without a product')
}

const frozenMessage = 'is that of the product; it can be set only on a line without a product'

const optionalTextFields = mapTextFields((name) => textFieldSchemas[name].optional())
const changeableTextFields = mapTextFields((name) => textFieldSchemas[name].nullish())

function updateLineFields(limits: RequestLimits) {
  return {
    id: lineId.optional(),
    key: optionalLineKey,
    qty: quantity(limits, true).optional(),
    quote: offeredPrice.optional(),
    discount: discount.optional(),
    discount_percent: discountPercent.nullish(),
    note: note.nullish(),
    ...readOnlyFieldsSchema<Pick<ReadOnlyLineFields, (typeof readOnlyLineFields)[number]>>(
      readOnlyLineFields,
      copyReadOnlyScalar,
    ),
    price_breaks: priceBreaks.optional(),
    ...changeableTextFields,
    name: textFieldSchemas.name.optional(),
  }
}

/** The refinement of a line, which is no part of a JSON schema: not without an id and a key. */
const needsReference = {
  // With `anyOf`, generated clients would not know the type of a line.
  not: {
    not: {
      anyOf: [{ properties: { id: {} }, required: ['id'] }, { required: ['name', 'price'] }],
    },
    properties: { key: { type: 'null' } },
  },
}

const hasReference = ({ id, key, name }: UpdateLineRequest) =>
  id !== undefined || key != null || name !== undefined

const needsId = { path: ['id'], error: 'is required if there is no key' }

/** Creates the schema of the lines of an updated quote. */
export function updateLinesSchema(limits: RequestLimits) {
  const line = z
    .strictObject(updateLineFields(limits), mustBeObject)
    .refine(hasReference as (line: unknown) => boolean, needsId)
    .meta({ description: 'A line to keep or change, by key or id, or to add', ...needsReference })
  return linesSchema<UpdateLineRequest>(line as unknown as z.ZodType<UpdateLineRequest>, limits)
}

/** Creates the schema of changes of single lines. */
export function lineChangesSchema(limits: RequestLimits) {
  const { maxLines } = limits
  const line = z
    .strictObject(
      {
        ...updateLineFields(limits),
        remove: z.boolean({ error: 'must be true or false' }).optional(),
      },
      mustBeObject,
    )
    .refine(hasReference as (line: unknown) => boolean, needsId)
    .meta({ description: 'A line to change or remove, by key or id, or to add', ...needsReference })
  return listSchema(
    line as unknown as z.ZodType<LineChangeRequest>,
    { error: 'must be an array' },
    { max: [maxLines, `must have at most ${maxLines} changes`] },
  )
}

function linesSchema<Line>(line: z.ZodType<Line>, { maxLines }: RequestLimits) {
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
export function lineOrderSchema({ maxLines }: RequestLimits) {
  return listSchema(
    lineKey,
    { error: 'must be an array or null' },
    { max: [maxLines, `must have at most ${maxLines} keys`] },
  )
}
