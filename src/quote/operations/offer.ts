import { QuoteError } from '../../errors.js'
import { type Amount, equals, isNegative, parseAmount, toExactNumber } from '../../money/amount.js'
import type { EntryOperation } from '../../record/history/entry-operations.js'
import type { StoredRecord } from '../../record/record.js'
import { jsonEqual } from '../../validation/json-equal.js'
import { addDays, toIsoTime } from '../../validation/times.js'
import { contentToApprove, requireApproved } from '../approvals/required-approvals.js'
import {
  assertSameOffer,
  changeStatus,
  createQuoteChange,
  type LifecycleInput,
  withdrawOffer,
} from '../lifecycle/change-status.js'
import type { SelectedAcceptance, Selection } from '../model/choice-fields.js'
import { hasSelection } from '../model/counted-lines.js'
import { endOfDay, localDate, statusAt } from '../model/expiry.js'
import { getSituation, isLateAccepted, possibleOperations } from '../model/lifecycle.js'
import {
  type Acceptance,
  type DeliveryFact,
  type DeliveryType,
  maxDeliveryFacts,
  sealedFields,
} from '../model/lifecycle-fields.js'
import { payableOf } from '../model/payable.js'
import type { QuotePolicy, RequireCall } from '../model/policy.js'
import { getPrecision } from '../model/precision.js'
import type { Quote } from '../model/quote.js'
import type { QuoteChange } from '../model/quote-record.js'
import { sealAcceptance, sealOf } from '../model/seal.js'
import type { Signature } from '../model/signature.js'
import { withAmounts } from '../pricing/amounts.js'
import { assertPriced } from '../pricing/line-totals.js'
import { getPlanError } from '../pricing/payment-plan.js'
import { priceQuote, termsOf } from '../pricing/price-quote.js'
import { type ParsedShippingOption, withCurrentShipping } from '../pricing/shipping.js'
import {
  getProposal,
  type PricedSelection,
  parseSelection,
  priceSelected,
} from '../selection/select-quote.js'
import { type PricedTaxes, withTaxes } from '../taxes/price-taxes.js'
import { answerProposals } from './proposals.js'

/** The input of {@link sendQuote}. */
export interface SendQuoteInput extends LifecycleInput {
  /**
   * When the offer expires, in milliseconds since the Unix epoch. Undefined if the `valid_days` of
   * the quote say it, or it does not expire.
   */
  readonly expires?: number | undefined
  /** The time zone in which the days of the store end, for a quote with `valid_days`. */
  readonly timeZone?: string | undefined
  /** The number of the quote, if it has none yet. */
  readonly number?: string | undefined
  /** The taxes of the quote as it is sent. Undefined if there is no tax provider. */
  readonly taxes?: PricedTaxes | undefined
  /**
   * The options of the shipping provider for the quote as it is sent, if its shipping is stale.
   * Undefined if there is no provider.
   */
  readonly currentShipping?: readonly ParsedShippingOption[] | undefined
  /** What the required approvals depend on besides the quote. */
  readonly requireCall?: RequireCall | undefined
}

/**
 * Returns the change that sends a quote to the customer. Pure.
 *
 * @throws QuoteError `invalid_request` at `expires`, at the price of a line that is to be priced,
 * at `shipping` if it is stale and not offered any more, or if the total has too many digits;
 * `approval_required`, `not_permitted` or `invalid_transition`
 */
export function sendQuote(
  record: StoredRecord<Quote>,
  input: SendQuoteInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  const next = withOffer(record, record.value, input, policy)
  return createQuoteChange(record, next, 'send', input, policy)
}

/** Returns a quote with an offer. */
export function withOffer(
  { id, updated, value: stored }: StoredRecord<Quote>,
  quote: Quote,
  input: SendQuoteInput,
  policy: QuotePolicy,
): Quote {
  const toOffer = (unsent: Quote, sent: number): Quote => {
    const expires = getExpiry(unsent, input, sent)
    if (expires !== undefined && expires <= sent) throw pastError(expires, sent)
    assertPriced(unsent)
    const { number = input.number } = unsent
    const priced = withApprovals(id, withOfferPrices(unsent, input, policy), input, policy)
    const offer: Quote = {
      ...priced,
      ...(number === undefined ? undefined : { number }),
      sent,
      ...(expires === undefined ? undefined : { expires }),
    }
    return answerProposals({ ...offer, seal: sealOf(offer) })
  }
  const edited = { id, updated, value: quote }
  return changeStatus(edited, { operation: 'sendQuote', stored }, input, policy, toOffer)
}

/** Returns when an offer expires; undefined if it does not. */
function getExpiry(
  { valid_days: days }: Quote,
  { expires, timeZone = 'UTC' }: SendQuoteInput,
  sent: number,
): number | undefined {
  if (expires !== undefined || days === undefined) return expires
  return endOfDay(addDays(localDate(sent, timeZone), days), timeZone)
}

