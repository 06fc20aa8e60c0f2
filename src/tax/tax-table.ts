import * as z from 'zod'
import { QuoteError } from '../errors.js'
import { type Amount, parseAmount, toDecimalString } from '../money/amount.js'
import type { MaybePromise } from '../ports/storage.js'
import type { TaxPort } from '../ports/tax.js'
import type { taxKinds } from '../quote/model/pricing-fields.js'
import type { AnyCustomer } from '../quote/model/quote.js'
import {
  canonicalCountry,
  comparablePlace,
  countryError,
  isCountryCode,
} from '../quote/regions/countries.js'
import {
  isKnownState,
  isoRegions,
  type ResolveRegion,
  stateError,
} from '../quote/regions/regions.js'
import { resolveStateName } from '../quote/regions/resolve-state.js'
import type { TaxRequest } from '../quote/taxes/tax-request.js'
import type { TaxRate, TaxResponse } from '../quote/taxes/tax-response.js'
import { FieldErrorCollector, formatPath, parseOrThrow } from '../validation/field-errors.js'
import { lazy } from '../validation/lazy.js'
import { listSchema } from '../validation/schemas/list-schema.js'
import { mustBeObject, optionalFunction, withReceived } from '../validation/schemas/scalars.js'
import { parseStoreLists, type StoreLists } from '../validation/schemas/store-lists.js'
import { type ParsedRate, placeSchema, rateSchema, type TaxTableRate } from './parse-rate.js'

/** Options of {@link taxTable}. */
export interface TaxTableOptions {
  /**
   * Returns true, or a promise of it, if a customer pays no taxes, for example because of a
   * certificate, or a tax id to which reverse charge applies. Buyers can set the fields of a
   * customer: decide by your own records, or check such fields with the option `permit`. `place` is
   * where the goods go: the quote's `ship_to`, or else the customer.
   *
   * @default Every customer pays taxes.
   */
  readonly isExempt?:
    | ((customer: AnyCustomer, place: AnyCustomer) => MaybePromise<boolean>)
    | undefined
  /**
   * Returns the full name of a state for its code. Pass the function that the engine has.
   *
   * @default isoRegions
   */
  readonly resolveRegion?: ResolveRegion | undefined
  /**
   * The place whose taxes the prices contain, if the prices of the store include taxes: that of the
   * store, or a function that returns it. A customer to whom other rates apply, or none, pays the
   * price without these taxes, and their own taxes on it.
   *
   * @default The place of the rows, if all of them are of one place. Else, the prices contain the
   * taxes of each customer, and quotes with lines that have none are rejected.
   */
  readonly home?: TaxTableHome | ((storeId: string) => TaxTableHome | undefined) | undefined
}

/** A place in a tax table. */
export type TaxTableHome = Pick<TaxTableRate, 'country' | 'state' | 'zipcode'>

const taxTableOptionsSchema = lazy(() =>
  z.strictObject(
    {
      isExempt: optionalFunction,
      resolveRegion: optionalFunction,
      home: z
        .union([z.function() as unknown as z.ZodType<TaxTableOptions['home']>, placeSchema()], {
          error: withReceived('must be an object with country, state and zipcode, or a function'),
        })
        .optional(),
    },
    mustBeObject,
  ),
)

/**
 * Creates a tax provider from a table of rates.
 *
 * A row applies to a line if country, state and postal code of the place of delivery, and the tax
 * code of the line, are those of the row; what the row leaves out can be anything. The place of
 * delivery is the quote's `ship_to`, or else the customer's address. Of the rows that apply, the
 * most specific one counts: a row with the line's tax code before one without, then the longer
 * postal code, then a state, then a country. Rows of different taxes, named by `tax`, add up. A
 * line to which no row applies has no taxes.
 *
 * Rejects the quote if rows depend on the country, or on the state or the postal code in the
 * country, and the place has none, or a country or a state that does not exist: the taxes would be
 * too low.
 *
 * @param rates The rows of all stores, or an object with the rows of each store: an empty array for
 * a store that charges no taxes. A call for a store that the object does not have is rejected.
 * @throws QuoteError `invalid_options`, with the path of every invalid field (`store-1[0].rate`),
 * or of a row that applies to the same as an earlier row of its tax
 *
 * @example
 * taxTable([
 *   { name: 'VAT 19 %', rate: 19, tax: 'VAT', country: 'DE', shipping: true },
 *   { name: 'VAT 7 %', rate: 7, tax: 'VAT', country: 'DE', taxCode: ['books', 'food'] },
 * ])
 */
