import { QuoteError } from '../../errors.js'
import { sum } from '../../money/allocation.js'
import {
  type Amount,
  absolute,
  equals,
  isGreaterThan,
  isNegative,
  parseAmount,
  toDecimalString,
} from '../../money/amount.js'
import { hasAtMostDecimals, wholePercent } from '../../money/rounding.js'
import { describeValue } from '../../validation/describe-value.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { isStringUpTo } from '../../validation/identifiers.js'
import { shippingKey, taxKinds } from '../model/pricing-fields.js'
import { type AppliedRate, getKind, type Portion, type RateKind, rateId } from './apply-rates.js'
import { getUntaxedKeys } from './compute-taxes.js'

/** A rate, and what it applies to. Several rates can apply to one line. */
export interface TaxRate {
  /** The name that the customer sees, such as `VAT 19 %`: 1 to 255 characters. */
  readonly name: string
  /** Percent from 0 to 1000, with up to four decimals: 19 is 19 %. */
  readonly rate: number | string
  /** The keys of the lines, and of charges, to which it applies, each once. */
  readonly lines: readonly string[]
  /**
   * True if it applies to the shipping charge; `proportional` if it applies to the part of it that
   * belongs to its lines, in proportion to what they cost. Then all rates say so that apply to
   * shipping.
   *
   * @default false
   */
  readonly shipping?: boolean | 'proportional' | undefined
  /**
   * True if it is a tax of the price with the taxes that are not compound, and the compound ones
   * before it.
   *
   * @default false
   */
  readonly compound?: boolean | undefined
  /**
   * True if it is added to prices that include the other taxes, as a tax of the price without them.
   * Prices that include no taxes have all of them added.
   *
   * @default false
   */
  readonly added?: boolean | undefined
  /**
   * True if the customer withholds it from what is paid: a percentage below 100 of the price
   * without taxes, which is no part of the total.
   *
   * @default false
   */
  readonly withheld?: boolean | undefined
}

