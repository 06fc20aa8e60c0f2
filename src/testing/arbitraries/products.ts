import type { Arbitrary } from 'fast-check'
import type { CatalogProduct } from '../../quote/lines/catalog-product.js'
import type { CatalogComponent } from '../../quote/lines/product-components.js'
import type { Billing } from '../../quote/model/pricing-fields.js'
import type { ProductId } from '../../quote/model/product-fields.js'
import type { FastCheck, QuoteArbitraryOptions } from './options.js'

/** Generates one to eight products with distinct ids. Some lists have a bundle of the others. */
export function catalogProducts(
  fc: FastCheck,
  { published = false }: QuoteArbitraryOptions,
): Arbitrary<readonly CatalogProduct[]> {
  const price = published ? unitPrices(fc) : allPrices(fc)
  const integer = fc.integer({ min: 1, max: 12 })
  const fields = { price, salePrice: fc.option(price) }
  const uniqueProducts = (product: Arbitrary<CatalogProduct>) =>
    fc.uniqueArray(product, { selector: ({ id }) => id, minLength: 1, maxLength: 8 })
  const requiredKeys: ['id', 'price'] = ['id', 'price']
  if (published) return uniqueProducts(fc.record({ id: integer, ...fields }, { requiredKeys }))
  const all = { id: productId(fc, integer), ...fields, ...facts(fc) }
  const products = fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: uniqueProducts(fc.record(all, { requiredKeys })) },
    {
      weight: 1,
      arbitrary: uniqueProducts(fc.record({ ...all, billing: billings(fc) }, { requiredKeys })),
    },
  )
  return fc.tuple(products, fc.option(bundles(fc), { freq: 3 })).map(withBundle)
}

/** What makes a bundle of a product: a quantity for each of the products before it, 0 for none. */
type Bundle = Pick<CatalogProduct, 'componentPrices' | 'componentPercent'> & {
  readonly quantities: readonly number[]
}

function bundles(fc: FastCheck): Arbitrary<Bundle> {
  const percent = fc.constantFrom(95, '12.5', 0, null)
  return fc
    .record({
      quantities: fc.array(fc.constantFrom(0, 1, 2, 0.125, 24), { minLength: 7, maxLength: 7 }),
      componentPrices: fc.constantFrom(
        'hidden' as const,
        'shown' as const,
        'summed' as const,
        null,
      ),
      componentPercent: percent,
    })
    .map(({ componentPercent, ...bundle }) =>
      bundle.componentPrices === 'summed' ? { ...bundle, componentPercent } : bundle,
    )
}

/** Makes a bundle of the last product, of those of the others that are charged once. */
function withBundle([products, bundle]: [
  products: readonly CatalogProduct[],
  bundle: Bundle | null,
]): readonly CatalogProduct[] {
  const last = products.at(-1)
  if (bundle === null || last === undefined) return products
  const { quantities, ...prices } = bundle
  const components = products.slice(0, -1).flatMap(({ id, billing }, index) => {
    const qty = quantities[index] ?? 0
    return qty === 0 || billing != null ? [] : [{ id, qty }]
  })
  if (components.length === 0) return products
  const isTooDear = prices.componentPrices === 'summed' && sumOf(components, products) > maxSum
  const shown = isTooDear ? { componentPrices: 'shown' as const } : prices
  return [...products.slice(0, -1), { ...last, ...shown, components }]
}

/** A sum is below 100,000, as all prices are, so that numbers hold the totals of all lines. */
const maxSum = 99_999

/** Returns at least about what components cost. */
function sumOf(
  components: readonly CatalogComponent[],
  products: readonly CatalogProduct[],
): number {
  const byId = new Map(products.map((each) => [each.id, each]))
  return components.reduce((total, { id, qty }) => {
    const { price = 0, salePrice, priceQuantity } = byId.get(id) ?? {}
    const dearer = Math.max(Number(price), Number(salePrice ?? 0))
    return total + (dearer * qty) / (priceQuantity ?? 1)
  }, 0)
}

/** Generates when a line is charged again. */
export function billings(fc: FastCheck): Arbitrary<Billing> {
  return fc.constantFrom<Billing>(
    { interval: 'month' },
    { interval: 'year', cycles: 3 },
    { interval: 'week', count: 2 },
  )
}

/** Prices with more than four decimals are rare. */
function allPrices(fc: FastCheck): Arbitrary<string> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 7, arbitrary: unitPrices(fc) },
    { weight: 1, arbitrary: longUnitPrices(fc) },
  )
}

/** Integers more often than strings, and strings that are not the same as any of them. */
function productId(fc: FastCheck, integer: Arbitrary<number>): Arbitrary<ProductId> {
  const string = fc.constantFrom('SKU-1', 'gid://shop/Product/7', 'späť', '__proto__', '0')
  return fc.oneof(
    { weight: 3, arbitrary: integer as Arbitrary<ProductId> },
    { weight: 1, arbitrary: string },
  )
}

function facts(fc: FastCheck) {
  const priceBreak = fc.record({ qty: fc.integer({ min: 2, max: 30 }), price: allPrices(fc) })
  return {
    name: fc.constantFrom('Screw', 'Näil', null),
    sku: fc.constantFrom('S-1', ''),
    unit: fc.constantFrom('m', 'hour'),
    description: fc.constant('For wood.\nZinc plated.'),
    image: fc.constant('https://shop.example/1.png'),
    taxCode: fc.constantFrom('food', 'txcd_1'),
    priceQuantity: fc.constantFrom(100, 1, 0.5, null),
    priceBreaks: fc.option(
      fc.uniqueArray(priceBreak, { selector: ({ qty }) => qty, maxLength: 3 }),
    ),
  }
}

/** Formats a number of units of the last decimal as a decimal string. */
export function formatDecimal(count: number, decimals: number): string {
  if (decimals === 0) return String(count)
  const digits = String(count).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The difference of any two of the prices has at most 15 digits, which a JSON number holds. */
const maxCents = 9_999_999

/** Generates unit prices below 100,000 with up to four decimals, including half cents and 0. */
function unitPrices(fc: FastCheck): Arbitrary<string> {
  const cents = fc.nat(maxCents)
  return fc
    .oneof(
      cents.map((count) => count * 100),
      cents.map((count) => count * 100 + 50),
      fc.nat(maxCents * 100),
      fc.constant(0),
    )
    .map((count) => formatDecimal(count, 4))
}

/** Generates unit prices up to 1,000 with up to ten decimals, as some catalogs have them. */
function longUnitPrices(fc: FastCheck): Arbitrary<string> {
  const digits = fc.record({ count: fc.nat(maxCents), decimals: fc.integer({ min: 5, max: 10 }) })
  return digits.map(({ count, decimals }) => formatDecimal(count, decimals))
}

/** Generates amounts below 100,000, of at most 9,999,999 units of the last decimal. */
export function offeredPrices(fc: FastCheck, decimals: number): Arbitrary<string> {
  const max = Math.min(maxCents, 100_000 * 10 ** decimals - 1)
  return fc.nat(max).map((count) => formatDecimal(count, decimals))
}
