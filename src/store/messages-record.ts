import { QuoteError } from '../errors.js'
import type { Role } from '../quote/lifecycle/transitions.js'
import type { Limits } from '../quote/policy.js'
import { createChange, erasureChange, updateChange } from '../record/change.js'
import type { RecordChange } from '../record/commit.js'
import type { RecordRef, StoredRecord } from '../record/record.js'
import { deepFreeze } from '../validation/deep-freeze.js'
import type { FieldErrorCollector } from '../validation/field-errors.js'
import { estimateJsonLength } from '../validation/json-length.js'
import { listSchema } from '../validation/schemas/list-schema.js'
import { type Attachment, type Message, messageSchema, type Visibility } from './message.js'

/** The kind of the records that hold the messages of quotes. */
export const messagesKind = 'messages'

/** The messages of a quote, in the order in which they were written. */
export type MessageList = readonly Message[]

/** Returns the reference to the record with the messages of a quote. Absent until there are any. */
export function messagesRef(quoteId: string): RecordRef {
  return { kind: messagesKind, id: quoteId }
}

/** A message as its writer sends it. */
export interface NewMessage {
  readonly visibility: Visibility
  readonly text: string
  readonly attachments?: readonly NewAttachment[] | undefined
}

/** An attachment as the writer of a message sends it. */
export type NewAttachment = {
  readonly [Field in keyof Attachment]: Attachment[Field] | undefined
} & Pick<Attachment, 'name' | 'url'>

/** Who writes a message, and when. */
export interface MessageInput {
  readonly actor?: string | undefined
  readonly role?: Role | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/**
 * Returns the change that adds a message to those of a quote. Pure.
 *
 * @param record Undefined if the quote has no messages yet.
 * @throws QuoteError `invalid_request` if the quote has `maxMessages` messages, or
 * `maxBuyerMessages` of buyers and this one is as well
 */
export function addMessage(
  record: StoredRecord<MessageList> | undefined,
  quoteId: string,
  message: NewMessage,
  input: MessageInput,
  { maxMessages, maxBuyerMessages }: Limits,
): RecordChange<MessageList> {
  const messages = record?.value ?? []
  if (messages.length >= maxMessages)
    throw tooManyMessagesError(`${maxMessages} messages`, 'maxMessages')
  if (input.role === 'buyer' && messages.filter(isOfBuyer).length >= maxBuyerMessages)
    throw tooManyMessagesError(`${maxBuyerMessages} messages of buyers`, 'maxBuyerMessages')
  const { id = 0 } = messages.at(-1) ?? {}
  const { actor, now } = input
  // A clock that goes back leaves the messages in the order of their times.
  const time = Math.max(now, record?.updated ?? now)
  const next = [...messages, getMessage(message, id + 1, { ...input, now: time })]
  const change = { operation: 'addMessage', actor, now } as const
  if (record === undefined) return createChange(messagesRef(quoteId), deepFreeze(next), change)
  const updated = updateChange(record, next, { ...change, lengthOf: estimateJsonLength })
  return updated as RecordChange<MessageList>
}

function getMessage(
  { visibility, text, attachments = [] }: NewMessage,
  id: number,
  { actor, role, now }: MessageInput,
): Message {
  return {
    id,
    time: now,
    ...(actor === undefined ? undefined : { by: actor }),
    ...(role === undefined ? undefined : { role }),
    visibility,
    text,
    ...(attachments.length === 0 ? undefined : { attachments: attachments.map(getAttachment) }),
  }
}

function getAttachment({ name, url, type, size }: NewAttachment): Attachment {
  return {
    name,
    url,
    ...(type === undefined ? undefined : { type }),
    ...(size === undefined ? undefined : { size }),
  }
}

/** Returns the messages that a caller of this role can read. */
export function visibleMessages(messages: MessageList, role: Role | undefined): MessageList {
  return role === 'buyer'
    ? messages.filter(({ visibility }) => visibility === 'customer')
    : messages
}

/**
 * Returns the change that erases the messages of a quote. If it has none, the change creates an
 * erased record, so that a message that is being added at the same time conflicts with it. Pure.
 *
 * @returns undefined if they are erased already
 */
export function eraseMessages(
  record: StoredRecord<MessageList | null> | undefined,
  quoteId: string,
  now: number,
): RecordChange<null> | undefined {
  if (record?.value === null) return undefined
  return erasureChange(record ?? noMessages(quoteId, now), { operation: 'erase', now })
}

function noMessages(quoteId: string, now: number): StoredRecord<MessageList> {
  const replay = { base: 0, size: 0 }
  return { ...messagesRef(quoteId), version: 0, updated: now, replay, value: [] }
}

/** Returns a copy of the value if it is a list of messages, and adds its errors otherwise. */
export function parseMessages(
  value: unknown,
  errors: FieldErrorCollector,
  path: readonly PropertyKey[],
): MessageList | undefined {
  const parsed = storedMessages.safeParse(value)
  if (!parsed.success) {
    errors.addIssues(parsed.error.issues, path)
    return undefined
  }
  const messages = parsed.data
  const index = messages.findIndex(({ id }, at) => at > 0 && id <= (messages[at - 1]?.id ?? 0))
  if (index === -1) return messages
  errors.add([...path, index, 'id'], 'must be greater than the id of the message before')
  return undefined
}

const storedMessages = listSchema(messageSchema, { error: 'must be an array of messages' })

function isOfBuyer({ role }: Message): boolean {
  return role === 'buyer'
}

function tooManyMessagesError(count: string, limit: keyof Limits): QuoteError {
  const message = `must be for a quote with fewer than ${count}; raise limits.${limit}`
  return new QuoteError('invalid_request', { errors: { '': message } })
}
