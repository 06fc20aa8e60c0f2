import * as z from 'zod'
import { QuoteError } from '../../errors.js'
import {
  maxNameLength,
  nameSchema,
  shortString,
  textSchema,
} from '../../quote/model/lifecycle-fields.js'
import type { Limits } from '../../quote/model/policy.js'
import { type Role, roles } from '../../quote/model/transitions.js'
import { createChange, updateChange } from '../../record/change.js'
import type { RecordChange } from '../../record/commit.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import type { RecordDeclaration } from '../../record/record-declaration.js'
import { isUrl } from '../../validation/addresses.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { isValidId, isValidString, validId } from '../../validation/identifiers.js'
import { estimateJsonLength } from '../../validation/json-length.js'
import { lazy } from '../../validation/lazy.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import { requiredOr } from '../../validation/schemas/scalars.js'

/** Who can read a message. */
export const visibilities = Object.freeze(['customer', 'internal'] as const)

/** Who can read a message: the customer and the seller, or the seller only. */
export type Visibility = (typeof visibilities)[number]

/** A file that a message refers to. The library stores the reference, not the file. */
export interface Attachment {
  /** The name to display: 1 to 255 characters. */
  readonly name: string
  /** Where the file is: a URL with `http:` or `https:`, of up to 2,000 characters. */
  readonly url: string
  /** The media type, for example `application/pdf`: 1 to 255 characters. */
  readonly type?: string
  /** The size in bytes. */
  readonly size?: number
}

/** A message about a quote. */
export interface Message {
  /** Unique in the thread of the quote: 1 for its first message, and so on. */
  readonly id: number
  /** When it was written, in milliseconds since the Unix epoch. */
  readonly time: number
  /** The `actor` of the call. Absent if it had none. */
  readonly by?: string
  /** The `role` of the call. Absent if it had none. */
  readonly role?: Role
  /** Always `customer` if a buyer wrote it. */
  readonly visibility: Visibility
  /** 1 to 4,000 characters. */
  readonly text: string
  /** Absent if there are none. */
  readonly attachments?: readonly Attachment[]
}

/** Maximum length of a text, in UTF-16 code units. */
export const maxTextLength = 4_000
/** Maximum length of a URL, in UTF-16 code units. */
const maxUrlLength = 2_000
/** Maximum number of attachments of a message. */
const maxAttachments = 10

/** The parser of URLs drops line breaks and tabs, and changes quotation marks and backslashes. */
const webUrl = /^https?:\/\/[^\s\p{Cc}"<>\\`]+$/iu

function isWebUrl(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.length <= maxUrlLength &&
    webUrl.test(value) &&
    isValidString(value) &&
    isUrl(value)
  )
}

const urlMessage = `must be a URL with https:// or http://, of up to ${maxUrlLength} characters`
const url = lazy(() =>
  z
    .custom<string>(isWebUrl, { error: requiredOr(urlMessage) })
    .meta({ type: 'string', format: 'uri', maxLength: maxUrlLength }),
)
const type = lazy(() =>
  shortString(maxNameLength).describe('The media type, for example application/pdf'),
)
const sizeMessage = { error: 'must be the size in bytes, an integer of at least 0' }
const size = lazy(() => z.int(sizeMessage).min(0, sizeMessage).describe('The size in bytes'))

const mustBeAttachment = { error: 'must be an object with a name and a url' }
const mustBeArray = { error: 'must be an array' }
const tooMany = `must have at most ${maxAttachments} attachments`
const oneOf = (values: readonly string[]) => ({ error: `must be one of ${values.join(', ')}` })

const text = lazy(() => shortString(maxTextLength).describe(`1 to ${maxTextLength} characters`))
const visibility = lazy(() => z.enum(visibilities, oneOf(visibilities)))

/** The fields of a request to add a message. */
export const messageRequestFields = lazy(() => ({
  text: textSchema(maxTextLength).describe(`1 to ${maxTextLength} characters`),
  visibility: visibility()
    .optional()
    .describe('Who can read it. Required, except for buyers, whose messages are for the customer'),
  attachments: listSchema(
    z.strictObject(
      {
        name: nameSchema(maxNameLength),
        url: url(),
        type: type().optional(),
        size: size().optional(),
      },
      mustBeAttachment,
    ),
    mustBeArray,
    { max: [maxAttachments, tooMany] },
  )
    .optional()
    .describe('References to files'),
}))

const numberMessage = { error: 'must be an integer of at least 1' }

/** Accepts a message as it is stored, and returned. */
export const messageSchema = lazy(() =>
  z.strictObject(
    {
      id: z.int(numberMessage).min(1, numberMessage).describe('Unique in the thread of the quote'),
      time: z
        .int({ error: 'must be an integer in milliseconds' })
        .describe('Milliseconds since the Unix epoch'),
      by: z
        .custom<string>(isValidId, { error: `must be ${validId}` })
        .meta({ type: 'string' })
        .exactOptional(),
      role: z.enum(roles, oneOf(roles)).exactOptional(),
      visibility: visibility(),
      text: text(),
      attachments: listSchema(
        z.strictObject(
          {
            name: shortString(maxNameLength),
            url: url(),
            type: type().exactOptional(),
            size: size().exactOptional(),
          },
          mustBeAttachment,
        ),
        mustBeArray,
        { min: [1, 'must be absent if there are no attachments'], max: [maxAttachments, tooMany] },
      ).exactOptional(),
    },
    { error: 'must be a message' },
  ),
)

/** The kind of the records that hold the messages of quotes. */
const messagesKind = 'messages'

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

/** Returns a copy of the value if it is a list of messages, and adds its errors otherwise. */
export function parseMessages(
  value: unknown,
  errors: FieldErrorCollector,
  path: readonly PropertyKey[],
): MessageList | undefined {
  const parsed = storedMessages().safeParse(value)
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

const storedMessages = lazy(() =>
  listSchema(messageSchema(), { error: 'must be an array of messages' }),
)

function isOfBuyer({ role }: Message): boolean {
  return role === 'buyer'
}

function tooManyMessagesError(count: string, limit: keyof Limits): QuoteError {
  const message = `must be for a quote with fewer than ${count}; raise limits.${limit}`
  return new QuoteError('invalid_request', { errors: { '': message } })
}

/** The thread of messages of a quote. */
export const messageRecords: RecordDeclaration = {
  kind: messagesKind,
  of: 'quote',
  parse: parseMessages,
}
