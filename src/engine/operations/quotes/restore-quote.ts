import { restoreQuote } from '../../../quote/operations/delete-quote.js'
import type { QuoteRecord } from '../../../quote/quote.js'
import { parseUpdateOptions, type UpdateOptions } from '../../call-options.js'
import { requireUnerasedQuote } from '../../commands/require-quote.js'
import { runQuoteCommand } from '../../commands/run-quote-command.js'
import { parseContext, type StoreContext } from '../../context.js'
import { currentTime } from '../../runtime.js'
import { defineOperation, sellers } from '../operation.js'

export interface RestoreQuote {
  /**
   * Restores a deleted quote, unchanged. Returns the stored record if the quote is not deleted.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote, or it was erased
   * @throws QuoteError `version_mismatch` if `expectedVersion` is not the stored version
   * @throws QuoteError `not_permitted` if the option `permit` rejects the call
   * @throws QuoteError `idempotency_key_reused` if the key was used for a different request
   * @throws QuoteError `conflict` if other writers committed first in all `maxAttempts` attempts
   */
  restoreQuote(
    context: StoreContext,
    quoteId: string,
    options?: UpdateOptions,
  ): Promise<QuoteRecord>
}

export const restoreQuoteOperation = defineOperation<RestoreQuote['restoreQuote']>({
  roles: sellers,
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/restore',
    summary: 'Restore a deleted quote',
    status: 200,
    response: 'quote',
  },

  create: (runtime, operation) => async (context, quoteId, options) => {
    const caller = parseContext(context)
    const parsedOptions = parseUpdateOptions(options)
    return runQuoteCommand(runtime, {
      operation,
      caller,
      quoteId,
      options: parsedOptions,
      payload: ['restore', quoteId, parsedOptions.expectedVersion],
      require: requireUnerasedQuote,
      decide: (record) =>
        restoreQuote(record, { actor: caller.actor, now: currentTime(runtime.options) }),
    })
  },
})
