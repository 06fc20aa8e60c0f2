import type { CatalogPriceBreak, CatalogProduct } from '../../quote/products/catalog-product.js'
import type { ProductId } from '../../quote/products/product-fields.js'
import type { Customer } from '../../quote/quote.js'
import { type CatalogTextFieldValues, catalogTextFieldNames } from '../../quote/text-fields.js'
import { describeValue } from '../../validation/describe-value.js'
import { isValidString } from '../../validation/identifiers.js'
import type { RunQuery } from './client.js'
import type { ColumnType, ColumnTypes } from './column-types.js'
import {
  getQuoting,
  type SqlCatalogOptions,
  type SqlDialect,
  type SqlPriceTable,
} from './options.js'

/** What a call of `findProducts` asks for. */
interface Find {
  readonly storeId: string
  readonly ids: readonly ProductId[]
  readonly currency: string | undefined
  /** Returns the customer of the quote. Called only if prices depend on it. */
  readonly customer: () => Customer | undefined
}

/** The database of a catalog. */
interface Source {
  readonly run: RunQuery
  readonly dialect: SqlDialect
  readonly options: SqlCatalogOptions
  readonly types: ColumnTypes
}

/** Loads the rows of these products, and returns them under the ids that were requested. */
export async function loadProducts(
  { run, dialect, options, types }: Source,
  { storeId, ids, currency, customer }: Find,
): Promise<CatalogProduct[]> {
  const { columns } = options
  const ownNames = Object.keys(columns.fields ?? {})
  const requested = dialect === 'sqlite' ? byOwnId(ids) : requestedByText(ids, types.id.kind)
  const hasStore = columns.store !== undefined && types.store !== undefined
  const store = hasStore ? storeText(storeId, types.store.kind) : undefined
  if (requested.size === 0 || (hasStore && store === undefined)) return []
  const ofCurrency = columns.currency === undefined ? undefined : currency
  const parameters = [store, ofCurrency].filter((value) => value !== undefined)
  const hasCurrency = ofCurrency !== undefined
  const listed = options.prices && getListed(options.prices, { storeId, currency, customer })
  const isListPriceUsed =
    columns.currency !== undefined || isInListCurrency(options.prices, currency)

  /** Compares again, because collations can ignore case, accents and spaces. */
  function getProducts(row: ProductRow): CatalogProduct[] {
    if (hasStore && row.store !== store) return []
    if (hasCurrency && row.currency !== ofCurrency) return []
    if (row.listed == null && !isListPriceUsed) return []
    const matching = requested.get(rowId(row)) ?? []
    return matching.map((id) => toProduct(id, row, ownNames))
  }

  const products: CatalogProduct[] = []
  for (const batch of idParameters([...requested.keys()], dialect)) {
    const shape = { dialect, types, idCount: batch.length, hasCurrency, listed }
    const values = [...(listed?.parameters ?? []), ...batch, ...parameters]
    const rows = await run(findStatement(options, shape), values)
    products.push(...(rows as readonly ProductRow[]).flatMap(getProducts))
  }
  return products
}

/** What selects the price of a product in the table of prices. */
interface Listed {
  readonly hasGroup: boolean
  readonly hasCurrency: boolean
  /** The store, the group and the currency: those of them by which rows are selected. */
  readonly parameters: readonly string[]
}

function getListed(
  { store, group, groupOf, currency: column, listCurrency }: SqlPriceTable,
  { storeId, currency = listCurrency, customer }: Omit<Find, 'ids'>,
): Listed {
  const ofGroup = group === undefined ? undefined : parseGroup(groupOf?.(customer() ?? {}))
  const ofCurrency = column === undefined ? undefined : currency
  const parameters = [store === undefined ? undefined : storeId, ofGroup, ofCurrency]
  return {
    hasGroup: ofGroup !== undefined,
    hasCurrency: ofCurrency !== undefined,
    parameters: parameters.filter((value) => value !== undefined),
  }
}

/** No column has a string that databases cannot store, such as one with a NUL. */
function parseGroup(group: unknown): string | undefined {
  if (group == null) return undefined
  if (typeof group === 'string') return isValidString(group) ? group : undefined
  const message = `sqlCatalog: groupOf must return a string or undefined`
  throw new TypeError(`${message}, received ${describeValue(group)}`)
}

/** Returns false if the prices of the table of products are in another currency than the quote. */
function isInListCurrency(prices: SqlPriceTable | undefined, currency: string | undefined) {
  const { listCurrency = currency } = prices ?? {}
  return currency === undefined || currency === listCurrency
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

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const integerPattern = /^(?:0|-?[1-9][0-9]{0,17})$/

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
  if (typeof id === 'number') return undefined
  return kind === 'uuid' ? uuidText(id) : id
}

function uuidText(text: string): string | undefined {
  return uuidPattern.test(text) ? text.toLowerCase() : undefined
}

