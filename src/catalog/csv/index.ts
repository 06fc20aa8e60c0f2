import { QuoteError } from '../../errors.js'
import type { CatalogCallOptions, SearchableCatalog } from '../../ports/catalog.js'
import { searchInMemory } from '../../ports/product-search.js'
import { textFieldNames, textFields } from '../../quote/text-fields.js'
import { describeKind } from '../../validation/describe-value.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { type CsvCatalogOptions, type CsvColumns, csvFields, parseOptions } from './options.js'
import { ProductCollector } from './product-collector.js'
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
export type { CsvSource } from './rows.js'

/**
 * Loads a catalog from CSV: one with columns such as `id`, `name` and `price`, or an export of the
 * products of Shopify, which is recognised by its header. The first row is the header. To load a
 * changed file, create a new catalog.
 *
 * Of a Shopify export, each variant is a product, identified by its SKU. The compare-at price is
 * the list price of a variant on sale. Drafts and archived products are left out.
 *
 * Cells are strings, also those that look like formulas. Spaces around them are ignored.
 *
 * @throws QuoteError `invalid_options` with every error by its line and column
 * (`line[12]["Variant Price"]`), if an option is invalid or unknown, or if the package `csv-parse`
 * is not installed
 *
 * @example
 * const catalog = await csvCatalog(createReadStream('products.csv')) // from 'node:fs'
 */
export async function csvCatalog(
  source: CsvSource,
  options: CsvCatalogOptions = {},
): Promise<SearchableCatalog> {
  const parsed = parseOptions(options)
  assertSource(source)
  const collector = new ProductCollector(parsed.idType)
  let table: Table | undefined
  const { delimiter = ',' } = parsed
  const rowOptions = { delimiter, caller: 'csvCatalog', code: 'invalid_options' } as const
  await forEachRow(source, rowOptions, (row) => {
    if (table !== undefined) return addRow(table, row, collector)
    table = readHeader(row, parsed)
    return true
  })
  if (table === undefined) {
    const errors = { header: 'must exist: the first row names the columns' }
    throw new QuoteError('invalid_options', { errors })
  }
  const products = collector.products()
  const { store, currency } = parsed
  const isOther = (storeId: string, call: CatalogCallOptions | undefined) =>
    (store !== undefined && storeId !== store) ||
    (currency !== undefined && (call?.currency ?? currency) !== currency)
  return {
    findProducts: (storeId, ids, call) =>
      isOther(storeId, call) ? [] : ids.flatMap((id) => products.get(id) ?? []),
    searchProducts: (storeId, text, call) =>
      isOther(storeId, call) ? [] : searchInMemory(products.values(), text),
  }
}

interface Table {
  readonly width: number
  readonly readRow: ReadRow
}

function readHeader({ cells }: CsvRow, options: CsvCatalogOptions): Table {
  const header = new CsvHeader(cells)
  const columns = resolveColumns(header, options.columns)
  const readRow = createRowReader(header, columns.names, options)
  return {
    width: cells.length,
    readRow: columns.isShopify ? shopifyReader(header, readRow) : readRow,
  }
}

function addRow({ width, readRow }: Table, { line, cells }: CsvRow, to: ProductCollector): boolean {
  if (cells.length !== width) {
    const message = `must have ${width} cells, as the header has, received ${cells.length}`
    return to.addError(line, `${message}: quote cells that contain the delimiter`)
  }
  const product = readRow(cells)
  return product === undefined || to.add(line, product)
}

function assertSource(source: unknown): asserts source is CsvSource {
  const isStream = typeof Object(source)[Symbol.asyncIterator] === 'function'
  const isPath = typeof source === 'string' && /^[^\n]*\.csv$/i.test(source)
  if ((isStream || typeof source === 'string' || source instanceof Uint8Array) && !isPath) return
  const expected = 'must be CSV as a string, as bytes or as a stream'
  const received = isPath ? 'a path: pass createReadStream(path)' : describeKind(source)
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
function resolveColumns(header: CsvHeader, option: CsvColumns = {}): Columns {
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
  if (!errors.isEmpty) throw new QuoteError('invalid_options', { errors: errors.toFieldErrors() })
  return { names, isShopify }
}

function withoutUndefined(columns: CsvColumns): CsvColumns {
  return Object.fromEntries(Object.entries(columns).filter(([, name]) => name !== undefined))
}
