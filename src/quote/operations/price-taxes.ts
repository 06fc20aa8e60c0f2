import { QuoteError } from '../../errors.js'
import type { StoredRecord } from '../../record/record.js'
import { type LifecycleInput, quoteChange } from '../lifecycle/change-status.js'
import type { QuotePolicy } from '../policy.js'
import { getPrecision } from '../precision.js'
import { withAmounts } from '../pricing/price-quote.js'
import type { Quote } from '../quote.js'
import type { QuoteChange } from '../quote-record.js'
import { type PricedTaxes, withTaxes } from '../taxes/price-taxes.js'
import { assertEditable } from './edit-rules.js'

/** The input of {@link priceTaxes}. */
export interface PriceTaxesInput extends LifecycleInput {
  /** Undefined if there is no tax provider. */
  readonly taxes: PricedTaxes | undefined
}

/**
 * Returns the change that sets the taxes of a quote that can be edited. Pure.
 *
 * @throws QuoteError `quote_locked` or `not_permitted`; `invalid_options` without a tax provider
 */
export function priceTaxes(
  record: StoredRecord<Quote>,
  { taxes, ...input }: PriceTaxesInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  assertEditable(record, input, { ...policy, reviseOnUpdate: false })
  if (taxes === undefined) {
    const errors = { tax: 'is required to price taxes: an object with calculate' }
    throw new QuoteError('invalid_options', { errors })
  }
  const precision = getPrecision(record.value, policy)
  const taxed = withTaxes(record.value, taxes, policy.taxRounding, precision)
  return quoteChange(record, withAmounts(taxed, precision), 'priceTaxes', input)
}
