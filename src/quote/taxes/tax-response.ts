import { QuoteError } from '../../errors.js'
import { sum } from '../../money/allocation.js'
import {
  type Amount,
  equals,
  isGreaterThan,
  isNegative,
  parseAmount,
  toDecimalString,
} from '../../money/amount.js'
import { hasAtMostDecimals } from '../../money/rounding.js'
import { describeValue } from '../../validation/describe-value.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { isStringUpTo } from '../../validation/identifiers.js'
import { type AppliedRate, getUntaxedKeys, type Portion, shippingKey } from './compute-taxes.js'

/** A rate, and what it applies to. Several rates can apply to one line. */
export interface TaxRate {
  /** The name that the customer sees, such as `VAT 19 %`: 1 to 255 characters. */
  readonly name: string
  /** Percent from 0 to 1000, with up to four decimals: 19 is 19 %. */
  readonly rate: number | string
  /** The keys of the lines to which it applies, each once. */
  readonly lines: readonly string[]
  /**
   * True if it applies to the shipping charge.
   *
   * @default false
   */
  readonly shipping?: boolean | undefined
}

/** The tax of one line, or of the shipping charge, that a provider has calculated. */
export interface TaxAmount {
  /** The key of the line, or `shipping`. */
  readonly line: string
  /** The name that the customer sees: 1 to 255 characters. */
  readonly name: string
  /** Percent, as {@link TaxRate.rate}. Absent if it is not known. */
  readonly rate?: number | string | null | undefined
  /** 0 or more, with at most the decimals of the currency. */
  readonly amount: number | string
}

/** What a tax provider returns. */
export type TaxResponse =
  | {
      /** Rates to multiply, each for some lines. No line has one name and rate twice. */
      readonly rates: readonly TaxRate[]
      /**
       * The rates that the prices contain, in the same shape, if the prices of the store include
       * taxes: those that a customer at the store's own place pays. If they are not those that
       * this customer pays, the engine removes them, and adds the customer's taxes to what is left.
       * An empty array if the prices contain none.
       *
       * @default The prices contain the taxes that are returned.
       */
      readonly included?: readonly TaxRate[] | null | undefined
      /** The provider's own id of this calculation: 1 to 255 characters. */
      readonly reference?: string | null | undefined
    }
  | {
      /** The taxes of all lines that have any, with nothing left to compute. */
      readonly amounts: readonly TaxAmount[]
      /** The sum of all amounts, which is checked. */
      readonly total: number | string
      /**
       * The rates that the prices contain, as with `rates`. The amounts are then those of the
       * prices without these taxes, which are removed, and the amounts are added.
       *
       * @default The prices contain the amounts, if they include taxes.
       */
      readonly included?: readonly TaxRate[] | null | undefined
      /** The provider's own id of this calculation: 1 to 255 characters. */
      readonly reference?: string | null | undefined
    }
  | {
      /** Why the taxes cannot be priced, for the user: 1 to 2,000 characters. */
      readonly rejected: string
    }

/** The response of a tax provider that has been checked. */
export type ParsedTaxes =
  | ({ readonly rates: readonly AppliedRate[] } & ParsedDetails)
  | ({ readonly amounts: readonly Portion[] } & ParsedDetails)
  | { readonly rejected: string }

export interface ParsedDetails {
  readonly reference?: string | undefined
  /** Undefined if the provider does not say which rates the prices contain. */
  readonly included?: readonly AppliedRate[] | undefined
}

/**
 * Checks what a tax provider has returned.
 *
 * @throws QuoteError `tax_invalid_response` with every error by its path in the response
 */
export function parseTaxResponse(response: unknown, context: TaxContext): ParsedTaxes {
  const errors = new FieldErrorCollector()
  const parsed = parse(Object(response) as Fields, context, errors)
  if (parsed !== undefined && errors.isEmpty) return parsed
  throw new QuoteError('tax_invalid_response', { errors: errors.toFieldErrors() })
}

function parse(
  response: Fields,
  context: TaxContext,
  errors: FieldErrorCollector,
): ParsedTaxes | undefined {
  const { rates, amounts, total, rejected, reference } = response
  const given = [rates, amounts, rejected].filter((each) => each !== undefined)
  if (given.length !== 1) {
    errors.add([], 'must have one of rates, amounts and rejected')
    return undefined
  }
  if (rejected !== undefined) {
    if (isText(rejected, 2_000)) return { rejected }
    errors.add(['rejected'], `must be a reason, received ${describeValue(rejected)}`)
    return undefined
  }
  const ownReference = reference == null ? undefined : reference
  if (ownReference !== undefined && !isText(ownReference))
    errors.add(['reference'], `must be ${stringMessage}, received ${describeValue(reference)}`)
  const parsedIncluded = parseIncluded(response.included, context, errors)
  const field = rates === undefined ? 'amounts' : 'rates'
  const entries = getEntries(rates ?? amounts, field, context)
  if (typeof entries === 'string') {
    errors.add([field], entries)
    return undefined
  }
  const details = {
    ...(isText(ownReference) && { reference: ownReference }),
    ...(parsedIncluded !== undefined && { included: parsedIncluded }),
  }
  // Amounts that come with what the prices contain are those of what is left of the prices.
  const amountsContext =
    parsedIncluded === undefined ? context : { ...context, inclusive: false as const }
  const parsed =
    rates === undefined
      ? { amounts: parseAmounts(entries, total, amountsContext, errors), ...details }
      : { rates: parseRates(entries, context, errors), ...details }
  if (errors.isEmpty) requireIncluded(parsed, context, errors)
  return parsed
}

