import { QuoteError } from '../../errors.js'
import type { EntryOperation } from '../../record/history/entry-operations.js'
import type { StoredRecord } from '../../record/record.js'
import { jsonEqual } from '../../validation/json-equal.js'
import { changeStatus, type LifecycleInput, withdrawOffer } from '../lifecycle/change-status.js'
import { isCustomLine } from '../lines/custom-line.js'
import { isPricedByHand } from '../lines/line-pricing.js'
import type { LineMatch } from '../lines/match-lines.js'
import { isOverride } from '../lines/price-override.js'
import { lineChoiceFields } from '../model/choice-fields.js'
import { countedLines } from '../model/counted-lines.js'
import { statusAt } from '../model/expiry.js'
import { type HostIds, hostIdNames, mergeHostId } from '../model/host-ids.js'
import { getSituation, possibleOperations, rolesError } from '../model/lifecycle.js'
import { getLineKey } from '../model/line-keys.js'
import type { QuotePolicy } from '../model/policy.js'
import { getPrecision } from '../model/precision.js'
import type { Shipping } from '../model/pricing-fields.js'
import type { ProductLine, Quote } from '../model/quote.js'
import { quoteFieldsOf } from '../model/quote-fields.js'
import {
  assignScalars,
  describeScalarField,
  offeredScalarFieldNames,
  type QuoteScalarValues,
  scalarFieldsWith,
  storeScalarFieldNames,
} from '../model/quote-scalar-fields.js'
import type { Role, Transition } from '../model/transitions.js'
import { withAmounts } from '../pricing/amounts.js'
import type { MutableQuote } from '../pricing/price-quote.js'
import { reservedTypes } from '../pricing/shipping.js'
import { withStaleTaxes } from '../taxes/price-taxes.js'
import { type SendQuoteInput, withOffer } from './offer.js'
import type { CreateQuoteRequest, RequestQuoteRequest, UpdateQuoteRequest } from './requests.js'

// What an update may change: the content while there is no offer, what the store notes beside it at
// any time, and the status as the table of transitions says.

/** Who edits a quote. */
export interface EditInput extends LifecycleInput {
  /** True if the update asks for the status `draft`, which withdraws an offer. */
  readonly isRevising?: boolean | undefined
}

/**
 * Returns the merged quote if the caller may make these changes. If the content of a locked quote
 * is the same but for the keys that its lines would get, they get none.
 *
 * @throws QuoteError `quote_locked` or `not_permitted`
 */
export function applyEdit(
  record: StoredRecord<Quote>,
  merged: Quote,
  input: EditInput,
  policy: QuotePolicy,
): Quote {
  const { value: stored } = record
  const isInternal = () =>
    storeScalarFieldNames.some((field) => merged[field] !== stored[field]) ||
    !jsonEqual(merged.tags, stored.tags)
  if (input.role === 'buyer' && isInternal()) throw internalChangeError()
  const isEditable = canEdit(stored, input.role, policy)
  const isEdited = isEditable || !isSameContent(merged, stored)
  if (!isEdited && isLocked(stored, policy)) return withInternalFields(stored, merged)
  const opensRevision = !isEditable && isEdited && assertEditable(record, input, policy)
  if (input.role === 'buyer') assertNoNewPrices(merged.products, stored.products, policy)
  const priced = markStalePrices(merged, stored, policy)
  if (!opensRevision) return priced
  const edited = { id: record.id, updated: record.updated, value: priced }
  const change = { operation: 'reviseQuote', stored } as const
  return changeStatus(edited, change, input, policy, withdrawOffer)
}

/** Returns the error of a buyer's change of what is for the store only. */
function internalChangeError(): QuoteError {
  const fields = storeScalarFieldNames
    .map(describeScalarField)
    .filter(({ audience }) => audience === 'store')
  const nouns = ['the tags', ...fields.map(({ noun }) => noun)]
  const change = `a change of ${nouns.slice(0, -1).join(', ')} or ${nouns.at(-1)}`
  return rolesError('updateQuote', ['seller', 'system'], change)
}

