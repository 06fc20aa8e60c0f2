import { allocate, sum } from '../../money/allocation.js'
import { type Amount, add, parseAmount, subtract, toExactNumber, zero } from '../../money/amount.js'
import { toFixed } from '../../money/rounding.js'
import { type LineComponent, shareWeight, type TaxShare } from '../model/component-fields.js'
import { withKeys } from '../model/line-keys.js'
import { publishedDecimals } from '../model/precision.js'
import type { QuoteTaxes, TaxPortion } from '../model/pricing-fields.js'
import type { ProductLine, Quote } from '../model/quote.js'

/**
 * Bundles whose components have different tax codes are taxed in parts: each part is a line of its
 * own while taxes are computed. All of the computation knows only lines.
 */

/** What is divided with the lines. */
type Divided = Pick<Quote, 'products'> &
  Partial<Pick<Quote, 'decimals' | 'discounts' | 'charges' | 'product_order' | 'taxes'>>

/** Returns the key of a part of a line, counted from 1. Nothing else in a quote has such a key. */
function partKey(key: string, part: number): string {
  return `${key}/${part}`
}

/** Returns the key of a line, and which part of it a key is of. */
export function parsePartKey(key: string): { readonly line: string; readonly part?: number } {
  const end = key.indexOf('/')
  return end === -1 ? { line: key } : { line: key.slice(0, end), part: Number(key.slice(end + 1)) }
}

/**
 * Returns a quote with a line for each part of a bundle that is taxed by itself. What the customer
 * pays for the parts sums to what the bundle costs, and so do their shares of discounts and
 * charges. The quote itself if it has no such bundle. Pure.
 */
export function splitBundles<T extends Divided>(quote: T): T {
  if (!quote.products.some(({ tax_shares: shares }) => shares !== undefined)) return quote
  const { decimals = publishedDecimals, discounts = [], charges = [] } = quote
  const sharesOf = new Map<string, readonly TaxShare[]>()
  for (const line of withKeys(quote.products))
    if (line.tax_shares !== undefined) sharesOf.set(line.key as string, line.tax_shares)
  const divide = (key: string, amount: Amount): readonly Amount[] =>
    allocate(amount, (sharesOf.get(key) as readonly TaxShare[]).map(shareWeight), decimals)
  const show = (amount: Amount) => toFixed(amount, decimals, 'half-up')
  const splitShares = (shares: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(shares).flatMap(([key, share]): [string, string][] =>
        sharesOf.has(key)
          ? divide(key, parse(share)).map((part, index) => [partKey(key, index + 1), show(part)])
          : [[key, share]],
      ),
    )
  const splitKeys = (keys: readonly string[]): readonly string[] =>
    keys.flatMap((key) => {
      const shares = sharesOf.get(key)
      return shares === undefined ? [key] : shares.map((_, index) => partKey(key, index + 1))
    })
  const splitTerms = <Terms extends PricedTerms>(terms: Terms): Terms => ({
    ...terms,
    ...(terms.lines && { lines: splitKeys(terms.lines) }),
    ...(terms.shares && { shares: splitShares(terms.shares) }),
  })
  const products = withKeys(quote.products).flatMap((line) => {
    const key = line.key as string
    const { tax_shares: shares } = line
    if (shares === undefined) return [line]
    const discounted = discounts.flatMap((each) => each.shares[key] ?? []).map(parse)
    // What is left after discounts is divided, and so is each charge, so that no part of either is
    // below 0. The total of a part follows.
    const totals = [...divide(key, subtract(parse(line.quote_total), sum(discounted)))]
    for (const amount of discounted)
      for (const [index, part] of divide(key, amount).entries())
        totals[index] = add(totals[index] ?? zero, part)
    return shares.map((share, index) =>
      toPart(line, share, { index, total: totals[index] ?? zero, show }),
    )
  })
  const { product_order: order, taxes } = quote
  return {
    ...quote,
    products,
    ...(order && { product_order: splitKeys(order) }),
    ...(quote.discounts && { discounts: discounts.map(splitTerms) }),
    ...(quote.charges && { charges: charges.map(splitTerms) }),
    ...(taxes && { taxes: splitPortions(taxes) }),
  }
}

/** What of a discount or a charge refers to lines. */
interface PricedTerms {
  readonly lines?: readonly string[]
  readonly shares?: Readonly<Record<string, string>>
}

/** Returns a part of a line as a line: its prices are those of all of its quantity. */
function toPart(
  line: ProductLine,
  { tax_code: code }: TaxShare,
  { index, total, show }: PartInput,
): ProductLine {
  const { components = [], tax_shares, component_prices, tax_code, price_breaks, ...rest } = line
  const { discount_percent, ...base } = rest
  const price = toExactNumber(total) as number
  const isOf = (each: LineComponent) => (each.tax_code ?? tax_code) === code
  // Components that cost nothing can have a tax code that no part has.
  const isTaxed = (each: LineComponent) =>
    tax_shares?.some((share) => share.tax_code === (each.tax_code ?? tax_code))
  return {
    ...base,
    key: partKey(line.key as string, index + 1),
    price,
    price_total: price,
    quote: show(total),
    quote_total: show(total),
    discount: 0,
    discount_total: 0,
    calculated_price: price,
    price_quantity: line.qty,
    ...(code !== undefined && { tax_code: code }),
    components: components.filter((each) => isOf(each) || (index === 0 && !isTaxed(each))),
  }
}

interface PartInput {
  readonly index: number
  readonly total: Amount
  readonly show: (amount: Amount) => string
}

/** Returns taxes whose portions refer to the parts of lines by their keys. */
function splitPortions(taxes: QuoteTaxes): QuoteTaxes {
  const split = (portions: readonly TaxPortion[]) =>
    portions.map(({ part, ...portion }) =>
      part === undefined ? portion : { ...portion, line: partKey(portion.line, part) },
    )
  const { portions, removed } = taxes
  return {
    ...taxes,
    portions: split(portions),
    ...(removed && { removed: { ...removed, portions: split(removed.portions) } }),
  }
}

const parse = (value: string) => parseAmount(value) as Amount