function parseIncluded(
  included: unknown,
  context: TaxContext,
  errors: FieldErrorCollector,
): readonly AppliedRate[] | undefined {
  if (included == null) return undefined
  const entries = getEntries(included, 'included', context)
  if (typeof entries === 'string') errors.add(['included'], entries)
  else if (!context.inclusive)
    errors.add(['included'], 'must be absent, as the prices include no taxes: see pricesIncludeTax')
  else return parseRates(entries, context, errors, 'included')
  return undefined
}

/** Without a tax, nothing says whether a price contains one that the customer does not pay. */
function requireIncluded(
  parsed: Exclude<ParsedTaxes, { readonly rejected: string }>,
  { taxables, inclusive, exemptPrices }: TaxContext,
  errors: FieldErrorCollector,
): void {
  if (!inclusive || exemptPrices !== 'net' || parsed.included !== undefined) return
  const [first] = getUntaxedKeys(parsed, taxables)
  if (first === undefined) return
  const name = first === shippingKey ? 'shipping' : `line ${first}`
  errors.add(
    ['included'],
    `is required, because the prices include taxes and ${name} gets none: return the rates that ` +
      'the prices contain ([] if they contain none; taxTable: set home), a rate of 0 for the line, ' +
      "or set the option pricing.taxExemptPrices to 'gross'",
  )
}

/** Returns the entries of a list, or the message if there are too many. */
function getEntries(
  list: unknown,
  field: string,
  { taxables }: TaxContext,
): readonly Fields[] | string {
  const max = maxEntries(taxables)
  if (!Array.isArray(list) || list.length > max)
    return `must be an array of at most ${max} ${field}`
  return Array.from(list, (entry) => Object(entry) as Fields)
}

/**
 * Returns the rates of a response by name and percent, and adds their errors.
 *
 * @param field Where the response has them.
 */
export function parseRates(
  entries: readonly Fields[],
  { taxables }: TaxContext,
  errors: FieldErrorCollector,
  field: 'rates' | 'included' = 'rates',
): readonly AppliedRate[] {
  rejectFractions(entries, field, errors)
  const byRate = new Map<string, { name: string; rate: number; keys: Set<string> }>()
  const max = maxEntries(taxables)
  let count = 0
  for (const [index, { name, rate: sent, lines, shipping }] of entries.entries()) {
    if (errors.isFull) break
    const path = [field, index]
    const rate = parseRate(sent, path, errors)
    if (!isText(name)) errors.add([...path, 'name'], nameMessage(name))
    if (shipping !== undefined && typeof shipping !== 'boolean')
      errors.add([...path, 'shipping'], 'must be true, false or absent')
    if (!Array.isArray(lines) || lines.length > taxables.size) {
      errors.add([...path, 'lines'], 'must be an array of line keys, each once')
      continue
    }
    count += lines.length
    if (count > max) {
      errors.add([field], `must name lines at most ${max} times`)
      break
    }
    if (!isText(name) || rate === undefined) continue
    const id = `${rate} ${name}`
    const entry = byRate.get(id) ?? { name, rate, keys: new Set<string>() }
    byRate.set(id, entry)
    for (const [position, key] of lines.entries())
      addKey(entry.keys, key, [...path, 'lines', position], taxables, errors)
    // Without a charge there is nothing to tax.
    if (shipping === true && taxables.has(shippingKey)) entry.keys.add(shippingKey)
  }
  return [...byRate.values()].map(({ name, rate, keys }) => ({
    name,
    rate,
    keys: [...taxables.keys()].filter((key) => keys.has(key)),
  }))
}

/**
 * 19 % is often kept as 0.19. Some taxes are below 1 %, but hardly ever all of a response, and then
 * strings say so.
 */
function rejectFractions(
  entries: readonly Fields[],
  field: 'rates' | 'included',
  errors: FieldErrorCollector,
): void {
  const rates = entries.map(({ rate }) => rate)
  const first = rates.findIndex(isFraction)
  if (first === -1 || !rates.every((rate) => isFraction(rate) || rate === 0)) return
  errors.add(
    [field, first, 'rate'],
    `must be a percentage: 19 for 19 %. Send a rate below 1 % as a string such as '0.5', received ` +
      describeValue(rates[first]),
  )
}

function isFraction(rate: unknown): boolean {
  return typeof rate === 'number' && rate > 0 && rate < 1
}

