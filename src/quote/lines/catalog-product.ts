import { QuoteError } from '../../errors.js'
import { type Amount, greaterThan, isNegative, parseAmount } from '../../money/amount.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'

/** A product as a catalog gives it. Other fields of the object are ignored. */
export interface CatalogProduct {
  /** 1 or greater, unique in the store. */
  readonly id: number
  /** Unit list price from 0 to 10¹¹ with up to four decimals. A decimal text is the safest way to bring one from a database. */
  readonly price: number | string
  /** Unit sale price, in the same form; null or absent where the product is not on sale. 0 is a price: free of charge. */
  readonly salePrice?: number | string | null
}

/** A product's prices as quotes use them. */
export interface ProductPrices {
  readonly price: Amount
  /** The sale price where there is one, else the list price. */
  readonly calculatedPrice: Amount
}

/** What is said of an `id` that the catalog does not have. */
export const unknownProductMessage = 'is not a product of this store'

const maxUnitPrice = parseAmount(1e11) as Amount

/** Whether an amount can be the price of one unit. */
export function isUnitPrice(amount: Amount): boolean {
  return !isNegative(amount) && !greaterThan(amount, maxUnitPrice)
}

/** The unit price that a value stands for, or undefined. */
export function parseUnitPrice(value: unknown): Amount | undefined {
  const amount = parseAmount(value)
  return amount !== undefined && isUnitPrice(amount) ? amount : undefined
}

/**
 * Reads a catalog's answer as the foreign data it is.
 *
 * Products that nobody asked for are passed over, if they are sound. Two products of one id are a fault: which of them would be charged?
 *
 * @throws QuoteError `catalog_invalid_response`, naming the faults by their place in the answer
 */
export function parseCatalogResponse(
  answer: unknown,
  wanted: Pick<ReadonlySet<number>, 'has'>,
): ReadonlyMap<number, ProductPrices> {
  const faults = new FieldErrorCollector()
  const products = new Map<number, ProductPrices>()
  if (!Array.isArray(answer)) faults.add([], 'must be an array of products')
  else
    for (let index = 0; index < answer.length && !faults.isFull; index += 1)
      parseCatalogProduct(answer[index], index, wanted, products, faults)
  if (!faults.isEmpty)
    throw new QuoteError('catalog_invalid_response', { errors: faults.toFieldErrors() })
  return products
}

/** Written by hand, as every line of every quote comes through here. */
function parseCatalogProduct(
  product: Partial<CatalogProduct> | null | undefined,
  index: number,
  wanted: Pick<ReadonlySet<number>, 'has'>,
  products: Map<number, ProductPrices>,
  faults: FieldErrorCollector,
): void {
  if (typeof product !== 'object' || product === null) {
    faults.add([index], 'must be a product object')
    return
  }
  const { id, price, salePrice } = product
  const listPrice = parseUnitPrice(price)
  const calculatedPrice = salePrice == null ? listPrice : parseUnitPrice(salePrice)
  const isId = Number.isSafeInteger(id) && (id as number) >= 1
  if (!isId) faults.add([index, 'id'], 'must be an integer of at least 1')
  if (listPrice === undefined) faults.add([index, 'price'], priceMessage)
  if (salePrice != null && calculatedPrice === undefined)
    faults.add([index, 'salePrice'], priceMessage)
  if (!isId || listPrice === undefined || calculatedPrice === undefined) return
  if (!wanted.has(id as number)) return
  if (products.has(id as number)) faults.add([index, 'id'], `is that of an earlier product, ${id}`)
  products.set(id as number, { price: listPrice, calculatedPrice })
}

const priceMessage = 'must be a price from 0 to 100000000000 with up to four decimals'
