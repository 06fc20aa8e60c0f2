import { validCustomer } from '../customer/customer.js'
import type { Limits } from '../limits.js'

/**
 * A copy of a request to create a quote with which nothing is wrong; undefined where anything is out of the ordinary, and the schema
 * has the last word. The schema takes longer, most of it for what it could say of faults that are not there.
 */
export function validCreateRequest(input: unknown, limits: Limits) {
  if (!isObjectOf(input, isRequestField)) return undefined
  const { customer, products } = input
  const soundProducts = readProducts(products, limits)
  const sound = soundProducts && validCustomer(customer, limits)
  return soundProducts && sound && { customer: sound, products: soundProducts }
}

const isRequestField = (key: string) => key === 'customer' || key === 'products'
const isProductField = (key: string) => key === 'id' || key === 'qty'

function readProducts(input: unknown, { maxLines: lines, maxQuantity: quantity }: Limits) {
  if (!Array.isArray(input) || input.length < 1 || input.length > lines) return undefined
  const products: { id: number; qty: number }[] = []
  for (const product of input as unknown[]) {
    if (!isObjectOf(product, isProductField)) return undefined
    const { id, qty } = product
    if (!isInteger(id, Number.MAX_SAFE_INTEGER) || !isInteger(qty, quantity)) return undefined
    products.push({ id, qty })
  }
  return products
}

/** Whether a value is an object whose every enumerable key, its own or inherited, is one of these. */
function isObjectOf(
  value: unknown,
  isField: (key: string) => boolean,
): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  for (const key in value) if (!isField(key)) return false
  return true
}

function isInteger(value: unknown, largest: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= largest
}
