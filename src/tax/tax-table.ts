import { z } from 'zod'
import { type Amount, parseAmount, toDecimalString } from '../money/amount.js'
import type { MaybePromise } from '../ports/storage.js'
import type { TaxProvider } from '../ports/tax.js'
import { isoRegions, type ResolveRegion } from '../quote/customer/regions.js'
import type { Customer } from '../quote/quote.js'
import type { TaxRequest } from '../quote/taxes/tax-request.js'
import type { TaxRate, TaxResponse } from '../quote/taxes/tax-response.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { optionalFunction } from '../validation/schemas/scalars.js'
import { parseStoreLists, type StoreLists } from '../validation/schemas/store-lists.js'
import type { TaxTableRate } from './parse-rate.js'
import { type Place, toPlace } from './place.js'
import { appliesAt, type RateRow, rateRowsSchema, rowsForTaxCode } from './rate-rows.js'

/** Options of {@link taxTable}. */
export interface TaxTableOptions {
  /**
   * Returns true, or a promise of it, if a customer pays no taxes, for example because of a
   * certificate, or a tax id to which reverse charge applies. Buyers can set the fields of a
   * customer: decide by your own records, or check such fields with the option `permit`.
   *
   * @default Every customer pays taxes.
   */
  readonly isExempt?: ((customer: Customer) => MaybePromise<boolean>) | undefined
  /**
   * Returns the full name of a state for its code. Pass the function that the engine has.
   *
   * @default isoRegions
   */
  readonly resolveRegion?: ResolveRegion | undefined
}

const optionsSchema = z.strictObject(
  { isExempt: optionalFunction, resolveRegion: optionalFunction },
  { error: 'must be an object' },
)

/**
 * Creates a tax provider from a table of rates.
 *
 * A row applies to a line if the customer's country, state and postal code, and the line's tax
 * code, are those of the row; what the row leaves out can be anything. Of the rows that apply, the
 * most specific one counts: a row with the line's tax code before one without, then the longer
 * postal code, then a state, then a country. Rows of different taxes, named by `tax`, add up. A
 * line to which no row applies has no taxes.
 *
 * Rejects the quote if rows depend on the country, or on the state or the postal code in the
 * country, and the customer has none, or a country that is not a code of two letters: the taxes
 * would be too low.
 *
 * @param rates The rows of all stores, or an object with the rows of each store.
 * @throws QuoteError `invalid_options`, with the path of every invalid field (`store-1[0].rate`),
 * or of a row that applies to the same as an earlier row of its tax
 *
 * @example
 * taxTable([
 *   { name: 'VAT 19 %', rate: 19, tax: 'VAT', country: 'DE', shipping: true },
 *   { name: 'VAT 7 %', rate: 7, tax: 'VAT', country: 'DE', taxCode: ['books', 'food'] },
 * ])
 */
export function taxTable(
  rates: StoreLists<TaxTableRate>,
  options: TaxTableOptions = {},
): TaxProvider {
  parseOrThrow(optionsSchema, options, 'invalid_options')
  const { isExempt, resolveRegion = isoRegions } = options
  const rowsOf = parseStoreLists(rateRowsSchema(resolveRegion), 'tax rates', rates)
  return {
    async calculate(request): Promise<TaxResponse> {
      const { storeId, customer } = request
      const rows = rowsOf(storeId) ?? []
      if (rows.length === 0 || (await isExempt?.(customer)) === true) return { rates: [] }
      const place = toPlace(customer, resolveRegion)
      const missing = missingField(rows, place)
      if (missing !== undefined)
        return { rejected: `the customer has no ${missing}, on which the tax rates depend` }
      const applicable = rows.filter((row) => appliesAt(row, place))
      return { rates: toTaxRates(request, applicable) }
    },
  }
}

/** Returns the field of the customer that rows depend on, and that is missing. */
function missingField(rows: readonly RateRow[], place: Place): string | undefined {
  const depends = (field: keyof Place, on: readonly RateRow[]) =>
    place[field] === '' && on.some((row) => row.place[field] !== '')
  if (depends('country', rows)) return 'country'
  const hasCountries = rows.some((row) => row.place.country !== '')
  if (hasCountries && !/^[A-Z]{2}$/.test(place.country)) return 'country code of two letters'
  const ofCountry = rows.filter((row) => row.place.country === place.country)
  if (depends('state', ofCountry)) return 'state'
  const ofState = ofCountry.filter(({ place: { state } }) => state === '' || state === place.state)
  return depends('zipcode', ofState) ? 'zipcode' : undefined
}

interface AppliedRate extends TaxRate {
  /** The position of its first row in the table. */
  index: number
  readonly lines: string[]
  shipping: boolean
}

/** Rows of one name and rate become one rate, so that they are shown and rounded as one. */
function toTaxRates({ lines, shipping }: TaxRequest, rows: readonly RateRow[]): TaxRate[] {
  const applied = new Map<string, AppliedRate>()
  const rateOf = ({ index, name, rate }: RateRow) => {
    const key = JSON.stringify([name, toDecimalString(parseAmount(rate) as Amount)])
    const added = applied.get(key) ?? { index, name, rate, lines: [], shipping: false }
    added.index = Math.min(added.index, index)
    applied.set(key, added)
    return added
  }
  const byTaxCode = new Map<string | undefined, readonly RateRow[]>()
  for (const { key, taxCode } of lines) {
    const chosen = byTaxCode.get(taxCode) ?? rowsForTaxCode(rows, taxCode)
    byTaxCode.set(taxCode, chosen)
    for (const row of chosen) rateOf(row).lines.push(key)
  }
  if (shipping !== undefined) {
    const ofShipping = rows.filter((row) => row.shipping)
    for (const row of rowsForTaxCode(ofShipping, shipping.taxCode)) rateOf(row).shipping = true
  }
  return [...applied.values()]
    .sort((left, right) => left.index - right.index)
    .map(({ index: _, ...rate }) => rate)
}
