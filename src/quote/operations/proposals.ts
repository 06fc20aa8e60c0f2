import { QuoteError } from '../../errors.js'
import { type Amount, equals, parseUnitAmount } from '../../money/amount.js'
import { hasAtMostDecimals, toFixed } from '../../money/rounding.js'
import type { StoredRecord } from '../../record/record.js'
import { FieldErrorCollector, formatPath } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'
import {
  assertSameOffer,
  changeStatus,
  createQuoteChange,
  type LifecycleInput,
  withdrawOffer,
} from '../lifecycle/change-status.js'
import { describeOffered, getOutcomes } from '../lifecycle/proposal-outcomes.js'
import type { LineChangeRequest } from '../lines/line-request.js'
import { offerMessage } from '../lines/price-override.js'
import { getSituation, requireTransition } from '../model/lifecycle.js'
import { getLineKey } from '../model/line-keys.js'
import type { QuotePolicy } from '../model/policy.js'
import { getPrecision, type Precision } from '../model/precision.js'
import { type AdditionWish, type LineWish, maxProposals, type Proposal } from '../model/proposal.js'
import type { ProductLine, Quote } from '../model/quote.js'
import type { QuoteChange } from '../model/quote-record.js'
import type { QuoteStatus } from '../model/transitions.js'
import type {
  AdditionWishRequest,
  LineWishRequest,
  RequestRevisionRequest,
  TakenWishes,
} from './proposal-requests.js'

// A counter-offer is kept beside the offer and never changes it. A seller takes over what he wants,
// and the next offer answers every wish, whether it was taken over or changed by hand.

/**
 * Returns the change by which a customer asks for another offer. Wishes by line are kept as a
 * proposal, of which a quote keeps 20: the oldest goes. Pure.
 *
 * @returns undefined if the same caller has sent these very wishes before, as by a double click
 * @throws QuoteError `invalid_request` at a wish that is for no line, or changes nothing;
 * `offer_mismatch` if the customer has seen another offer; `not_permitted`, `quote_expired` or
 * `invalid_transition`
 */
export function requestRevision(
  record: StoredRecord<Quote>,
  request: RequestRevisionRequest,
  input: LifecycleInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  const { value: quote } = record
  const { reason, lines, add } = request
  const hasWishes = lines !== undefined || add !== undefined
  if (hasWishes && isRepeated(record, request, input, policy)) return undefined
  const next = changeStatus(
    record,
    { operation: 'requestRevision' },
    input,
    policy,
    (offer, time) => {
      if (request.revision !== undefined || hasWishes)
        assertSameOffer(record, { revision: request.revision })
      const requested = reason === undefined ? offer : { ...offer, reason }
      if (!hasWishes) return requested
      const proposal = createProposal(record, request, { ...input, now: time }, policy)
      const kept = (quote.proposals ?? []).slice(1 - maxProposals)
      return { ...requested, proposals: [...kept, proposal] }
    },
  )
  return createQuoteChange(record, next, 'requestRevision', input, policy)
}

/** Returns true if the last proposal is about this offer, and of the same caller and content. */
function isRepeated(
  record: StoredRecord<Quote>,
  request: RequestRevisionRequest,
  input: LifecycleInput,
  policy: QuotePolicy,
): boolean {
  const { value: quote } = record
  const { proposals, revision, seal, status } = quote
  const last = proposals?.at(-1)
  const isRequested = policy.lifecycle.transitions.some(
    ({ operation, to }) => operation === 'requestRevision' && to === status,
  )
  if (last === undefined || seal === undefined || !isRequested) return false
  if (last.revision !== revision || (request.revision ?? revision) !== revision) return false
  const errors = new FieldErrorCollector()
  const wishes = getWishes(quote, request, getPrecision(quote, policy), errors)
  const { key, version, time } = last
  const repeated = { key, version, time, ...describeCaller(request, input, record), ...wishes }
  return errors.isEmpty && jsonEqual(repeated, last)
}

function describeCaller(
  { reason, name }: RequestRevisionRequest,
  { actor, role }: LifecycleInput,
  { value: { revision = 0 } }: StoredRecord<Quote>,
): Pick<Proposal, 'revision' | 'by' | 'role' | 'name' | 'reason'> {
  return {
    revision,
    ...(actor !== undefined && { by: actor }),
    ...(role !== undefined && { role }),
    ...(name !== undefined && { name }),
    ...(reason !== undefined && { reason }),
  }
}

