import { QuoteError } from '../../../errors.js'
import { eraseQuote } from '../../../quote/operations/delete-quote.js'
import type { Quote } from '../../../quote/quote.js'
import { quoteRef } from '../../../quote/quote-record.js'
import type { RecordChange } from '../../../record/commit.js'
import type { StoredRecord } from '../../../record/record.js'
import { eraseMessages, type MessageList, messagesRef } from '../../../store/messages-record.js'
import { parseUpdateOptions, type UpdateOptions } from '../../call-options.js'
import { assertQuoteId } from '../../commands/require-quote.js'
import { type Command, runCommand } from '../../commands/run-command.js'
import { quoteAuthorization, quoteCache } from '../../commands/run-quote-command.js'
import { parseContext, type StoreContext } from '../../context.js'
import { currentTime, type EngineRuntime } from '../../runtime.js'
import { defineOperation, sellers } from '../operation.js'

export interface EraseQuote {
  /**
   * Erases a quote for good, deleted or not: its content, its customer, its messages, its history
   * and what it could be found by. The versions, their times and operations stay, without actors,
   * so that the events of the store have no gaps. Erasing an erased quote succeeds and changes
   * nothing.
   *
   * Backups, replicas and the database's own logs keep what they have. Idempotency keys stay until
   * they expire, with a hash of their request: put no personal data into keys.
   *
   * @throws QuoteError `quote_not_found` if this store never had such a quote
   * @throws QuoteError `invalid_transition` while its order is being placed; call `orderQuote`
   * @throws QuoteError `version_mismatch` if `expectedVersion` is not the stored version
   * @throws QuoteError `not_permitted` if the option `permit` rejects the call
   * @throws QuoteError `idempotency_key_reused` if the key was used for a different request
   * @throws QuoteError `conflict` if other writers committed first in all `maxAttempts` attempts
   */
  eraseQuote(context: StoreContext, quoteId: string, options?: UpdateOptions): Promise<void>
}

export const eraseQuoteOperation = defineOperation<EraseQuote['eraseQuote']>({
  roles: sellers,
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/erase',
    summary: 'Erase a quote for good',
    status: 204,
    response: 'none',
  },

  create: (runtime, operation) => async (context, quoteId, options) => {
    const caller = parseContext(context)
    const parsedOptions = parseUpdateOptions(options)
    assertQuoteId(quoteId)
    const { signal } = parsedOptions
    const command = eraseCommand(runtime, operation, caller, quoteId, parsedOptions)
    const lock = { key: `${caller.storeId}\0${quoteId}`, operation, signal }
    await runtime.run(signal, () => runtime.withLock(lock, () => runCommand(runtime, command)))
  },
})

/** The value of an erased quote is null. */
function eraseCommand(
  runtime: EngineRuntime,
  operation: string,
  caller: StoreContext,
  quoteId: string,
  options: UpdateOptions,
): Command<Quote> {
  const { authorize } = quoteAuthorization(runtime, operation, caller, options.signal)
  return {
    caller,
    options,
    payload: ['erase', quoteId, options.expectedVersion],
    ref: quoteRef(quoteId),
    assertExists(record) {
      if (record === undefined) throw new QuoteError('quote_not_found', { quoteId })
    },
    also: [messagesRef(quoteId)],
    decide(record, [messages]) {
      if (record === undefined || record.value === null) return undefined
      const now = currentTime(runtime.options)
      const change = eraseQuote(record, { actor: caller.actor, now })
      const thread = messages as StoredRecord<MessageList | null> | undefined
      const erasure = eraseMessages(thread, quoteId, now)
      return {
        change: change as RecordChange as RecordChange<Quote>,
        others: erasure === undefined ? [] : [erasure],
      }
    },
    ...(authorize === undefined
      ? undefined
      : { authorize: (record) => authorize(record, undefined) }),
    ...quoteCache(runtime, caller.storeId),
  }
}
