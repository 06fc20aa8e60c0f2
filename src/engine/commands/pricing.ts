import { QuoteError } from '../../errors.js'
import { isCurrency } from '../../money/currency.js'
import {
  isAddress,
  mergeCustomer,
  type UpdateCustomerRequest,
} from '../../quote/customer/customer.js'
import type { Selection } from '../../quote/model/choice-fields.js'
import { hasSelection } from '../../quote/model/counted-lines.js'
import type { Exchange } from '../../quote/model/exchange.js'
import {
  type HostIdName,
  type HostIds,
  mapHostIds,
  mergeHostId,
} from '../../quote/model/host-ids.js'
import { getSituation, possibleOperations } from '../../quote/model/lifecycle.js'
import { showKeys } from '../../quote/model/line-keys.js'
import type { RequireCall } from '../../quote/model/policy.js'
import { currencyFields, getPrecision } from '../../quote/model/precision.js'
import type { Customer, Quote } from '../../quote/model/quote.js'
import type { SendQuoteInput } from '../../quote/operations/offer.js'
import type { UpdateQuoteRequest } from '../../quote/operations/requests.js'
import {
  applyMergedUpdate,
  mergeUpdate,
  planUpdate,
  type UpdatePlan,
  withChosenOption,
} from '../../quote/operations/update-quote.js'
import { assertPriced } from '../../quote/pricing/line-totals.js'
import type { ParsedShippingOption } from '../../quote/pricing/shipping.js'
import { noShipping, withCurrentShipping } from '../../quote/pricing/shipping.js'
import { loadRegions } from '../../quote/regions/resolve-state.js'
import {
  getProposal,
  needsProviders,
  type PricedSelection,
  parseSelection,
  priceSelected,
  type SelectionResponses,
  selectQuote,
} from '../../quote/selection/select-quote.js'
import { type PricedTaxes, withTaxes } from '../../quote/taxes/price-taxes.js'
import { createTaxRequest } from '../../quote/taxes/tax-request.js'
import type { StoredRecord } from '../../record/record.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { describeValue } from '../../validation/describe-value.js'
import { getHostContext, type StoreContext } from '../arguments.js'
import { loadRevision } from '../execution/load-revision.js'
import type { ResolvedOptions } from '../options.js'
import type { Pricing } from '../ports/checked-ports.js'
import { isExemptPrices } from '../pricing-options.js'
import { currentTime, type EngineRuntime } from '../runtime.js'
import { isDomainRejection } from './run-command.js'

/**
 * Returns the currency of new quotes of a store, undefined for none.
 *
 * @throws QuoteError `invalid_options` if the option `currency` returns no currency
 */
export function currencyOfStore({ options }: EngineRuntime, storeId: string): string | undefined {
  const currency: unknown = options.currency(storeId)
  if (currency === undefined || isCurrency(currency)) return currency
  throw optionError('currency', 'a currency of three capital letters, or undefined', currency)
}

/** Returns the error of an option that is a function, and returns something else than it must. */
export function optionError(option: string, expected: string, received: unknown): QuoteError {
  const message = `must return ${expected}, received ${describeValue(received)}`
  return new QuoteError('invalid_options', { errors: { [option]: message } })
}

/** What the prices of a quote depend on, before and after changes. */
interface PricingInput {
  readonly currency: string | undefined
  /** The exchange that the quote has recorded, if its prices stay. */
  readonly exchange?: Exchange | undefined
  readonly customer: Customer
  readonly customerChanges?: UpdateCustomerRequest | undefined
  /** The ids of the host that the quote gets. */
  readonly ids: HostIds<string | null | undefined>
  /** Those that it has where it gets none: those of the stored quote, or of the caller's scope. */
  readonly idsBefore?: HostIds<string | undefined> | undefined
}

/**
 * Returns what the prices of a quote depend on. Computes only what the catalog reads. Every call of
 * the catalog passes here.
 *
 * @throws QuoteError `invalid_request` or `not_permitted` if the ids are outside of the scope of
 * the caller, who must not learn the prices of other customers from errors of the catalog
 */
export function getPricing({ options, scope }: EngineRuntime, input: PricingInput): Pricing {
  scope?.assertIds(mapHostIds((name) => mergeHostId(name, input.ids, input.idsBefore)))
  return new QuotePricing(options, input)
}

/** A class, because most catalogs read none of it, and getters of an object take long to create. */
class QuotePricing implements Pricing {
  readonly currency: string | undefined
  readonly exchange: Exchange | undefined
  readonly #options: ResolvedOptions
  readonly #input: PricingInput

  constructor(options: ResolvedOptions, input: PricingInput) {
    this.currency = input.currency
    this.exchange = input.exchange
    this.#options = options
    this.#input = input
  }

