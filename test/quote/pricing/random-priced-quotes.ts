import fc from 'fast-check'
import { isQuoteError } from '../../../src/errors.js'
import { parseCatalogResponse } from '../../../src/quote/lines/catalog-product.js'
import { withKeys } from '../../../src/quote/model/line-keys.js'
import type { QuotePolicy } from '../../../src/quote/model/policy.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { createQuote } from '../../../src/quote/operations/create-quote.js'
import { sendQuote } from '../../../src/quote/operations/offer.js'
import { priceTaxes } from '../../../src/quote/operations/reprice-quote.js'
import { createQuoteRequestParser } from '../../../src/quote/operations/requests.js'
import type { PricedTaxes } from '../../../src/quote/taxes/price-taxes.js'
import { parseTaxResponse } from '../../../src/quote/taxes/tax-response.js'
import { getTaxables } from '../../../src/quote/taxes/taxables.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'
import { percentArbitrary, roundingArbitrary, toDecimal } from './random-amounts.js'

const unitPrice = fc
  .oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 300_000 }) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents * 100) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 1e15 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 100 }).map((billions) => billions * 1e13) },
  )
  .map((units) => toDecimal(BigInt(units), 4))

const line = fc.record({
  isCustom: fc.boolean(),
  price: unitPrice,
  salePrice: fc.option(unitPrice),
  priceBreaks: fc.uniqueArray(
    fc.record({ qty: fc.integer({ min: 2, max: 9 }), price: unitPrice }),
    {
      selector: ({ qty }) => qty,
      maxLength: 2,
    },
  ),
  qty: fc.integer({ min: 1, max: 20 }),
  thousandths: fc.constantFrom(0, 0, 0, 500, 1, 333),
  percent: fc.option(percentArbitrary, { nil: undefined, freq: 3 }),
})

const discount = fc.record({
  type: fc.constantFrom('percent' as const, 'amount' as const, 'target' as const),
  percent: percentArbitrary,
  units: fc.nat(2_000_000),
  /** The lines by their bits; 0 for all. */
  lines: fc.oneof(fc.constant(0), fc.nat(63)),
})

const rate = fc.record({
  name: fc.constantFrom('VAT', 'City'),
  rate: fc.constantFrom('19', '7', '0', '8.875', '33.3333'),
  lines: fc.oneof(fc.constant(63), fc.nat(63)),
  shipping: fc.boolean(),
})

/** What a quote is made of. */
const specifications = fc.record({
  /** Undefined for a quote without a currency. */
  decimals: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
  unitPriceDecimals: fc.constantFrom(0, 2, 3, 4),
  rounding: roundingArbitrary,
  taxRounding: fc.constantFrom('line' as const, 'rate' as const),
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  discounts: fc.array(discount, { maxLength: 3 }),
  shipping: fc.option(fc.nat(100_000), { nil: undefined }),
  taxes: fc.option(
    fc.record({
      inclusive: fc.boolean(),
      rates: fc.uniqueArray(rate, {
        selector: (each) => `${each.rate} ${each.name}`,
        maxLength: 3,
      }),
    }),
    { nil: undefined },
  ),
  isSent: fc.boolean(),
})

export type Specification = typeof specifications extends fc.Arbitrary<infer Value> ? Value : never

/** A quote, and what it was made of. */
export interface PricedQuote {
  readonly quote: Quote
  readonly from: Specification
}

const limits = { ...defaultPolicy.limits, quantityDecimals: 3 }
const parseRequest = createQuoteRequestParser(limits)
const keyAt = (index: number) => `1-${index + 1}`

/** Returns the keys of the lines whose bits are set. */
export function keysOf(bits: number, count: number): readonly string[] {
  const indexes = Array.from({ length: count }, (_, index) => index)
  return indexes.filter((index) => (bits >> index) % 2 === 1).map(keyAt)
}

export const decimalsOf = ({ decimals = 2 }: Specification): number => decimals
export const unitDecimalsOf = (from: Specification): number =>
  Math.max(decimalsOf(from), from.unitPriceDecimals)

/** Returns the price of a custom line, which cannot have more decimals than an offer. */
export function customPriceOf(price: string, decimals: number): string {
  return toDecimal(BigInt(price.replace('.', '')) / 10n ** BigInt(4 - decimals), decimals)
}

/** Returns the discounts as they are sent. */
export function discountsOf(from: Specification) {
  return from.discounts.map(({ type, percent, units, lines: bits }) => {
    const value = type === 'percent' ? percent : toDecimal(BigInt(units), decimalsOf(from))
    const lines = keysOf(bits, from.lines.length)
    return lines.length === 0 ? { type, value } : { type, value, lines }
  })
}

function requestOf(from: Specification): unknown {
  const { lines, shipping } = from
  return {
    customer: {},
    products: lines.map(({ isCustom, price, qty, thousandths, percent }, index) => ({
      ...(isCustom
        ? { name: 'Work', price: customPriceOf(price, unitDecimalsOf(from)) }
        : { id: index + 1 }),
      qty: (qty * 1_000 + thousandths) / 1_000,
      ...(percent === undefined ? {} : { discount_percent: percent }),
    })),
    ...(from.decimals === undefined ? {} : { currency: 'XXX' }),
    discounts: discountsOf(from),
    ...(shipping === undefined
      ? {}
      : {
          shipping: {
            type: 'custom',
            product: { name: 'Courier', price: toDecimal(BigInt(shipping), decimalsOf(from)) },
          },
        }),
  }
}

function policyOf(from: Specification): QuotePolicy {
  const { rounding, taxRounding, unitPriceDecimals, decimals = 2 } = from
  const currencyDecimals = { XXX: decimals }
  return { ...defaultPolicy, limits, rounding, taxRounding, unitPriceDecimals, currencyDecimals }
}

function taxesOf(quote: Quote, { taxes, lines }: Specification): PricedTaxes | undefined {
  if (taxes === undefined) return undefined
  const { inclusive } = taxes
  const response = {
    rates: taxes.rates.map((each) => ({ ...each, lines: keysOf(each.lines, lines.length) })),
  }
  const taxables = getTaxables({ ...quote, products: withKeys(quote.products) })
  const context = { taxables, decimals: quote.decimals ?? 2, inclusive }
  const parsed = parseTaxResponse(response, context)
  return 'rejected' in parsed ? undefined : { parsed, inclusive, date: 1 }
}

/** Returns the quote; undefined if a number cannot hold a total of it. */
function priced(from: Specification): PricedQuote | undefined {
  const policy = policyOf(from)
  const catalog = from.lines.map(({ price, salePrice, priceBreaks }, index) => {
    return { id: index + 1, price, salePrice, priceBreaks }
  })
  const products = parseCatalogResponse(catalog, new Set(catalog.map(({ id }) => id)))
  try {
    const input = { quoteId: 'quote-1', now: 1, products }
    const { record } = createQuote(parseRequest(requestOf(from)), input, policy)
    const taxes = taxesOf(record.value, from)
    if (from.isSent)
      return { from, quote: sendQuote(record, { now: 2, taxes }, policy)?.record.value as Quote }
    if (taxes === undefined) return { from, quote: record.value }
    return { from, quote: priceTaxes(record, { now: 2, taxes }, policy)?.record.value as Quote }
  } catch (error) {
    if (isQuoteError(error) && error.code === 'invalid_request') return undefined
    throw error
  }
}

/** Quotes with everything that has a price, new or sent, and of any size. */
export const pricedQuotes: fc.Arbitrary<PricedQuote> = specifications
  .map(priced)
  .filter((each) => each !== undefined)
