import {
  type Amount,
  isNegative,
  maxUnitDecimals,
  parseUnitAmount,
  subtract,
  toDecimalString,
} from '../../money/amount.js'
import {
  hasAtMostFourDecimals,
  maxDecimals,
  multiplyRatio,
  wholePercent,
} from '../../money/rounding.js'
import { toSalePrice } from '../../ports/catalog-prices.js'
import type { CatalogPriceBreak, CatalogProduct } from '../../quote/lines/catalog-product.js'

/** A bulk pricing rule of a product, or a tier of a price list. */
export interface BigcommerceRule {
  readonly quantity_min?: unknown
  readonly quantity_max?: unknown
  readonly type?: unknown
  readonly amount?: unknown
}

/** A product of BigCommerce, or its record in a price list. */
export interface BigcommercePrices {
  readonly price?: unknown
  /** 0 or null without a sale. */
  readonly sale_price?: unknown
  /** The price for guests, which takes the sale price into account. */
  readonly calculated_price?: unknown
}

export interface BigcommerceProduct extends BigcommercePrices {
  readonly id: number
  readonly name?: string
  readonly sku?: string
  readonly product_tax_code?: string
  readonly base_variant_id?: number | null
  readonly primary_image?: { readonly url_standard?: string } | null
  readonly bulk_pricing_rules?: readonly BigcommerceRule[]
}

/** A price of a product in a price list. */
export interface BigcommerceRecord extends BigcommercePrices {
  readonly variant_id?: unknown
  readonly currency?: unknown
  readonly bulk_pricing_tiers?: readonly BigcommerceRule[]
}

/** Returns a product with its catalog prices, or with those of its record in a price list. */
export function toProduct(
  product: BigcommerceProduct,
  record: BigcommerceRecord | undefined,
): CatalogProduct {
  const prices = getPrices(record ?? product)
  const tiers = record?.bulk_pricing_tiers ?? []
  const rules = tiers.length > 0 ? tiers : (product.bulk_pricing_rules ?? [])
  const breaks = priceBreaks(rules, prices.salePrice ?? prices.price)
  return {
    id: product.id,
    ...prices,
    ...present('name', product.name),
    ...present('sku', product.sku),
    ...present('taxCode', product.product_tax_code),
    ...present('image', product.primary_image?.url_standard),
    ...(breaks.length > 0 ? { priceBreaks: breaks } : {}),
  }
}

function present(field: keyof CatalogProduct, value: string | undefined | null) {
  return value == null || value === '' ? {} : { [field]: value }
}

/** The engine validates the prices, which are numbers in BigCommerce's JSON. */
function getPrices({ price, sale_price, calculated_price }: BigcommercePrices) {
  const list = price as number
  const calculated = calculated_price ?? toSalePrice(sale_price) ?? list
  return calculated === list ? { price: list } : { price: list, salePrice: calculated as number }
}

/** Rules are in order of quantity, and the price before them applies below the first. */
function priceBreaks(
  rules: readonly BigcommerceRule[],
  base: number | string,
): readonly CatalogPriceBreak[] {
  return rules.map((rule) => {
    const { quantity_min, type, amount } = rule
    const price = discounted(base, type, amount)
    if (price !== undefined) return { qty: quantity_min as number, price }
    throw new Error(
      `BigCommerce returned an unknown bulk pricing rule: type ${JSON.stringify(type)}, ` +
        `amount ${JSON.stringify(amount)}`,
    )
  })
}

/** Returns a unit price, at least 0. */
function discounted(base: unknown, type: unknown, amount: unknown): string | undefined {
  const [from, by] = [parseUnitAmount(base), parseUnitAmount(amount)]
  if (from === undefined || by === undefined) return undefined
  if (type === 'fixed') return toDecimalString(by)
  if (type === 'percent') return percentOff(from, by)
  if (type !== 'price') return undefined
  const price = subtract(from, by)
  return isNegative(price) ? '0' : toDecimalString(price)
}

/** Returns the price less a percentage, rounded half up to four decimals, or those of the price. */
function percentOff(price: Amount, percent: Amount): string | undefined {
  if (typeof percent !== 'number') return undefined
  const rest = wholePercent - percent
  if (rest <= 0) return '0'
  const decimals = hasAtMostFourDecimals(price) ? maxDecimals : maxUnitDecimals
  return toDecimalString(multiplyRatio(price, rest, wholePercent, decimals, 'half-up'))
}
