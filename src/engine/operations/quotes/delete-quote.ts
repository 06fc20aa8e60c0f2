import { deleteQuote } from '../../../quote/operations/delete-quote.js'
import type { QuoteRecord } from '../../../quote/quote.js'
import { parseUpdateOptions, type UpdateOptions } from '../../call-options.js'
import { requireQuote } from '../../commands/require-quote.js'
import { runQuoteCommand } from '../../commands/run-quote-command.js'
import { parseContext, type StoreContext } from '../../context.js'
import { currentTime } from '../../runtime.js'
import { defineOperation, sellers } from '../operation.js'

export interface DeleteQuote {
  /**
   * Deletes a quote: it is found no more by `getQuote`, `updateQuote` and `listQuotes`, except with
   * the filter `deleted: true`. Its history stays, and `restoreQuote` brings it back unchanged.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote, or it is deleted
   * @throws QuoteError `invalid_transition` while its order is being placed; call `orderQuote`
   * @throws QuoteError `version_mismatch` if `expectedVersion` is not the stored version
   * @throws QuoteError `not_permitted` if the option `permit` rejects the call
   * @throws QuoteError `idempotency_key_reused` if the key was used for a different request
   * @throws QuoteError `conflict` if other writers committed first in all `maxAttempts` attempts
   */
  deleteQuote(context: StoreContext, quoteId: string, options?: UpdateOptions): Promise<QuoteRecord>
}

export const deleteQuoteOperation = defineOperation<DeleteQuote['deleteQuote']>({
  roles: sellers,
  route: {
    method: 'DELETE',
    path: '/quotes/{quoteId}',
    summary: 'Delete a quote',
    status: 204,
    response: 'none',
  },

  create: (runtime, operation) => async (context, quoteId, options) => {
    const caller = parseContext(context)
    const parsedOptions = parseUpdateOptions(options)
    return runQuoteCommand(runtime, {
      operation,
      caller,
      quoteId,
      options: parsedOptions,
      payload: ['delete', quoteId, parsedOptions.expectedVersion],
      require: requireQuote,
      decide: (record) =>
        deleteQuote(record, { actor: caller.actor, now: currentTime(runtime.options) }),
    })
  },
})
