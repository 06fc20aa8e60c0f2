import type { Customer } from '../../src/quote/model/quote.js'
import type { TaxRequest, TaxRequestLine } from '../../src/quote/taxes/tax-request.js'
import type { TaxTableRate } from '../../src/tax/parse-rate.js'
import { type TaxTableOptions, taxTable } from '../../src/tax/tax-table.js'

/** Returns a line of 10.00 for each tax code, with the keys `1-1`, `1-2`, and so on. */
export function linesOf(...taxCodes: readonly (string | undefined)[]): TaxRequestLine[] {
  return taxCodes.map((taxCode, index) => ({
    key: `1-${index + 1}`,
    id: index + 1,
    qty: 1,
    taxCode,
    amount: '10.00',
    discount: '0.00',
  }))
}

/** Returns a request with one line, unless other fields are given. */
export function requestOf(customer: Customer, fields: Partial<TaxRequest> = {}): TaxRequest {
  return {
    storeId: 'store-1',
    quoteId: 'quote-1',
    decimals: 2,
    inclusive: false,
    date: 0,
    customer,
    lines: linesOf(undefined),
    ...fields,
  }
}

export const call = { signal: new AbortController().signal }

/** Returns the response of a table of these rates. */
export async function calculateTaxes(
  rates: readonly TaxTableRate[],
  request: TaxRequest,
  options?: TaxTableOptions,
) {
  return taxTable(rates, options).calculateTaxes(request, call)
}

/** Returns the name and the percentage of each rate, and `shipping` or the keys of its lines. */
export async function applied(...args: Parameters<typeof calculateTaxes>): Promise<string[]> {
  const response = await calculateTaxes(...args)
  if (!('rates' in response))
    throw new Error(`expected rates, received ${JSON.stringify(response)}`)
  return response.rates.map(({ name, rate, lines, shipping }) =>
    [name, rate, ...lines, ...(shipping ? ['shipping'] : [])].join(' '),
  )
}