function createProposal(
  record: StoredRecord<Quote>,
  request: RequestRevisionRequest,
  input: LifecycleInput,
  policy: QuotePolicy,
): Proposal {
  const { value: quote } = record
  const errors = new FieldErrorCollector()
  const wishes = getWishes(quote, request, getPrecision(quote, policy), errors)
  if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  const last = quote.proposals?.at(-1)?.key
  const number = last === undefined ? 1 : Number(last.slice(keyPrefix.length)) + 1
  return {
    key: `${keyPrefix}${number}`,
    version: record.version + 1,
    time: input.now,
    ...describeCaller(request, input, record),
    ...wishes,
  }
}

const keyPrefix = 'proposal-'

function getWishes(
  quote: Quote,
  { lines, add }: RequestRevisionRequest,
  precision: Precision,
  errors: FieldErrorCollector,
): Pick<Proposal, 'lines' | 'add'> {
  return {
    ...(lines && { lines: getLineWishes(quote, lines, precision, errors) }),
    ...(add && { add: add.map(toAddition) }),
  }
}

function getLineWishes(
  { products }: Quote,
  requests: readonly LineWishRequest[],
  precision: Precision,
  errors: FieldErrorCollector,
): readonly LineWish[] {
  const byKey = new Map(products.map((line, index) => [getLineKey(line, index), line]))
  const seen = new Set<string>()
  return requests.flatMap((request, index) => {
    const { key } = request
    const line = byKey.get(key)
    const place = ['lines', index, 'key']
    if (line === undefined) errors.add(place, 'is not the key of a line of this offer')
    else if (seen.has(key)) errors.add(place, 'is a duplicate: an earlier wish is for this line')
    seen.add(key)
    if (line === undefined) return []
    return [
      toLineWish(line, request, precision, (field, message) => {
        errors.add(['lines', index, ...field], message)
      }),
    ]
  })
}

function toLineWish(
  line: ProductLine,
  { key, qty, price: sent, remove, note }: LineWishRequest,
  { unitDecimals, rounding }: Precision,
  reject: (field: readonly string[], message: string) => void,
): LineWish {
  const price = parseUnitAmount(sent)
  if (price !== undefined && line.price < 0)
    reject(['price'], 'cannot be wished for a line below 0; say it in reason')
  else if (price !== undefined && !hasAtMostDecimals(price, unitDecimals))
    reject(['price'], offerMessage(unitDecimals))
  const isOtherPrice = price !== undefined && !equals(price, parseUnitAmount(line.quote) as Amount)
  const isOtherQuantity = qty !== undefined && qty !== line.qty
  if (!isOtherPrice && !isOtherQuantity && remove !== true)
    reject([], 'changes nothing: this is what is offered')
  return {
    key,
    ...describeOffered(line),
    ...(isOtherQuantity && { qty }),
    ...(isOtherPrice && { price: toFixed(price, unitDecimals, rounding) }),
    ...(remove === true && { remove }),
    ...(note !== undefined && { note }),
  }
}

function toAddition({ id, name, qty, note }: AdditionWishRequest): AdditionWish {
  return {
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    qty,
    ...(note !== undefined && { note }),
  }
}

/**
 * Returns the change that withdraws the offer of a quote, so that its content can be changed. Pure.
 *
 * @throws QuoteError `not_permitted` or `invalid_transition`
 */
export function reviseQuote(
  record: StoredRecord<Quote>,
  input: LifecycleInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  const next = changeStatus(record, { operation: 'reviseQuote' }, input, policy, withdrawOffer)
  return createQuoteChange(record, next, 'revise', input, policy)
}

/** What taking over wishes of a proposal does to its quote. */
export interface RevisionPlan {
  /** The quote with its offer withdrawn, to which the changes are made. */
  readonly draft: StoredRecord<Quote>
  readonly changes: readonly LineChangeRequest[]
  /** The path in the request of each change. */
  readonly places: readonly (readonly PropertyKey[])[]
}

/**
 * Returns the changes of lines by which wishes are taken over. Pure.
 *
 * @throws QuoteError `invalid_request` at `take`; `not_permitted`, `quote_expired` or
 * `invalid_transition`
 */
export function planRevision(
  record: StoredRecord<Quote>,
  take: TakenWishes,
  { role, now }: LifecycleInput,
  { lifecycle }: QuotePolicy,
): RevisionPlan {
  const { id: quoteId, updated, value: quote } = record
  const situation = getSituation(quote, role, Math.max(now, updated))
  const request = {
    ...situation,
    quoteId,
    operation: 'reviseQuote',
    expires: quote.expires,
  } as const
  const status = requireTransition(request, lifecycle).to as QuoteStatus
  const proposal = quote.proposals?.find(({ key }) => key === take.proposal)
  if (proposal === undefined)
    throw invalid(['take', 'proposal'], 'is not the key of a proposal of this quote')
  const errors = new FieldErrorCollector()
  const taken = [...takeLines(proposal, take, errors), ...takeAdditions(proposal, take, errors)]
  if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  return {
    draft: { ...record, value: { ...withdrawOffer(quote), status } },
    changes: taken.map(({ change }) => change),
    places: taken.map(({ place }) => place),
  }
}

