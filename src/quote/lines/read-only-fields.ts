import * as z from 'zod'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'
import type { ProductLine, Quote } from '../quote.js'
import { textFieldNames } from '../text-fields.js'

/** Fields of a quote that the engine computes. */
export const readOnlyFields = [
  'quote_total',
  'price_total',
  'created',
  'tags',
  'total',
  'currency',
  'decimals',
  'taxes',
  'amounts',
  'number',
  'revision',
  'sent',
  'expires',
  'seal',
  'reason',
  'acceptance',
  'order',
  'delivery',
  'expiry_reported',
] as const satisfies readonly (keyof Quote)[]

/** Fields of a line that the engine computes. */
export const readOnlyLineFields = [
  'price',
  'price_total',
  'quote_total',
  'discount_total',
  'calculated_price',
] as const satisfies readonly (keyof ProductLine)[]

/** What a line freezes of its product, and a line without a product can be given. */
export const productFactFields = [
  ...textFieldNames,
  'price_breaks',
] as const satisfies readonly (keyof ProductLine)[]

type Optional<T> = { readonly [Field in keyof T]?: T[Field] | undefined }

/** Computed fields of a quote, which an update may send back unchanged. */
export interface ReadOnlyFields extends Optional<Pick<Quote, (typeof readOnlyFields)[number]>> {}

/** Computed fields of a line, which an update may send back unchanged. */
export interface ReadOnlyLineFields
  extends Optional<Pick<ProductLine, (typeof readOnlyLineFields)[number] | 'price_breaks'>> {}

/**
 * Creates the schema of read-only fields. Accepts any value: `rejectReadOnlyChanges` compares it
 * with the stored one, so the type is not checked here.
 */
export function readOnlyFieldsSchema<Fields>(
  fields: readonly (keyof Fields & string)[],
  copy: (value: unknown) => unknown,
) {
  const schema = z.unknown().transform(copy).optional()
  return Object.fromEntries(fields.map((field) => [field, schema])) as unknown as {
    readonly [Field in keyof Fields]-?: z.ZodOptional<z.ZodType<Fields[Field]>>
  }
}

/**
 * Adds an error for each read-only field that was sent with another value than the stored one.
 *
 * @param stored - undefined if nothing is stored yet; then no read-only field can be sent
 */
export function rejectReadOnlyChanges<Field extends string>(
  fields: readonly Field[],
  stored: { readonly [F in Field]?: unknown } | undefined,
  sent: { readonly [F in Field]?: unknown },
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
  ownHints?: ReadonlyMap<string, string>,
): void {
  for (const field of fields) {
    const value = sent[field]
    if (value === undefined || (stored !== undefined && jsonEqual(value, stored[field]))) continue
    const hint = ownHints?.get(field) ?? hints.get(field)
    errors.add([...path, field], hint ?? 'is computed and cannot be set')
  }
}

const frozenTextField = 'is that of the product and cannot be set; set a note'

const hints: ReadonlyMap<string, string> = new Map([
  ['tags', 'cannot be set; set tags with tag_list'],
  ['expires', 'cannot be set; pass it to sendQuote'],
  ['number', 'is assigned once and cannot be set'],
  ['order', 'cannot be set; call orderQuote'],
  ['acceptance', 'cannot be set; call acceptQuote'],
  ['delivery', 'cannot be set; call recordDelivery'],
  ['currency', 'is set when a quote is created; copy the quote with copyQuote'],
  ['taxes', 'cannot be set; call priceTaxes'],
  ...textFieldNames.map((name) => [name, frozenTextField] as const),
  ['price_breaks', 'is frozen and cannot be set; call repriceQuote for those of the catalog now'],
  ['price', 'is frozen and cannot be set; set the offered price with quote'],
])