/** What a quote is priced with when it is sent. */
type OfferPricing = Pick<SendQuoteInput, 'taxes' | 'currentShipping'>

/**
 * Returns a quote as its next revision, with everything that the customer pays. Pure.
 *
 * @throws QuoteError `invalid_request` at `shipping`, `taxes` or `quote_total`
 */
export function withOfferPrices(
  unsent: Quote,
  { taxes, currentShipping }: OfferPricing,
  policy: QuotePolicy,
): Quote {
  const precision = getPrecision(unsent, policy)
  const { revision = 0 } = unsent
  const withdrawn = withdrawOffer(unsent)
  const shipped = withCurrentShipping(withdrawn, currentShipping, precision)
  // Discounts can be taken off shipping.
  const draft = shipped === withdrawn ? shipped : priceQuote(shipped, termsOf(shipped), precision)
  if (taxes === undefined && draft.taxes?.stale) throw staleTaxesError()
  const taxed = taxes === undefined ? draft : withTaxes(draft, taxes, policy.taxRounding, precision)
  const priced = withAmounts(taxed, precision, true)
  const planError = getPlanError(priced)
  if (planError !== undefined) throw invalid('payment_plan', planError)
  return { ...priced, total: getTotal(priced), revision: revision + 1 }
}

/**
 * Returns a priced quote with the approvals that it needs, and no others. Without the option
 * `approvals`, the quote as it is.
 *
 * @throws QuoteError `approval_required` if one is missing; `callback_failed`
 */
function withApprovals(
  quoteId: string,
  priced: Quote,
  { role, requireCall = noRequireCall }: SendQuoteInput,
  { requireApprovals }: QuotePolicy,
): Quote {
  if (requireApprovals === undefined) return priced
  const content = contentToApprove(priced)
  const ask = () => requireApprovals(content, requireCall)
  const approved = requireApproved({ quoteId, quote: priced, role }, ask)
  const { approvals: _, ...others } = priced
  return approved.length === 0 ? others : { ...others, approvals: approved }
}

/** The call of a caller that nothing is known of. */
export const noRequireCall: RequireCall = Object.freeze({ previous: undefined, context: undefined })

/**
 * Returns what the customer pays.
 *
 * @throws QuoteError `invalid_request` if it is below 0, or a number cannot hold it exactly
 */
function getTotal(quote: Quote): number {
  const shown = payableOf(quote)
  if (isNegative(parseAmount(shown) as Amount)) {
    const expected = 'must not be below 0 to be sent'
    const remedy = 'reduce the lines below 0, or what is withheld'
    throw invalid('total', `${expected}, received ${shown}: ${remedy}`)
  }
  const total = toExactNumber(parseAmount(shown) as Amount)
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
  const message = `must be in the future: ${toIsoTime(expires)} is not after ${toIsoTime(sent)}`
  return new QuoteError('invalid_request', { errors: { expires: message } })
}

/** A fact about a delivery, as it is reported. */
export interface DeliveryReport {
  /** What happened. */
  readonly type: DeliveryType
  /**
   * When it happened, in milliseconds since the Unix epoch.
   *
   * @default The time of the call.
   */
  readonly time?: number | undefined
  /**
   * The revision that was delivered.
   *
   * @default The current revision.
   */
  readonly revision?: number | undefined
  /** To whom, for example an e-mail address. 1 to 255 characters. */
  readonly recipient?: string | undefined
  /** What the mail provider said. 1 to 500 characters. */
  readonly detail?: string | undefined
}

/**
 * Returns the change that adds a fact about the delivery of a quote. If there are 200, the one that
 * says least goes. Pure.
 *
 * @returns undefined if this very fact, with its time, is recorded already
 * @throws QuoteError `invalid_request` at `revision` if it was never sent
 */
export function recordDelivery(
  record: StoredRecord<Quote>,
  report: DeliveryReport,
  input: LifecycleInput,
  policy: Pick<QuotePolicy, 'limits'>,
): QuoteChange | undefined {
  const { value: quote } = record
  const { revision: current = 0, delivery = [] } = quote
  const { type, time = input.now, revision = current, recipient, detail } = report
  if (revision < 1 || revision > current)
    throw invalid('revision', `must be a revision that was sent, of which there are ${current}`)
  const fact: DeliveryFact = {
    type,
    time,
    revision,
    ...(recipient === undefined ? undefined : { recipient }),
    ...(detail === undefined ? undefined : { detail }),
  }
  if (delivery.some((known) => jsonEqual(known, fact))) return undefined
  const kept = withSpace(delivery, current)
  return createQuoteChange(
    record,
    { ...quote, delivery: [...kept, fact] },
    'recordDelivery',
    input,
    policy,
  )
}

