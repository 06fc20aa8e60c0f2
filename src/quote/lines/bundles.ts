import { QuoteError } from '../../errors.js'
import { allocate } from '../../money/allocation.js'
import { type Amount, parseUnitAmount, toExactNumber } from '../../money/amount.js'
import { wholePercent } from '../../money/rounding.js'
import { divideUnitPrice, sumUnitPrices, toWeights } from '../../money/unit-prices.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { truncate } from '../../validation/identifiers.js'
import {
  type ComponentPrices,
  componentTextFields,
  type LineComponent,
  shareDecimals,
  type TaxShare,
  wholeShare,
} from '../model/component-fields.js'
import { isUnitPrice, type ProductId } from '../model/product-fields.js'
import type { ProductLine } from '../model/quote.js'
import {
  getExchange,
  type ProductFacts,
  type ProductPrices,
  unknownProductMessage,
} from './catalog-product.js'
import type { CatalogComponent, ParsedBundle } from './product-components.js'

/** Returns the ids of the components of products that are not among the products themselves. */
export function missingComponents(
  products: ReadonlyMap<ProductId, ProductPrices>,
): ReadonlySet<ProductId> {
  const missing = new Set<ProductId>()
  for (const { bundle } of products.values())
    for (const { id } of bundle?.components ?? []) if (!products.has(id)) missing.add(id)
  return missing
}

/** Returns true if a product has components. Most quotes have none, and pay for nothing else. */
export function hasBundles(products: ReadonlyMap<ProductId, ProductPrices>): boolean {
  for (const { bundle } of products.values()) if (bundle !== undefined) return true
  return false
}

/**
 * Returns the products with the facts and the prices of their components. A component that is not
 * a product of the store is the `invalid` of its bundle, so that the line with it is rejected.
 *
 * @param found The products of the components that are not among `products`.
 * @throws QuoteError `catalog_invalid_response` for a component that has no price as a part: one
 * that is charged again, or whose own price is the sum of its components; and for a sum that is no
 * price
 */
export function withComponents(
  products: ReadonlyMap<ProductId, ProductPrices>,
  found: ReadonlyMap<ProductId, ProductPrices>,
): ReadonlyMap<ProductId, ProductPrices> {
  const errors = new FieldErrorCollector()
  const get = (id: ProductId) => products.get(id) ?? found.get(id)
  const expanded = new Map<ProductId, ProductPrices>()
  for (const [id, product] of products)
    expanded.set(id, product.bundle === undefined ? product : expand(id, product, get, errors))
  if (!errors.isEmpty)
    throw new QuoteError('catalog_invalid_response', { errors: errors.toFieldErrors() })
  return expanded
}

/** A component with the product that it is. */
interface FoundComponent extends CatalogComponent {
  readonly product: ProductPrices
  /** The price of one unit. */
  readonly unitPrice: Amount
}

function expand(
  id: ProductId,
  { bundle, ...product }: ProductPrices,
  get: (id: ProductId) => ProductPrices | undefined,
  errors: FieldErrorCollector,
): ProductPrices {
  const { components, prices, percent, index } = bundle as ParsedBundle
  const found: FoundComponent[] = []
  for (const [position, component] of components.entries()) {
    const own = get(component.id)
    if (own === undefined) {
      const [shown, part] = [id, component.id].map((each) => truncate(String(each)))
      const message = `${shown} has the component ${part}, which`
      return { ...product, invalid: `${message} ${unknownProductMessage(component.id)}` }
    }
    const message = componentError(own)
    if (message !== undefined) errors.add([index, 'components', position, 'id'], message)
    const { calculatedPrice, facts } = own
    const unitPrice = divideUnitPrice(calculatedPrice, facts?.price_quantity)
    found.push({ ...component, product: own, unitPrice })
  }
  const facts = componentFacts(product.facts, found, prices)
  const exchange =
    product.exchange ?? getExchange(new Map(found.map((each) => [each.id, each.product])))
  const converted = exchange === undefined ? {} : { exchange }
  if (prices !== 'summed') return { ...product, facts, ...converted }
  const [price, calculatedPrice] = [
    sumUnitPrices(found, wholePercent),
    sumUnitPrices(found, percent),
  ]
  if (!isUnitPrice(price))
    errors.add([index, 'components'], 'must have prices whose sum is at most 100000000000')
  return { price, calculatedPrice, facts, ...converted }
}

