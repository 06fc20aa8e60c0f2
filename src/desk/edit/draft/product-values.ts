import { customLineId, isProductId, type ProductId } from '../../../quote/products/product-id.js'
import type { ProductLine } from '../../../quote/quote.js'

/**
 * Returns the id of a product as it is typed: `118` is the number, `"118"` in quotation marks the
 * string, and all other ids are strings.
 */
export function productIdValue(id: ProductId): string {
  if (id === customLineId) return ''
  return typeof id === 'string' && isAmbiguous(id) ? JSON.stringify(id) : String(id)
}

function isAmbiguous(id: string): boolean {
  return /^\d+$/.test(id) || id.startsWith('"') || id.trim() !== id
}

/** Returns true if what was typed as a product can only be an id: a number, or in quotation marks. */
export function isClearlyId(value: string): boolean {
  return /^\d+$/.test(value) || /^".*"$/s.test(value)
}

/** Returns the id that was typed. The engine rejects what is no id. */
export function parseProductId(value: string): ProductId {
  if (/^\d+$/.test(value) && isProductId(Number(value))) return Number(value)
  if (!/^".*"$/s.test(value)) return value
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'string' ? parsed : value
  } catch {
    return value
  }
}

/**
 * Returns the number that was typed as a quantity, else what was typed, which the engine rejects.
 * More digits than a number holds exactly are not read as one.
 */
export function parseQuantity(value: string): number {
  const isNumber = /^\d{1,12}(?:\.\d{1,3})?$/.test(value)
  return isNumber ? Number(value) : (value as unknown as number)
}

/** Returns a price with at least the decimals of another one: `99.50` for 99.5 and `1.00`. */
export function priceValue(price: number, example: string): string {
  const shown = String(price)
  const missing = decimalsOf(example) - decimalsOf(shown)
  if (missing <= 0) return shown
  return `${shown}${shown.includes('.') ? '' : '.'}${'0'.repeat(missing)}`
}

function decimalsOf(value: string): number {
  const point = value.indexOf('.')
  return point === -1 ? 0 : value.length - point - 1
}

/** Exceeds what division loses, so that half a hundredth is rounded up. */
const tolerance = 1e-9

/** Returns the percent that a line is below its list price, for the form; empty if it is not. */
export function percentValue({ discount, price }: ProductLine): string {
  if (price <= 0 || discount <= 0) return ''
  const percent = Math.round((discount / price) * 10_000 + tolerance) / 100
  return percent === 0 ? '' : String(percent)
}

/** Returns the price that a line has without an offer of its own: that of the catalog. */
export function catalogPrice(line: ProductLine, quantity: number): string {
  const { calculated_price: calculated, price_breaks: breaks = [] } = line
  const reached = breaks.findLast(({ qty }) => qty <= quantity)
  const price = reached !== undefined && reached.price < calculated ? reached.price : calculated
  return priceValue(price, line.quote)
}
