import { statusAt } from '../../quote/lifecycle/expiry.js'
import { possibleOperations } from '../../quote/lifecycle/lifecycle.js'
import { assertEditable, operationForStatus } from '../../quote/operations/edit-rules.js'
import {
  newProductIds,
  type UpdateQuoteInput,
  updateQuote,
} from '../../quote/operations/update-quote.js'
import type { Quote } from '../../quote/quote.js'
import type { UpdateQuoteRequest } from '../../quote/requests/update-request.js'
import { needsShippingOptions } from '../../quote/shipping/choose-shipping.js'
import type { PricedTaxes } from '../../quote/taxes/price-taxes.js'
import type { StoredRecord } from '../../record/record.js'
import type { StoreContext } from '../context.js'
import type { EngineRuntime } from '../runtime.js'
import { pricingOf, shippingOptionsOf, taxesOf } from './pricing.js'

/** What the ports return for an update. */
export type UpdatePrices = Pick<UpdateQuoteInput, 'products' | 'shippingOptions' | 'taxes'>

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
 * that it chooses, and the taxes if it sends the quote. Most updates need none of it.
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
  const { id: quoteId, value: stored } = record
  const ids = newProductIds(record, changes)
  const edit = { role, now, isRevising: changes.status === 'draft' }
  const isShipped = needsShippingOptions(changes.shipping, stored.shipping)
  assertEditable(record, () => ids.size > 0 || isShipped, edit, policy)
  const pricing = pricingOf(policy, stored.currency, stored.customer, changes.customer)
  const products = await findProducts(storeId, ids, pricing, signal)
  const isTaxed =
    runtime.calculateTaxes !== undefined &&
    operationForStatus(record, changes.status, now) === 'sendQuote'
  if (!isShipped && !isTaxed) return { products }
  const edited = (request: UpdateQuoteRequest, prices: UpdatePrices): Quote => {
    const input = { actor, role, now, ...prices }
    const change = updateQuote(record, { ...request, status: undefined }, input, policy)
    return change?.record.value ?? stored
  }
  const unshipped = () => edited({ ...changes, shipping: undefined }, { products })
  const shippingOptions = isShipped
    ? await shippingOptionsOf(runtime, storeId, unshipped(), signal)
    : undefined
  if (!isTaxed) return { products, shippingOptions }
  const quote = edited(changes, { products, shippingOptions })
  // An edit can open the next revision, so only the edited quote shows whether it can be sent.
  if (!canBeSent({ ...record, value: quote }, { now, role }, policy))
    return { products, shippingOptions }
  const taxes = await taxesOf(runtime, { storeId, quoteId, quote, signal })
  return { products, shippingOptions, taxes }
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
  const { order } = quote
  const status = statusAt(quote, Math.max(now, updated))
  return possibleOperations(lifecycle, { status, role, order }).includes('sendQuote')
}

/**
 * Returns the taxes of a quote that is about to be sent as it is; undefined if there is no tax
 * provider, or the quote cannot be sent now.
 *
 * @throws QuoteError what the tax provider throws
 */
export async function taxesToSend(
  runtime: EngineRuntime,
  { storeId, role }: StoreContext,
  { record, now, signal }: Pick<PricedUpdate, 'record' | 'now' | 'signal'>,
): Promise<PricedTaxes | undefined> {
  if (runtime.calculateTaxes === undefined) return undefined
  if (!canBeSent(record, { now, role }, runtime.options)) return undefined
  const { id: quoteId, value: quote } = record
  return taxesOf(runtime, { storeId, quoteId, quote, signal })
}
