import type { QuoteView } from '../../engine/operations/read-quotes.js'
import { isQuoteError, type QuoteErrorCode, type RequiredApproval } from '../../errors.js'
import type { Approval } from '../../quote/model/approval.js'
import type { Quote, QuoteRecord } from '../../quote/model/quote.js'
import type { DeskCall } from '../desk-call.js'

/** What the approvals of a quote allow its user. */
export interface ApprovalState {
  /** What must still be approved before the quote is sent. */
  readonly missing: readonly RequiredApproval[]
  /** The approvals that the user may decide otherwise than they are. */
  readonly decidable: readonly Approval[]
}

/** What is said once a request for approvals has found none, which then is right. */
const noneNeeded: ReadonlySet<string> = new Set(['nothing-to-approve', 'all-approved'])

/** Loads what the approvals of a quote allow; undefined if it can need none now. */
export async function loadApprovalState(
  call: DeskCall,
  view: QuoteView,
): Promise<ApprovalState | undefined> {
  const { engine, user, query } = call
  if (!engine.requiresApprovals) return undefined
  if (engine.possibleOperations(user, view).approvals.length === 0) return undefined
  const [missing, decidable] = await Promise.all([
    noneNeeded.has(query('done')) ? [] : loadMissing(call, view),
    loadDecidable(call, view),
  ])
  return { missing, decidable }
}

/**
 * Returns what must still be approved before a quote is sent. Nothing if that is not known, because
 * the rules of the host fail: sending the quote says so.
 *
 * @param quote What it would be; as stored by default.
 * @throws Every other error than `callback_failed`
 */
async function loadMissing(
  { engine, user }: DeskCall,
  record: QuoteRecord,
  quote: Quote = record.quote,
): Promise<readonly RequiredApproval[]> {
  if (!engine.requiresApprovals) return []
  try {
    return await engine.requiredApprovals(user, record, quote)
  } catch (error) {
    if (isQuoteError(error) && error.code === 'callback_failed') return []
    throw error
  }
}

/**
 * Returns the approvals that the user may decide otherwise: tries it, and stores nothing.
 *
 * @throws What leaves it unknown whether the user may, such as `timeout` or `storage_failed`
 */
export async function loadDecidable(
  call: DeskCall,
  { quoteId, quote: { approvals = [] } }: QuoteRecord,
): Promise<readonly Approval[]> {
  const may = await Promise.all(approvals.map((each) => mayDecide(call, quoteId, each)))
  return approvals.filter((_, index) => may[index])
}

/** The errors that say that a decision is not possible, or not for the user. */
const undecidable: ReadonlySet<QuoteErrorCode> = new Set<QuoteErrorCode>([
  'not_permitted',
  'invalid_transition',
  'invalid_request',
  'quote_not_found',
  'quote_locked',
  'quote_expired',
])

async function mayDecide(
  { engine, user }: DeskCall,
  quoteId: string,
  { id: requirement, status }: Approval,
): Promise<boolean> {
  const preview = { preview: true } as const
  try {
    if (status === 'approved')
      await engine.rejectApproval(user, quoteId, { requirement, note: '-' }, preview)
    else await engine.approveQuote(user, quoteId, { requirement }, preview)
    return true
  } catch (error) {
    if (isQuoteError(error) && undecidable.has(error.code)) return false
    throw error
  }
}

/**
 * Says what must be approved before a quote is sent, as it would be after a change; empty for
 * nothing.
 *
 * @param record The quote as it is stored; undefined for a new one.
 */
export async function neededMessage(
  call: DeskCall,
  quote: Quote,
  record: QuoteRecord = {
    storeId: call.user.storeId,
    quoteId: '',
    version: 1,
    updated: quote.created,
    quote,
  },
): Promise<string> {
  const missing = await loadMissing(call, record, quote)
  return missing.length === 0 ? '' : call.strings.approvals.needed(missing)
}