interface TakenWish {
  readonly change: LineChangeRequest
  readonly place: readonly PropertyKey[]
}

function takeLines(
  { lines: wishes = [] }: Proposal,
  { lines: keys = [] }: TakenWishes,
  errors: FieldErrorCollector,
): readonly TakenWish[] {
  const byKey = new Map(wishes.map((wish) => [wish.key, wish]))
  const taken = keys === 'all' ? [...byKey.keys()] : [...new Set(keys)]
  return taken.flatMap((key) => {
    const wish = byKey.get(key)
    const place = keys === 'all' ? ['take', 'lines'] : ['take', 'lines', keys.indexOf(key)]
    if (wish === undefined) errors.add(place, 'is not the key of a line of this proposal')
    return wish === undefined ? [] : [{ change: toLineChange(wish), place }]
  })
}

function toLineChange({ key, qty, price, remove }: LineWish): LineChangeRequest {
  if (remove === true) return { key, remove }
  return {
    key,
    ...(qty !== undefined && { qty }),
    ...(price !== undefined && { quote: price }),
  }
}

function takeAdditions(
  { add: wishes = [] }: Proposal,
  { add = [] }: TakenWishes,
  errors: FieldErrorCollector,
): readonly TakenWish[] {
  const seen = new Set<number>()
  return add.flatMap((each, position) => {
    const { index, price } = typeof each === 'number' ? { index: each } : each
    const place = ['take', 'add', position]
    const wish = wishes[index]
    if (wish === undefined) errors.add(place, 'is not the place of a wish in add of this proposal')
    else if (seen.has(index)) errors.add(place, 'is a duplicate: an earlier entry is for this wish')
    else if (wish.id === undefined && price === undefined)
      errors.add(place, 'names no product: pass { index, price }, or add a line of your own')
    else if (wish.id !== undefined && price !== undefined)
      errors.add([...place, 'price'], 'is that of the catalog; leave it out')
    seen.add(index)
    return wish === undefined ? [] : [{ change: { ...wish, price, add: true }, place }]
  })
}

/** Returns an error of an update with the paths of the request whose wishes it takes over. */
export function toTakeError(error: QuoteError, { places }: RevisionPlan): QuoteError {
  if (error.code !== 'invalid_request') return error
  const errors = Object.entries(error.details.errors).map(([path, message]) => {
    const match = /^product_changes(?:\[(\d+)\])?/.exec(path)
    if (match === null) return [path, message] as const
    const place = match[1] === undefined ? ['take'] : (places[Number(match[1])] ?? ['take'])
    return [formatPath(place) + path.slice(match[0].length), message] as const
  })
  return new QuoteError('invalid_request', { errors: Object.fromEntries(errors) }, { cause: error })
}

/**
 * Returns the change that withdraws an offer and takes over wishes of a proposal. The others are
 * declined. Pure.
 *
 * @param edited The draft of the plan with its changes.
 * @throws QuoteError `not_permitted` or `invalid_transition`
 */
export function takeWishes(
  record: StoredRecord<Quote>,
  { proposal: key }: TakenWishes,
  edited: Quote,
  input: LifecycleInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  const next = changeStatus(record, { operation: 'reviseQuote' }, input, policy, () => {
    const { reason: _, ...draft } = edited
    const proposals = (draft.proposals ?? []).map((proposal) =>
      proposal.key === key ? { ...proposal, outcomes: getOutcomes(proposal, draft) } : proposal,
    )
    return { ...draft, proposals }
  })
  return createQuoteChange(record, next, 'revise', input, policy)
}

/** Returns an offer whose revision answers all proposals that were not answered before. Pure. */
export function answerProposals(offer: Quote): Quote {
  const { proposals, revision = 0 } = offer
  if (!proposals?.some(isUnanswered)) return offer
  const answered = proposals.map((proposal) =>
    isUnanswered(proposal)
      ? { ...proposal, outcomes: { revision, ...getOutcomes(proposal, offer) } }
      : proposal,
  )
  return { ...offer, proposals: answered }
}

const isUnanswered = ({ outcomes }: Proposal) => outcomes?.revision === undefined

function invalid(path: readonly PropertyKey[], message: string): QuoteError {
  return new QuoteError('invalid_request', { errors: { [formatPath(path)]: message } })
}
