import { QuoteError } from '../../errors.js'
import type { Amount } from '../../money/amount.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { type CatalogTextFieldValues, catalogTextFieldNames } from '../text-fields.js'
import {
  idMessage,
  otherFormMessage,
  priceMessage,
  unknownPriceFieldMessage,
} from './catalog-messages.js'
import { type DescribedProduct, parseProductFacts } from './product-facts.js'
import { isOtherForm, isProductId, type ProductId } from './product-id.js'
import { parseUnitPrice } from './unit-price.js'

/** A price for larger quantities, as a catalog returns it. */
export interface CatalogPriceBreak {
  /** The quantity from which the price applies, more than 0, with up to three decimals. */
  readonly qty: number
  /** Unit price, in the same form as the list price. */
  readonly price: number | string
}

/**
 * A product as a catalog returns it. Null counts as absent in the optional fields, and so does the
 * empty string in `name`, `sku` and the other text fields. Other fields are ignored; but those that
 * look like a price, such as `sale_price`, are rejected.
 */
export interface CatalogProduct extends CatalogTextFieldValues<string | null | undefined> {
  /** An integer of at least 1, or a string of 1 to 255 characters; unique in the store. */
  readonly id: ProductId
  /**
   * Unit list price from 0 to 10¹¹ with up to ten decimals. With more than four, a price can have
   * 15 digits. Decimal strings are the safest form for prices from a database.
   */
  readonly price: number | string
  /**
   * Unit sale price in the same form; null or absent if the product is not on sale. 0 is a price:
   * free of charge.
   */
  readonly salePrice?: number | string | null | undefined
  /**
   * Prices for larger quantities, in any order, at most 100. The one for the largest quantity that
   * a line reaches applies, if it is lower than the sale price or list price.
   */
  readonly priceBreaks?: readonly CatalogPriceBreak[] | null | undefined
}

/** A product as quotes use it. */
export interface ProductPrices extends DescribedProduct {
  readonly price: Amount
  /** The sale price if there is one, else the list price. */
  readonly calculatedPrice: Amount
}

/** The message for the `id` of a product that the catalog doesn't have. */
export const unknownProductMessage = 'is not a product of this store'

/** The ids that were requested. */
type RequestedIds = Pick<ReadonlySet<ProductId>, 'has'>

/**
 * Returns the requested products by id. Ignores unrequested products but still validates them.
 * Rejects duplicate ids, because the price would be ambiguous.
 *
 * @throws QuoteError `catalog_invalid_response` with every error by its path in the response
 */
export function parseCatalogResponse(
  response: unknown,
  requestedIds: RequestedIds,
): ReadonlyMap<ProductId, ProductPrices> {
  const errors = new FieldErrorCollector()
  const products = new Map<ProductId, ProductPrices>()
  if (!Array.isArray(response)) errors.add([], 'must be an array of products')
  else
    for (let index = 0; index < response.length && !errors.isFull; index += 1)
      parseCatalogProduct(response[index], index, requestedIds, products, errors)
  if (!errors.isEmpty)
    throw new QuoteError('catalog_invalid_response', { errors: errors.toFieldErrors() })
  return products
}

const optionalFields = [
  'salePrice',
  ...catalogTextFieldNames,
  'priceBreaks',
] as const satisfies readonly (keyof CatalogProduct)[]

const knownFields: ReadonlySet<string> = new Set(['id', 'price', ...optionalFields])

/** Returns a frozen copy with plain fields, also of an ORM entity whose fields are getters. */
export function copyProduct(product: CatalogProduct): CatalogProduct {
  const { id, price } = product
  const copy: { -readonly [Field in keyof CatalogProduct]: CatalogProduct[Field] } = { id, price }
  for (const field of optionalFields) {
    const value = product[field]
    if (value !== undefined) Object.assign(copy, { [field]: value })
  }
  if (copy.priceBreaks)
    copy.priceBreaks = copy.priceBreaks.map(({ qty, price: unitPrice }) =>
      Object.freeze({ qty, price: unitPrice }),
    )
  return Object.freeze(copy)
}

/** Validates by hand instead of by schema, because every line of every quote is parsed here. */
function parseCatalogProduct(
  product: Partial<CatalogProduct> | null | undefined,
  index: number,
  requestedIds: RequestedIds,
  products: Map<ProductId, ProductPrices>,
  errors: FieldErrorCollector,
): void {
  if (typeof product !== 'object' || product === null) {
    errors.add([index], 'must be a product object')
    return
  }
  const { id, price, salePrice } = product
  const listPrice = parseUnitPrice(price)
  const calculatedPrice = salePrice == null ? listPrice : parseUnitPrice(salePrice)
  if (!isProductId(id)) errors.add([index, 'id'], idMessage(id))
  // A database can return the number 118 as the string '118', which is another id.
  else if (isOtherForm(id, requestedIds)) errors.add([index, 'id'], otherFormMessage(id))
  if (listPrice === undefined) errors.add([index, 'price'], priceMessage(price))
  if (salePrice != null && calculatedPrice === undefined)
    errors.add([index, 'salePrice'], priceMessage(salePrice))
  rejectPriceLikeFields(product, index, errors)
  const described = parseProductFacts(product, index, errors)
  if (!isProductId(id) || listPrice === undefined || calculatedPrice === undefined) return
  if (!requestedIds.has(id)) return
  if (products.has(id)) errors.add([index, 'id'], `is that of an earlier product, ${id}`)
  products.set(id, { price: listPrice, calculatedPrice, ...described })
}

/** A misspelled `salePrice` would be ignored, and the full list price charged. */
function rejectPriceLikeFields(product: object, index: number, errors: FieldErrorCollector): void {
  for (const field in product) {
    if (knownFields.has(field)) continue
    const message = unknownPriceFieldMessage(field)
    if (message !== undefined) errors.add([index, field], message)
  }
}
