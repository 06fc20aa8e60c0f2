import type { Arbitrary } from 'fast-check'
import { sum } from '../../money/allocation.js'
import { type Amount, toDecimalString } from '../../money/amount.js'
import { multiplyRatio } from '../../money/rounding.js'
import { withKeys } from '../../quote/lines/line-keys.js'
import { publishedDecimals } from '../../quote/policy.js'
import type { Quote } from '../../quote/quote.js'
import { getTaxables, shippingKey } from '../../quote/taxes/compute-taxes.js'
import type { PricedTaxes } from '../../quote/taxes/price-taxes.js'
import {
  parseTaxResponse,
  type TaxContext,
  type TaxRate,
  type TaxResponse,
} from '../../quote/taxes/tax-response.js'
import type { FastCheck } from './fast-check.js'

const names = ['VAT', 'City', 'Späť'] as const
const percents = ['19', '7', '0', '8.875', '2.5', '33.3333'] as const

/** Generates the taxes that a provider returns for a quote: rates, or amounts of its own. */
export function pricedTaxes(fc: FastCheck, quote: Quote): Arbitrary<PricedTaxes> {
  const { decimals = publishedDecimals } = quote
  const taxables = getTaxables({ ...quote, products: withKeys(quote.products) })
  const date = fc.nat(1_000)
  return fc
    .boolean()
    .chain((inclusive) => {
      const context: TaxContext = { taxables, decimals, inclusive }
      const response = fc.oneof(rateResponses(fc, context), amountResponses(fc, context))
      // Only prices that include taxes contain some, and they can contain others than are paid.
      const included = inclusive ? fc.option(rateLists(fc, context)) : fc.constant(null)
      const exemptPrices = fc.constantFrom('net' as const, 'gross' as const)
      return fc.record({ response, included, exemptPrices, context: fc.constant(context), date })
    })
    .map(({ response, included, exemptPrices, context, date: when }) => {
      const parsed = parseTaxResponse({ ...response, included }, context)
      if ('rejected' in parsed) throw new Error('the response must not reject the quote')
      return { parsed, inclusive: context.inclusive, exemptPrices, date: when }
    })
}

function references(fc: FastCheck) {
  return fc.constantFrom(undefined, 'calc-1')
}

function rateResponses(fc: FastCheck, context: TaxContext): Arbitrary<TaxResponse> {
  return fc.record({ rates: rateLists(fc, context), reference: references(fc) })
}

function rateLists(fc: FastCheck, { taxables }: TaxContext): Arbitrary<readonly TaxRate[]> {
  const keys = [...taxables.keys()].filter((key) => key !== shippingKey)
  const rate = fc.record({
    name: fc.constantFrom(...names),
    rate: fc.constantFrom(...percents),
    lines: fc.oneof(fc.constant(keys), fc.shuffledSubarray(keys)),
    shipping: fc.boolean(),
  })
  return fc.uniqueArray(rate, {
    selector: (each) => `${each.rate} ${each.name}`,
    maxLength: 4,
  })
}

/** Each amount is a part of its line, so that prices can include it. */
function amountResponses(
  fc: FastCheck,
  { taxables, decimals }: TaxContext,
): Arbitrary<TaxResponse> {
  const taxed = [...taxables].map(([line, cost]) =>
    fc
      .option(
        fc.record(
          {
            name: fc.constantFrom(...names),
            part: fc.nat(100),
            rate: fc.constantFrom(...percents),
          },
          { requiredKeys: ['name', 'part'] },
        ),
      )
      .map((tax) => (tax === null ? undefined : { line, cost, ...tax })),
  )
  return fc
    .record({ portions: fc.tuple(...taxed), reference: references(fc) })
    .map(({ portions, reference }) => {
      const amounts = portions
        .filter((portion) => portion !== undefined)
        .map(({ cost, part, ...portion }) => {
          return { ...portion, units: multiplyRatio(cost, part, 100, decimals, 'half-up') }
        })
      const total = toDecimalString(sum(amounts.map(({ units }): Amount => units)))
      const shown = amounts.map(({ units, ...portion }) => {
        return { ...portion, amount: toDecimalString(units) }
      })
      return { amounts: shown, total, reference }
    })
}
