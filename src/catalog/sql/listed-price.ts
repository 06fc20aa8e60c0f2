import type { CatalogCallOptions } from '../../ports/catalog.js'
import { describeValue } from '../../validation/describe-value.js'
import { isValidString } from '../../validation/identifiers.js'
import { type ColumnType, type ColumnTypes, formatOf, textOfKind } from './column-types.js'
import type { SqlWriter, ValueFormat } from './dialect.js'
import type { SqlGroupTable, SqlPriceTable } from './options.js'

/** What selects the price of a product in the table of prices. */
export interface ListedPrice {
  readonly prices: SqlPriceTable
  readonly storeId: string
  /** The group of the customer, if a function returns it. */
  readonly group: string | undefined
  /** Where the database finds the groups of the customer. */
  readonly customer: CustomerGroups | undefined
  /** The currency of the prices, if there is a column for it. */
  readonly currency: string | undefined
  readonly priceFormat: ValueFormat
  readonly qtyFormat: ValueFormat
}

/** How the database finds the groups of a customer. */
interface CustomerGroups {
  readonly groups: SqlGroupTable
  readonly type: ColumnType
  /** The id of the customer, which the column can have. */
  readonly id: string
}

/** Returns what selects the prices of a call, for which `groupOf` is asked. */
export async function getListedPrice(
  prices: SqlPriceTable,
  types: ColumnTypes,
  storeId: string,
  call: CatalogCallOptions | undefined,
): Promise<ListedPrice> {
  const { groupOf, groups, currency, listCurrency, price, minQty } = prices
  return {
    prices,
    storeId,
    group: groupOf && parseGroup(await groupOf(call?.customer ?? {}, call ?? {})),
    customer: groups && getCustomer(groups, types.customer, call),
    currency: currency === undefined ? undefined : (call?.currency ?? listCurrency),
    priceFormat: formatOf(price, types.priceFormats),
    qtyFormat: minQty === undefined ? 'text' : formatOf(minQty, types.priceFormats),
  }
}

/** No column has a string that databases cannot store, such as one with a NUL. */
function parseGroup(group: unknown): string | undefined {
  if (group == null) return undefined
  if (typeof group === 'string') return isValidString(group) ? group : undefined
  const message = `sqlCatalog: groupOf must return a string or undefined`
  throw new TypeError(`${message}, received ${describeValue(group)}`)
}

function getCustomer(
  groups: SqlGroupTable,
  type: ColumnType | undefined,
  call: CatalogCallOptions | undefined,
): CustomerGroups | undefined {
  const own = call?.[groups.by]
  if (type === undefined || own === undefined || !isValidString(own)) return undefined
  const id = textOfKind(own, type.kind)
  return id === undefined ? undefined : { groups, type, id }
}

/** Returns false if the prices of the table of products are in another currency than the quote. */
export function isInListCurrency(prices: SqlPriceTable | undefined, currency: string | undefined) {
  const { listCurrency = currency } = prices ?? {}
  return currency === undefined || currency === listCurrency
}

/**
 * Writes a condition that a price of one unit applies to the customer.
 *
 * @param id The column with the id of the product.
 */
export function writeHasPriceOfOne(sql: SqlWriter, listed: ListedPrice, id: string): string {
  const { table, price, minQty: qty } = listed.prices
  const conditions = writeApplies(sql, listed, id)
  conditions.push(`${ownColumn(sql, price)} is not null`)
  if (qty !== undefined) {
    const minQty = ownColumn(sql, qty)
    conditions.push(`(${minQty} is null or ${minQty} <= 1)`)
  }
  return `exists (select 1 from ${sql.table(table)} r where ${conditions.join(' and ')})`
}

/** How rows and values become JSON arrays. */
export const aggregates = {
  postgres: ['json_agg', 'json_build_array'],
  mysql: ['json_arrayagg', 'json_array'],
  sqlite: ['json_group_array', 'json_array'],
} as const

/**
 * Writes a subquery with all prices that apply to the customer, as JSON for
 * {@link parseListedPrices}.
 *
 * @param id The column with the id of the product.
 */
export function writeListedPrices(sql: SqlWriter, listed: ListedPrice, id: string): string {
  const { prices, priceFormat, qtyFormat } = listed
  const conditions = writeApplies(sql, listed, id)
  const value = (name: string | undefined, format: ValueFormat) =>
    name === undefined ? sql.asText('null') : sql.value(ownColumn(sql, name), format)
  const [ofRows, ofValues] = aggregates[sql.dialect]
  const values = [
    value(prices.group, 'text'),
    value(prices.price, priceFormat),
    value(prices.minQty, qtyFormat),
  ]
  return [
    `(select ${sql.asText(`${ofRows}(${ofValues}(${values.join(', ')}))`)}`,
    `from ${sql.table(prices.table)} r where ${conditions.join(' and ')})`,
  ].join(' ')
}

const ownColumn = (sql: SqlWriter, name: string) => `r.${sql.name(name)}`

/** Writes the conditions for rows of a product that apply to the customer. */
function writeApplies(
  sql: SqlWriter,
  { prices, storeId, group, customer, currency }: ListedPrice,
  id: string,
): string[] {
  const column = (name: string) => ownColumn(sql, name)
  const is = (name: string, value: string) => writeIs(sql, column(name), value)
  const conditions = [`${column(prices.product)} = ${id}`]
  if (prices.store !== undefined) conditions.push(is(prices.store, storeId))
  if (prices.group !== undefined) {
    const isForAll = `${column(prices.group)} is null`
    const isForGroup =
      customer === undefined
        ? group !== undefined && is(prices.group, group)
        : writeIsOfGroup(sql, customer, storeId, column(prices.group))
    conditions.push(isForGroup ? `(${isForGroup} or ${isForAll})` : isForAll)
  }
  if (prices.currency !== undefined)
    conditions.push(
      currency === undefined ? `${column(prices.currency)} is null` : is(prices.currency, currency),
    )
  return conditions
}

/** Writes a condition that the text of a column is exactly a string. */
export function writeIs(sql: SqlWriter, column: string, value: string): string {
  return `${sql.exact(sql.asText(column))} = ${sql.exact(sql.bind(value))}`
}

/**
 * Writes a condition that the customer is in a group. The index of their id is used. The subquery
 * does not depend on the row, because MariaDB caches one that does by the collation of its column.
 */
function writeIsOfGroup(
  sql: SqlWriter,
  { groups, type, id }: CustomerGroups,
  storeId: string,
  group: string,
): string {
  const column = (name: string) => `g.${sql.name(name)}`
  const isCustomer = `${type.column(column(groups.id))} = ${type.parameter(sql.bind(id))}`
  const conditions = [isCustomer]
  if (type.kind === 'string') conditions.push(writeIs(sql, column(groups.id), id))
  if (groups.store !== undefined) conditions.push(writeIs(sql, column(groups.store), storeId))
  const exact = (name: string) => sql.exact(sql.asText(name))
  return [
    `${exact(group)} in (select ${exact(column(groups.group))}`,
    `from ${sql.table(groups.table)} g where ${conditions.join(' and ')})`,
  ].join(' ')
}
