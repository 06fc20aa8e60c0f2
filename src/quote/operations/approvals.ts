import { QuoteError } from '../../errors.js'
import type { StoredRecord } from '../../record/record.js'
import { describeValue } from '../../validation/describe-value.js'
import { contentToApprove, withRequested } from '../approvals/required-approvals.js'
import { createQuoteChange, type LifecycleInput } from '../lifecycle/change-status.js'
import type { Approval } from '../model/approval.js'
import { getSituation, type Lifecycle, possibleOperations } from '../model/lifecycle.js'
import type { QuotePolicy, RequireApprovals } from '../model/policy.js'
import type { Quote } from '../model/quote.js'
import type { QuoteChange } from '../model/quote-record.js'
import type { Role } from '../model/transitions.js'
import { noRequireCall, type SendQuoteInput, withOfferPrices } from './offer.js'

/** The operations on the approvals of a quote. */
export type ApprovalOperation = 'requestApproval' | 'approveQuote' | 'rejectApproval'

const none: readonly never[] = Object.freeze([])

/**
 * Returns the operations on approvals that are possible for a role: while the quote can be sent,
 * approvals can be requested; those that were requested can be decided, and decided otherwise.
 * Pure.
 *
 * @param time Milliseconds since the Unix epoch.
 */
export function possibleApprovals(
  quote: Quote,
  role: Role | undefined,
  time: number,
  { lifecycle, requireApprovals }: Pick<QuotePolicy, 'lifecycle' | 'requireApprovals'>,
): readonly ApprovalOperation[] {
  if (requireApprovals === undefined || role === 'buyer') return none
  if (!canBeSent(quote, time, lifecycle)) return none
  const { approvals = [] } = quote
  const isAny = (status: Approval['status']) => approvals.some((each) => each.status !== status)
  return Object.freeze([
    'requestApproval' as const,
    ...(isAny('approved') ? ['approveQuote' as const] : []),
    ...(isAny('rejected') ? ['rejectApproval' as const] : []),
  ])
}

/** Returns true if any role can send the quote in its status. */
function canBeSent(quote: Quote, time: number, lifecycle: Lifecycle): boolean {
  return possibleOperations(lifecycle, getSituation(quote, undefined, time)).includes('sendQuote')
}

/**
 * Returns what requires approvals.
 *
 * @throws QuoteError `invalid_options` if nothing does; `invalid_transition` if the quote cannot be
 * sent in its status
 */
function assertPossible(
  { id: quoteId, value: quote }: StoredRecord<Quote>,
  operation: ApprovalOperation,
  { role, time }: { readonly role: Role | undefined; readonly time: number },
  { lifecycle, requireApprovals }: QuotePolicy,
): RequireApprovals {
  if (requireApprovals === undefined) {
    const errors = { approvals: `is required for ${operation}: what must be approved` }
    throw new QuoteError('invalid_options', { errors })
  }
  if (canBeSent(quote, time, lifecycle)) return requireApprovals
  const situation = getSituation(quote, role, time)
  const possible = possibleOperations(lifecycle, situation)
  const { status } = situation
  throw new QuoteError('invalid_transition', { quoteId, operation, status, possible })
}

/** The input of {@link requestApproval}. */
export interface RequestApprovalInput
  extends Pick<
    SendQuoteInput,
    'actor' | 'role' | 'now' | 'taxes' | 'currentShipping' | 'requireCall'
  > {
  readonly note?: string | undefined
}

/**
 * Returns the change that requests every approval that the quote needs as it would be sent now.
 * Those that count already stay, and those that do not any more go. Pure.
 *
 * @returns undefined if all are requested, or none is needed
 * @throws QuoteError `invalid_options` if nothing requires approvals; `invalid_transition` if the
 * quote cannot be sent in its status; `invalid_request` if it cannot be priced
 */
export function requestApproval(
  record: StoredRecord<Quote>,
  input: RequestApprovalInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  const { actor, role, note, requireCall = noRequireCall } = input
  const { value: quote } = record
  const time = Math.max(input.now, record.updated)
  const requireApprovals = assertPossible(record, 'requestApproval', { role, time }, policy)
  const content = contentToApprove(withOfferPrices(quote, input, policy))
  // Once: sending asks again whether what is missing is the same each time.
  const required = requireApprovals(content, requireCall)
  const requested = withRequested(quote, required, { time, by: actor, note })
  const { approvals: _, ...others } = quote
  const next = requested.length === 0 ? others : { ...others, approvals: requested }
  return createQuoteChange(record, next, 'requestApproval', input, policy)
}

/** What a caller decides on approvals. */
export interface ApprovalDecision {
  /** The ids of their requirements. */
  readonly requirements: readonly string[]
  /** The hash of what the caller has seen, if it is one approval. */
  readonly hash?: string | undefined
  readonly status: 'approved' | 'rejected'
  readonly note?: string | undefined
}

/** The change of a decision, and what it decides. */
export interface DecidedApprovals {
  readonly change: QuoteChange | undefined
  /** The approvals that it decides, as they were before. Empty if all were decided like that. */
  readonly decided: readonly Approval[]
}

/**
 * Returns the change that approves or rejects approvals that were requested. One that was decided
 * otherwise before is decided again. Pure.
 *
 * @throws QuoteError `invalid_options` if nothing requires approvals; `invalid_transition` if the
 * quote cannot be sent in its status; `invalid_request` at `requirement` if none was requested, or
 * at `hash` if it is another one
 */
export function decideApprovals(
  record: StoredRecord<Quote>,
  decision: ApprovalDecision,
  input: LifecycleInput,
  policy: QuotePolicy,
): DecidedApprovals {
  const { requirements, hash, status, note } = decision
  const { value: quote } = record
  const time = Math.max(input.now, record.updated)
  const isApproved = status === 'approved'
  const operation = isApproved ? 'approveQuote' : 'rejectApproval'
  assertPossible(record, operation, { role: input.role, time }, policy)
  const { approvals = [] } = quote
  const ids = new Set(requirements)
  const chosen = approvals.filter(({ id }) => ids.has(id))
  assertRequested(approvals, ids, hash)
  const decided = new Set(chosen.filter((each) => each.status !== status))
  const { actor } = input
  const step = {
    time,
    ...(actor === undefined ? undefined : { by: actor }),
    ...(note === undefined ? undefined : { note }),
  }
  const next = approvals.map((each) =>
    decided.has(each) ? { ...each, status, decided: step } : each,
  )
  const change =
    decided.size === 0
      ? undefined
      : createQuoteChange(
          record,
          { ...quote, approvals: next },
          isApproved ? 'approve' : 'rejectApproval',
          input,
          policy,
        )
  return { change, decided: [...decided] }
}

/** @throws QuoteError `invalid_request` at `requirement`, or at `hash` */
function assertRequested(
  approvals: readonly Approval[],
  ids: ReadonlySet<string>,
  hash: string | undefined,
): void {
  const known = approvals.map(({ id }) => id)
  const unknown = [...ids].find((id) => !known.includes(id))
  if (unknown !== undefined) {
    const requested = known.length === 0 ? 'none was requested' : `requested: ${known.join(', ')}`
    const message = `must be that of an approval of this quote, received ${describeValue(unknown)}`
    throw invalid('requirement', `${message}; ${requested}`)
  }
  const current = approvals.find(({ id }) => ids.has(id))
  if (hash === undefined || hash === current?.hash) return
  throw invalid('hash', `must be that of the approval now, ${current?.hash}; read it again`)
}

function invalid(path: string, message: string): QuoteError {
  return new QuoteError('invalid_request', { errors: { [path]: message } })
}
