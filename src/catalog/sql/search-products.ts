import type { CatalogCallOptions } from '../../ports/catalog.js'
import { toSalePrice } from '../../ports/catalog-prices.js'
import {
  maxSuggestions,
  type ProductSearch,
  type ProductSuggestion,
  parseProductSearch,
  suggestPrices,
} from '../../ports/product-search.js'
import { isProductId, type ProductId } from '../../quote/model/product-fields.js'
import { isValidString } from '../../validation/identifiers.js'
import { type ColumnTypes, formatOf, textOfKind } from './column-types.js'
import { createSqlWriter, type SqlWriter } from './dialect.js'
import { parseListedPrices } from './listed-breaks.js'
import {
  getListedPrice,
  isInListCurrency,
  type ListedPrice,
  writeHasPriceOfOne,
  writeIs,
  writeListedPrices,
} from './listed-price.js'
import { priceBreaks, type SqlSource } from './load-products.js'
import type { SqlCatalogOptions } from './options.js'
import { readNumber } from './read-value.js'

/** Finds products by words, with the prices of a call. One statement. */
export async function searchProducts(
  { run, dialect, options, types }: SqlSource,
  storeId: string,
  text: string,
  call: CatalogCallOptions | undefined,
): Promise<ProductSuggestion[]> {
  const search = parseProductSearch(text)
  // No column has a string that databases cannot store.
  if (search === undefined || !isValidString(search.text)) return []
  const { columns, prices } = options
  const store = columns.store === undefined ? undefined : storeText(storeId, types)
  if (columns.store !== undefined && store === undefined) return []
  const listed = prices && (await getListedPrice(prices, types, storeId, call))
  const sql = createSqlWriter(dialect)
  const input = { options, types, search, store, currency: call?.currency, listed }
  const rows = await run(writeSearch(sql, input), sql.values)
  return (rows as readonly SuggestionRow[]).flatMap((row) =>
    toSuggestion(row, types, options, listed),
  )
}

function storeText(storeId: string, { store }: ColumnTypes): string | undefined {
  return store && textOfKind(storeId, store.kind)
}

interface SuggestionRow {
  readonly id: unknown
  readonly name?: string | null
  readonly sku?: string | null
  readonly price: string
  readonly salePrice?: string | null
  readonly priceBreaks?: string | null
  readonly componentPrices?: string | null
  readonly image?: string | null
  /** The prices of the table of prices, as JSON. */
  readonly listed?: string | null
}

function toSuggestion(
  row: SuggestionRow,
  { id: { kind }, formats }: ColumnTypes,
  { columns, zeroSalePrice }: SqlCatalogOptions,
  listed: ListedPrice | undefined,
): ProductSuggestion[] {
  const { name, sku, price, salePrice, image } = row
  const id = toProductId(row.id, kind)
  if (id === undefined) return []
  const read = (text: string | null | undefined, column: string | undefined) =>
    text == null || column === undefined ? undefined : readNumber(text, formatOf(column, formats))
  const sale = toSalePrice(salePrice, zeroSalePrice)
  const own = sale == null ? read(price, columns.price) : read(sale, columns.salePrice)
  return [
    {
      id,
      name: name ?? sku ?? String(id),
      // A search loads no components, so their sum is not known.
      ...(row.componentPrices !== 'summed' && pricesOf(id, row, listed, own)),
      ...(sku != null && { sku }),
      ...(image && { image }),
    },
  ]
}

/** A product whose prices a quote rejects is found, but without a price. */
function pricesOf(
  id: ProductId,
  row: SuggestionRow,
  listed: ListedPrice | undefined,
  own: string | undefined,
): Pick<ProductSuggestion, 'price' | 'priceBreaks'> {
  try {
    const { listed: json } = row
    const prices = json == null || !listed ? undefined : parseListedPrices(id, json, listed)
    return suggestPrices(prices?.price ?? own, priceBreaks(id, row, prices))
  } catch {
    return { price: undefined }
  }
}

/** Some drivers of SQLite can be set to return integers as bigints. All others return text. */
function toProductId(stored: unknown, kind: ColumnTypes['id']['kind']): ProductId | undefined {
  const isNumber = kind === 'integer' || typeof stored === 'bigint'
  const id = isNumber ? Number(stored) : stored
  return isProductId(id) ? id : undefined
}

/** Columns that are selected as far as the table has them. */
const suggestedFields = [
  'name',
  'sku',
  'price',
  'salePrice',
  'priceBreaks',
  'componentPrices',
  'image',
] as const

