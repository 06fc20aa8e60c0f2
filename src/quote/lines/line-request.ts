import * as z from 'zod'
import { type Amount, isNegative, parseAmount, parseUnitAmount, zero } from '../../money/amount.js'
import { lazy } from '../../validation/lazy.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import {
  mustBeObject,
  requiredObject,
  requiredOr,
  withReceived,
} from '../../validation/schemas/scalars.js'
import { type LineChoiceRequest, sentLineChoiceSchemas } from '../model/choice-fields.js'
import { type ComponentFields, componentFields } from '../model/component-fields.js'
import { shortString, textSchema } from '../model/lifecycle-fields.js'
import {
  lineId,
  maxNoteLength,
  maxPriceBreaks,
  productId,
  textFieldSchema,
} from '../model/line-fields.js'
import {
  newFieldsSchemas,
  requestedFieldsSchema,
  sentFieldsSchemas,
} from '../model/merge-fields.js'
import type { FieldTypes } from '../model/own-fields.js'
import type { RequestLimits } from '../model/policy.js'
import { type Billing, billingSchema, normalizeBilling } from '../model/pricing-fields.js'
import {
  hasQuantityDecimals,
  isPriceQuantity,
  maxPriceQuantity,
  type ProductId,
  parseSignedUnitPrice,
  priceQuantityMessage,
} from '../model/product-fields.js'
import { mapTextFields, textFieldNames, textFields } from '../model/text-fields.js'
import type { CustomLineFields } from './custom-line.js'
import {
  copyReadOnlyComponents,
  copyReadOnlyScalar,
  type ReadOnlyLineFields,
  readOnlyFieldsSchema,
  readOnlyLineFields,
} from './read-only-fields.js'

/** Own fields to set on a line. Null removes one, and all others keep their values. */
export interface LineFieldChanges<Fields extends FieldTypes = FieldTypes> {
  /** Fields that are the host's own: the option `fields`. */
  readonly fields?: Fields['lineChanges']['fields'] | undefined
  /** Own fields for the store only. Not for buyers. */
  readonly internal_fields?: Fields['lineChanges']['internal_fields'] | undefined
}

/** What can be set on a line of a new quote besides its product and quantity. */
export interface NewLineFields<Fields extends FieldTypes = FieldTypes>
  extends LineFieldChanges<Fields>,
    LineChoiceRequest {
  /**
   * Offered unit price, with up to two decimals, or more by option or currency; 0 or more.
   *
   * @default The catalog's price.
   */
  readonly quote?: number | string | undefined
  /**
   * Discount per unit: `price` minus the offered price, with up to ten decimals. Negative for a
   * mark-up. Must agree with `quote` if both are sent.
   */
  readonly discount?: number | string | undefined
  /**
   * Percent from 0 to 100 that is taken off the list price of the line, with up to four decimals.
   * Instead of `quote` and `discount`.
   */
  readonly discount_percent?: number | string | undefined
  /**
   * When the line is charged again: its prices are of one period. Null for once.
   *
   * @default That of the product; else it is charged once.
   */
  readonly billing?: Billing | null | undefined
  /** 1 to 2,000 characters. */
  readonly note?: string | undefined
}

/** A line of a new quote with a product. */
export interface ProductLineRequest<Fields extends FieldTypes = FieldTypes>
  extends NewLineFields<Fields> {
  /** The product's identifier in the store's catalog. */
  readonly id: ProductId
  /** An integer from 1 to the limit `maxQuantity`, or with decimals by option. */
  readonly qty: number
}

/** A line of a new quote without a product. */
export interface CustomLineRequest<Fields extends FieldTypes = FieldTypes>
  extends NewLineFields<Fields>,
    CustomLineFields {
  /** 0, or absent. */
  readonly id?: 0 | undefined
  /** The name that the customer sees: 1 to 255 characters. */
  readonly name: string
  /** Unit price. Below 0 for a line that takes something off, such as a trade-in. */
  readonly price: number | string
  /**
   * The quantity that the prices are for: 100 for a price per 100 pieces. More than 0, with up to
   * three decimals.
   *
   * @default 1
   */
  readonly price_quantity?: number | undefined
  /** An integer from 1 to the limit `maxQuantity`, or with decimals by option. */
  readonly qty: number
}