/**
 * Returns the facts without those that go if there are as many as possible. A new fact always
 * fits: attempts go first, then what is about earlier offers, each the oldest first. So a mailbox
 * that is full never hides that an offer bounced, or was opened.
 */
function withSpace(delivery: readonly DeliveryFact[], revision: number): readonly DeliveryFact[] {
  if (delivery.length < maxDeliveryFacts) return delivery
  const leastFirst: readonly ((fact: DeliveryFact) => boolean)[] = [
    ({ type }) => type === 'deferred',
    (fact) => fact.revision < revision,
    ({ type }) => type === 'delivered',
    ({ type }) => type !== 'opened',
  ]
  const places = leastFirst.map((isLess) => delivery.findIndex(isLess))
  return delivery.toSpliced(places.find((place) => place !== -1) ?? 0, 1)
}

function invalid(path: string, message: string): QuoteError {
  return new QuoteError('invalid_request', { errors: { [path]: message } })
}

/** What a caller says who accepts an offer. */
export interface AcceptedOffer {
  /** The revision that the customer has seen. */
  readonly revision: number
  /** The seal of what the customer has seen. */
  readonly seal?: string | undefined
  /** The name of the person who accepts. */
  readonly name?: string | undefined
  /** The buyer's reference, such as the number of a purchase order. */
  readonly reference?: string | undefined
  /** What the person signs with. */
  readonly signature?: Signature | undefined
  /** The text to which the person agrees. */
  readonly consent?: string | undefined
  /** The network address of the person. */
  readonly address?: string | undefined
  /** What the customer selects. Undefined for what the seller proposes. */
  readonly selection?: Selection | undefined
  /** The total that the customer has seen, as a decimal. Undefined if it is not known. */
  readonly total?: number | string | undefined
}

/** Who accepts an offer, and when. */
export interface AcceptQuoteInput extends LifecycleInput {
  /** 32 hexadecimal digits at random, for an acceptance that is sealed. */
  readonly salt?: string | undefined
  /** What is selected, if its price needs a provider. */
  readonly selected?: PricedSelection | undefined
}

/**
 * Returns the change that accepts the current offer. Pure.
 *
 * @returns undefined if it was accepted with the same input before, as by a double click
 * @throws QuoteError `offer_mismatch` if the current offer is another one; `total_changed` if the
 * customer has seen another total; `invalid_request` at `selection`; `not_permitted`,
 * `quote_expired` or `invalid_transition`
 */
export function acceptQuote(
  record: StoredRecord<Quote>,
  accepted: AcceptedOffer,
  input: AcceptQuoteInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  const { id: quoteId, value: quote } = record
  if (hasCallerAccepted(quote, accepted, input)) return undefined
  const accept = (offer: Quote, time: number): Quote => {
    const { expires = Number.POSITIVE_INFINITY } = offer
    // Statuses of the host do not expire by themselves.
    if (expires <= time && !isLateAccepted(policy.lifecycle))
      throw new QuoteError('quote_expired', { quoteId, expires })
    assertSameOffer(record, accepted)
    const selected = input.selected ?? selectOffer(offer, accepted, policy)
    const total = payableOf(selected?.plain ?? offer)
    if (!equals(parseAmount(accepted.total ?? total) as Amount, parseAmount(total) as Amount))
      throw new QuoteError('total_changed', { quoteId, total })
    const acceptance = getAcceptance(offer, { ...accepted, selected }, input, time)
    return { ...offer, acceptance, ...(selected && { total: selected.plain.total }) }
  }
  const next = changeStatus(record, { operation: 'acceptQuote' }, input, policy, accept)
  return createQuoteChange(record, next, 'accept', input, policy)
}

/**
 * Rejects a caller who refers to an offer that cannot be accepted now.
 *
 * @throws QuoteError `offer_mismatch`, `quote_expired` or `invalid_transition`
 */
export function assertOpenOffer(
  record: StoredRecord<Quote>,
  offer: Pick<AcceptedOffer, 'revision' | 'seal'>,
  operation: string,
  now: number,
  { lifecycle }: Pick<QuotePolicy, 'lifecycle'>,
): void {
  const { id: quoteId, value: quote, updated } = record
  const situation = getSituation(quote, undefined, Math.max(now, updated))
  const { status } = situation
  const possible = possibleOperations(lifecycle, situation)
  if (!possible.includes('acceptQuote')) {
    if (status === 'expired')
      throw new QuoteError('quote_expired', { quoteId, expires: quote.expires ?? 0 })
    throw new QuoteError('invalid_transition', { quoteId, operation, status, possible })
  }
  assertSameOffer(record, offer)
}

