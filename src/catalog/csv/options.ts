import * as z from 'zod'
import { catalogTextFieldNames } from '../../quote/text-fields.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import { currencyCode, idSchema, withReceived } from '../../validation/schemas/scalars.js'

/** The fields of a product that a CSV file can have. */
export const csvFields = ['id', 'price', 'salePrice', ...catalogTextFieldNames] as const

/** The header of each column, by the field of the product. */
export type CsvColumns = { readonly [Field in (typeof csvFields)[number]]?: string | undefined } & {
  /** Headers of columns of own fields of lines, by the name of the field. */
  readonly fields?: Readonly<Record<string, string>> | undefined
}

/** Options of `csvCatalog`. */
export interface CsvCatalogOptions {
  /**
   * Headers of columns, in addition to those of the format. A header that is named here must exist.
   *
   * @default `id`, `price`, `sale_price`, `name`, `sku`, `unit`, `description`, `image` and
   * `tax_code`; or those of an export of Shopify, with the SKU as the id
   */
  readonly columns?: CsvColumns | undefined
  /**
   * The type of ids: `'integer'` makes 118 of a cell `118`. The number 118 and the string `'118'`
   * are different ids.
   *
   * @default 'string'
   */
  readonly idType?: 'integer' | 'string' | undefined
  /**
   * The character between cells.
   *
   * @default ','
   */
  readonly delimiter?: string | undefined
  /**
   * The decimal separator of prices. Thousands separators are errors.
   *
   * @default '.'
   */
  readonly decimalSeparator?: '.' | ',' | undefined
  /**
   * The store that has the products.
   *
   * @default all stores
   */
  readonly store?: string | undefined
  /**
   * The currency of the prices, three capital letters. Quotes in other currencies find no products.
   *
   * @default none: the prices are used whatever the currency of the quote is
   */
  readonly currency?: string | undefined
}

const header = z.string().min(1, { error: 'must be the header of a column' })
const columns = Object.fromEntries(csvFields.map((field) => [field, header.optional()]))
const ownColumns = z
  .record(z.string(), header, { error: withReceived('must be an object of headers') })
  .optional()

const optionsSchema: z.ZodType<CsvCatalogOptions> = z.strictObject(
  {
    columns: z
      .strictObject({ ...columns, fields: ownColumns }, { error: 'must be an object with headers' })
      .optional(),
    idType: z
      .enum(['integer', 'string'], { error: withReceived('must be integer or string') })
      .optional(),
    delimiter: z
      .string({ error: withReceived('must be one character') })
      .regex(/^[^"\r\n]$/, {
        error: withReceived('must be one character, and no quote or line break'),
      })
      .optional(),
    decimalSeparator: z
      .enum(['.', ','], { error: withReceived('must be a point or a comma') })
      .optional(),
    store: idSchema.optional(),
    currency: currencyCode.optional(),
  },
  { error: 'must be an object' },
)

/** @throws QuoteError `invalid_options` */
export function parseOptions(options: unknown): CsvCatalogOptions {
  return parseOrThrow(optionsSchema, options, 'invalid_options')
}
