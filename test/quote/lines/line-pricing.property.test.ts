import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isQuoteError } from '../../../src/errors.js'
import {
  linesOfQuote,
  quoteFromTemplate,
} from '../../../src/features/templates/template-changes.js'
import type { CatalogProduct } from '../../../src/quote/lines/catalog-product.js'
import type { QuotePolicy } from '../../../src/quote/model/policy.js'
import type { ProductLine, Quote } from '../../../src/quote/model/quote.js'
import { copyQuote, createQuote } from '../../../src/quote/operations/create-quote.js'
import { sendQuote } from '../../../src/quote/operations/offer.js'
import { repriceQuote } from '../../../src/quote/operations/reprice-quote.js'
import { updateQuote } from '../../../src/quote/operations/update-quote.js'
import { explainQuote } from '../../../src/quote/verify/explain-quote.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'
import { exact, roundedRatio, roundedUnit, show, unitLessPercent } from '../pricing/oracle.js'
import { percentArbitrary, roundingArbitrary, toDecimal } from '../pricing/random-amounts.js'
import { line, pricesOf } from '../samples.js'

/** Prices whose differences have at most 15 digits, as JSON numbers hold exactly. */
const unitPrice = fc
  .record({ count: fc.nat(99_999), decimals: fc.integer({ min: 0, max: 10 }) })
  .map(({ count, decimals }) => toDecimal(BigInt(count), decimals))
const quantity = fc.oneof(
  fc.integer({ min: 1, max: 1_000 }),
  fc.integer({ min: 1, max: 1_000_000 }).map((count) => count / 1_000),
)
const options = fc.record({
  decimals: fc.constantFrom(undefined, 0, 2, 3),
  unitPriceDecimals: fc.constantFrom(0, 2, 4, 6),
  allowMarkUps: fc.boolean(),
  rounding: roundingArbitrary,
})
type Options = typeof options extends fc.Arbitrary<infer Value> ? Value : never

const policyOf = ({ decimals = 2, ...rest }: Options): QuotePolicy => ({
  ...defaultPolicy,
  ...rest,
  currencyDecimals: { XXX: decimals },
  limits: { ...defaultPolicy.limits, quantityDecimals: 3 },
})
const create = (chosen: Options, products: readonly CatalogProduct[], lines: readonly object[]) =>
  createQuote(
    {
      customer: {},
      products: lines as Quote['products'],
      ...(chosen.decimals === undefined ? undefined : { currency: 'XXX' }),
    },
    { quoteId: 'quote-1', now: 1, products: pricesOf(products) },
    policyOf(chosen),
  ).record

/** Returns the ids of lines that a call rejects because no price is possible for them. */
function orRejected<T>(call: () => T): T | 'rejected' {
  try {
    return call()
  } catch (error) {
    if (!isQuoteError(error) || error.code !== 'invalid_request') throw error
    const { errors } = error.details as { readonly errors: Readonly<Record<string, string>> }
    for (const [path, message] of Object.entries(errors)) {
      expect(path).toMatch(/^(products|product_changes)\[0\]\.id$/)
      expect(message).toMatch(/set the option pricing.unitPriceDecimals to at least \d+$/)
    }
    return 'rejected'
  }
}

describe('a line with a discount_percent', () => {
  it('costs what decimal.js computes, with one rounding of the percentage', () => {
    fc.assert(
      fc.property(options, unitPrice, quantity, percentArbitrary, (chosen, price, qty, percent) => {
        const { decimals = 2, rounding, allowMarkUps } = chosen
        const unit = { decimals: Math.max(decimals, chosen.unitPriceDecimals), rounding }
        const entry = { id: 1, qty, discount_percent: percent }
        const created = orRejected(() => create(chosen, [{ id: 1, price }], [entry]))
        const quote = unitLessPercent(exact(price), percent, unit, allowMarkUps)
        expect(created === 'rejected').toBe(quote === undefined)
        if (created === 'rejected' || quote === undefined) return
        const precision = { decimals, rounding }
        const listTotal = exact(show(exact(price).times(qty), precision))
        const off = roundedRatio(listTotal.times(percent), exact(100), precision)
        expect(line(created.value)).toMatchObject({
          price_total: listTotal.toNumber(),
          quote: quote.toFixed(unit.decimals),
          quote_total: listTotal.minus(off).toFixed(decimals),
          discount_total: off.toNumber(),
        })
        // Within half a minor unit of the exact share of what the list total shows.
        const share = listTotal.times(exact(100).minus(percent)).div(100)
        const error = exact(line(created.value).quote_total).minus(share).abs()
        expect(error.lte(exact(10).pow(-decimals).div(2))).toBe(true)
        expect(verifyQuote(created.value)).toEqual([])
      }),
    )
  })

  it('is the same in one step or in many', () => {
    const edits = fc.array(
      fc.oneof(
        quantity.map((qty) => ({ qty })),
        percentArbitrary.map((percent) => ({ discount_percent: percent })),
        fc.constant({ discount_percent: null }),
        fc.constant({ quote: '1' }),
      ),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(
        options.map((each) => ({ ...each, allowMarkUps: true })),
        unitPrice,
        quantity,
        percentArbitrary,
        edits,
        (chosen, price, qty, percent, between) => {
          const products = [{ id: 1, price }]
          const once = create(chosen, products, [{ id: 1, qty, discount_percent: percent }])
          const last = { qty, discount_percent: percent }
          let record = create(chosen, products, [{ id: 1, qty: 1 }])
          for (const edit of [...between, last]) {
            const request = { products: [{ id: 1, ...edit }] }
            const input = { now: 2, products: pricesOf(products) }
            record = updateQuote(record, request, input, policyOf(chosen))?.record ?? record
          }
          expect({ ...line(record.value), key: null }).toEqual(line(once.value))
          const back = { products: record.value.products }
          const input = { now: 3, products: new Map() }
          expect(updateQuote(record, back, input, policyOf(chosen))).toBeUndefined()
        },
      ),
    )
  })
})

