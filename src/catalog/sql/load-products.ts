import type { CatalogCallOptions } from '../../ports/catalog.js'
import type { CatalogPriceBreak, CatalogProduct } from '../../quote/products/catalog-product.js'
import type { ProductId } from '../../quote/products/product-fields.js'
import { type CatalogTextFieldValues, catalogTextFieldNames } from '../../quote/text-fields.js'
import { describeValue } from '../../validation/describe-value.js'
import type { RunQuery } from './client.js'
import { type ColumnType, type ColumnTypes, textOfKind } from './column-types.js'
import { createSqlWriter, type SqlDialect, type SqlWriter } from './dialect.js'
import {
  getListedPrice,
  isInListCurrency,
  type ListedPrice,
  writeListedPrice,
} from './listed-price.js'
import type { SqlCatalogOptions } from './options.js'

/** The database of a catalog. */
export interface SqlSource {
  readonly run: RunQuery
  readonly dialect: SqlDialect
  readonly options: SqlCatalogOptions
  readonly types: ColumnTypes
}

/** Loads the rows of these products, and returns them under the ids that were requested. */
export async function loadProducts(
  { run, dialect, options, types }: SqlSource,
  storeId: string,
  ids: readonly ProductId[],
  call: CatalogCallOptions | undefined,
): Promise<CatalogProduct[]> {
  const { columns, prices } = options
  const ownNames = Object.keys(columns.fields ?? {})
  const requested = dialect === 'sqlite' ? byOwnId(ids) : requestedByText(ids, types.id.kind)
  const hasStore = columns.store !== undefined && types.store !== undefined
  const store = hasStore ? textOfKind(storeId, types.store.kind) : undefined
  if (requested.size === 0 || (hasStore && store === undefined)) return []
  const currency = columns.currency === undefined ? undefined : call?.currency
  const listed = prices && (await getListedPrice(prices, types, storeId, call))
  const isListPriceUsed = columns.currency !== undefined || isInListCurrency(prices, call?.currency)

  /** Compares again, because collations can ignore case, accents and spaces. */
  function getProducts(row: ProductRow): CatalogProduct[] {
    if (hasStore && row.store !== store) return []
    if (currency !== undefined && row.currency !== currency) return []
    if (row.listed == null && !isListPriceUsed) return []
    const matching = requested.get(rowId(row)) ?? []
    return matching.map((id) => toProduct(id, row, ownNames))
  }

  const products: CatalogProduct[] = []
  for (const batch of idParameters([...requested.keys()], dialect)) {
    const sql = createSqlWriter(dialect)
    const statement = writeFind(sql, { options, types, ids: batch, store, currency, listed })
    const rows = await run(statement, sql.values)
    products.push(...(rows as readonly ProductRow[]).flatMap(getProducts))
  }
  return products
}

type IdsByText = ReadonlyMap<ProductId, readonly ProductId[]>

/** In SQLite each id has its own type, so the number 118 and the string '118' are two ids. */
function byOwnId(ids: readonly ProductId[]): IdsByText {
  return new Map(ids.map((id) => [id, [id]]))
}

/** Some drivers of SQLite can be set to return integers as bigints. */
function rowId({ id }: ProductRow): ProductId {
  return typeof id === 'bigint' ? Number(id) : (id as ProductId)
}

const maxIdsPerStatement = 1_024

/** Returns the parameters of each statement: a JSON array, or in MySQL up to 1,024 strings. */
function idParameters(ids: readonly ProductId[], dialect: SqlDialect): string[][] {
  if (dialect !== 'mysql') return [[JSON.stringify(ids)]]
  const batches: string[][] = []
  for (let start = 0; start < ids.length; start += maxIdsPerStatement)
    batches.push(padded(ids.slice(start, start + maxIdsPerStatement).map(String)))
  return batches
}

/** Repeats the last id up to a power of two, so that there are few statements to prepare. */
function padded(ids: readonly string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(ids.length))
  const last = ids.at(-1) ?? ''
  return [...ids, ...Array.from({ length: length - ids.length }, () => last)]
}

/**
 * Returns the ids that a column of this kind can have, by their text in the database. A UUID in
 * capital letters and one in small letters have the same text.
 */
function requestedByText(
  ids: readonly ProductId[],
  kind: ColumnType['kind'],
): ReadonlyMap<ProductId, readonly ProductId[]> {
  const byText = new Map<string, ProductId[]>()
  for (const id of ids) {
    const text = toText(id, kind)
    if (text !== undefined) byText.set(text, [...(byText.get(text) ?? []), id])
  }
  return byText
}

function toText(id: ProductId, kind: ColumnType['kind']): string | undefined {
  if (kind === 'integer') return typeof id === 'number' ? String(id) : undefined
  return typeof id === 'number' ? undefined : textOfKind(id, kind)
}

