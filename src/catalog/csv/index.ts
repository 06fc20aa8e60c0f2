import { QuoteError } from '../../errors.js'
import type { CatalogCallOptions, SearchableCatalog } from '../../ports/catalog.js'
import { isOtherCurrency } from '../../ports/catalog-prices.js'
import { searchInMemory } from '../../ports/product-search.js'
import { textFieldNames, textFields } from '../../quote/model/text-fields.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { describeOtherSource } from './decode-text.js'
import { isDelimiterLine } from './dialect.js'
import { type CsvCatalogOptions, type CsvColumns, csvFields, parseOptions } from './options.js'
import { ProductCollector, type SkippedRows } from './product-collector.js'
import {
  CsvHeader,
  type CsvRow,
  type CsvSource,
  createRowReader,
  forEachRow,
  type ReadRow,
} from './rows.js'
import { isShopifyHeader, shopifyColumns, shopifyReader } from './shopify.js'

export type { CsvCatalogOptions, CsvColumns } from './options.js'
export type { SkippedRow, SkippedRows } from './product-collector.js'
export type { CsvSource } from './rows.js'

/** A catalog that was loaded from CSV. */
export interface CsvCatalog extends SearchableCatalog {
  /** The rows of the file that were left out, because they are invalid. */
  readonly skipped: SkippedRows
}

/**
 * Loads a catalog from CSV: one with columns such as `id`, `name` and `price`, or an export of the
 * products of Shopify, which is recognised by its header. The first row is the header. To load a
 * changed file, create a new catalog.
 *
 * Of a Shopify export, each variant is a product, identified by its SKU. The compare-at price is
 * the list price of a variant on sale. Drafts and archived products are left out. Variants without
 * a SKU, and those whose SKU another one has, are in `skipped`.
 *
 * Cells are strings, also those that look like formulas. Spaces around them are ignored.
 *
 * @throws QuoteError `invalid_options` with every error by its line and column
 * (`line[12]["Variant Price"]`), if no row is left, if an option is invalid or unknown, or if the
 * package `csv-parse` is not installed
 *
 * @example
 * const catalog = await csvCatalog(createReadStream('products.csv')) // from 'node:fs'
 */
export async function csvCatalog(
  source: CsvSource,
  options: CsvCatalogOptions = {},
): Promise<CsvCatalog> {
  const parsed = parseOptions(options)
  assertSource(source)
  let table: Table | undefined
  const { delimiter = ',', encoding } = parsed
  const caller = { caller: 'csvCatalog', code: 'invalid_options' } as const
  await forEachRow(source, { delimiter, encoding, ...caller }, (row) => {
    if (table !== undefined) return addRow(table, row)
    if (!isDelimiterLine(row.cells)) table = readHeader(row, parsed)
    return true
  })
  if (table === undefined) throw headerError('must exist: the first row names the columns')
  const { products, skipped } = table.collector.finish()
  const { store, currency } = parsed
  const isOther = (storeId: string, call: CatalogCallOptions | undefined) =>
    (store !== undefined && storeId !== store) || isOtherCurrency(currency, call)
  return {
    findProducts: (storeId, ids, call) =>
      isOther(storeId, call) ? [] : ids.flatMap((id) => products.get(id) ?? []),
    searchProducts: (storeId, text, call) =>
      isOther(storeId, call) ? [] : searchInMemory(products.values(), text),
    skipped,
  }
}

function headerError(message: string): QuoteError {
  return new QuoteError('invalid_options', { errors: { header: message } })
}

interface Table {
  readonly width: number
  readonly readRow: ReadRow
  readonly collector: ProductCollector
}

function readHeader({ cells }: CsvRow, options: CsvCatalogOptions): Table {
  const header = new CsvHeader(cells)
  const { names, isShopify } = resolveColumns(header, options)
  const readRow = createRowReader(header, names, options)
  return {
    width: cells.length,
    readRow: isShopify ? shopifyReader(header, readRow) : readRow,
    collector: new ProductCollector(options, isShopify),
  }
}

function addRow({ width, readRow, collector }: Table, { line, cells }: CsvRow): boolean {
  if (cells.length !== width) {
    const message = `must have ${width} cells, as the header has, received ${cells.length}`
    return collector.addError(line, `${message}: quote cells that contain the delimiter`)
  }
  const product = readRow(cells)
  return product === undefined || collector.add(line, product)
}

function assertSource(source: unknown): asserts source is CsvSource {
  const received = describeOtherSource(source)
  if (received === undefined) return
  const expected = 'must be CSV as a string, as bytes or as a stream'
  throw new QuoteError('invalid_options', {
    errors: { source: `${expected}, received ${received}` },
  })
}

const plainColumns: CsvColumns = {
  id: 'id',
  price: 'price',
  salePrice: 'sale_price',
  ...Object.fromEntries(textFieldNames.map((name) => [textFields[name].inCatalog, name])),
}

/** The columns of a file. */
interface Columns {
  readonly names: CsvColumns
  readonly isShopify: boolean
}

/**
 * Returns the columns of the file's format, with those of the option.
 *
 * @throws QuoteError `invalid_options` if a column is missing or exists twice
 */
function resolveColumns(
  header: CsvHeader,
  { columns: option = {}, delimiter = ',' }: CsvCatalogOptions,
): Columns {
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
  for (const name of Object.values(option.fields ?? {})) {
    if (header.isRepeated(name)) errors.add(['header', name], 'must exist once')
    else if (!header.has(name))
      errors.add(['header', name], `must exist, received the header ${header}`)
  }
  if (errors.isEmpty) return { names, isShopify }
  const other = header.otherDelimiter(delimiter)
  if (other === undefined)
    throw new QuoteError('invalid_options', { errors: errors.toFieldErrors() })
  const received = `${JSON.stringify(other)} between the names: pass delimiter: ${JSON.stringify(other)}`
  throw headerError(`must be separated by ${JSON.stringify(delimiter)}, received ${received}`)
}

function withoutUndefined(columns: CsvColumns): CsvColumns {
  return Object.fromEntries(Object.entries(columns).filter(([, name]) => name !== undefined))
}