export function taxTable(rates: StoreLists<TaxTableRate>, options: TaxTableOptions = {}): TaxPort {
  parseOrThrow(taxTableOptionsSchema(), options, 'invalid_options')
  const { isExempt, resolveRegion = isoRegions, home } = options
  const rowsOf = parseStoreLists(rateRowsSchema(resolveRegion), 'tax rates', rates)
  if (typeof home === 'object') parseHome(home, undefined, resolveRegion)
  const homeRows = (storeId: string, rows: readonly RateRow[]): readonly RateRow[] | undefined => {
    const own = typeof home === 'function' ? home(storeId) : home
    return own === undefined ? onlyPlace(rows) : parseHome(own, rows, resolveRegion)
  }
  return {
    async calculateTaxes(request): Promise<TaxResponse> {
      const { storeId, customer, to, inclusive } = request
      const delivery = to ?? customer
      const rows = rowsOf(storeId)
      if (rows === undefined) throw unknownStoreError(storeId)
      const contained = inclusive && rows.length > 0 ? homeRows(storeId, rows) : undefined
      const included = contained && {
        included: toTaxRates(request, contained.filter(isContained)),
      }
      if (rows.length === 0 || (await isExempt?.(customer, delivery)) === true)
        return { rates: [], ...included }
      const place = toPlace(delivery, resolveRegion)
      const missing = missingField(rows, place, resolveRegion)
      if (missing !== undefined)
        return {
          rejected:
            `the ${to ? 'delivery address' : 'customer'} has no ${missing}, ` +
            'on which the tax rates depend',
        }
      const applicable = rows.filter((row) => appliesAt(row, place))
      return { rates: toTaxRates(request, applicable), ...included }
    },
  }
}

/** A store id that is spelled otherwise than in the table would charge no taxes. */
function unknownStoreError(storeId: string): QuoteError {
  const message = 'has no tax rates; add the store, with an empty array if it charges no taxes'
  return new QuoteError('invalid_options', { errors: { [formatPath([storeId])]: message } })
}

/** Prices contain neither what is added to them nor what is withheld. */
function isContained({ kind }: RateRow): boolean {
  return kind.added !== true && kind.withheld !== true
}

/** Returns all rows if they are of one place, whose taxes the prices must contain. */
function onlyPlace(rows: readonly RateRow[]): readonly RateRow[] | undefined {
  const places = new Set(rows.map(({ place }) => JSON.stringify(place)))
  return places.size === 1 ? rows : undefined
}

/**
 * Returns the rows that apply at the place of the store.
 *
 * @param rows Undefined to check the place only.
 * @throws QuoteError `invalid_options`, if it is no place, or rows don't apply to it
 */
function parseHome(
  home: unknown,
  rows: readonly RateRow[] | undefined,
  resolveRegion: ResolveRegion,
): readonly RateRow[] {
  const parsed = placeSchema().safeParse(home)
  const errors = new FieldErrorCollector()
  if (!parsed.success) errors.addIssues(parsed.error.issues, ['home'])
  else {
    for (const [field, message] of placeErrors(parsed.data, resolveRegion))
      errors.add(['home', field], message)
    const place = toPlace(parsed.data, resolveRegion)
    const missing = rows && missingField(rows, place, resolveRegion)
    const applicable = rows?.filter((row) => appliesAt(row, place)) ?? []
    if (missing !== undefined)
      errors.add(['home'], `must have the ${missing}, on which the tax rates depend`)
    else if (rows !== undefined && applicable.length === 0)
      errors.add(['home'], 'must be a place to which rows of the table apply')
    if (errors.isEmpty) return applicable
  }
  throw new QuoteError('invalid_options', { errors: errors.toFieldErrors() })
}

/** Returns the field of the place that rows depend on, and that is missing. */
function missingField(
  rows: readonly RateRow[],
  place: Place,
  resolveRegion: ResolveRegion,
): string | undefined {
  const depends = (field: keyof Place, on: readonly RateRow[]) =>
    place[field] === '' && on.some((row) => row.place[field] !== '')
  if (depends('country', rows)) return 'country'
  const hasCountries = rows.some((row) => row.place.country !== '')
  if (hasCountries && !isCountryCode(place.country)) return 'country code of two letters'
  const ofCountry = rows.filter((row) => row.place.country === place.country)
  if (depends('state', ofCountry)) return 'state'
  const hasStates = ofCountry.some(({ place: { state } }) => state !== '')
  if (hasStates && !isKnownState(place.state, place.country, resolveRegion))
    return `state that is known in ${place.country}`
  const ofState = ofCountry.filter(({ place: { state } }) => state === '' || state === place.state)
  return depends('zipcode', ofState) ? 'zipcode' : undefined
}