/** A line of a new quote without a product, whose price is not known yet. */
export interface UnpricedLineRequest<Fields extends FieldTypes = FieldTypes>
  extends Omit<CustomLineRequest<Fields>, 'price' | 'quote' | 'discount' | 'discount_percent'> {
  /** The quote cannot be sent until the line has a price. */
  readonly unpriced: true
  /** Not known yet. */
  readonly price?: undefined
  /** Not known yet. */
  readonly quote?: undefined
  /** Not together with `unpriced`. */
  readonly discount?: undefined
  /** Not together with `unpriced`. */
  readonly discount_percent?: undefined
}

/** A line of a new quote: with a product of the catalog, or with a name and a price of its own. */
export type CreateLineRequest<Fields extends FieldTypes = FieldTypes> =
  | ProductLineRequest<Fields>
  | CustomLineRequest<Fields>
  | UnpricedLineRequest<Fields>

/**
 * A line of an updated quote. Refers to the stored line with this `key`, or else to the next stored
 * line with this `id`. If there is none, it adds a line, which needs `id` and `qty`, or `name`,
 * `price` and `qty`. A line can be sent back as it was read: the fields of a line that are missing
 * here are accepted if they equal the stored ones.
 */
export interface UpdateLineRequest<Fields extends FieldTypes = FieldTypes>
  extends Omit<CustomLineFields, 'name'>,
    LineFieldChanges<Fields>,
    LineChoiceRequest {
  /** The product's identifier. Required if there is neither a `key` nor a `name`. */
  readonly id?: ProductId | undefined
  /** The stored key of the line, of at most 64 characters. Null counts as absent. */
  readonly key?: string | null | undefined
  /** An integer from 1 to the limit `maxQuantity`, or with decimals by option. */
  readonly qty?: number | undefined
  /**
   * Offered unit price, with up to two decimals, or more by option or currency; 0 or more. Must
   * agree with `discount` if both are sent. Exception: if a stored line is sent back with its
   * totals, or has a `discount_percent`, the fields that are unchanged are ignored.
   */
  readonly quote?: number | string | undefined
  /** Discount per unit: `price` minus the offered price. Negative for a mark-up. */
  readonly discount?: number | string | undefined
  /**
   * Percent from 0 to 100 that is taken off the list price of the line, with up to four decimals.
   * It stays until `quote` or `discount` changes. Null removes it, and the line costs what the
   * catalog says for its quantity.
   */
  readonly discount_percent?: number | string | null | undefined
  /** When the line is charged again; null for once. */
  readonly billing?: Billing | null | undefined
  /** 1 to 2,000 characters; null removes the note. */
  readonly note?: string | null | undefined
  /** Unit price of a custom line. The price of a product is frozen. */
  readonly price?: number | string | undefined
  /**
   * True for a custom line whose price is not known yet. The first `price` or `quote` ends that, so
   * that false needs one.
   */
  readonly unpriced?: boolean | null | undefined
  /** The quantity that the prices of a custom line are for; null for 1. */
  readonly price_quantity?: number | null | undefined
  /** The name of a custom line. The facts of a product are frozen. */
  readonly name?: string | undefined
}

/** A line of an update as it was sent, which can have the computed fields of one that was read. */
export interface SentLine extends UpdateLineRequest, Omit<ReadOnlyLineFields, 'price'> {}

/**
 * A change of one line: of the line with this `key`, or the only one with this `id`. A line of a
 * product that no line has is added, and so is any with `add`.
 */
export interface LineChangeRequest<Fields extends FieldTypes = FieldTypes>
  extends UpdateLineRequest<Fields> {
  /**
   * True removes the line.
   *
   * @default false
   */
  readonly remove?: boolean | undefined
  /**
   * True adds a line, also of a product that is on a line already. Needs `id` and `qty`, or `name`,
   * `price` and `qty`. Not together with `key` or `remove`.
   *
   * @default false
   */
  readonly add?: boolean | undefined
}