/** Returns the stored quote with what is for the store only of another one of the same content. */
function withInternalFields(stored: Quote, other: Quote): Quote {
  const next: MutableQuote = { ...stored, tags: other.tags }
  for (const field of storeScalarFieldNames) if (other[field] === undefined) delete next[field]
  assignScalars(next, other, storeScalarFieldNames)
  if (other.internal_fields === undefined) delete next.internal_fields
  else next.internal_fields = other.internal_fields
  next.products = stored.products.map((line, index) => {
    const { internal_fields: values } = other.products[index] as ProductLine
    if (values === line.internal_fields) return line
    const { internal_fields: _, ...rest } = line
    return values === undefined ? rest : { ...rest, internal_fields: values }
  })
  return next
}

/**
 * Rejects a change of the customer or the lines if it is not possible now.
 *
 * @returns true if it opens the next revision
 * @throws QuoteError `quote_locked` or `not_permitted`
 */
export function assertEditable(
  { id: quoteId, updated, value: quote }: StoredRecord<Quote>,
  { role, now, isRevising }: EditInput,
  policy: QuotePolicy,
): boolean {
  const { lifecycle } = policy
  if (isLocked(quote, policy)) {
    const situation = getSituation(quote, role, Math.max(now, updated))
    const { status } = situation
    const possible = possibleOperations(lifecycle, situation)
    if ((isRevising || policy.reviseOnUpdate) && possible.includes('reviseQuote')) return true
    throw new QuoteError('quote_locked', { quoteId, status, possible })
  }
  if (role !== undefined && !lifecycle.editable[role].includes(quote.status))
    throw rolesError(
      'updateQuote',
      rolesFor(quote.status, policy),
      `a change of the customer or the lines of a ${quote.status} quote`,
    )
  return false
}

/**
 * Returns true if a role can change the customer and the lines of a quote without withdrawing an
 * offer.
 */
export function canEdit(quote: Quote, role: Role | undefined, policy: QuotePolicy): boolean {
  const isForRole = role === undefined || policy.lifecycle.editable[role].includes(quote.status)
  return isForRole && !isLocked(quote, policy)
}

/** A quote with an offer or an order is locked, whatever its status. */
function isLocked({ seal, order, status }: Quote, { lifecycle }: QuotePolicy): boolean {
  const isOpen = seal === undefined && order === undefined
  return !isOpen || !lifecycle.editable.seller.includes(status)
}

function rolesFor(status: string, { lifecycle }: QuotePolicy): readonly Role[] {
  const roles = Object.entries(lifecycle.editable) as readonly (readonly [
    Role,
    readonly string[],
  ])[]
  return roles.flatMap(([role, statuses]) => (statuses.includes(status) ? [role] : []))
}

const contentBesideLines = quoteFieldsOf('content').filter((name) => name !== 'products')

function isSameContent(next: Quote, stored: Quote): boolean {
  return (
    contentBesideLines.every((name) => jsonEqual(next[name], stored[name])) &&
    areSameLines(next.products, stored.products)
  )
}

function areSameLines(lines: readonly ProductLine[], stored: readonly ProductLine[]): boolean {
  if (lines === stored) return true
  if (lines.length !== stored.length) return false
  return lines.every((line, index) => isSameLine(line, stored[index] as ProductLine))
}

/** Compares what buyers see of two lines, apart from their keys. */
function isSameLine(line: ProductLine, stored: ProductLine): boolean {
  const { internal_fields: _, ...shown } = stored
  const { internal_fields: __, ...next } = line
  return jsonEqual({ ...next, key: shown.key }, shown)
}

/** The operation of the history entry of a change of status by an update. */
const entriesOfStatus = {
  updateQuote: 'update',
  reviseQuote: 'revise',
  declineQuote: 'decline',
  cancelQuote: 'cancel',
  acceptQuote: 'accept',
  orderQuote: 'order',
  requestRevision: 'requestRevision',
} as const satisfies Partial<Record<Transition['operation'], EntryOperation<'quote'>>>

/** The operations to which a status in an update leads. All others need more than a status. */
const operationsByStatus: ReadonlyMap<string, Transition['operation']> = new Map([
  ['sent', 'sendQuote'],
  ['draft', 'reviseQuote'],
  ['declined', 'declineQuote'],
  ['canceled', 'cancelQuote'],
])

