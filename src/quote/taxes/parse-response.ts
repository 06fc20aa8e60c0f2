import { QuoteError } from '../../errors.js'
import { describeValue } from '../../validation/describe-value.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { type ParsedTaxAmount, parseAmounts } from './parse-amounts.js'
import { parseRates } from './parse-rates.js'
import {
  type Fields,
  isText,
  maxEntries,
  stringMessage,
  type TaxContext,
} from './response-fields.js'
import type { AppliedRate } from './tax-portions.js'
import { shippingKey } from './taxables.js'
import { untaxedKeys } from './untaxed-keys.js'

/** The response of a tax provider that has been checked. */
export type ParsedTaxes =
  | ({ readonly rates: readonly AppliedRate[] } & ParsedDetails)
  | ({ readonly amounts: readonly ParsedTaxAmount[] } & ParsedDetails)
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
  const [first] = untaxedKeys(parsed, taxables)
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
