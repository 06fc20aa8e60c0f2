import { type Amount, equals, isGreaterThan, parseUnitAmount } from '../../money/amount.js'
import type { CatalogPriceBreak } from '../../quote/lines/catalog-product.js'
import { isQuantity, type ProductId } from '../../quote/model/product-fields.js'
import { describeValue } from '../../validation/describe-value.js'
import type { ListedPrice } from './listed-price.js'
import { readNumber } from './read-value.js'

/** The prices of a product in the table of prices. */
export interface ListedPrices {
  /** The price of one unit. Undefined if it is that of the table of products. */
  readonly price: string | undefined
  /** The prices for larger quantities, by ascending quantity. */
  readonly breaks: readonly (CatalogPriceBreak & { readonly price: string })[]
}

/** A row of the table of prices. */
interface PriceRow {
  /** Null for all customers. */
  readonly group: string | null
  /** 0 for none. */
  readonly qty: number
  readonly price: string
}

/**
 * Parses the prices of a product that apply to a customer. Of each quantity, the price of the group
 * applies before that for all, and that of the largest quantity which is reached. Of several groups
 * of the customer, the lowest price applies.
 *
 * @param json What `writeListedPrices` selects.
 */
export function parseListedPrices(id: ProductId, json: string, listed: ListedPrice): ListedPrices {
  const product = describeValue(id)
  const table = `the table ${listed.prices.table}`
  const rows = parseRows(json, listed, (message) => {
    return new Error(`sqlCatalog: product ${product} in ${table} ${message}`)
  })
  const chosen: PriceRow[] = []
  for (const level of [rows.filter(isOfGroup), rows.filter((row) => !isOfGroup(row))]) {
    const from = chosen[0]?.qty ?? Number.POSITIVE_INFINITY
    if (from > 1) chosen.unshift(...lowestByQuantity(level).filter(({ qty }) => qty < from))
  }
  const [first, ...others] = chosen
  return first !== undefined && first.qty <= 1
    ? { price: first.price, breaks: others }
    : { price: undefined, breaks: chosen }
}

const isOfGroup = ({ group }: PriceRow) => group !== null

type CreateError = (message: string) => Error

/** @throws Error if two prices are for the same customers and quantity */
function parseRows(
  json: string,
  { priceFormat, qtyFormat, prices: { minQty } }: ListedPrice,
  createError: CreateError,
): readonly PriceRow[] {
  const rows: PriceRow[] = []
  const known = new Map<string, PriceRow>()
  for (const [group, text, qtyText] of JSON.parse(json) as readonly (string | null)[][]) {
    const price = readNumber(text ?? '', priceFormat)
    if (price === undefined) throw createError(`has the price ${describeInexact(text)}`)
    const row = { group: group ?? null, qty: parseQuantity(qtyText, qtyFormat, createError), price }
    const key = JSON.stringify([row.group, row.qty])
    const other = known.get(key)
    if (other !== undefined && !isSame(other.price, price))
      throw createError(ambiguous(other, row, minQty !== undefined))
    if (other === undefined) rows.push(row)
    known.set(key, row)
  }
  return rows
}

/** Returns what an error says of a number of single precision. */
export function describeInexact(text: string | null | undefined): string {
  const remedy = 'use a decimal type, or a view that casts it'
  return `${text}, of which FLOAT and real keep only six digits: ${remedy}`
}

function parseQuantity(
  text: string | null | undefined,
  format: ListedPrice['qtyFormat'],
  createError: CreateError,
): number {
  if (text == null) return 0
  const number = readNumber(text.trim(), format)
  const qty = number !== undefined && /^[0-9.]+$/.test(number) ? Number(number) : undefined
  if (qty === 0 || isQuantity(qty)) return qty
  const expected = 'must have quantities of at least 0, with up to three decimals'
  throw createError(`${expected}, received ${describeValue(text)}`)
}

function ambiguous(one: PriceRow, other: PriceRow, hasQuantities: boolean): string {
  const group = one.group === null ? 'all customers' : `the group ${describeValue(one.group)}`
  const from = one.qty > 0 ? ` from a quantity of ${one.qty} on` : ''
  const remedy = hasQuantities
    ? 'keep one, or select one in a view'
    : 'name their column of quantities as prices.minQty, or select one in a view'
  return `has two prices for ${group}${from}, ${one.price} and ${other.price}: ${remedy}`
}

const amountOf = (price: string) => parseUnitAmount(price)

function isSame(one: string, other: string): boolean {
  const [left, right] = [amountOf(one), amountOf(other)]
  return left !== undefined && right !== undefined ? equals(left, right) : one === other
}

/** Returns the lowest price of each quantity, by ascending quantity; an invalid one before it. */
function lowestByQuantity(rows: readonly PriceRow[]): PriceRow[] {
  const lowest = new Map<number, PriceRow>()
  for (const row of rows) {
    const other = lowest.get(row.qty)
    if (other === undefined || isLower(amountOf(row.price), amountOf(other.price)))
      lowest.set(row.qty, row)
  }
  return [...lowest.values()].sort((one, other) => one.qty - other.qty)
}

function isLower(amount: Amount | undefined, than: Amount | undefined): boolean {
  return than !== undefined && (amount === undefined || isGreaterThan(than, amount))
}