function addKey(
  keys: Set<string>,
  key: unknown,
  path: readonly PropertyKey[],
  taxables: ReadonlyMap<string, Amount>,
  errors: FieldErrorCollector,
): void {
  if (errors.isFull) return
  if (typeof key !== 'string' || key === shippingKey || !taxables.has(key))
    errors.add(path, `must be the key of a line, received ${describeValue(key)}`)
  else if (keys.has(key)) errors.add(path, `must name each line once, received ${key} again`)
  else keys.add(key)
}

/** Returns the amounts of a response, and adds their errors. */
function parseAmounts(
  entries: readonly Fields[],
  total: unknown,
  { taxables, decimals, inclusive }: TaxContext,
  errors: FieldErrorCollector,
): readonly Portion[] {
  const amounts: Portion[] = []
  const seen = new Set<string>()
  const byKey = new Map<string, Amount[]>()
  for (const [index, { line: key, name, rate: sent, amount: sentAmount }] of entries.entries()) {
    if (errors.isFull) break
    const path = ['amounts', index]
    const rate = sent == null ? undefined : parseRate(sent, path, errors)
    const amount = parseMoney(sentAmount, [...path, 'amount'], decimals, errors)
    if (!isText(name)) errors.add([...path, 'name'], nameMessage(name))
    if (typeof key !== 'string' || !taxables.has(key)) {
      const message = `must be the key of a line, or shipping, received ${describeValue(key)}`
      errors.add([...path, 'line'], message)
      continue
    }
    if (!isText(name) || amount === undefined) continue
    const id = `${key} ${rate} ${name}`
    if (seen.has(id)) errors.add(path, 'is a duplicate: of the same line, name and rate')
    seen.add(id)
    const ofKey = byKey.get(key) ?? []
    ofKey.push(amount)
    byKey.set(key, ofKey)
    amounts.push({ key, name, rate, amount })
  }
  if (inclusive)
    for (const [key, ofKey] of byKey)
      if (isGreaterThan(sum(ofKey), taxables.get(key) as Amount))
        errors.add(['amounts'], `must be at most the amount of line ${key}, which includes them`)
  const parsedTotal = parseMoney(total, ['total'], decimals, errors)
  const expected = sum(amounts.map(({ amount }) => amount))
  if (errors.isEmpty && parsedTotal !== undefined && !equals(parsedTotal, expected))
    errors.add(['total'], sumMessage(expected, total))
  return amounts
}

function sumMessage(expected: Amount, received: unknown): string {
  const shown = toDecimalString(expected)
  return `must be ${shown}, the sum of the amounts, received ${describeValue(received)}`
}

/** More than any quote can cost, and few enough digits for any sum. */
const maxTax = parseAmount(`1${'0'.repeat(24)}`) as Amount

function parseMoney(
  value: unknown,
  path: readonly PropertyKey[],
  decimals: number,
  errors: FieldErrorCollector,
): Amount | undefined {
  const amount = parseAmount(value)
  const isValid = amount !== undefined && !isNegative(amount) && !isGreaterThan(amount, maxTax)
  if (isValid && hasAtMostDecimals(amount, decimals)) return amount
  const expected = `must be an amount from 0 to 10^24 with up to ${decimals} decimals`
  errors.add(path, `${expected}, received ${describeValue(value)}`)
  return undefined
}

/** What a response is checked against. */
export interface TaxContext {
  /** What is taxed, by key. */
  readonly taxables: ReadonlyMap<string, Amount>
  readonly decimals: number
  readonly inclusive: boolean
  /**
   * What a customer pays who pays other taxes than the prices contain. If `net`, a response must
   * say what they contain.
   *
   * @default 'gross'
   */
  readonly exemptPrices?: 'net' | 'gross' | undefined
}

/** The fields of an object that a provider has returned. */
type Fields = Readonly<Record<string, unknown>>

const maxEntriesPerLine = 20
const maxStringLength = 255
/** 1000 %, in ten-thousandths of a percent. */
const maxRate = 10_000_000

/** Returns how many rates or amounts a response can have. */
function maxEntries(taxables: TaxContext['taxables']): number {
  return maxEntriesPerLine * Math.max(taxables.size, 1)
}

/** The message for a string that {@link isText} rejects. */
const stringMessage = `a string of 1 to ${maxStringLength} characters`

/** Returns true for a valid string of 1 to `max` characters. */
function isText(value: unknown, max = maxStringLength): value is string {
  return isStringUpTo(value, max)
}

/** Returns the message for an invalid name of a tax, with the value received. */
const nameMessage = (name: unknown) => `must be ${stringMessage}, received ${describeValue(name)}`

/** Returns the percent of a tax in ten-thousandths, or undefined and adds its error. */
function parseRate(
  value: unknown,
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
): number | undefined {
  const rate = parseAmount(value)
  if (typeof rate === 'number' && rate >= 0 && rate <= maxRate) return rate
  const expected = 'must be a percent from 0 to 1000 with up to four decimals'
  errors.add([...path, 'rate'], `${expected}, received ${describeValue(value)}`)
  return undefined
}