const otherOperations: ReadonlyMap<string, string> = new Map([
  ['accepted', 'acceptQuote, which takes the revision'],
  ['ordered', 'orderQuote'],
  ['revision_requested', 'requestRevision, which takes the reason'],
])

/** Returns the operation to which the `status` of an update leads; undefined if nothing changes. */
export function operationForStatus(
  { value: quote, updated }: StoredRecord<Quote>,
  status: string | undefined,
  now: number,
): Transition['operation'] | undefined {
  if (status === undefined || status === quote.status) return undefined
  if (status === statusAt(quote, Math.max(now, updated))) return undefined
  return operationsByStatus.get(status) ?? 'updateQuote'
}

/** The status of an update, and the operation to which it leads. */
interface StatusRequest {
  readonly status: string | undefined
  readonly operation: Transition['operation'] | undefined
}

/**
 * Returns the quote after the transition to a status, and the operation of its history entry.
 *
 * @throws QuoteError `invalid_request` at `status` if it needs another operation; `not_permitted`,
 * `quote_expired` or `invalid_transition`
 */
export function applyStatus(
  record: StoredRecord<Quote>,
  edited: Quote,
  { status, operation }: StatusRequest,
  input: SendQuoteInput,
  policy: QuotePolicy,
): { readonly next: Quote; readonly entry: EntryOperation<'quote'> } {
  // An edit that opened the next revision has led to `draft` already.
  if (operation === undefined || status === undefined || status === edited.status)
    return { next: edited, entry: 'update' }
  const { id, updated, value: stored } = record
  if (operation === 'sendQuote')
    return { next: withOffer(record, edited, input, policy), entry: 'send' }
  const quote = { id, updated, value: edited }
  const change = { operation, stored }
  const next =
    operation === 'reviseQuote'
      ? changeStatus(quote, change, input, policy, withdrawOffer)
      : changeStatus(quote, { ...change, to: requireOwn(status, operation) }, input, policy)
  return { next, entry: entriesOfStatus[operation] }
}

/** @throws QuoteError `invalid_request` if a built-in status needs more than its name */
function requireOwn(status: string, operation: Transition['operation']): string {
  const other = operation === 'updateQuote' ? otherOperations.get(status) : undefined
  if (other === undefined) return status
  throw new QuoteError('invalid_request', { errors: { status: `cannot be set; call ${other}` } })
}

// A buyer chooses products, quantities and a shipping option. What they cost is for the seller.

/**
 * Rejects what a buyer cannot set on a new quote.
 *
 * @throws QuoteError `not_permitted`
 */
export function assertBuyersRequest(
  request: CreateQuoteRequest,
  storeCurrency: string | undefined,
): void {
  const { products, discounts, charges, payment_plan: plan, shipping, currency } = request
  assertNothingInternal('createQuote', request)
  if (request.tag_list != null) throw rolesError('createQuote', ['seller', 'system'], 'tags')
  if (currency !== undefined && currency !== storeCurrency)
    throw rolesError('createQuote', ['seller'], 'another currency than that of the store')
  const named = [...hostIdNames, ...offeredScalarFieldNames].find(
    (name) => request[name] !== undefined,
  )
  if (named !== undefined)
    throw rolesError('createQuote', ['seller', 'system'], describeScalarField(named).noun)
  const hasPrice = products.some(
    (line) =>
      line.id === undefined || line.id === 0 || isOverride(line) || line.billing !== undefined,
  )
  if (hasPrice) throw rolesError('createQuote', ['seller'], 'a price')
  if (discounts !== undefined) throw rolesError('createQuote', ['seller'], 'a discount')
  if (charges !== undefined) throw rolesError('createQuote', ['seller'], 'a charge')
  if (plan != null) throw rolesError('createQuote', ['seller'], 'a payment plan')
  const hasChoice = request.sections != null || request.choices != null
  if (hasChoice || products.some((line) => lineChoiceFields.some((field) => line[field] != null)))
    throw rolesError('createQuote', ['seller'], 'a section or a choice')
  if (shipping?.type === 'custom') throw rolesError('createQuote', ['seller'], 'custom shipping')
}

/**
 * Rejects what a buyer cannot say of a request.
 *
 * @throws QuoteError `not_permitted`
 */