/** The tax of one line, or of the shipping charge, that a provider has calculated. */
export interface TaxAmount {
  /** The key of the line, or `shipping`. */
  readonly line: string
  /** The name that the customer sees: 1 to 255 characters. */
  readonly name: string
  /** Percent, as {@link TaxRate.rate}. Absent if it is not known. */
  readonly rate?: number | string | null | undefined
  /** 0 or more, or less for a line below 0; with at most the decimals of the currency. */
  readonly amount: number | string
  /**
   * True if the customer withholds it from what is paid, so that it is no part of the total.
   *
   * @default false
   */
  readonly withheld?: boolean | undefined
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
  /** If shipping is taxed as the goods are, in proportion to what they cost. */
  readonly shipping?: 'proportional' | undefined
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
  const shipping = parseShipping(rates, response.included, errors)
  const details = {
    ...(isText(ownReference) && { reference: ownReference }),
    ...(parsedIncluded !== undefined && { included: parsedIncluded }),
    ...(shipping !== undefined && { shipping }),
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

/** Returns how shipping is taxed. All rates that apply to it must agree. */
function parseShipping(
  rates: unknown,
  included: unknown,
  errors: FieldErrorCollector,
): 'proportional' | undefined {
  let isProportional = false
  let isWhole = false
  for (const [field, list] of Object.entries({ rates, included })) {
    if (!Array.isArray(list)) continue
    for (const [index, entry] of list.entries()) {
      const { shipping } = Object(entry) as Fields
      isProportional ||= shipping === 'proportional'
      isWhole ||= shipping === true
      if (isProportional && isWhole) {
        const message = 'must be proportional for all rates that apply to shipping, or for none'
        errors.add([field, index, 'shipping'], message)
        return undefined
      }
    }
  }
  return isProportional ? 'proportional' : undefined
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
  { taxables, inclusive }: TaxContext,
  errors: FieldErrorCollector,
  field: 'rates' | 'included' = 'rates',
): readonly AppliedRate[] {
  rejectFractions(entries, field, errors)
  const byRate = new Map<string, RateKind & { name: string; rate: number; keys: Set<string> }>()
  const max = maxEntries(taxables)
  let count = 0
  for (const [index, entry] of entries.entries()) {
    if (errors.isFull) break
    const { name, rate: sent, lines, shipping } = entry
    const path = [field, index]
    const rate = parseRate(sent, path, errors)
    const kind = parseKind(entry, rate, { path, inclusive }, errors)
    if (!isText(name)) errors.add([...path, 'name'], nameMessage(name))
    if (shipping !== undefined && shipping !== 'proportional' && typeof shipping !== 'boolean')
      errors.add([...path, 'shipping'], 'must be true, false, proportional or absent')
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
    const id = rateId({ name, rate, ...kind })
    const known = byRate.get(id) ?? { name, rate, ...kind, keys: new Set<string>() }
    byRate.set(id, known)
    for (const [position, key] of lines.entries())
      addKey(known.keys, key, [...path, 'lines', position], taxables, errors)
    // Without a charge there is nothing to tax.
    if (shipping && taxables.has(shippingKey)) known.keys.add(shippingKey)
  }
  return [...byRate.values()].map(({ keys, ...rate }) => ({
    ...rate,
    keys: [...taxables.keys()].filter((key) => keys.has(key)),
  }))
}

/** Returns the kind of a rate, and adds the errors of kinds that exclude each other. */
function parseKind(
  entry: Fields,
  rate: number | undefined,
  { path, inclusive }: { readonly path: readonly PropertyKey[]; readonly inclusive: boolean },
  errors: FieldErrorCollector,
): RateKind {
  for (const field of taxKinds)
    if (entry[field] !== undefined && typeof entry[field] !== 'boolean')
      errors.add([...path, field], 'must be true, false or absent')
  const isIncluded = path[0] === 'included'
  if (isIncluded && (entry.added === true || entry.withheld === true))
    errors.add(path, 'must be neither added nor withheld, as the prices contain it')
  if (entry.withheld === true && (entry.compound === true || entry.added === true))
    errors.add([...path, 'withheld'], 'excludes compound and added')
  if (entry.withheld === true && rate !== undefined && rate >= wholePercent)
    errors.add([...path, 'rate'], 'must be below 100 percent, as it is withheld from the price')
  return getKind({
    ...(entry.compound === true && { compound: true }),
    ...(entry.added === true && inclusive && { added: true }),
    ...(entry.withheld === true && { withheld: true }),
  })
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
  for (const [index, entry] of entries.entries()) {
    if (errors.isFull) break
    const { line: key, name, rate: sent, amount: sentAmount, withheld } = entry
    const path = ['amounts', index]
    const rate = sent == null ? undefined : parseRate(sent, path, errors)
    const taxable = typeof key === 'string' ? taxables.get(key) : undefined
    const isBelow = taxable !== undefined && isNegative(taxable)
    const amount = parseMoney(sentAmount, [...path, 'amount'], { decimals, isBelow }, errors)
    if (!isText(name)) errors.add([...path, 'name'], nameMessage(name))
    if (withheld !== undefined && typeof withheld !== 'boolean')
      errors.add([...path, 'withheld'], 'must be true, false or absent')
    if (typeof key !== 'string' || taxable === undefined) {
      const message = `must be the key of a line, or shipping, received ${describeValue(key)}`
      errors.add([...path, 'line'], message)
      continue
    }
    if (!isText(name) || amount === undefined) continue
    const kind = getKind(withheld === true ? { withheld } : {})
    const id = `${key} ${rateId({ name, rate, ...kind })}`
    if (seen.has(id)) errors.add(path, 'is a duplicate: of the same line, name and rate')
    seen.add(id)
    if (withheld !== true) byKey.set(key, [...(byKey.get(key) ?? []), amount])
    amounts.push({ key, name, rate, ...kind, amount })
  }
  if (inclusive)
    for (const [key, ofKey] of byKey)
      if (isGreaterThan(absolute(sum(ofKey)), absolute(taxables.get(key) as Amount)))
        errors.add(['amounts'], `must be at most the amount of line ${key}, which includes them`)
  const isBelow = amounts.some(({ amount }) => isNegative(amount))
  const parsedTotal = parseMoney(total, ['total'], { decimals, isBelow }, errors)
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

/** What an amount of a response must be. */
interface MoneyRange {
  readonly decimals: number
  /** True if it can be below 0. */
  readonly isBelow: boolean
}

function parseMoney(
  value: unknown,
  path: readonly PropertyKey[],
  { decimals, isBelow }: MoneyRange,
  errors: FieldErrorCollector,
): Amount | undefined {
  const amount = parseAmount(value)
  const isValid =
    amount !== undefined &&
    (isBelow || !isNegative(amount)) &&
    !isGreaterThan(absolute(amount), maxTax)
  if (isValid && hasAtMostDecimals(amount, decimals)) return amount
  const least = isBelow ? '-10^24' : '0'
  const expected = `must be an amount from ${least} to 10^24 with up to ${decimals} decimals`
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