interface SearchInput {
  readonly options: SqlCatalogOptions
  readonly types: ColumnTypes
  readonly search: ProductSearch
  /** The text of the store, if there is a column for it. */
  readonly store: string | undefined
  readonly currency: string | undefined
  /** What selects the price in the table of prices. Undefined if there is none. */
  readonly listed: ListedPrice | undefined
}

/** Writes the statement that searches products. */
function writeSearch(
  sql: SqlWriter,
  { options: { table, columns, prices, search }, types, ...input }: SearchInput,
): string {
  const { asText } = sql
  const column = (name: string) => `p.${sql.name(name)}`
  const idColumn = column(columns.id)
  const selected = [
    `${sql.dialect === 'sqlite' ? writeExact(idColumn) : asText(idColumn)} as ${sql.name('id')}`,
    ...suggestedFields.flatMap((field) => {
      const name = columns[field]
      if (name === undefined) return []
      return [`${sql.value(column(name), formatOf(name, types.formats))} as ${sql.name(field)}`]
    }),
  ]
  const { listed } = input
  if (listed !== undefined)
    selected.push(`${writeListedPrices(sql, listed, idColumn)} as ${sql.name('listed')}`)

  const conditions: string[] = []
  if (columns.store !== undefined && types.store !== undefined && input.store !== undefined) {
    const own = column(columns.store)
    const store = types.store.parameter(sql.bind(input.store))
    conditions.push(`${types.store.column(own)} = ${store}`)
    if (types.store.kind === 'string') conditions.push(writeIs(sql, own, input.store))
  }
  if (columns.currency !== undefined) {
    const own = column(columns.currency)
    const { currency } = input
    conditions.push(currency === undefined ? `${own} is null` : writeIs(sql, own, currency))
  } else if (!isInListCurrency(prices, input.currency))
    conditions.push(listed ? writeHasPriceOfOne(sql, listed, idColumn) : '1 = 0')

  const { text, words } = input.search
  const isId = () => writeIsId(sql, idColumn, types, text)
  const isSku = () => columns.sku && writeIsLike(sql, asText(column(columns.sku)), literal(text))
  const columnNames = search ?? [columns.name, columns.sku].filter((name) => name !== undefined)
  const searched = columnNames.map((name) => asText(column(name)))
  const matches = [isId(), isSku(), writeHasWords(sql, searched, words)].filter(Boolean)
  conditions.push(matches.length === 0 ? '1 = 0' : `(${matches.join(' or ')})`)

  const order = [isId(), isSku()]
    .filter(Boolean)
    .map((isExact) => `case when ${isExact} then 0 else 1 end`)
  if (columns.name !== undefined) order.push(`lower(${asText(column(columns.name))})`)
  return [
    `select ${selected.join(', ')} from ${sql.table(table)} p`,
    `where ${conditions.join(' and ')}`,
    `order by ${[...order, idColumn].join(', ')} limit ${maxSuggestions}`,
  ].join(' ')
}

/** Writes null for integers that no number has exactly: a driver throws, or rounds them. */
function writeExact(column: string): string {
  const { MIN_SAFE_INTEGER: min, MAX_SAFE_INTEGER: max } = Number
  const isExact = `typeof(${column}) <> 'integer' or ${column} between ${min} and ${max}`
  return `case when ${isExact} then ${column} end`
}

/** Writes a condition that the id is what was typed. Undefined if the column cannot have it. */
function writeIsId(
  sql: SqlWriter,
  column: string,
  { id }: ColumnTypes,
  text: string,
): string | undefined {
  const known = textOfKind(text, id.kind)
  return known && `${id.column(column)} = ${id.parameter(sql.bind(known))}`
}

/** Writes a condition that each word is in one of the columns. Undefined without columns. */
function writeHasWords(
  sql: SqlWriter,
  columns: readonly string[],
  words: readonly string[],
): string | undefined {
  if (columns.length === 0) return undefined
  const hasWord = (word: string) =>
    columns.map((column) => writeIsLike(sql, column, `%${literal(word)}%`))
  return `(${words.map((word) => `(${hasWord(word).join(' or ')})`).join(' and ')})`
}

/** Returns a pattern that only the text itself matches. */
function literal(text: string): string {
  return text.replaceAll(/[!%_]/g, '!$&')
}

/** Writes a condition that a text has a pattern, in small or capital letters. */
function writeIsLike(sql: SqlWriter, text: string, pattern: string): string {
  const placeholder = sql.bind(pattern)
  return sql.dialect === 'postgres'
    ? `${text} ilike ${placeholder} escape '!'`
    : `lower(${text}) like lower(${placeholder}) escape '!'`
}
