import type { ApprovalOptions } from '../../../../src/engine/approvals.js'
import { discountAbove } from '../../../../src/quote/approvals/approval-rules.js'
import type { Approval } from '../../../../src/quote/model/approval.js'
import type { Quote } from '../../../../src/quote/model/quote.js'
import type { QuoteEngine, QuoteEngineOptions } from '../../../../src/quote-engine/quote-engine.js'
import { context, countingStorage, engineWith, request } from '../../ports.js'

export const requirement = 'discount-above-20'

/** Approvals of discounts above 20 %, by anyone. */
export const discountApprovals: ApprovalOptions = {
  require: discountAbove(20, { by: 'Sales lead' }),
}

/** Returns an engine that requires approvals, what it writes, and a quote with a discount. */
export async function approvedShop(options: Partial<QuoteEngineOptions> = {}) {
  const { storage, written } = countingStorage(options.storage)
  const engine = engineWith({ approvals: discountApprovals, ...options, storage })
  const { quoteId } = await engine.createQuote(context, request)
  await discountTo(engine, quoteId, '7.00')
  return { engine, written, quoteId }
}

/** Offers the product, which costs 10.00, for less. */
export function discountTo(
  engine: Pick<QuoteEngine, 'updateQuote'>,
  quoteId: string,
  quote: string,
) {
  return engine.updateQuote(context, quoteId, { products: [{ id: 1, qty: 2, quote }] })
}

/** Returns the approvals of a quote by id: `{ 'discount-above-20': 'pending' }`. */
export function statusesOf({
  approvals = [],
}: Quote): Readonly<Record<string, Approval['status']>> {
  return Object.fromEntries(approvals.map(({ id, status }) => [id, status]))
}