export function assertBuyersQuoteRequest(request: RequestQuoteRequest): void {
  const named = hostIdNames.find((name) => request[name] !== undefined)
  if (named !== undefined)
    throw rolesError('requestQuote', ['seller', 'system'], describeScalarField(named).noun)
  if (request.suspicious !== undefined)
    throw rolesError('requestQuote', ['seller', 'system'], 'what is suspicious')
}

const internalScalarFieldNames = scalarFieldsWith(({ audience }) => audience === 'internal')

/**
 * Rejects what buyers do not see if one sends it, whatever it is: own fields for the store only,
 * and scalar fields such as the follow-up.
 *
 * @throws QuoteError `not_permitted`
 */
export function assertNothingInternal(operation: string, request: WithInternal): void {
  const { internal_fields: sent, products = [], product_changes: changes = [] } = request
  const text = internalScalarFieldNames.find((name) => request[name] !== undefined)
  if (text !== undefined)
    throw rolesError(operation, ['seller', 'system'], describeScalarField(text).noun)
  const lines = [...products, ...changes]
  if (sent === undefined && lines.every(({ internal_fields: values }) => values === undefined))
    return
  throw rolesError(operation, ['seller', 'system'], 'a field for the store only')
}

/**
 * Rejects ids of the host that a buyer would change, before the catalog is asked for the prices of
 * another customer: its errors would say something of them.
 *
 * @throws QuoteError `not_permitted`
 */
export function assertSameHostIds(
  stored: Quote,
  changes: HostIds<string | null | undefined>,
): void {
  const isOther = hostIdNames.some((name) => mergeHostId(name, changes, stored) !== stored[name])
  if (isOther) throw internalChangeError()
}

/** A request that can have fields for the store only. */
interface WithInternal extends QuoteScalarValues<null | undefined> {
  readonly internal_fields?: object | undefined
  readonly products?: readonly { readonly internal_fields?: object | undefined }[] | undefined
  readonly product_changes?:
    | readonly { readonly internal_fields?: object | undefined }[]
    | undefined
}

/**
 * Rejects wording, discounts, charges and custom shipping that a buyer would change.
 *
 * @throws QuoteError `not_permitted`
 */
export function assertBuyersChanges(
  stored: Quote,
  changes: UpdateQuoteRequest,
  shipping: Shipping,
): void {
  const { discounts, charges, payment_plan: plan } = changes
  const changed = offeredScalarFieldNames.find((name) => {
    const value = changes[name]
    return value !== undefined && (value ?? undefined) !== stored[name]
  })
  if (changed !== undefined)
    throw rolesError('updateQuote', ['seller', 'system'], describeScalarField(changed).noun)
  if (discounts !== undefined && !jsonEqual(discounts ?? [], stored.discounts ?? []))
    throw rolesError('updateQuote', ['seller'], 'a discount')
  if (charges !== undefined && !jsonEqual(charges ?? [], stored.charges ?? []))
    throw rolesError('updateQuote', ['seller'], 'a charge')
  if (plan !== undefined && !jsonEqual(plan ?? [], stored.payment_plan ?? []))
    throw rolesError('updateQuote', ['seller'], 'a payment plan')
  const isNew = !jsonEqual(shipping, stored.shipping)
  if (isNew && (shipping.type === 'custom' || stored.shipping.type === 'custom'))
    throw rolesError('updateQuote', ['seller'], 'custom shipping')
}

/**
 * Rejects that a buyer says when a line is charged again, also of one that is new: a product that
 * recurs would be charged once.
 *
 * @throws QuoteError `not_permitted`
 */
export function assertBuyersBilling(matched: readonly LineMatch[]): void {
  const isSet = ({ entry: { billing }, line }: LineMatch) =>
    billing !== undefined && (line === undefined || !jsonEqual(billing ?? undefined, line.billing))
  if (matched.some(isSet)) throw rolesError('updateQuote', ['seller'], 'the billing of a line')
}

/**
 * Rejects that a buyer says what can be chosen, and what is proposed. A buyer chooses by accepting.
 *
 * @throws QuoteError `not_permitted`
 */
