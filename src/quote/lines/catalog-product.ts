import { QuoteError } from '../../errors.js'
import { type Amount, greaterThan, isNegative, parseAmount } from '../../money/amount.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { idMessage, priceMessage, unknownPriceFieldMessage } from './catalog-messages.js'

/**
 * A product as a catalog returns it. Other fields, such as a name or a SKU, are ignored; but fields
 * that look like a price, such as `sale_price`, are rejected.
 */
export interface CatalogProduct {
  /** An integer of at least 1, unique in the store. */
  readonly id: number
  /**
   * Unit list price from 0 to 10¹¹ with up to four decimals. Decimal strings are the safest form
   * for prices from a database.
   */
  readonly price: number | string
  /**
   * Unit sale price in the same form; null or absent if the product is not on sale. 0 is a price:
   * free of charge.
   */
  readonly salePrice?: number | string | null
}

/** A product's prices as quotes use them. */
export interface ProductPrices {
  readonly price: Amount
  /** The sale price if there is one, else the list price. */
  readonly calculatedPrice: Amount
}

/** The message for the `id` of a product that the catalog doesn't have. */
export const unknownProductMessage = 'is not a product of this store'

const maxUnitPrice = parseAmount(1e11) as Amount

/** Returns true if an amount can be the price of one unit. */
export function isUnitPrice(amount: Amount): boolean {
  return !isNegative(amount) && !greaterThan(amount, maxUnitPrice)
}

/** Returns the unit price that a value represents, or undefined. */
export function parseUnitPrice(value: unknown): Amount | undefined {
  const amount = parseAmount(value)
  return amount !== undefined && isUnitPrice(amount) ? amount : undefined
}

/**
 * Returns the prices of the requested products by id. Ignores unrequested products but still
 * validates them. Rejects duplicate ids, because the price would be ambiguous.
 *
 * @throws QuoteError `catalog_invalid_response` with every error by its path in the response
 */
export function parseCatalogResponse(
  response: unknown,
  requestedIds: Pick<ReadonlySet<number>, 'has'>,
): ReadonlyMap<number, ProductPrices> {
  const errors = new FieldErrorCollector()
  const products = new Map<number, ProductPrices>()
  if (!Array.isArray(response)) errors.add([], 'must be an array of products')
  else
    for (let index = 0; index < response.length && !errors.isFull; index += 1)
      parseCatalogProduct(response[index], index, requestedIds, products, errors)
  if (!errors.isEmpty)
    throw new QuoteError('catalog_invalid_response', { errors: errors.toFieldErrors() })
  return products
}

/** Returns a frozen copy with plain fields, also of an ORM entity whose fields are getters. */
export function copyProduct({ id, price, salePrice }: CatalogProduct): CatalogProduct {
  return Object.freeze(salePrice === undefined ? { id, price } : { id, price, salePrice })
}

/** Validates by hand instead of by schema, because every line of every quote is parsed here. */
function parseCatalogProduct(
  product: Partial<CatalogProduct> | null | undefined,
  index: number,
  requestedIds: Pick<ReadonlySet<number>, 'has'>,
  products: Map<number, ProductPrices>,
  errors: FieldErrorCollector,
): void {
  if (typeof product !== 'object' || product === null) {
    errors.add([index], 'must be a product object')
    return
  }
  const { id, price, salePrice } = product
  const listPrice = parseUnitPrice(price)
  const calculatedPrice = salePrice == null ? listPrice : parseUnitPrice(salePrice)
  const isId = Number.isSafeInteger(id) && (id as number) >= 1
  if (!isId) errors.add([index, 'id'], idMessage(id))
  if (listPrice === undefined) errors.add([index, 'price'], priceMessage(price))
  if (salePrice != null && calculatedPrice === undefined)
    errors.add([index, 'salePrice'], priceMessage(salePrice))
  rejectPriceLikeFields(product, index, errors)
  if (!isId || listPrice === undefined || calculatedPrice === undefined) return
  if (!requestedIds.has(id as number)) return
  if (products.has(id as number)) errors.add([index, 'id'], `is that of an earlier product, ${id}`)
  products.set(id as number, { price: listPrice, calculatedPrice })
}

/** A misspelled `salePrice` would be ignored, and the full list price charged. */
function rejectPriceLikeFields(product: object, index: number, errors: FieldErrorCollector): void {
  for (const field in product) {
    if (field === 'id' || field === 'price' || field === 'salePrice') continue
    const message = unknownPriceFieldMessage(field)
    if (message !== undefined) errors.add([index, field], message)
  }
}