/** A row as statements return it. All but the id of SQLite are text, so that prices are exact. */
interface ProductRow extends CatalogTextFieldValues<string | null> {
  readonly id: unknown
  readonly price: string
  readonly salePrice?: string | null
  readonly priceBreaks?: string | null
  readonly store?: string | null
  readonly currency?: string | null
  /** The price of the table of prices. */
  readonly listed?: string | null
  readonly [own: OwnColumn]: string | null
}

/** Columns that are fields of a product as they are. */
const copiedFields = [
  'price',
  'salePrice',
  ...catalogTextFieldNames,
] as const satisfies readonly (keyof ProductRow & keyof CatalogProduct)[]

/** The name of the column of an own field in a row. */
type OwnColumn = `fields.${string}`

const ownColumn = (field: string): OwnColumn => `fields.${field}`

/** Returns the product of a row under the id that was requested. */
function toProduct(id: ProductId, row: ProductRow, ownNames: readonly string[]): CatalogProduct {
  const fields = copiedFields.flatMap((field) => {
    const value = row[field]
    return value == null ? [] : [[field, value]]
  })
  const own = ownNames.map((name) => [name, row[ownColumn(name)]] as const)
  const product = {
    id,
    price: row.price,
    ...Object.fromEntries(fields),
    ...(own.length > 0 && { fields: Object.fromEntries(own) }),
  }
  if (row.listed != null) return { ...product, price: row.listed, salePrice: undefined }
  if (row.priceBreaks == null) return product
  return { ...product, priceBreaks: parsePriceBreaks(id, row.priceBreaks) }
}

/** Only parses JSON, because the engine validates what it contains. */
function parsePriceBreaks(id: ProductId, json: string): readonly CatalogPriceBreak[] {
  try {
    return JSON.parse(json)
  } catch (cause) {
    const message = `sqlCatalog: priceBreaks of product ${describeValue(id)} must be JSON`
    throw new Error(`${message}, received ${describeValue(json)}`, { cause })
  }
}

/** What a statement that finds products depends on. */
interface FindInput {
  readonly options: SqlCatalogOptions
  readonly types: ColumnTypes
  /** The parameters for the ids: a JSON array, or in MySQL up to 1,024 strings. */
  readonly ids: readonly string[]
  /** The text of the store, if there is a column for it. */
  readonly store: string | undefined
  /** The currency, if both the quote and the table have one. */
  readonly currency: string | undefined
  /** What selects the price in the table of prices. Undefined if there is none. */
  readonly listed: ListedPrice | undefined
}

/** Writes the statement that finds products. */
function writeFind(
  sql: SqlWriter,
  { options: { table, columns }, types, ids, store, currency, listed }: FindInput,
): string {
  const { dialect, asText } = sql
  const column = (name: string) => `p.${sql.name(name)}`

  const fields = [...copiedFields, 'priceBreaks', 'store', 'currency'] as const
  const id = dialect === 'sqlite' ? column(columns.id) : asText(column(columns.id))
  const selected = fields.flatMap((field) => {
    const name = columns[field]
    return name === undefined ? [] : [`${asText(column(name))} as ${sql.name(field)}`]
  })
  for (const [field, name] of Object.entries(columns.fields ?? {}))
    selected.push(`${asText(column(name))} as ${sql.name(ownColumn(field))}`)
  if (listed !== undefined) {
    const price = writeListedPrice(sql, listed, column(columns.id))
    selected.push(`${price} as ${sql.name('listed')}`)
  }

  const idColumn = types.id.column(column(columns.id))
  const conditions = [`${idColumn} ${matchIds(ids.map(sql.bind), dialect, types)}`]
  if (columns.store !== undefined && types.store !== undefined && store !== undefined)
    conditions.push(
      `${types.store.column(column(columns.store))} = ${types.store.parameter(sql.bind(store))}`,
    )
  if (columns.currency !== undefined) {
    const own = column(columns.currency)
    const isOfQuote = currency !== undefined && `${asText(own)} = ${sql.bind(currency)}`
    conditions.push(isOfQuote || `${own} is null`)
  }
  return [
    `select ${[`${id} as ${sql.name('id')}`, ...selected].join(', ')}`,
    `from ${sql.table(table)} p`,
    `where ${conditions.join(' and ')}`,
  ].join(' ')
}

/** The array is a subquery without the table, so that the database looks each id up in an index. */
function matchIds(ids: readonly string[], dialect: SqlDialect, { id }: ColumnTypes): string {
  const [json = ''] = ids
  if (dialect === 'sqlite') return `in (select value from json_each(${json}))`
  if (dialect === 'mysql') return `in (${ids.map(id.parameter).join(', ')})`
  const value = id.parameter('value')
  return `= any(array(select ${value} from json_array_elements_text(${json}::json) value))`
}