/** Returns the text of a store id in a column of this kind, or undefined if it can't have it. */
function storeText(storeId: string, kind: ColumnType['kind']): string | undefined {
  if (kind === 'integer') return integerPattern.test(storeId) ? storeId : undefined
  return kind === 'uuid' ? uuidText(storeId) : storeId
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
interface StatementShape {
  readonly dialect: SqlDialect
  readonly types: ColumnTypes
  /** The number of placeholders for ids in MySQL. The others have one, for a JSON array. */
  readonly idCount: number
  readonly hasCurrency: boolean
  /** What selects the price in the table of prices. Undefined if there is none. */
  readonly listed: Listed | undefined
}

/**
 * Returns the statement that finds products. Its parameters are strings: those of the table of
 * prices, the ids, then the store if
 * it has a column, then the currency if both the quote and the table have one.
 */
function findStatement(
  { table, columns, prices }: SqlCatalogOptions,
  { dialect, types, idCount, hasCurrency, listed }: StatementShape,
): string {
  const quoting = getQuoting(dialect)
  const column = (name: string) => `p.${quoting.name(name)}`
  const asText = (sql: string) => castToText(sql, dialect)
  const placeholder = placeholders(dialect)

  const fields = [...copiedFields, 'priceBreaks', 'store', 'currency'] as const
  const id = dialect === 'sqlite' ? column(columns.id) : asText(column(columns.id))
  const selected = fields.flatMap((field) => {
    const name = columns[field]
    return name === undefined ? [] : [`${asText(column(name))} as ${quoting.name(field)}`]
  })
  for (const [field, name] of Object.entries(columns.fields ?? {}))
    selected.push(`${asText(column(name))} as ${quoting.name(ownColumn(field))}`)
  if (prices !== undefined && listed !== undefined) {
    const price = listedPrice(prices, listed, { dialect, placeholder, id: column(columns.id) })
    selected.push(`${price} as ${quoting.name('listed')}`)
  }

  const idColumn = types.id.column(column(columns.id))
  const ids = Array.from({ length: idCount }, placeholder)
  const conditions = [`${idColumn} ${matchIds(ids, dialect, types)}`]
  if (columns.store !== undefined && types.store !== undefined) {
    const store = types.store.parameter(placeholder())
    conditions.push(`${types.store.column(column(columns.store))} = ${store}`)
  }
  if (columns.currency !== undefined) {
    const currency = column(columns.currency)
    conditions.push(hasCurrency ? `${asText(currency)} = ${placeholder()}` : `${currency} is null`)
  }
  return [
    `select ${[`${id} as ${quoting.name('id')}`, ...selected].join(', ')}`,
    `from ${quoting.table(table)} p`,
    `where ${conditions.join(' and ')}`,
  ].join(' ')
}

/** Returns a subquery with the price that applies: that of the group before that for all. */
function listedPrice(
  { table, product, price, store, group, currency }: SqlPriceTable,
  { hasGroup, hasCurrency }: Listed,
  { dialect, placeholder, id }: { dialect: SqlDialect; placeholder: () => string; id: string },
): string {
  const quoting = getQuoting(dialect)
  const column = (name: string) => `r.${quoting.name(name)}`
  const is = (name: string) => exactlyEqual(column(name), placeholder(), dialect)
  const conditions = [`${column(product)} = ${id}`]
  if (store !== undefined) conditions.push(is(store))
  const order: string[] = []
  if (group !== undefined) {
    const isForAll = `${column(group)} is null`
    conditions.push(hasGroup ? `(${is(group)} or ${isForAll})` : isForAll)
    order.push(`case when ${isForAll} then 1 else 0 end`)
  }
  if (currency !== undefined)
    conditions.push(hasCurrency ? is(currency) : `${column(currency)} is null`)
  return [
    `(select ${castToText(column(price), dialect)} from ${quoting.table(table)} r`,
    `where ${conditions.join(' and ')}`,
    `order by ${[...order, column(price)].join(', ')} limit 1)`,
  ].join(' ')
}

/** Compares the text of a column exactly, whatever its collation ignores. */
function exactlyEqual(column: string, placeholder: string, dialect: SqlDialect): string {
  const text = castToText(column, dialect)
  if (dialect === 'mysql') return `cast(${text} as binary) = cast(${placeholder} as binary)`
  return `${text} = ${placeholder} collate ${dialect === 'postgres' ? '"C"' : 'binary'}`
}

/** The array is a subquery without the table, so that the database looks each id up in an index. */
function matchIds(ids: readonly string[], dialect: SqlDialect, { id }: ColumnTypes): string {
  const [json = ''] = ids
  if (dialect === 'sqlite') return `in (select value from json_each(${json}))`
  if (dialect === 'mysql') return `in (${ids.map(id.parameter).join(', ')})`
  const value = id.parameter('value')
  return `= any(array(select ${value} from json_array_elements_text(${json}::json) value))`
}

function castToText(sql: string, dialect: SqlDialect): string {
  return dialect === 'postgres'
    ? `${sql}::text`
    : `cast(${sql} as ${dialect === 'mysql' ? 'char' : 'text'})`
}

function placeholders(dialect: SqlDialect): () => string {
  let count = 0
  return () => {
    count += 1
    return dialect === 'postgres' ? `$${count}` : '?'
  }
}
