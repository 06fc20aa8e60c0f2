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

/** The response of a tax provider that has been checked. */
export type ParsedTaxes =
  | { readonly rates: readonly AppliedRate[]; readonly reference?: string | undefined }
  | { readonly amounts: readonly ParsedTaxAmount[]; readonly reference?: string | undefined }
  | { readonly rejected: string }

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
  const entries = entriesOf(rates ?? amounts, rates === undefined ? 'amounts' : 'rates', context)
  if (typeof entries === 'string') {
    errors.add([rates === undefined ? 'amounts' : 'rates'], entries)
    return undefined
  }
  const referenced = isText(ownReference) ? { reference: ownReference } : {}
  return rates === undefined
    ? { amounts: parseAmounts(entries, total, context, errors), ...referenced }
    : { rates: parseRates(entries, context, errors), ...referenced }
}

/** Returns the entries of a list, or the message if there are too many. */
function entriesOf(
  list: unknown,
  field: string,
  { taxables }: TaxContext,
): readonly Fields[] | string {
  const max = maxEntries(taxables)
  if (!Array.isArray(list) || list.length > max)
    return `must be an array of at most ${max} ${field}`
  return Array.from(list, (entry) => Object(entry) as Fields)
}