/** What the errors of quantities tell developers to do. Pages leave it out. */
const quantityRemedies = {
  zero: '; to remove a line, send remove: true in product_changes',
  fraction: '; the option pricing.quantityDecimals allows decimals',
} as const

/** Returns the message of an error for people who use no API. */
export function withoutRemedy(message: string): string {
  const remedy = Object.values(quantityRemedies).find((each) => message.endsWith(each))
  return remedy === undefined ? message : message.slice(0, -remedy.length)
}

/**
 * Creates the schema of a quantity.
 *
 * @param canBeRemoved True if the error for 0 says how to remove the line.
 */
export function quantitySchema(
  { maxQuantity, quantityDecimals }: RequestLimits,
  canBeRemoved = false,
) {
  const zeroRemedy = canBeRemoved ? quantityRemedies.zero : ''
  if (quantityDecimals > 0) return decimalQuantity(maxQuantity, quantityDecimals, zeroRemedy)
  const expected = `must be an integer from 1 to ${maxQuantity}`
  const error = ({ input }: { readonly input?: unknown }) => {
    if (input === undefined) return 'is required'
    if (input === 0) return expected + zeroRemedy
    const isFraction = Number.isFinite(input) && Number(input) % 1 !== 0 && Number(input) > 0
    return isFraction ? expected + quantityRemedies.fraction : expected
  }
  return z.int({ error }).check(z.gte(1, { error }), z.lte(maxQuantity, { error }))
}

function decimalQuantity(max: number, decimals: number, zeroRemedy: string) {
  const least = 10 ** -decimals
  const expected = `must be a number from ${least} to ${max} with up to ${decimals} decimals`
  const error = ({ input }: { readonly input?: unknown }) => {
    if (input === undefined) return 'is required'
    return input === 0 ? expected + zeroRemedy : expected
  }
  return z.number({ error }).check(
    z.gte(least, { error }),
    z.lte(max, { error }),
    z.refine((value) => hasQuantityDecimals(value, decimals), { error }),
  )
}

/** The message for a value that is no price, however many decimals it can have. */
export const offeredPriceMessage = 'must be a price from 0 to 100000000000 with up to two decimals'

const hundred = parseAmount(100) as number

/** Returns the percent from 0 to 100 that a value represents, or undefined. */
export function parsePercent(value: unknown): (Amount & number) | undefined {
  const percent = parseAmount(value)
  if (typeof percent !== 'number' || isNegative(percent) || percent > hundred) return undefined
  return percent
}

