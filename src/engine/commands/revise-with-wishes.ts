import { isQuoteError } from '../../errors.js'
import type { Quote, QuoteRecord } from '../../quote/model/quote.js'
import type { TakenWishes } from '../../quote/operations/proposal-requests.js'
import { planRevision, takeWishes, toTakeError } from '../../quote/operations/proposals.js'
import type { StoredRecord } from '../../record/record.js'
import type { EngineRuntime } from '../runtime.js'
import { oncePerVersion, priceUpdate } from './pricing.js'
import { createLifecycleInput, type ParsedCommand, runQuoteCommand } from './run-quote-command.js'

/**
 * Withdraws an offer and takes over wishes of a proposal, in one commit. Asks the catalog only for
 * products that are added.
 *
 * @throws QuoteError what `planRevision` and `priceUpdate` throw
 */
export function reviseWithWishes(
  runtime: EngineRuntime,
  command: ParsedCommand,
  take: TakenWishes,
): Promise<QuoteRecord> {
  const { options: policy } = runtime
  const { caller } = command
  const { signal } = command.options
  const edit = oncePerVersion(async (record, now): Promise<Quote> => {
    const plan = planRevision(record, take, { role: caller.role, now }, policy)
    const { draft, changes } = plan
    if (changes.length === 0) return draft.value
    try {
      const input = { caller, record: draft, now, signal }
      return (await priceUpdate(runtime, { product_changes: changes }, input)).edited
    } catch (error) {
      throw isQuoteError(error) ? toTakeError(error, plan) : error
    }
  })
  const isEdited = (record: StoredRecord<Quote>, next: StoredRecord<Quote>) =>
    next.value.products !== record.value.products
  return runQuoteCommand(runtime, {
    ...command,
    async decide(record) {
      const input = createLifecycleInput(runtime, caller)
      return takeWishes(record, take, await edit(record, input.now), input, policy)
    },
    operations: (record, next) =>
      isEdited(record, next) ? ['updateQuote', 'reviseQuote'] : ['reviseQuote'],
  })
}
