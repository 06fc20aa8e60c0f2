import { QuoteError, type RequiredApproval } from '../errors.js'
import { contentToApprove, missingApprovals } from '../quote/approvals/required-approvals.js'
import type { Quote, QuoteRecord } from '../quote/model/quote.js'
import { quoteRef } from '../quote/model/quote-record.js'
import { withOfferPrices } from '../quote/operations/offer.js'
import { initialReplayState, type StoredRecord } from '../record/record.js'
import { describeKind, describeValue } from '../validation/describe-value.js'
import { type CallOptions, parseCallOptions, parseContext, type StoreContext } from './arguments.js'
import { getRequireCall } from './commands/pricing.js'
import { currentTime, type EngineRuntime } from './runtime.js'
import { createScopedMethod } from './scoped-runtime.js'

const none: readonly RequiredApproval[] = Object.freeze([])

/** Returns the method `requiredApprovals`, which has no quotes but those that its caller sees. */
export function createRequiredApprovals(runtime: EngineRuntime) {
  return createScopedMethod(runtime, {
    name: 'requiredApprovals',
    create: (scoped) => (context, record, quote, options) =>
      getRequiredApprovals(scoped, context, record as QuoteRecord, {
        quote: quote as Quote | undefined,
        options: options as CallOptions | undefined,
      }),
  }) as (
    context: StoreContext,
    record: QuoteRecord,
    quote?: Quote,
    options?: CallOptions,
  ) => Promise<readonly RequiredApproval[]>
}

/** What a caller asks about besides the stored quote. */
interface Asked {
  readonly quote: Quote | undefined
  readonly options: CallOptions | undefined
}

/**
 * Returns what must still be approved before a quote is sent, without asking the providers of taxes
 * and shipping.
 */
async function getRequiredApprovals(
  runtime: EngineRuntime,
  context: StoreContext,
  record: QuoteRecord,
  { quote, options }: Asked,
): Promise<readonly RequiredApproval[]> {
  const caller = parseContext(context)
  const { signal } = parseCallOptions(options)
  const stored = toStored(caller, record)
  const { options: policy, scope } = runtime
  return runtime.run(signal, async () => {
    if (policy.requireApprovals === undefined || caller.role === 'buyer') return none
    scope?.assertHas(stored)
    const now = currentTime(policy)
    const call = await getRequireCall(runtime, { caller, record: stored, now, signal })
    const asked = quote ?? stored.value
    const content = contentToApprove(withOfferPrices(withoutStale(asked), {}, policy))
    return Object.freeze(missingApprovals(asked, policy.requireApprovals(content, call)))
  })
}

/** @throws QuoteError `invalid_request` if it is no record of the store of the caller */
function toStored({ storeId }: StoreContext, record: QuoteRecord): StoredRecord<Quote> {
  const {
    storeId: ofRecord,
    quoteId: id,
    version,
    updated,
    quote: value,
  } = Object(record) as QuoteRecord
  const isRecord = typeof id === 'string' && Number.isSafeInteger(version)
  if (!isRecord || typeof value?.status !== 'string')
    throw invalidRecord(
      `must be a record such as getQuote returns, received ${describeKind(record)}`,
    )
  if (ofRecord !== storeId)
    throw invalidRecord(`must be of the store of the caller, and is of ${describeValue(ofRecord)}`)
  // The last offer is found by versions, whatever it takes to rebuild them.
  return { ...quoteRef(id), version, updated, replay: initialReplayState, value }
}

function invalidRecord(message: string): QuoteError {
  return new QuoteError('invalid_request', { errors: { record: message } })
}

/** What is priced again when the quote is sent counts as it is, or not at all. */
function withoutStale({ taxes, ...quote }: Quote): Quote {
  const { stale: _, ...shipping } = quote.shipping
  return { ...quote, ...(taxes && !taxes.stale && { taxes }), shipping }
}
