import { expect } from 'vitest'
import { parseAmount } from '../../../src/money/amount.js'
import { defaultLimits, type QuotePolicy } from '../../../src/quote/model/policy.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { createQuote } from '../../../src/quote/operations/create-quote.js'
import { priceTaxes } from '../../../src/quote/operations/reprice-quote.js'
import {
  createQuoteRequestParser,
  updateQuoteRequestParser,
} from '../../../src/quote/operations/requests.js'
import { updateQuote } from '../../../src/quote/operations/update-quote.js'
import { getTaxables } from '../../../src/quote/taxes/taxables.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import type { StoredRecord } from '../../../src/record/record.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'
import { pricesOf } from '../samples.js'

type Policy = Partial<QuotePolicy>

const limits = { ...defaultLimits, quantityDecimals: 3 }
const parseCreate = createQuoteRequestParser(limits)
const parseUpdate = updateQuoteRequestParser(limits)

/** Returns a record of which every amount has been verified. */
function verified(record: StoredRecord<Quote>): StoredRecord<Quote> {
  expect(verifyQuote(record.value)).toEqual([])
  return record
}

/** Creates a quote whose lines have these unit prices and quantities, in their order. */
export function quoteOf(
  lines: readonly (readonly [price: string, qty: number])[],
  request: object = {},
  policy: Policy = {},
): StoredRecord<Quote> {
  const products = pricesOf(lines.map(([price], index) => ({ id: index + 1, price })))
  const entries = lines.map(([, qty], index) => ({ id: index + 1, qty }))
  const parsed = parseCreate({ customer: {}, products: entries, ...request })
  const input = { quoteId: 'quote-1', now: 1_000, products }
  return verified(createQuote(parsed, input, { ...defaultPolicy, limits, ...policy }).record)
}

/** Updates a quote to which no product is added. */
export function updatedBy(
  record: StoredRecord<Quote>,
  changes: object,
  policy: Policy = {},
): StoredRecord<Quote> {
  const input = { now: 2_000, products: new Map() }
  const chosen = { ...defaultPolicy, limits, ...policy }
  const change = updateQuote(record, parseUpdate(changes), input, chosen)
  return verified(change?.record ?? record)
}

/** Prices the taxes of a quote with one rate on everything that is taxed. */
export function taxedWith(
  record: StoredRecord<Quote>,
  percent: string,
  { inclusive = false, ...policy }: Policy & { readonly inclusive?: boolean } = {},
): StoredRecord<Quote> {
  const keys = [...getTaxables(record.value).keys()]
  const rates = [{ name: 'VAT', rate: parseAmount(percent) as number, keys }]
  const taxes = { parsed: { rates }, inclusive, date: 3_000 }
  const change = priceTaxes(record, { now: 3_000, taxes }, { ...defaultPolicy, ...policy })
  return verified(change?.record ?? record)
}

/** Returns what the customer pays. */
export function totalOf({ value: { amounts, quote_total: total } }: StoredRecord<Quote>): string {
  return amounts?.total ?? total
}