/** Returns why a product cannot be a component. */
function componentError({ facts, bundle }: ProductPrices): string | undefined {
  if (facts?.billing !== undefined)
    return 'must be charged once: a bundle is charged as its own billing says, so leave out this one'
  if (bundle?.prices === 'summed')
    return 'must have a price of its own: components of components are not loaded'
  return undefined
}

/** Returns the facts of a bundle. With one tax code, it is taxed as a line without components. */
function componentFacts(
  { price_quantity: per, price_breaks: breaks, ...own }: ProductFacts = {},
  found: readonly FoundComponent[],
  prices: ComponentPrices,
): ProductFacts {
  const components = found.map((each) => toLineComponent(each, prices !== 'hidden'))
  const shares = taxShares(found, own.tax_code)
  const [only] = shares
  const { tax_code: _, ...untaxed } = own
  const taxed =
    shares.length === 1 ? { ...untaxed, ...(only?.tax_code && { tax_code: only.tax_code }) } : own
  return Object.freeze({
    ...taxed,
    // Those of a sum would be for other prices than the sum.
    ...(prices !== 'summed' && breaks !== undefined && { price_breaks: breaks }),
    ...(prices !== 'summed' && per !== undefined && { price_quantity: per }),
    components: Object.freeze(components),
    ...(prices !== 'hidden' && { component_prices: prices }),
    ...(shares.length > 1 && { tax_shares: shares }),
  })
}

function toLineComponent(
  { id, qty, product: { facts }, unitPrice }: FoundComponent,
  hasPrice: boolean,
): LineComponent {
  const component: Record<string, unknown> = { id, qty }
  for (const field of componentTextFields)
    if (facts?.[field] !== undefined) component[field] = facts[field]
  if (hasPrice) component.price = toExactNumber(unitPrice)
  return Object.freeze(component) as unknown as LineComponent
}

/**
 * Returns how a bundle is divided among the tax codes of its components, in proportion to what they
 * cost. A component without a tax code has that of the bundle. One part of 100 percent if all have
 * the same.
 */
function taxShares(
  found: readonly FoundComponent[],
  ofBundle: string | undefined,
): readonly TaxShare[] {
  const byCode = new Map<string | undefined, bigint>()
  const weights = toWeights(found)
  for (const [index, { product }] of found.entries()) {
    const code = product.facts?.tax_code ?? ofBundle
    byCode.set(code, (byCode.get(code) ?? 0n) + (weights[index] as bigint))
  }
  const parts = [...byCode.values()]
  const isFree = parts.every((weight) => weight === 0n)
  const shares = allocate(Number(wholeShare) as Amount, isFree ? parts.map(() => 1n) : parts, 4)
  return Object.freeze(
    [...byCode.keys()].flatMap((code, index): readonly TaxShare[] => {
      const percent = toPercent(shares[index] as number)
      if (percent === '0') return []
      return [Object.freeze({ ...(code !== undefined && { tax_code: code }), percent })]
    }),
  )
}

function toPercent(units: number): string {
  const digits = String(units).padStart(shareDecimals + 1, '0')
  const fraction = digits.slice(-shareDecimals).replace(/0+$/, '')
  const integer = digits.slice(0, -shareDecimals)
  return fraction === '' ? integer : `${integer}.${fraction}`
}

/** Returns what the components of one bundle cost, if their prices are known. */
export function componentTotal({
  components = [],
}: Pick<ProductLine, 'components'>): Amount | undefined {
  const priced = components.map(({ qty, price }) => ({ qty, unitPrice: parseUnitAmount(price) }))
  if (priced.some(({ unitPrice }) => unitPrice === undefined)) return undefined
  return sumUnitPrices(priced as readonly { qty: number; unitPrice: Amount }[], wholePercent)
}
