import { countryError, stateError } from '../quote/customer/place-names.js'
import type { ResolveRegion } from '../quote/customer/regions.js'
import { listSchema } from '../validation/schemas/list-schema.js'
import { type ParsedRate, rateSchema } from './parse-rate.js'
import { type Place, toPlace } from './place.js'

/** A row of a tax table in the form in which it is looked up. */
export interface RateRow {
  /** The position in the table, in which rates are shown. */
  readonly index: number
  readonly name: string
  /** Which tax it is a rate of. The empty string if the row does not say. */
  readonly tax: string
  readonly rate: number | string
  readonly place: Place
  /** Undefined for every tax code. */
  readonly taxCodes: ReadonlySet<string> | undefined
  readonly shipping: boolean
}

/** Creates the schema of a tax table. Rejects rows between which no line can choose. */
export function rateRowsSchema(resolveRegion: ResolveRegion) {
  const rates = listSchema(rateSchema, { error: 'must be an array of tax rates' })
  return rates.transform((parsed, context): readonly RateRow[] => {
    for (const [index, row] of parsed.entries())
      for (const [field, message] of placeErrors(row, resolveRegion))
        context.addIssue({ code: 'custom', path: [index, field], message })
    const rows = parsed.map((rate, index) => toRow(rate, index, resolveRegion))
    for (const { path, message } of taxErrors(rows))
      context.addIssue({ code: 'custom', path: [...path], message })
    const indexes = new Map<string, number>()
    for (const [index, row] of rows.entries()) {
      const earlier = appliesTo(row).map((key) => indexes.get(key) ?? index)
      const first = Math.min(...earlier)
      if (first < index) {
        const message = `applies to the same as the earlier row [${first}] of this tax`
        context.addIssue({ code: 'custom', path: [index], message })
      }
      for (const key of appliesTo(row)) if (!indexes.has(key)) indexes.set(key, index)
    }
    // Sorts by the place, as any row is looked up after those that are more specific.
    return rows.toSorted((left, right) => specificity(right.place) - specificity(left.place))
  })
}

/** A place that no customer has would never apply. */
export function placeErrors(
  { country, state }: Pick<ParsedRate, 'country' | 'state'>,
  resolveRegion: ResolveRegion,
): readonly (readonly ['country' | 'state', string])[] {
  if (country === undefined) return []
  const ofCountry = countryError(country)
  if (ofCountry !== undefined) return [['country', ofCountry]]
  const ofState = state === undefined ? undefined : stateError(state, country, resolveRegion)
  return ofState === undefined ? [] : [['state', ofState]]
}

/** Names alone don't say whether rates replace each other or add up. */
function taxErrors(
  rows: readonly RateRow[],
): readonly { readonly path: PropertyKey[]; readonly message: string }[] {
  const hasOneName = rows.every(({ name }) => name === rows[0]?.name)
  const taxes = new Map<string, string>()
  return rows.flatMap(({ name, tax }, index) => {
    const path = [index, 'tax']
    if (tax === '' && !hasOneName) return [{ path, message: missingTaxMessage }]
    const known = taxes.get(name) ?? tax
    taxes.set(name, known)
    return known === tax
      ? []
      : [{ path, message: `must be ${known}, as of other rows named ${name}` }]
  })
}

const missingTaxMessage =
  'is required if rows have several names: rates of one tax replace each other, taxes add up'

function toRow(rate: ParsedRate, index: number, resolveRegion: ResolveRegion): RateRow {
  const { country = '', state = '', zipcode = '', taxCode, shipping = false } = rate
  return {
    index,
    name: rate.name,
    tax: rate.tax ?? '',
    rate: rate.rate,
    place: toPlace({ country, state, zipcode }, resolveRegion),
    taxCodes: taxCode && new Set(taxCode),
    shipping,
  }
}

function appliesTo({ tax, place, taxCodes }: RateRow): string[] {
  const { country, state, zipcode } = place
  return [...(taxCodes ?? [null])].map((taxCode) =>
    JSON.stringify([tax, country, state, zipcode, taxCode]),
  )
}

/** The longer postal code comes first, then a state, then a country. */
function specificity({ country, state, zipcode }: Place): number {
  return zipcode.length * 4 + (state === '' ? 0 : 2) + (country === '' ? 0 : 1)
}

/** Returns true if a row applies at the place of a customer. */
export function appliesAt({ place: row }: RateRow, place: Place): boolean {
  return (
    (row.country === '' || row.country === place.country) &&
    (row.state === '' || row.state === place.state) &&
    place.zipcode.startsWith(row.zipcode)
  )
}

/**
 * Returns the most specific row of each tax.
 *
 * @param rows The rows that apply at the place of the customer, the most specific places first.
 */
export function rowsForTaxCode(
  rows: readonly RateRow[],
  taxCode: string | undefined,
): readonly RateRow[] {
  const byTax = new Map<string, RateRow>()
  for (const row of rows) {
    const chosen = byTax.get(row.tax)
    if (row.taxCodes === undefined ? chosen === undefined : isFirstOf(row, taxCode, chosen))
      byTax.set(row.tax, row)
  }
  return [...byTax.values()]
}

function isFirstOf(
  { taxCodes }: RateRow,
  taxCode: string | undefined,
  chosen: RateRow | undefined,
): boolean {
  return taxCode !== undefined && taxCodes?.has(taxCode) === true && chosen?.taxCodes === undefined
}
