import * as z from 'zod'
import { type ZeroSalePrice, zeroSalePrices } from '../../ports/catalog-prices.js'
import { catalogTextFieldNames } from '../../quote/model/text-fields.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import {
  currencyCode,
  idSchema,
  mustBeObject,
  withReceived,
} from '../../validation/schemas/scalars.js'
import { dialectFields, readFields } from './dialect.js'

/** The fields of a product that a CSV file can have. */
export const csvFields = [
  'id',
  'price',
  'salePrice',
  'minQty',
  ...catalogTextFieldNames,
  'components',
  'componentPrices',
  'componentPercent',
] as const

/** The header of each column, by the field of the product. */
export type CsvColumns = { readonly [Field in (typeof csvFields)[number]]?: string | undefined } & {
  /**
   * The header of the quantity from which the price of a row applies. The rows of a product then
   * are its price and its price breaks. The row with the smallest quantity, of at most 1 or empty,
   * has its price and all its other fields.
   *
   * @default none: a product has one row
   */
  readonly minQty?: string | undefined
  /**
   * The header of what a bundle consists of: `7:2|8:0.5` for 2 of the product 7, and 0.5 of the
   * product 8.
   *
   * @default none: no product is a bundle
   */
  readonly components?: string | undefined
  /**
   * The header of how the prices of components are shown: `hidden`, `shown` or `summed`.
   *
   * @default none: they are hidden
   */
  readonly componentPrices?: string | undefined
  /**
   * The header of the percentage of the sum of its components that a bundle costs.
   *
   * @default none: all of it
   */
  readonly componentPercent?: string | undefined
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
  /**
   * The encoding of bytes, by a name that `TextDecoder` knows, such as `windows-1252`.
   *
   * @default 'utf-8', or UTF-16 if the file begins with its byte order mark
   */
  readonly encoding?: string | undefined
  /**
   * What happens to rows that are invalid, and to rows whose id other rows have as well. `'skip'`
   * leaves them out, and all rows of the same id; `skipped` of the catalog lists them.
   *
   * @default 'reject': nothing is loaded. Of an export of Shopify, variants without a SKU of their
   * own are skipped, as the platform allows them
   */
  readonly onInvalid?: 'reject' | 'skip' | undefined
  /**
   * What a sale price of 0 means: no sale, or a product that is free of charge.
   *
   * @default 'none'
   */
  readonly zeroSalePrice?: ZeroSalePrice | undefined
}

const header = z.string().min(1, { error: 'must be the header of a column' })
const columns = Object.fromEntries(csvFields.map((field) => [field, header.optional()]))
const ownColumns = z
  .record(z.string(), header, { error: withReceived('must be an object of headers') })
  .optional()

const csvCatalogOptionsSchema: z.ZodType<CsvCatalogOptions> = z.strictObject(
  {
    columns: z
      .strictObject({ ...columns, fields: ownColumns }, { error: 'must be an object with headers' })
      .optional(),
    ...dialectFields,
    // Databases also write files with control characters as delimiters, such as U+001F.
    delimiter: z
      .string({ error: withReceived('must be one character') })
      .regex(/^[^"\r\n]$/, {
        error: withReceived('must be one character, and no quote or line break'),
      })
      .optional(),
    ...readFields,
    store: idSchema.optional(),
    currency: currencyCode.optional(),
    onInvalid: z
      .enum(['reject', 'skip'], { error: withReceived('must be reject or skip') })
      .optional(),
    zeroSalePrice: z
      .enum(zeroSalePrices, { error: withReceived('must be none or free') })
      .optional(),
  },
  mustBeObject,
)

/** @throws QuoteError `invalid_options` */
export function parseOptions(options: unknown): CsvCatalogOptions {
  return parseOrThrow(csvCatalogOptionsSchema, options, 'invalid_options')
}
