import type { RequiredApproval } from '../errors.js'
import { contentToApprove, missingApprovals } from '../quote/approvals/required-approvals.js'
import { withOfferPrices } from '../quote/operations/offer.js'
import type { Quote, QuoteRecord } from '../quote/quote.js'
import { quoteRef } from '../quote/quote-record.js'
import { initialReplayState } from '../record/record.js'
import { parseContext, type StoreContext } from './arguments.js'
import { getRequireCall } from './commands/pricing.js'
import { currentTime, type EngineRuntime } from './runtime.js'

const none: readonly RequiredApproval[] = Object.freeze([])

/**
 * Returns what must still be approved before a quote is sent, without asking the providers of taxes
 * and shipping.
 *
 * @throws QuoteError `invalid_context`; `callback_failed` if `approvals.require` fails
 */
export async function getRequiredApprovals(
  runtime: EngineRuntime,
  context: StoreContext,
  { quoteId: id, version, updated, quote: stored }: QuoteRecord,
  quote: Quote,
): Promise<readonly RequiredApproval[]> {
  const caller = parseContext(context)
  const { options } = runtime
  if (options.requireApprovals === undefined || caller.role === 'buyer') return none
  // The last offer is found by versions, whatever it takes to rebuild them.
  const ref = { ...quoteRef(id), version, updated, replay: initialReplayState }
  const record = { ...ref, value: stored }
  const now = currentTime(options)
  const call = await getRequireCall(runtime, { caller, record, now, signal: undefined })
  const priced = withOfferPrices(withoutStale(quote), {}, options)
  return Object.freeze(
    missingApprovals(quote, options.requireApprovals(contentToApprove(priced), call)),
  )
}

/** What is priced again when the quote is sent counts as it is, or not at all. */
function withoutStale({ taxes, ...quote }: Quote): Quote {
  const { stale: _, ...shipping } = quote.shipping
  return { ...quote, ...(taxes && !taxes.stale && { taxes }), shipping }
}