interface AppliedRate extends TaxRate {
  /** The position of its first row in the table. */
  index: number
  readonly lines: string[]
  shipping: boolean | 'proportional'
}

/** Rows of one name and rate become one rate, so that they are shown and rounded as one. */
function toTaxRates(
  { lines, charges = [], shipping }: TaxRequest,
  rows: readonly RateRow[],
): TaxRate[] {
  const applied = new Map<string, AppliedRate>()
  const getRate = ({ index, name, rate, kind }: RateRow) => {
    const key = JSON.stringify([name, toDecimalString(parseAmount(rate) as Amount), kind])
    const known = applied.get(key) ?? { index, name, rate, ...kind, lines: [], shipping: false }
    known.index = Math.min(known.index, index)
    applied.set(key, known)
    return known
  }
  const byTaxCode = new Map<string | undefined, readonly RateRow[]>()
  for (const { key, taxCode } of [...lines, ...charges]) {
    const chosen = byTaxCode.get(taxCode) ?? rowsForTaxCode(rows, taxCode)
    byTaxCode.set(taxCode, chosen)
    for (const row of chosen) {
      const rate = getRate(row)
      rate.lines.push(key)
      if (row.shipping === 'proportional' && shipping !== undefined) rate.shipping = row.shipping
    }
  }
  if (shipping !== undefined) {
    const ofShipping = rows.filter((row) => row.shipping === true)
    for (const row of rowsForTaxCode(ofShipping, shipping.taxCode)) getRate(row).shipping = true
  }
  return [...applied.values()]
    .sort((left, right) => left.index - right.index)
    .map(({ index: _, ...rate }) => rate)
}

/** A row of a tax table in the form in which it is looked up. */
interface RateRow {
  /** The position in the table, in which rates are shown. */
  readonly index: number
  readonly name: string
  /** Which tax it is a rate of. The empty string if the row does not say. */
  readonly tax: string
  readonly rate: number | string
  readonly place: Place
  /** Undefined for every tax code. */
  readonly taxCodes: ReadonlySet<string> | undefined
  readonly shipping: boolean | 'proportional'
  /** What it is besides a tax of the price. */
  readonly kind: Pick<TaxRate, (typeof taxKinds)[number]>
}

/** Creates the schema of a tax table. Rejects rows between which no line can choose. */
function rateRowsSchema(resolveRegion: ResolveRegion) {
  const rates = listSchema(rateSchema(), { error: 'must be an array of tax rates' })
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
function placeErrors(
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
    kind: {
      ...(rate.compound && { compound: true }),
      ...(rate.added && { added: true }),
      ...(rate.withheld && { withheld: true }),
    },
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

/** Returns true if a row applies at the place of delivery. */
function appliesAt({ place: row }: RateRow, place: Place): boolean {
  return (
    (row.country === '' || row.country === place.country) &&
    (row.state === '' || row.state === place.state) &&
    place.zipcode.startsWith(row.zipcode)
  )
}

/**
 * Returns the most specific row of each tax.
 *
 * @param rows The rows that apply at the place of delivery, the most specific places first.
 */
function rowsForTaxCode(rows: readonly RateRow[], taxCode: string | undefined): readonly RateRow[] {
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

/** A place in the form in which places are compared. Absent fields are the empty string. */
interface Place {
  readonly country: string
  readonly state: string
  readonly zipcode: string
}

/** Returns the place of an address or of a row. Throws what `resolveRegion` throws. */
function toPlace(
  { country = '', state = '', zipcode = '' }: Pick<AnyCustomer, keyof Place>,
  resolveRegion: ResolveRegion,
): Place {
  const code = canonicalCountry(country)
  const name = state.trim()
  return {
    country: code,
    state: name === '' ? '' : comparablePlace(resolveStateName(resolveRegion, code, name)),
    zipcode: toComparable(zipcode).replace(/[\s-]/g, ''),
  }
}

function toComparable(value: string): string {
  return value.trim().normalize('NFC').toUpperCase()
}