export function assertBuyersChoices(
  stored: Quote,
  changes: UpdateQuoteRequest,
  matched: readonly LineMatch[],
): void {
  const isOther = (field: 'sections' | 'choices') =>
    changes[field] !== undefined && !jsonEqual(changes[field] ?? undefined, stored[field])
  const isSet = ({ entry, line }: LineMatch) =>
    lineChoiceFields.some(
      (field) => entry[field] !== undefined && !jsonEqual(entry[field] ?? undefined, line?.[field]),
    )
  if (isOther('sections') || isOther('choices') || matched.some(isSet))
    throw rolesError('updateQuote', ['seller'], 'a section or a choice')
}

/**
 * Rejects prices that a buyer sets, and changes of what a seller has set. A buyer changes the
 * quantity of a line, which keeps the price that a seller has offered, and its note.
 *
 * @throws QuoteError `not_permitted`
 */
function assertNoNewPrices(
  lines: readonly ProductLine[],
  stored: readonly ProductLine[],
  policy: QuotePolicy,
): void {
  if (lines === stored) return
  const storedByKey = new Map(stored.map((line, index) => [getLineKey(line, index), line]))
  const isNew = (line: ProductLine, index: number) => {
    const before = storedByKey.get(getLineKey(line, index))
    if (before === undefined || before.id !== line.id)
      return isCustomLine(line) || isPricedByHand(line, policy)
    if (isCustomLine(line)) return !jsonEqual(withoutTotals(line), withoutTotals(before))
    if (line.discount_percent !== before.discount_percent) return true
    if (isPricedByHand(before, policy)) return line.quote !== before.quote
    return isPricedByHand(line, policy)
  }
  if (lines.some(isNew)) throw rolesError('updateQuote', ['seller'], 'an offered price')
}

/** Returns what a buyer cannot change of a line without a product. */
function withoutTotals(line: ProductLine) {
  const { qty, key, note, price_total, quote_total, discount_total, ...rest } = line
  const { fields: _, internal_fields: __, ...fixed } = rest
  return fixed
}

/**
 * Returns a quote with its shipping and its taxes marked as stale if anything that they depend on
 * is not as it was. An option of the shipping provider that was chosen just now is not stale. Pure.
 */
function markStalePrices(next: Quote, stored: Quote, policy: QuotePolicy): Quote {
  const isChosen = next.shipping !== stored.shipping
  const marked =
    isChosen || !canBeStale(next.shipping) || isPricedAlike(next, stored)
      ? next
      : withStaleShipping(next)
  return markStaleTaxes(marked, stored, policy)
}

/** Returns the quote with its shipping marked as stale, if it is an option of a provider. Pure. */
export function withStaleShipping(quote: Quote): Quote {
  const { shipping } = quote
  return canBeStale(shipping) ? { ...quote, shipping: { ...shipping, stale: true } } : quote
}

const canBeStale = ({ type, stale }: Quote['shipping']) => !stale && !reservedTypes.includes(type)

/**
 * Returns a quote with its taxes marked as stale if anything that they depend on is not as it was:
 * the addresses, shipping, discounts, charges, or what a tax provider sees of the lines. Pure.
 */
function markStaleTaxes(next: Quote, stored: Quote, policy: QuotePolicy): Quote {
  if (next.taxes === undefined || next.taxes.stale || isTaxedAlike(next, stored)) return next
  return withAmounts(withStaleTaxes(next), getPrecision(next, policy))
}

function isTaxedAlike(next: Quote, stored: Quote): boolean {
  return jsonEqual(next.shipping, stored.shipping) && isPricedAlike(next, stored)
}

/** Returns true if the addresses, discounts, charges and what providers see are the same. */
function isPricedAlike(next: Quote, stored: Quote): boolean {
  return (
    jsonEqual(next.customer, stored.customer) &&
    jsonEqual(next.ship_to, stored.ship_to) &&
    jsonEqual(next.discounts, stored.discounts) &&
    jsonEqual(next.charges, stored.charges) &&
    jsonEqual(taxedFields(next), taxedFields(stored))
  )
}

function taxedFields(quote: Quote) {
  const counted = new Set(countedLines(quote))
  return quote.products.map((line, index) => {
    const { id, qty, quote_total: total, tax_code: taxCode, name, sku, unpriced } = line
    const isCounted = counted.has(line)
    return [
      getLineKey(line, index),
      id,
      qty,
      total,
      taxCode,
      name,
      sku,
      unpriced,
      isCounted,
    ] as const
  })
}
