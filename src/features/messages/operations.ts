import {
  type CallOptions,
  type CommandOptions,
  parseCommandOptions,
  parseContext,
  type StoreContext,
} from '../../engine/arguments.js'
import { type Command, runCommand } from '../../engine/commands/run-command.js'
import {
  assertQuoteId,
  requestSchema,
  requireQuote,
  toPermitRecord,
} from '../../engine/commands/run-quote-command.js'
import {
  createPagedResult,
  type Page,
  type PagedResult,
  pageQuery,
  parsePageRequest,
} from '../../engine/execution/pages.js'
import { defineOperation, type OperationsOf } from '../../engine/operation.js'
import { currentTime, type EngineRuntime } from '../../engine/runtime.js'
import { QuoteError } from '../../errors.js'
import { takePage } from '../../ports/pages.js'
import type { PageSize } from '../../ports/storage.js'
import { quoteRef } from '../../quote/model/quote-record.js'
import type { StoredRecord } from '../../record/record.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import { lazy } from '../../validation/lazy.js'
import {
  addMessage,
  type Message,
  type MessageList,
  messageRequestFields,
  messagesRef,
  type NewAttachment,
  type NewMessage,
  type Visibility,
  visibleMessages,
} from './messages.js'

/** What `addMessage` takes. */
export interface AddMessageRequest {
  /** 1 to 4,000 characters. */
  readonly text: string
  /**
   * Who can read it: `customer` for the customer and the seller, `internal` for the seller only.
   * Required, except for the role `buyer`, whose messages are always for the customer to see.
   */
  readonly visibility?: Visibility | undefined
  /** References to at most 10 files. */
  readonly attachments?: readonly NewAttachment[] | undefined
}

interface AddMessage {
  /**
   * Adds a message to the thread of a quote, whatever its status. The quote itself stays as it is,
   * with its version. The library delivers nothing: read the events of the kind `messages`.
   *
   * @throws QuoteError `invalid_request` with one error per invalid field, at `visibility` if it is
   * absent, or if the quote has `limits.maxMessages` messages, or `limits.maxBuyerMessages` of
   * buyers and the caller is one
   * @throws QuoteError `not_permitted` if a buyer writes an internal message, or if the option
   * `permit` rejects the call
   *
   * @example
   * await engine.addMessage(context, quoteId, {
   *   text: 'The drawings, as discussed.',
   *   visibility: 'customer',
   *   attachments: [{ name: 'drawing.pdf', url: 'https://files.example/drawing.pdf' }],
   * })
   */
  addMessage(
    context: StoreContext,
    quoteId: string,
    request: AddMessageRequest,
    options?: CommandOptions,
  ): Promise<Message>
}

const addMessageRequest = lazy(() => requestSchema(messageRequestFields()))

const addMessageOperation = defineOperation<AddMessage['addMessage']>({
  roles: 'all',
  tool: { hint: 'With visibility customer, the customer reads it' },
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/messages',
    summary: 'Add a message to the thread of a quote',
    body: addMessageRequest,
    example: { text: 'We can deliver on Friday.', visibility: 'customer' },
    takesNo: ['expectedVersion'],
    status: 201,
    response: 'message',
  },

  create: (runtime, operation) => async (context, quoteId, request, options) => {
    const caller = parseContext(context)
    const parsedOptions = parseCommandOptions(options)
    const parsed = parseOrThrow(addMessageRequest(), request, 'invalid_request')
    const message = { ...parsed, visibility: getVisibility(parsed, caller, operation) }
    assertQuoteId(quoteId)
    const command = messageCommand(runtime, operation, caller, quoteId, message, parsedOptions)
    const { signal } = parsedOptions
    // A thread has a lock of its own, so that a message never waits for a change of the quote.
    const key = `${caller.storeId}\0${quoteId}\0messages`
    const run = async () => {
      const { value } = await runCommand(runtime, command)
      // The last message of a version is the one that was added. An erased thread has none.
      const added = (value as MessageList | null)?.at(-1)
      if (added === undefined) throw new QuoteError('quote_not_found', { quoteId })
      return added
    }
    const lock = { key, operation, signal }
    return runtime.run(signal, () => runtime.withLock(lock, run))
  },
})

function messageCommand(
  runtime: EngineRuntime,
  operation: string,
  caller: StoreContext,
  quoteId: string,
  message: NewMessage,
  options: CommandOptions,
): Command<MessageList> {
  const { permit, options: engineOptions } = runtime
  const { storeId, actor, role } = caller
  let quote: StoredRecord | undefined
  return {
    caller,
    options,
    payload: [operation, quoteId, message],
    ref: messagesRef(quoteId),
    otherRefs: [quoteRef(quoteId)],
    decide(record, [stored]) {
      quote = requireQuote(stored, quoteId)
      const input = { actor, role, now: currentTime(engineOptions) }
      // The thread of an erased quote.
      if (record?.value === null) throw new QuoteError('quote_not_found', { quoteId })
      return addMessage(record, quoteId, message, input, engineOptions.limits)
    },
    ...(permit && {
      authorize: () => {
        const record = toPermitRecord(storeId, quote)
        return permit({ caller, operation, record, signal: options.signal })
      },
    }),
  }
}

/** An internal message must be called so, and so must one to the customer: there is no default. */
function getVisibility(
  { visibility }: Pick<AddMessageRequest, 'visibility'>,
  { role }: StoreContext,
  operation: string,
): Visibility {
  if (role === 'buyer' && visibility === 'internal') {
    const reason = 'an internal message needs the role seller or system'
    throw new QuoteError('not_permitted', { operation, reason })
  }
  if (visibility !== undefined) return visibility
  if (role === 'buyer') return 'customer'
  const errors = { visibility: 'is required: customer or internal' }
  throw new QuoteError('invalid_request', { errors })
}

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

interface ListMessages {
  /**
   * Lists the messages of a quote in the order in which they were written. Await the result for one
   * page, or iterate over all messages. A caller with the role `buyer` gets those for the customer
   * only: their pages are as full as if there were no others, but ids count internal messages. A
   * page ends earlier with the message whose JSON reaches the limit `maxPageBytes`.
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

const listMessagesOperation = defineOperation<ListMessages['listMessages']>({
  roles: 'all',
  isPaged: true,
  tool: {},
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

/** The methods of the engine for the messages of quotes. */
export interface MessageMethods extends AddMessage, ListMessages {}

/** What the engine does with the messages of quotes. */
export const messageOperations: OperationsOf<MessageMethods> = {
  addMessage: addMessageOperation,
  listMessages: listMessagesOperation,
}
