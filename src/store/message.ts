import * as z from 'zod'
import type { Role } from '../quote/lifecycle/transitions.js'
import { maxNameLength, shortString } from '../quote/lifecycle-fields.js'
import { isUrl } from '../validation/addresses.js'
import { isValidId, isValidString, validId } from '../validation/identifiers.js'
import { listSchema } from '../validation/schemas/list-schema.js'
import { requiredOr } from '../validation/schemas/scalars.js'

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
const url = z
  .custom<string>(isWebUrl, { error: requiredOr(urlMessage) })
  .meta({ type: 'string', format: 'uri', maxLength: maxUrlLength })
const name = shortString(maxNameLength)
const type = shortString(maxNameLength).describe('The media type, for example application/pdf')
const sizeMessage = { error: 'must be the size in bytes, an integer of at least 0' }
const size = z.int(sizeMessage).min(0, sizeMessage).describe('The size in bytes')

const mustBeAttachment = { error: 'must be an object with a name and a url' }
const mustBeArray = { error: 'must be an array' }
const tooMany = `must have at most ${maxAttachments} attachments`
const oneOf = (values: readonly string[]) => ({ error: `must be one of ${values.join(', ')}` })

const text = shortString(maxTextLength).describe(`1 to ${maxTextLength} characters`)
const visibility = z.enum(visibilities, oneOf(visibilities))

/** The fields of a request to add a message. */
export const messageRequestFields = {
  text,
  visibility: visibility
    .optional()
    .describe('Who can read it. Required, except for buyers, whose messages are for the customer'),
  attachments: listSchema(
    z.strictObject({ name, url, type: type.optional(), size: size.optional() }, mustBeAttachment),
    mustBeArray,
    { max: [maxAttachments, tooMany] },
  )
    .optional()
    .describe('References to files'),
}

const numberMessage = { error: 'must be an integer of at least 1' }
const roles = ['seller', 'buyer', 'system'] as const satisfies readonly Role[]

/** Accepts a message as it is stored, and returned. */
export const messageSchema = z.strictObject(
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
    visibility,
    text,
    attachments: listSchema(
      z.strictObject(
        { name, url, type: type.exactOptional(), size: size.exactOptional() },
        mustBeAttachment,
      ),
      mustBeArray,
      { min: [1, 'must be absent if there are no attachments'], max: [maxAttachments, tooMany] },
    ).exactOptional(),
  },
  { error: 'must be a message' },
)
