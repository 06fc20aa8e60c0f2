import { QuoteError } from '../../../errors.js'
import { type Amount, parseAmount, toNumber } from '../../../money/amount.js'
import type { StoredRecord } from '../../../record/record.js'
import { isoTime } from '../../../validation/times.js'
import {
  changeStatus,
  type LifecycleInput,
  quoteChange,
  withdrawOffer,
} from '../../lifecycle/change-status.js'
import { sealOf } from '../../lifecycle/seal.js'
import type { QuotePolicy } from '../../policy.js'
import { getPrecision } from '../../precision.js'
import { withAmounts } from '../../pricing/price-quote.js'
import type { Quote } from '../../quote.js'
import type { QuoteChange } from '../../quote-record.js'
import { withCurrentShipping } from '../../shipping/choose-shipping.js'
import type { ParsedShippingOption } from '../../shipping/parse-options.js'
import { type PricedTaxes, withTaxes } from '../../taxes/price-taxes.js'

/** The input of {@link sendQuote}. */
export interface SendQuoteInput extends LifecycleInput {
  /** When the offer expires, in milliseconds since the Unix epoch. Undefined if it does not. */
  readonly expires?: number | undefined
  /** The number of the quote, if it has none yet. */
  readonly number?: string | undefined
  /** The taxes of the quote as it is sent. Undefined if there is no tax provider. */
  readonly taxes?: PricedTaxes | undefined
  /**
   * The options of the shipping provider for the quote as it is sent, if its shipping is stale.
   * Undefined if there is no provider.
   */
  readonly currentShipping?: readonly ParsedShippingOption[] | undefined
}

/**
 * Returns the change that sends a quote to the customer. Pure.
 *
 * @throws QuoteError `invalid_request` at `expires`, at `shipping` if it is stale and not offered
 * any more, or if the total has too many digits; `not_permitted` or `invalid_transition`
 */
export function sendQuote(
  record: StoredRecord<Quote>,
  input: SendQuoteInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  const next = sentQuote(record, record.value, input, policy)
  return quoteChange(record, next, 'send', input)
}

/** Returns a quote with an offer. */
export function sentQuote(
  { id, updated, value: stored }: StoredRecord<Quote>,
  quote: Quote,
  input: SendQuoteInput,
  policy: QuotePolicy,
): Quote {
  const { expires, taxes, currentShipping } = input
  const precision = getPrecision(quote, policy)
  const toOffer = (unsent: Quote, sent: number): Quote => {
    if (expires !== undefined && expires <= sent) throw pastError(expires, sent)
    const { number = input.number, revision = 0 } = unsent
    const draft = withCurrentShipping(withdrawOffer(unsent), currentShipping, precision)
    if (taxes === undefined && draft.taxes?.stale) throw staleTaxesError()
    const taxed =
      taxes === undefined ? draft : withTaxes(draft, taxes, policy.taxRounding, precision)
    const priced = withAmounts(taxed, precision, true)
    const offer: Quote = {
      ...priced,
      total: getTotal(priced),
      ...(number === undefined ? undefined : { number }),
      revision: revision + 1,
      sent,
      ...(expires === undefined ? undefined : { expires }),
    }
    return { ...offer, seal: sealOf(offer) }
  }
  const edited = { id, updated, value: quote }
  return changeStatus(edited, { operation: 'sendQuote', stored }, input, policy, toOffer)
}

/** @throws QuoteError `invalid_request` if a number cannot hold the total exactly */
function getTotal({ quote_total, amounts }: Quote): number {
  const shown = amounts?.total ?? quote_total
  const total = toNumber(parseAmount(shown) as Amount)
  if (total !== undefined) return total
  const message = `must have fewer digits to be sent, received ${shown}`
  throw new QuoteError('invalid_request', { errors: { quote_total: message } })
}

/** Only a provider can price the taxes again. */
function staleTaxesError(): QuoteError {
  const message = 'are out of date, and the engine has no option tax to price them again'
  return new QuoteError('invalid_request', { errors: { taxes: message } })
}

function pastError(expires: number, sent: number): QuoteError {
  const message = `must be in the future: ${isoTime(expires)} is not after ${isoTime(sent)}`
  return new QuoteError('invalid_request', { errors: { expires: message } })
}
