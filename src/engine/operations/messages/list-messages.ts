import { takePage } from '../../../ports/pages.js'
import type { PageSize } from '../../../ports/storage.js'
import { quoteRef } from '../../../quote/quote-record.js'
import type { StoredRecord } from '../../../record/record.js'
import type { Message } from '../../../store/message.js'
import { type MessageList, messagesRef, visibleMessages } from '../../../store/messages-record.js'
import type { CallOptions } from '../../call-options.js'
import { assertQuoteId, requireQuote } from '../../commands/require-quote.js'
import { toPermitRecord } from '../../commands/run-quote-command.js'
import { parseContext, type StoreContext } from '../../context.js'
import {
  createPagedResult,
  type Page,
  type PagedResult,
  pageQuery,
  parsePageRequest,
} from '../../execution/pages.js'
import { defineOperation } from '../operation.js'

/** Selects the messages that `listMessages` returns. */
export interface ListMessagesOptions extends CallOptions {
  /**
   * Lists the messages after the one of this id.
   *
   * @default 0, the beginning
   */
  readonly after?: number | undefined
  /**
   * Maximum number of messages of one page, from 1 to 1,000.
   *
   * @default 100
   */
  readonly limit?: number | undefined
}

export interface ListMessages {
  /**
   * Lists the messages of a quote in the order in which they were written. Await the result for one
   * page, or iterate over all messages. A caller with the role `buyer` gets those for the customer
   * only: their pages are as full as if there were no others, but ids count internal messages. A
   * page ends earlier with the message whose JSON reaches the limit `maxPageBytes`.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote, or it is deleted
   * @throws QuoteError `not_permitted` if the option `permit` rejects the call
   *
   * @example
   * for await (const { by, text } of engine.listMessages(context, quoteId)) console.log(by, text)
   */
  listMessages(
    context: StoreContext,
    quoteId: string,
    options?: ListMessagesOptions,
  ): PagedResult<Message>
}

export const listMessagesOperation = defineOperation<ListMessages['listMessages']>({
  roles: 'all',
  isPaged: true,
  route: {
    method: 'GET',
    path: '/quotes/{quoteId}/messages',
    summary: 'List the messages of a quote',
    query: pageQuery,
    status: 200,
    response: 'messages',
  },

  create:
    ({ storage, permit, run, options: { limits } }, operation) =>
    (context, quoteId, options) =>
      createPagedResult(() => {
        const caller = parseContext(context)
        const { storeId, role } = caller
        const { after: start, limit, signal } = parsePageRequest(options)
        assertQuoteId(quoteId)
        const refs = [quoteRef(quoteId), messagesRef(quoteId)]

        async function loadPage(after: number): Promise<Page<Message>> {
          const [stored, thread] = await storage.load(storeId, refs, signal)
          const record = toPermitRecord(storeId, requireQuote(stored, quoteId))
          await permit?.({ caller, operation, record, signal })
          const messages = (thread as StoredRecord<MessageList> | undefined)?.value ?? []
          return getPage(visibleMessages(messages, role), after, {
            limit,
            maxBytes: limits.maxPageBytes,
          })
        }
        return (after = start) => run(signal, () => loadPage(after))
      }),
})

function getPage(messages: MessageList, after: number, size: PageSize): Page<Message> {
  const rest = messages.filter(({ id }) => id > after)
  const { items, hasMore } = takePage(rest, size)
  const last = items.at(-1)
  return Object.freeze(
    hasMore && last !== undefined
      ? { items: Object.freeze(items), next: last.id }
      : { items: Object.freeze(items) },
  )
}