/** Accepts what can be set on a line, as it is sent. */
const sentSchemas = lazy(() => ({
  /**
   * Accepts a unit price. How many decimals it can have depends on the quote, and whether it can be
   * below 0 on the line.
   */
  quote: z
    .custom<number | string>((value) => parseSignedUnitPrice(value) !== undefined, {
      error: offeredPriceMessage,
    })
    .meta({
      description: 'Unit price; below 0 on a line without a product that takes something off',
      anyOf: [
        { type: 'number', minimum: -100_000_000_000, maximum: 100_000_000_000 },
        { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' },
      ],
    }),
  /** Accepts when a line is charged again, and leaves out a count of one. */
  billing: billingSchema().transform(normalizeBilling),
  /** Accepts the quantity that prices are for. */
  price_quantity: z
    .custom<number>(isPriceQuantity, { error: withReceived(priceQuantityMessage) })
    .meta({ type: 'number', exclusiveMinimum: 0, maximum: maxPriceQuantity }),
  /** Accepts a discount per unit. */
  discount: z
    .custom<number | string>((value) => parseUnitAmount(value) !== undefined, {
      error: 'must be an amount with up to ten decimals',
    })
    .meta({
      description: 'Discount per unit; negative for a mark-up',
      anyOf: [{ type: 'number' }, { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' }],
    }),
  /** Accepts a percent from 0 to 100 with up to four decimals. */
  discount_percent: z
    .custom<number | string>((value) => parsePercent(value) !== undefined, {
      error: 'must be a percent from 0 to 100 with up to four decimals',
    })
    .meta({
      description: 'Percent of the list price of the line that is taken off',
      anyOf: [
        { type: 'number', minimum: 0, maximum: 100 },
        { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' },
      ],
    }),
  /** Accepts whether the price of a line is not known yet. */
  unpriced: z.boolean({ error: withReceived('must be true, false or absent') }),
}))

/** Accepts price breaks that are sent back as they are stored. */
const priceBreaks = lazy(() =>
  listSchema(
    z.strictObject(
      {
        qty: z.number({ error: 'must be a number' }),
        price: z.number({ error: 'must be a number' }),
      },
      mustBeObject,
    ),
    { error: 'must be an array' },
    { max: [maxPriceBreaks, `must have at most ${maxPriceBreaks} price breaks`] },
  ),
)

const maxKeyLength = 64

const keySchema = (error: string | ((issue: { readonly input?: unknown }) => string)) =>
  z.string({ error }).max(maxKeyLength, { error: `must have at most ${maxKeyLength} characters` })

/** Accepts the key of a line, known or not. */
export const lineKey = lazy(() =>
  keySchema(
    withReceived("must be the key of a line, such as '1-1' for the first line of a new quote"),
  ),
)

/** Creates the schema of the lines of the published interface, with nothing but id and quantity. */
export function publishedLinesSchema(limits: RequestLimits) {
  const line = z.strictObject({ id: productId, qty: quantitySchema(limits) }, requiredObject)
  return linesSchema<ProductLineRequest>(line, limits)
}

/** Creates the schema of the lines of a new quote. */
export function createLinesSchema(limits: RequestLimits) {
  const sent = sentSchemas()
  const line = z
    .strictObject(
      {
        id: lineId.optional(),
        qty: quantitySchema(limits),
        quote: sent.quote.optional(),
        discount: sent.discount.optional(),
        discount_percent: sent.discount_percent.optional(),
        billing: sent.billing.nullish(),
        ...sentLineChoiceSchemas(quantitySchema(limits)),
        unpriced: sent.unpriced.optional(),
        note: shortString(maxNoteLength).optional(),
        price: sent.quote.optional(),
        price_quantity: sent.price_quantity.optional(),
        ...mapTextFields((name) => textFieldSchema(name).optional()),
        name: textSchema(textFields.name.maxLength).optional(),
        ...newFieldsSchemas('line', limits),
      },
      requiredObject,
    )
    .superRefine(checkProductOrName, { when: ({ value }) => isObject(value) })
    .meta({
      description: 'A line with a product, or one with a name and a price of its own',
      not: {
        not: { anyOf: [{ required: ['id'] }, ...customLineForms] },
      },
    })
  return linesSchema<CreateLineRequest>(line as unknown as z.ZodType<CreateLineRequest>, limits)
}

/** Creates the schema of the lines that a customer requests: without anything about prices. */
export function requestedLinesSchema(limits: RequestLimits) {
  const line = z
    .strictObject(
      {
        id: productId.optional(),
        name: textSchema(textFields.name.maxLength).optional(),
        qty: quantitySchema(limits),
        note: shortString(maxNoteLength).optional(),
        ...requestedFieldsSchema('line', limits),
      },
      requiredObject,
    )
    .superRefine(
      ({ id, name }, context) => {
        const message =
          id === undefined
            ? 'is required if there is no name'
            : 'is that of the product; send either id or name'
        if ((id === undefined) === (name === undefined))
          context.addIssue({
            code: 'custom',
            path: [id === undefined ? 'id' : 'name'],
            message,
            input: id,
          })
      },
      { when: ({ value }) => isObject(value) },
    )
    .meta({
      description: 'A product of the store, or the name of what is needed',
      not: { not: { anyOf: [{ required: ['id'] }, { required: ['name'] }] } },
    })
  return linesSchema(line, limits)
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null

/** Runs even if a field is invalid, so that all errors of a line are reported at once. */
function checkProductOrName(
  entry: { readonly [Field in keyof CustomLineRequest | 'unpriced']?: unknown },
  context: z.core.$RefinementCtx,
): void {
  const add = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message, input: entry })
  if (Number(entry.quote) < 0 && !(Number(entry.price) < 0)) add('quote', offeredPriceMessage)
  const isBelow = ({ price, quote }: typeof entry) =>
    isNegative(parseUnitAmount(quote) ?? zero) && !isNegative(parseUnitAmount(price) ?? zero)
  if (isBelow(entry)) add('quote', 'must be 0 or more, unless the price of the line is below 0')
  if (entry.id !== undefined && entry.id !== 0) {
    for (const field of ['price', 'price_quantity', ...textFieldNames] as const)
      if (entry[field] !== undefined) add(field, frozenMessage)
  } else if (entry.name === undefined && entry.price === undefined && entry.id === undefined)
    add('id', 'is required')
  else if (entry.name === undefined) add('name', 'is required on a line without a product')
  else if (entry.price === undefined && entry.unpriced !== true)
    add('price', 'is required on a line without a product, unless it is unpriced')
}

const frozenMessage = 'is that of the product; it can be set only on a line without a product'

function updateLineFields(limits: RequestLimits, hasFields: boolean) {
  const sent = sentSchemas()
  return {
    id: lineId.optional(),
    key: keySchema('must be a string or null').nullish(),
    qty: quantitySchema(limits, true).optional(),
    quote: sent.quote.optional(),
    discount: sent.discount.optional(),
    discount_percent: sent.discount_percent.nullish(),
    billing: sent.billing.nullish(),
    ...sentLineChoiceSchemas(quantitySchema(limits)),
    unpriced: sent.unpriced.nullish(),
    price_quantity: sent.price_quantity.nullish(),
    note: shortString(maxNoteLength).nullish(),
    ...readOnlyFieldsSchema<Pick<ReadOnlyLineFields, (typeof readOnlyLineFields)[number]>>(
      readOnlyLineFields,
      copyReadOnlyScalar,
    ),
    price_breaks: priceBreaks().optional(),
    ...readOnlyFieldsSchema<ComponentFields>(componentFields, copyReadOnlyComponents),
    ...mapTextFields((name) => textFieldSchema(name).nullish()),
    name: textFieldSchema('name').optional(),
    ...(hasFields && sentFieldsSchemas('line', limits)),
  }
}

/** What a line without a product has, in a JSON schema. */
const customLineForms = [{ required: ['name', 'price'] }, { required: ['name', 'unpriced'] }]

/** The refinement of a line, which is no part of a JSON schema: not without an id and a key. */
const needsReference = {
  // With `anyOf`, generated clients would not know the type of a line.
  not: {
    not: {
      anyOf: [{ properties: { id: {} }, required: ['id'] }, ...customLineForms],
    },
    properties: { key: { type: 'null' } },
  },
}

const hasReference = ({ id, key, name }: UpdateLineRequest) =>
  id !== undefined || key != null || name !== undefined

const needsId = { path: ['id'], error: 'is required if there is no key' }

/** Creates the schema of the lines of an updated quote. */
export function updateLinesSchema(limits: RequestLimits, hasFields = true) {
  const line = z
    .strictObject(updateLineFields(limits, hasFields), requiredObject)
    .refine(hasReference as (line: unknown) => boolean, needsId)
    .meta({ description: 'A line to keep or change, by key or id, or to add', ...needsReference })
  return linesSchema<UpdateLineRequest>(line as unknown as z.ZodType<UpdateLineRequest>, limits)
}

/** Creates the schema of changes of single lines. */
export function lineChangesSchema(limits: RequestLimits, hasFields = true) {
  const { maxLines } = limits
  const line = z
    .strictObject(
      {
        ...updateLineFields(limits, hasFields),
        remove: z.boolean({ error: 'must be true or false' }).optional(),
        add: z.boolean({ error: 'must be true or false' }).optional(),
      },
      requiredObject,
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
    lineKey(),
    { error: 'must be an array or null' },
    { max: [maxLines, `must have at most ${maxLines} keys`] },
  )
}
