import { QuoteError } from '../../errors.js'
import { textFieldNames, textFields } from '../../quote/text-fields.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import type { CsvHeader } from './header.js'
import { type CsvColumns, csvFields } from './options.js'
import { isShopifyHeader, shopifyColumns } from './shopify.js'

const plainColumns: CsvColumns = {
  id: 'id',
  price: 'price',
  salePrice: 'sale_price',
  ...Object.fromEntries(textFieldNames.map((name) => [textFields[name].inCatalog, name])),
}

/** The columns of a file. */
export interface Columns {
  readonly names: CsvColumns
  readonly isShopify: boolean
}

/**
 * Returns the columns of the file's format, with those of the option.
 *
 * @throws QuoteError `invalid_options` if a column is missing or exists twice
 */
export function resolveColumns(header: CsvHeader, option: CsvColumns = {}): Columns {
  const isShopify = isShopifyHeader(header)
  const ofFormat = isShopify ? shopifyColumns(header) : plainColumns
  const names: CsvColumns = { ...ofFormat, ...withoutUndefined(option) }
  const errors = new FieldErrorCollector()
  for (const field of csvFields) {
    const name = names[field]
    if (name === undefined) continue
    const isRequired = field === 'id' || field === 'price' || option[field] !== undefined
    if (header.isRepeated(name)) errors.add(['header', name], 'must exist once')
    else if (isRequired && !header.has(name))
      errors.add(['header', name], `must exist, received the header ${header}`)
  }
  if (!errors.isEmpty) throw new QuoteError('invalid_options', { errors: errors.toFieldErrors() })
  return { names, isShopify }
}

function withoutUndefined(columns: CsvColumns): CsvColumns {
  return Object.fromEntries(Object.entries(columns).filter(([, name]) => name !== undefined))
}