  get customer(): Customer {
    const { customer, customerChanges = {} } = this.#input
    return mergeCustomer(customer, customerChanges, this.#options.resolveRegion)
  }

  get customerId(): string | undefined {
    return this.#getId('customer_id')
  }

  get companyId(): string | undefined {
    return this.#getId('company_id')
  }

  get time(): number {
    return currentTime(this.#options)
  }

  get unitPriceDecimals(): number | undefined {
    const { currency } = this
    if (currency === undefined) return undefined
    return getPrecision(currencyFields(currency, this.#options), this.#options).unitDecimals
  }

  #getId(name: HostIdName): string | undefined {
    return mergeHostId(name, this.#input.ids, this.#input.idsBefore)
  }
}

/**
 * Returns the shipping options of a quote, whatever its shipping is now; undefined if there is no
 * shipping provider.
 *
 * @throws QuoteError `shipping_failed`, `shipping_invalid_response`, `timeout` or `aborted`
 */
export async function getShippingOptions(
  { listShippingOptions }: EngineRuntime,
  storeId: string,
  offer: Quote,
  signal: AbortSignal | undefined,
): Promise<readonly ParsedShippingOption[] | undefined> {
  // A provider gets what is shipped, and knows no choices.
  const { amounts: _, taxes: __, ...quote } = selectQuote(offer)
  const request = { storeId, quote: showKeys({ ...quote, shipping: noShipping }) }
  return listShippingOptions?.(deepFreeze(request), signal)
}

/** A quote whose taxes are priced. */
export interface TaxedQuote {
  readonly storeId: string
  readonly quoteId: string
  readonly quote: Quote
  /**
   * Milliseconds since the Unix epoch.
   *
   * @default Now.
   */
  readonly date?: number | undefined
  readonly signal: AbortSignal | undefined
}

/**
 * Returns the taxes of a quote; undefined if there is no tax provider.
 *
 * @throws QuoteError `tax_rejected`, `tax_failed`, `tax_invalid_response`, `timeout` or `aborted`;
 * `invalid_options` if an option returns an invalid value
 */
export async function getTaxes(
  { options, calculateTaxes }: EngineRuntime,
  { storeId, quoteId, quote, signal, date = currentTime(options) }: TaxedQuote,
): Promise<PricedTaxes | undefined> {
  if (calculateTaxes === undefined) return undefined
  const inclusive: unknown = options.pricesIncludeTax(storeId)
  if (typeof inclusive !== 'boolean')
    throw optionError('pricesIncludeTax', 'true or false', inclusive)
  const exemptPrices: unknown = inclusive ? options.taxExemptPrices(storeId) : undefined
  if (inclusive && !isExemptPrices(exemptPrices))
    throw optionError('taxExemptPrices', 'net or gross', exemptPrices)
  const from: unknown = options.shipFrom(storeId)
  if (from !== undefined && !isAddress(from))
    throw optionError('shipFrom', 'an object of strings', from)
  const input = { storeId, quoteId, inclusive, date }
  const request = createTaxRequest(
    quote,
    from === undefined ? input : { ...input, from: { ...from } },
  )
  if (!isExemptPrices(exemptPrices))
    return { parsed: await calculateTaxes(request, signal), inclusive, date }
  const parsed = await calculateTaxes(request, signal, exemptPrices)
  return { parsed, inclusive, exemptPrices, date }
}

/** A selection of an offer to price. */
interface SelectionInput extends Pick<TaxedQuote, 'storeId' | 'signal'> {
  readonly record: StoredRecord<Quote>
  /** Undefined for what the seller proposes. */
  readonly selection: Selection | undefined
}

/**
 * Returns what a selection of an offer costs: by the rates of the offer, or by the providers of
 * taxes and shipping, which are asked for any selection but the proposal. Undefined if there is
 * nothing to choose.
 *
 * @throws QuoteError `invalid_request` with every error of the selection, or at `shipping` if the
 * shipping of the offer is not offered for it; what the providers throw
 */
export async function priceSelectionOf(
  runtime: EngineRuntime,
  { storeId, record: { id: quoteId, value: quote }, selection: sent, signal }: SelectionInput,
): Promise<PricedSelection | undefined> {
  const { options: policy } = runtime
  const { rounding } = policy
  const selection = sent === undefined ? getProposal(quote) : parseSelection(quote, sent)
  if (!hasSelection(quote)) return undefined
  const { taxes: offered, shipping: chosen } = quote
  const needed = needsProviders(quote, selection)
  const precision = getPrecision(quote, policy)
  const price = (given: SelectionResponses) => priceSelected(quote, selection, given, rounding)
  let responses: SelectionResponses = {}
  if (needed.shipping) {
    const unshipped = price({ shipping: chosen, taxes: offered })
    const options = await getShippingOptions(runtime, storeId, unshipped, signal)
    const stale = { ...unshipped, shipping: { ...chosen, stale: true as const } }
    responses = { shipping: withCurrentShipping(stale, options, precision).shipping }
  }
  if (needed.taxes) {
    const { taxes: _, ...untaxed } = price({ ...responses, taxes: offered })
    const asked = { storeId, quoteId, quote: untaxed, date: offered?.date, signal }
    const priced = await getTaxes(runtime, asked)
    const taxed = priced && withTaxes(untaxed, priced, policy.taxRounding, precision)
    responses = { ...responses, taxes: taxed?.taxes }
  }
  return { selection, plain: price(responses), ...responses }
}

/** What a quote that is about to be sent needs: what the ports return, and its last offer. */
export type OfferPrices = Pick<SendQuoteInput, 'taxes' | 'currentShipping' | 'requireCall'>

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
  /** The record as it is stored, if the one to price is edited. */
  readonly stored?: StoredRecord<Quote> | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  readonly signal: AbortSignal | undefined
  /**
   * True if it counts whether any role can send the quote.
   *
   * @default false, for the role of the caller
   */
  readonly isByAnyRole?: boolean | undefined
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
  const { value: stored } = record
  const loading = loadRegions(policy.resolveRegion, changes.customer, changes.ship_to)
  if (loading !== undefined) await loading
  const plan = planUpdate(record, changes, { role, now }, policy)
  const pricing = getPricing(runtime, {
    currency: stored.currency,
    exchange: stored.exchange,
    customer: stored.customer,
    customerChanges: changes.customer,
    ids: changes,
    idsBefore: stored,
  })
  const merged = mergeUpdate(plan, await findProducts(storeId, plan.productIds, pricing, signal))
  const options = plan.choosesOption
    ? await getShippingOptions(runtime, storeId, applyMergedUpdate(merged), signal)
    : undefined
  const edited = applyMergedUpdate(withChosenOption(merged, options))
  if (plan.operation !== 'sendQuote') return { plan, edited }
  // An edit can open the next revision, so only the edited quote shows whether it can be sent.
  const unsent = { caller, record: { ...record, value: edited }, stored: record, now, signal }
  return { plan, edited, offerPrices: await priceOffer(runtime, unsent) }
}

/** Returns true if a quote needs anything but itself to be sent. */
export function hasOfferPrices(runtime: EngineRuntime): boolean {
  return hasProviders(runtime) || runtime.options.requireApprovals !== undefined
}

/** Returns true if anything of a quote can be priced when it is sent. */
function hasProviders({ calculateTaxes, listShippingOptions }: EngineRuntime): boolean {
  return calculateTaxes !== undefined || listShippingOptions !== undefined
}

/** Returns true if the status of a quote leads to an offer, so that its taxes are needed. */
function canBeSent(
  { caller: { role }, isByAnyRole, record: { value: quote, updated }, now }: PriceInput,
  { lifecycle }: EngineRuntime['options'],
): boolean {
  const sender = isByAnyRole ? undefined : role
  const situation = getSituation(quote, sender, Math.max(now, updated))
  return possibleOperations(lifecycle, situation).includes('sendQuote')
}

/**
 * Returns what is needed to send a quote: its shipping if it is stale, and its taxes; its last
 * offer, if approvals are required. Nothing if the quote cannot be sent now.
 *
 * @throws QuoteError what the providers throw; `invalid_request` if the shipping is not offered, or
 * a line is to be priced
 */
export async function priceOffer(
  runtime: EngineRuntime,
  input: PriceInput,
): Promise<OfferPrices | undefined> {
  if (!hasOfferPrices(runtime) || !canBeSent(input, runtime.options)) return undefined
  assertPriced(input.record.value)
  const prices = hasProviders(runtime) ? await priceByProviders(runtime, input) : undefined
  if (runtime.options.requireApprovals === undefined) return prices
  return { ...prices, requireCall: await getRequireCall(runtime, input) }
}

/** Returns what the required approvals depend on besides the quote. */
export async function getRequireCall(
  { storage }: EngineRuntime,
  { caller, record, stored: current = record, signal }: PriceInput,
): Promise<RequireCall> {
  const context = getHostContext(caller)
  const { revision } = current.value
  if (revision === undefined) return { previous: undefined, context }
  const history = { storage, storeId: caller.storeId, current, signal }
  const previous = await loadRevision(history, revision)
  return { previous: previous && showKeys(previous.value as Quote), context }
}

async function priceByProviders(runtime: EngineRuntime, input: PriceInput): Promise<OfferPrices> {
  const { options: policy } = runtime
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

/**
 * Returns what was computed from a version of a quote, without computing it again.
 *
 * @param compute Gets the version, and the time of its first use.
 */
export function oncePerVersion<T>(
  compute: (record: StoredRecord<Quote>, now: number) => Promise<T>,
): (record: StoredRecord<Quote>, now: number) => Promise<T> {
  let last: { readonly version: number; readonly result: Promise<T> } | undefined
  return (record, now) => {
    if (last?.version !== record.version) {
      const result = compute(record, now)
      last = { version: record.version, result }
      // A failure of a port is not kept, so that another attempt can succeed.
      result.catch((error) => {
        if (last?.result === result && !isDomainRejection(error)) last = undefined
      })
    }
    return (last as { readonly result: Promise<T> }).result
  }
}
