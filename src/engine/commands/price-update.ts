import { getSituation, possibleOperations } from '../../quote/lifecycle/lifecycle.js'
import type { SendQuoteInput } from '../../quote/operations/offer.js'
import {
  editQuote,
  mergeUpdate,
  planUpdate,
  type UpdatePlan,
  withChosenOption,
} from '../../quote/operations/update-quote.js'
import { getPrecision } from '../../quote/precision.js'
import type { Quote } from '../../quote/quote.js'
import type { UpdateQuoteRequest } from '../../quote/requests.js'
import { withCurrentShipping } from '../../quote/shipping.js'
import type { StoredRecord } from '../../record/record.js'
import type { StoreContext } from '../context.js'
import type { EngineRuntime } from '../runtime.js'
import { getPricing, getShippingOptions, getTaxes } from './pricing.js'

/** What the ports return for a quote that is about to be sent. */
export type OfferPrices = Pick<SendQuoteInput, 'taxes' | 'currentShipping'>

/** An update with all prices that it needs: only its status is left to change. */
export interface PricedUpdate {
  readonly plan: UpdatePlan
  readonly edited: Quote
  readonly offerPrices?: OfferPrices | undefined
}

/** A quote to price. */
export interface PriceInput {
  readonly caller: StoreContext
  readonly record: StoredRecord<Quote>
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  readonly signal: AbortSignal | undefined
}

/**
 * Decides an update up to its status. Asks the ports for what it needs: the products that it adds,
 * the options of the shipping that it chooses, and the taxes and stale shipping if it sends the
 * quote. Most updates need none of it.
 *
 * @throws QuoteError what the ports throw; `invalid_request`, `quote_locked` or `not_permitted` if
 * the update is rejected, so that no port is called in vain
 */
export async function priceUpdate(
  runtime: EngineRuntime,
  changes: UpdateQuoteRequest,
  { caller, record, now, signal }: PriceInput,
): Promise<PricedUpdate> {
  const { options: policy, findProducts } = runtime
  const { storeId, role } = caller
  const { currency, customer } = record.value
  const plan = planUpdate(record, changes, { role, now }, policy)
  const pricing = getPricing(policy, currency, customer, changes.customer)
  const merged = mergeUpdate(plan, await findProducts(storeId, plan.productIds, pricing, signal))
  const options = plan.choosesOption
    ? await getShippingOptions(runtime, storeId, editQuote(merged), signal)
    : undefined
  const edited = editQuote(withChosenOption(merged, options))
  if (plan.operation !== 'sendQuote') return { plan, edited }
  // An edit can open the next revision, so only the edited quote shows whether it can be sent.
  const unsent = { caller, record: { ...record, value: edited }, now, signal }
  return { plan, edited, offerPrices: await priceOffer(runtime, unsent) }
}

/** Returns true if anything of a quote can be priced when it is sent. */
export function hasOfferPrices({ calculateTaxes, listShippingOptions }: EngineRuntime): boolean {
  return calculateTaxes !== undefined || listShippingOptions !== undefined
}

/** Returns true if the status of a quote leads to an offer, so that its taxes are needed. */
function canBeSent(
  { caller: { role }, record: { value: quote, updated }, now }: PriceInput,
  { lifecycle }: EngineRuntime['options'],
): boolean {
  const situation = getSituation(quote, role, Math.max(now, updated))
  return possibleOperations(lifecycle, situation).includes('sendQuote')
}

/**
 * Returns what is priced when a quote is sent: its shipping if it is stale, and its taxes. Nothing
 * if there are no providers, or if the quote cannot be sent now.
 *
 * @throws QuoteError what the providers throw; `invalid_request` if the shipping is not offered
 */
export async function priceOffer(
  runtime: EngineRuntime,
  input: PriceInput,
): Promise<OfferPrices | undefined> {
  const { options: policy } = runtime
  if (!hasOfferPrices(runtime) || !canBeSent(input, policy)) return undefined
  const { storeId } = input.caller
  const { signal } = input
  const { id: quoteId, value: quote } = input.record
  const currentShipping = quote.shipping.stale
    ? await getShippingOptions(runtime, storeId, quote, signal)
    : undefined
  if (runtime.calculateTaxes === undefined) return { currentShipping }
  const shipped = withCurrentShipping(quote, currentShipping, getPrecision(quote, policy))
  const taxes = await getTaxes(runtime, { storeId, quoteId, quote: shipped, signal })
  return { currentShipping, taxes }
}
