import { QuoteError } from '../../errors.js'
import type { CatalogPort } from '../../ports/catalog.js'
import { describeKind } from '../../validation/describe-value.js'
import { resolveColumns } from './columns.js'
import { CsvHeader } from './header.js'
import { type CsvRow, type CsvSource, loadRows } from './load-rows.js'
import { type CsvCatalogOptions, parseOptions } from './options.js'
import { type ReadRow, rowReader } from './product-cells.js'
import { ProductCollector } from './product-collector.js'
import { shopifyReader } from './shopify.js'

export type { CsvSource } from './load-rows.js'
export type { CsvCatalogOptions, CsvColumns } from './options.js'

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
): Promise<CatalogPort> {
  const parsed = parseOptions(options)
  assertSource(source)
  const collector = new ProductCollector(parsed.idType)
  let table: Table | undefined
  await loadRows(source, parsed.delimiter ?? ',', (row) => {
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
  return {
    findProducts(storeId, ids, call) {
      if (store !== undefined && storeId !== store) return []
      const isOther = currency !== undefined && (call?.currency ?? currency) !== currency
      if (isOther) return []
      return ids.flatMap((id) => products.get(id) ?? [])
    },
  }
}

interface Table {
  readonly width: number
  readonly readRow: ReadRow
}

function readHeader({ cells }: CsvRow, options: CsvCatalogOptions): Table {
  const header = new CsvHeader(cells)
  const columns = resolveColumns(header, options.columns)
  const readRow = rowReader(header, columns.names, options)
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