/** The unit price of the catalog that applies to a line: no break raises it. */
function catalogPrice({ price, salePrice, priceBreaks }: CatalogProduct, qty: number): Decimal {
  const reached = (priceBreaks ?? []).filter((each) => each.qty <= qty)
  return Decimal.min(exact(salePrice ?? price), ...reached.map((each) => exact(each.price)))
}

describe('an offered price that follows from the catalog', () => {
  const product = fc.record({
    price: unitPrice,
    salePrice: fc.option(unitPrice),
    priceBreaks: fc.uniqueArray(
      fc.record({ qty: fc.integer({ min: 2, max: 500 }), price: unitPrice }),
      { selector: ({ qty }) => qty, maxLength: 3 },
    ),
  })

  function expectOffer(quote: Quote, from: CatalogProduct, chosen: Options) {
    const offer: ProductLine = line(quote)
    const { decimals = 2, unitPriceDecimals, rounding, allowMarkUps } = chosen
    const unit = { decimals: Math.max(decimals, unitPriceDecimals), rounding }
    const price = catalogPrice(from, offer.qty)
    const expected = roundedUnit(price, exact(from.price), unit, allowMarkUps)
    expect(offer.quote).toBe(expected?.toFixed(unit.decimals))
    if (!price.isZero()) expect(exact(offer.quote).isZero()).toBe(false)
    const isAboveList = exact(offer.quote).gt(from.price) && exact(offer.quote).gt(price)
    if (!allowMarkUps) expect(isAboveList).toBe(false)
    const { steps = [] } = explainQuote(quote).lines[0] ?? {}
    const step = steps.find(({ type }) => type === 'rounding')
    if (price.eq(offer.quote)) expect(step?.from).toBeUndefined()
    else expect(step).toMatchObject({ from: price.toFixed(), unit: offer.quote })
    expect(verifyQuote(quote)).toEqual([])
  }

  it('is never 0 or a mark-up by rounding, whatever the operation', () => {
    fc.assert(
      fc.property(options, product, product, quantity, quantity, (chosen, was, is, qty, later) => {
        const policy = policyOf(chosen)
        const [before, now] = [
          { id: 1, ...was },
          { id: 1, ...is },
        ]
        const [old, current] = [pricesOf([before]), pricesOf([now])]
        const record = orRejected(() => create(chosen, [before], [{ id: 1, qty }]))
        const { decimals = 2, unitPriceDecimals, rounding, allowMarkUps } = chosen
        const unit = { decimals: Math.max(decimals, unitPriceDecimals), rounding }
        const isPossible = (from: CatalogProduct, at: number) =>
          roundedUnit(catalogPrice(from, at), exact(from.price), unit, allowMarkUps) !== undefined
        expect(record !== 'rejected').toBe(isPossible(before, qty))
        if (record === 'rejected') return
        expectOffer(record.value, before, chosen)

        const update = { products: [{ id: 1, qty: later }] }
        const updated = orRejected(
          () => updateQuote(record, update, { now: 2, products: old }, policy)?.record ?? record,
        )
        expect(updated !== 'rejected').toBe(isPossible(before, later))
        if (updated !== 'rejected') expectOffer(updated.value, before, chosen)

        const reprice = { now: 3, products: current, lines: undefined }
        const repriced = orRejected(() => repriceQuote(record, reprice, policy)?.record ?? record)
        expect(repriced !== 'rejected').toBe(isPossible(now, qty))
        if (repriced !== 'rejected') {
          expectOffer(repriced.value, now, chosen)
          const sent = sendQuote(repriced, { now: 4 }, policy)?.record
          expectOffer(sent?.value as Quote, now, chosen)
        }

        const input = { quoteId: 'quote-2', now: 5, products: current }
        const copy = orRejected(() => copyQuote(record, input, policy).record)
        expect(copy !== 'rejected').toBe(isPossible(now, qty))
        if (copy !== 'rejected') expectOffer(copy.value, now, chosen)
        const frozen = copyQuote(record, { ...input, products: undefined }, policy).record
        expectOffer(frozen.value, before, chosen)

        const lines = linesOfQuote(record.value, policy)
        expect(lines).toEqual([{ id: 1, qty }])
        const template = { name: 'T', products: lines, created: 1 }
        const currency = chosen.decimals === undefined ? undefined : 'XXX'
        const request = currency === undefined ? {} : { currency }
        const made = orRejected(() => quoteFromTemplate(template, request, input, policy).record)
        expect(made !== 'rejected').toBe(isPossible(now, qty))
        if (made !== 'rejected') expectOffer(made.value, now, chosen)
      }),
    )
  })
})
