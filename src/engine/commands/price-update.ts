import { getSituation, possibleOperations } from '../../quote/lifecycle/lifecycle.js'
import { assertEditable, operationForStatus } from '../../quote/operations/edit-rules.js'
import {
  newProductIds,
  type UpdateQuoteInput,
  updateQuote,
} from '../../quote/operations/update-quote.js'
import { getPrecision } from '../../quote/precision.js'
import type { Quote } from '../../quote/quote.js'
import type { UpdateQuoteRequest } from '../../quote/requests/update-request.js'
import { needsShippingOptions, withCurrentShipping } from '../../quote/shipping/choose-shipping.js'
import type { StoredRecord } from '../../record/record.js'
import type { StoreContext } from '../context.js'
import type { EngineRuntime } from '../runtime.js'
import { getPricing, getShippingOptions, getTaxes } from './pricing.js'

/** What the ports return for an update. */
export type UpdatePrices = Pick<UpdateQuoteInput, 'products' | 'shippingOptions'> & OfferPrices

/** What the ports return for a quote that is about to be sent. */
export type OfferPrices = Pick<UpdateQuoteInput, 'taxes' | 'currentShipping'>

/** An update of a quote to price. */
export interface PricedUpdate {
  readonly caller: StoreContext
  readonly record: StoredRecord<Quote>
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  readonly changes: UpdateQuoteRequest
  readonly signal: AbortSignal | undefined
}

/**
 * Asks the ports for what an update needs: the products that it adds, the options of the shipping
 * that it chooses, and the taxes and stale shipping if it sends the quote. Most updates need none
 * of it.
 *
 * @throws QuoteError what the ports throw; `invalid_request`, `quote_locked` or `not_permitted` if
 * the update is rejected, so that no port is called in vain
 */
export async function priceUpdate(
  runtime: EngineRuntime,
  { caller, record, now, changes, signal }: PricedUpdate,
): Promise<UpdatePrices> {
  const { options: policy, findProducts } = runtime
  const { storeId, actor, role } = caller
  const { value: stored } = record
  const ids = newProductIds(record, changes)
  const edit = { role, now, isRevising: changes.status === 'draft' }
  const isShipped = needsShippingOptions(changes.shipping, stored.shipping)
  assertEditable(record, () => ids.size > 0 || isShipped, edit, policy)
  const pricing = getPricing(policy, stored.currency, stored.customer, changes.customer)
  const products = await findProducts(storeId, ids, pricing, signal)
  const isSent =
    hasOfferPrices(runtime) && operationForStatus(record, changes.status, now) === 'sendQuote'
  if (!isShipped && !isSent) return { products }
  const edited = (request: UpdateQuoteRequest, prices: UpdatePrices): Quote => {
    const input = { actor, role, now, ...prices }
    const change = updateQuote(record, { ...request, status: undefined }, input, policy)
    return change?.record.value ?? stored
  }
  const unshipped = () => edited({ ...changes, shipping: undefined }, { products })
  const shippingOptions = isShipped
    ? await getShippingOptions(runtime, storeId, unshipped(), signal)
    : undefined
  if (!isSent) return { products, shippingOptions }
  // An edit can open the next revision, so only the edited quote shows whether it can be sent.
  const value = edited(changes, { products, shippingOptions })
  const priced = { record: { ...record, value }, now, signal }
  return { products, shippingOptions, ...(await pricesToSend(runtime, caller, priced)) }
}

/** Returns true if anything of a quote can be priced when it is sent. */
export function hasOfferPrices({ calculateTaxes, listShippingOptions }: EngineRuntime): boolean {
  return calculateTaxes !== undefined || listShippingOptions !== undefined
}

/** Who sends a quote, and when. */
interface SendInput {
  readonly now: number
  readonly role: StoreContext['role']
}

/** Returns true if the status of a quote leads to an offer, so that its taxes are needed. */
function canBeSent(
  { value: quote, updated }: StoredRecord<Quote>,
  { now, role }: SendInput,
  { lifecycle }: EngineRuntime['options'],
): boolean {
  const situation = getSituation(quote, role, Math.max(now, updated))
  return possibleOperations(lifecycle, situation).includes('sendQuote')
}

/**
 * Returns what is priced when a quote is sent: its shipping if it is stale, and its taxes. Nothing
 * if the quote cannot be sent now.
 *
 * @throws QuoteError what the providers throw; `invalid_request` if the shipping is not offered
 */
export async function pricesToSend(
  runtime: EngineRuntime,
  { storeId, role }: StoreContext,
  { record, now, signal }: Pick<PricedUpdate, 'record' | 'now' | 'signal'>,
): Promise<OfferPrices> {
  if (!canBeSent(record, { now, role }, runtime.options)) return {}
  const { id: quoteId, value: quote } = record
  const currentShipping = quote.shipping.stale
    ? await getShippingOptions(runtime, storeId, quote, signal)
    : undefined
  if (runtime.calculateTaxes === undefined) return { currentShipping }
  const precision = getPrecision(quote, runtime.options)
  const shipped = withCurrentShipping(quote, currentShipping, precision)
  return {
    currentShipping,
    taxes: await getTaxes(runtime, { storeId, quoteId, quote: shipped, signal }),
  }
}