/** Returns what is selected of an offer; undefined if there is nothing to choose. */
function selectOffer(
  quote: Quote,
  { selection: sent }: AcceptedOffer,
  { rounding }: QuotePolicy,
): PricedSelection | undefined {
  if (sent === undefined && !hasSelection(quote)) return undefined
  const selection = sent === undefined ? getProposal(quote) : parseSelection(quote, sent)
  if (!hasSelection(quote)) return undefined
  return { selection, plain: priceSelected(quote, selection, {}, rounding) }
}

/** Returns what an acceptance says of a selection. */
function toSelectedFields({ selection, plain, shipping, taxes }: PricedSelection) {
  const { amounts, payment_plan: plan } = plain
  return {
    selection,
    ...(amounts && { amounts }),
    ...(shipping && { shipping }),
    ...(taxes && { taxes }),
    ...(plan && { payment_plan: plan }),
  }
}

function getAcceptance(
  { revision = 0, seal = '', expires }: Quote,
  accepted: AcceptedOffer & Pick<AcceptQuoteInput, 'selected'>,
  { actor, role, salt }: AcceptQuoteInput,
  time: number,
): SelectedAcceptance {
  const { name, reference, selected } = accepted
  const acceptance: Acceptance = {
    time,
    revision,
    seal,
    ...(actor === undefined ? undefined : { by: actor }),
    ...(role === undefined ? undefined : { role }),
    ...(name === undefined ? undefined : { name }),
    ...(reference === undefined ? undefined : { reference }),
    ...(expires !== undefined && expires <= time ? { late: true as const } : undefined),
  }
  const sealed = sealedFields.filter((field) => accepted[field] !== undefined)
  if (sealed.length === 0 && selected === undefined) return acceptance
  if (salt === undefined) throw new TypeError('a sealed acceptance needs a salt')
  const added = Object.fromEntries(sealed.map((field) => [field, accepted[field]]))
  const chosen = selected && toSelectedFields(selected)
  return sealAcceptance({ ...acceptance, ...added, ...chosen }, salt)
}

/**
 * Returns true if this caller has accepted this very offer already. A retry can come from another
 * address.
 */
export function hasCallerAccepted(
  quote: Quote,
  { revision, seal, name, reference, consent, signature, selection }: AcceptedOffer,
  { actor, role }: LifecycleInput,
): boolean {
  const { status, acceptance } = quote
  return (
    acceptance !== undefined &&
    isSelected(quote, selection) &&
    status !== 'canceled' &&
    acceptance.revision === revision &&
    (seal === undefined || acceptance.seal === seal) &&
    acceptance.name === name &&
    acceptance.reference === reference &&
    acceptance.consent === consent &&
    jsonEqual(acceptance.signature, signature) &&
    acceptance.by === actor &&
    acceptance.role === role
  )
}

/** Returns true if this is what was selected when a quote was accepted. */
function isSelected(quote: Quote, sent: Selection | undefined): boolean {
  const { selection } = quote.acceptance ?? {}
  if (sent === undefined) return selection === undefined || jsonEqual(selection, getProposal(quote))
  try {
    return jsonEqual(parseSelection(quote, sent), selection ?? emptySelection)
  } catch {
    return false
  }
}

const emptySelection: Selection = { selected: [] }

/** Why the status of a quote changes. */
export interface ReasonInput extends LifecycleInput {
  readonly reason?: string | undefined
}

// These functions return a change of status whose only other effect is its reason. Pure. They throw
// QuoteError `not_permitted`, `quote_expired` or `invalid_transition`.

/** Returns the change by which a customer declines an offer. */
export function declineQuote(
  record: StoredRecord<Quote>,
  input: ReasonInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  return changeWithReason(record, 'declineQuote', 'decline', input, policy)
}

/** Returns the change by which a seller cancels a quote. */
export function cancelQuote(
  record: StoredRecord<Quote>,
  input: ReasonInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  return changeWithReason(record, 'cancelQuote', 'cancel', input, policy)
}

function changeWithReason(
  record: StoredRecord<Quote>,
  operation: 'declineQuote' | 'cancelQuote',
  entry: EntryOperation<'quote'>,
  input: ReasonInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  const { reason } = input
  const next = changeStatus(record, { operation }, input, policy, (quote) =>
    reason === undefined ? quote : { ...quote, reason },
  )
  return createQuoteChange(record, next, entry, input, policy)
}

/**
 * Returns the change that reports the expiry of an offer as an event. Pure.
 *
 * @returns undefined if the offer has not expired, or its expiry is reported already
 */
export function expireQuote(
  record: StoredRecord<Quote>,
  input: LifecycleInput,
  policy: Pick<QuotePolicy, 'limits'>,
): QuoteChange | undefined {
  const { value: quote } = record
  if (statusAt(quote, input.now) !== 'expired') return undefined
  return createQuoteChange(record, { ...quote, expiry_reported: true }, 'expire', input, policy)
}
