import type { CatalogCallOptions } from '../../ports/catalog.js'
import { toSalePrice } from '../../ports/catalog-prices.js'
import type { CatalogPriceBreak, CatalogProduct } from '../../quote/lines/catalog-product.js'
import type { CatalogComponent } from '../../quote/lines/product-components.js'
import type { ComponentPrices } from '../../quote/model/component-fields.js'
import type { ProductId } from '../../quote/model/product-fields.js'
import {
  type CatalogTextFieldValues,
  catalogTextFieldNames,
} from '../../quote/model/text-fields.js'
import { describeValue } from '../../validation/describe-value.js'
import type { RunQuery } from './client.js'
import { type ColumnType, type ColumnTypes, formatOf, textOfKind } from './column-types.js'
import { createSqlWriter, type SqlDialect, type SqlWriter } from './dialect.js'
import { describeInexact, type ListedPrices, parseListedPrices } from './listed-breaks.js'
import { parseListedComponents, writeComponents } from './listed-components.js'
import {
  getListedPrice,
  isInListCurrency,
  type ListedPrice,
  writeListedPrices,
} from './listed-price.js'
import type { SqlCatalogOptions, SqlComponentTable } from './options.js'
import { parseJsonColumn, readNumber } from './read-value.js'

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
  const { columns, prices, components } = options
  const toProduct = productReader(options, types)
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
    const matching = requested.get(rowId(row)) ?? []
    return matching.flatMap((id) => {
      const json = row.listed ?? '[]'
      const prices = listed === undefined ? undefined : parseListedPrices(id, json, listed)
      const hasPrice = isListPriceUsed || prices?.price !== undefined || isSummed(row)
      return hasPrice ? [toProduct(id, row, prices)] : []
    })
  }

  const products: CatalogProduct[] = []
  for (const batch of idParameters([...requested.keys()], dialect)) {
    const sql = createSqlWriter(dialect)
    const input = { options, types, ids: batch, store, currency, listed, components, storeId }
    const statement = writeFind(sql, input)
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
  readonly components?: string | null
  readonly componentPrices?: string | null
  readonly componentPercent?: string | null
  readonly store?: string | null
  readonly currency?: string | null
  /** The prices of the table of prices, as JSON. */
  readonly listed?: string | null
  readonly [own: OwnColumn]: string | null
}

/** Columns that are fields of a product as they are. */
const copiedFields = [
  'price',
  'salePrice',
  ...catalogTextFieldNames,
] as const satisfies readonly (keyof ProductRow & keyof CatalogProduct)[]

/** Columns whose text is read before it is a field of a product. */
const readFields = [
  'priceBreaks',
  'components',
  'componentPrices',
  'componentPercent',
] as const satisfies readonly (keyof ProductRow & keyof CatalogProduct)[]

/** Returns true for a bundle that costs what its components cost. */
function isSummed({ componentPrices }: Pick<ProductRow, 'componentPrices'>): boolean {
  return componentPrices === 'summed'
}

/** The name of the column of an own field in a row. */
type OwnColumn = `fields.${string}`

const ownColumn = (field: string): OwnColumn => `fields.${field}`

type ToProduct = (
  id: ProductId,
  row: ProductRow,
  listed: ListedPrices | undefined,
) => CatalogProduct

/** Returns a function that returns the product of a row under the id that was requested. */
function productReader(
  { columns, zeroSalePrice, components: table }: SqlCatalogOptions,
  { id: { kind }, formats }: ColumnTypes,
): ToProduct {
  const own = Object.entries(columns.fields ?? {})

  /** Prices have no exponent, and no value has lost digits that it had when it was stored. */
  function read(id: ProductId, text: string | null | undefined, column: string | undefined) {
    if (text == null || column === undefined) return text
    const value = readNumber(text, formatOf(column, formats))
    if (value !== undefined) return value
    const where = `product ${describeValue(id)} has in the column ${column}`
    throw new Error(`sqlCatalog: ${where} the number ${describeInexact(text)}`)
  }

  return (id, row, listed) => {
    const unpriced = isSummed(row) ? '0' : ''
    const price = listed?.price ?? read(id, row.price, columns.price) ?? unpriced
    const salePrice =
      listed?.price === undefined
        ? toSalePrice(read(id, row.salePrice, columns.salePrice), zeroSalePrice)
        : undefined
    const facts = catalogTextFieldNames.flatMap((field) => {
      const value = row[field]
      return value == null ? [] : [[field, value]]
    })
    const ownValues = own.map(([name, column]) => {
      const value = row[ownColumn(name)]
      const isNumber = formatOf(column, formats) !== 'text'
      return [name, isNumber ? read(id, value, column) : value]
    })
    const breaks = priceBreaks(id, row, listed)
    const components = table
      ? parseListedComponents(row.components, kind)
      : row.components && parseJsonColumn<CatalogComponent>(id, 'components', row.components)
    const componentPercent = read(id, row.componentPercent, columns.componentPercent)
    return {
      id,
      price,
      ...(salePrice != null && { salePrice }),
      ...Object.fromEntries(facts),
      ...(ownValues.length > 0 && { fields: Object.fromEntries(ownValues) }),
      ...(breaks !== undefined && { priceBreaks: breaks }),
      ...(components && components.length > 0 && { components }),
      ...(row.componentPrices && { componentPrices: row.componentPrices as ComponentPrices }),
      ...(componentPercent != null && { componentPercent }),
    }
  }
}

/** Returns the listed breaks, and below them those of the product, unless its price is listed. */
export function priceBreaks(
  id: ProductId,
  { priceBreaks: json }: Pick<ProductRow, 'priceBreaks'>,
  listed: ListedPrices | undefined,
): readonly CatalogPriceBreak[] | undefined {
  const { price, breaks = [] } = listed ?? {}
  const listedBreaks = breaks.map(({ qty, price: from }) => ({ qty, price: from }))
  if (price !== undefined || json == null) return breaks.length === 0 ? undefined : listedBreaks
  const own = parseJsonColumn<CatalogPriceBreak>(id, 'priceBreaks', json)
  const [first] = breaks
  // The engine rejects what is no array, and breaks that are invalid.
  if (first === undefined || !Array.isArray(own)) return own
  return [...own.filter((each) => !(Object(each).qty >= first.qty)), ...listedBreaks]
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
  readonly components: SqlComponentTable | undefined
  readonly storeId: string
}

/** Writes the statement that finds products. */
function writeFind(
  sql: SqlWriter,
  { options: { table, columns }, types, ids, store, currency, listed, ...input }: FindInput,
): string {
  const { dialect, asText } = sql
  const column = (name: string) => `p.${sql.name(name)}`
  const value = (name: string) => sql.value(column(name), formatOf(name, types.formats))

  const fields = [...copiedFields, ...readFields, 'store', 'currency'] as const
  const id = dialect === 'sqlite' ? column(columns.id) : asText(column(columns.id))
  const selected = fields.flatMap((field) => {
    const name = columns[field]
    return name === undefined ? [] : [`${value(name)} as ${sql.name(field)}`]
  })
  for (const [field, name] of Object.entries(columns.fields ?? {}))
    selected.push(`${value(name)} as ${sql.name(ownColumn(field))}`)
  if (listed !== undefined) {
    const prices = writeListedPrices(sql, listed, column(columns.id))
    selected.push(`${prices} as ${sql.name('listed')}`)
  }
  if (input.components !== undefined) {
    const components = writeComponents(sql, input.components, input.storeId, column(columns.id))
    selected.push(`${components} as ${sql.name('components')}`)
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
