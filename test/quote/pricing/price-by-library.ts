import type { LineChoiceRequest } from '../../../src/quote/model/choice-fields.js'
import type { QuotePolicy } from '../../../src/quote/model/policy.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { createQuote } from '../../../src/quote/operations/create-quote.js'
import { priceTaxes } from '../../../src/quote/operations/reprice-quote.js'
import type { CreateQuoteRequest } from '../../../src/quote/operations/requests.js'
import { createTaxRequest, getRequestedTaxables } from '../../../src/quote/taxes/tax-request.js'
import { parseTaxResponse } from '../../../src/quote/taxes/tax-response.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'
import type { OracleAmounts, OracleQuote } from './quote-oracle.js'

const currencies = { 0: 'JPY', 2: 'CHF', 3: 'KWD' } as const
export type Decimals = keyof typeof currencies

/** What the customer can choose of a quote: of each line, and of the sections and choices. */
export interface OracleChoices extends Pick<CreateQuoteRequest, 'sections' | 'choices'> {
  readonly lines: readonly LineChoiceRequest[]
}

/** Returns what the library makes of the quote that the oracle computes. */
export function priceByLibrary(quote: OracleQuote, chosen?: OracleChoices): Quote {
  const { decimals, cashStep, rounding } = quote
  const currency = currencies[decimals as Decimals]
  const policy: QuotePolicy = {
    ...defaultPolicy,
    limits: { ...defaultPolicy.limits, quantityDecimals: 3 },
    unitPriceDecimals: 4,
    taxRounding: rounding,
    ...(cashStep !== undefined && { cashRounding: { [currency]: cashStep } }),
  }
  const keysOf = (lines: readonly number[]) => lines.map((index) => `1-${index + 1}`)
  const request: CreateQuoteRequest = {
    customer: {},
    currency,
    products: quote.lines.map(({ price, qty, per, percent: less, period }, index) => ({
      name: `Line ${index}`,
      price,
      qty,
      ...(per !== 1 && { price_quantity: per }),
      ...(less !== undefined && { discount_percent: less }),
      ...(period !== undefined && { billing: { interval: period as 'month' } }),
      ...chosen?.lines[index],
    })),
    ...(chosen && { sections: chosen.sections, choices: chosen.choices }),
    discounts: quote.discounts.map(({ lines, ...terms }) =>
      lines === undefined ? terms : { ...terms, lines: keysOf(lines) },
    ),
    charges: quote.charges.map(({ isTaxedAlone, lines, ...terms }) => ({
      label: 'Fee',
      ...terms,
      ...(lines !== undefined && { lines: keysOf(lines) }),
      ...(isTaxedAlone && { tax_code: 'fee' }),
    })),
    ...(quote.shipping !== undefined && {
      shipping: { type: 'custom', product: { name: 'Van', price: quote.shipping } },
    }),
  }
  const input = { quoteId: 'quote-1', now: 1_000, products: new Map() }
  const { record } = createQuote(request, input, policy)
  // A provider is asked for the lines that are left out, too.
  const taxables = getRequestedTaxables(
    createTaxRequest(record.value, { storeId: 's', quoteId: 'q', inclusive: false, date: 1_000 }),
  )
  const charges = [...taxables.keys()].filter((key) => key.startsWith('charge-'))
  const rates = quote.rates.map(({ rate, kind, lines, charges: isOfCharges, shipping }, index) => ({
    name: `Tax ${index}`,
    rate,
    lines: [...keysOf(lines), ...(isOfCharges ? charges : [])],
    shipping: shipping && quote.isProportional ? ('proportional' as const) : shipping,
    ...(kind !== 'plain' && { [kind]: true }),
  }))
  const { inclusive } = quote
  const parsed = parseTaxResponse({ rates }, { taxables, decimals, inclusive })
  if ('rejected' in parsed) throw new Error('no response rejects the quote')
  const taxes = { parsed, inclusive, date: 1_000 }
  return (priceTaxes(record, { now: 2_000, taxes }, policy)?.record ?? record).value
}

/** Returns what a quote shows, as the oracle returns it. */
export function amountsOf(quote: Quote): OracleAmounts {
  const { amounts, quote_total: lines, decimals = 2 } = quote
  const none = (0).toFixed(decimals)
  const total = amounts?.total ?? lines
  return {
    lines,
    discounts: amounts?.discounts ?? none,
    charges: amounts?.charges ?? none,
    taxes: amounts?.taxes ?? none,
    total,
    withheld: amounts?.withheld ?? none,
    payable: amounts?.payable ?? total,
    upfront: amounts?.upfront ?? total,
    recurring: Object.fromEntries(
      (amounts?.recurring ?? []).map((each) => [each.interval, each.total]),
    ),
  }
}
