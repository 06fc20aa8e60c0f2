import * as z from 'zod'
import type { DocumentOptions } from '../document/model/document-options.js'
import type { Message } from '../features/messages/messages.js'
import { locale, timeZone } from '../pages/option-schemas.js'
import type { OwnStrings } from '../pages/own-strings.js'
import { isUrl, visibleAscii } from '../validation/addresses.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { appOptionsSchema } from '../validation/schemas/app-options.js'
import { optionalPositiveInteger, withReceived } from '../validation/schemas/scalars.js'
import { describeKind, type MailKind, type MailRecipient } from './kinds.js'
import { isMailbox, toMailAddress } from './mail-address.js'
import { mailStrings } from './strings/get-strings.js'
import type { MailStrings } from './strings/mail-strings.js'

/** Options that all mails of a host have, and `mailer` as well. */
export interface MailLayoutOptions {
  /**
   * The time zone of all dates. A time of the day names it.
   *
   * @default That of `document`; with a mailer, that of the engine for the store; otherwise 'UTC'.
   */
  readonly timeZone?: string | undefined
  /** Strings of your own instead of those of the language. */
  readonly strings?: OwnStrings<MailStrings> | undefined
  /** The sender: an address, alone or as `Chairs Ltd <sales@chairs.example>`. */
  readonly from?: string | undefined
  /** Where answers go, written as `from`. */
  readonly replyTo?: string | undefined
  /**
   * Maximum number of lines that are shown. The mail says how many are left out; the totals are of
   * all. Gmail shows 100 KB of a mail, which are about 100 lines.
   *
   * @default 50
   */
  readonly maxLines?: number | undefined
}

/** Options of `createMail`. */
export interface CreateMailOptions extends MailLayoutOptions {
  /**
   * Who gets the mail.
   *
   * @default 'customer', or 'seller' for a kind that only sellers get
   */
  readonly recipient?: MailRecipient | undefined
  /**
   * The address. Required for sellers.
   *
   * @default `customer.email` of the quote
   */
  readonly to?: string | undefined
  /** The page of the offer, with `https:` or `http:`, for example from `customerLinks`. */
  readonly link?: string | undefined
  /**
   * The language and formats, as a BCP 47 tag. There are strings in English, German, French,
   * Arabic, Chinese and Japanese.
   *
   * @default That of `document`, or 'en'
   */
  readonly locale?: string | undefined
  /** How lines, totals and terms are shown. The logo is not: mail programs show no `data:` URL. */
  readonly document?: DocumentOptions | undefined
  /** What was written. Required for the kind `message`. */
  readonly message?: Pick<Message, 'text' | 'attachments'> | undefined
}

const mailbox = z.custom<string>(isMailbox, {
  error: withReceived(
    'must be an address such as sales@shop.example, or a name with one in angle brackets; a ' +
      'name with punctuation needs quotation marks',
  ),
})

/** The schemas of {@link MailLayoutOptions}. */
export const layoutFields = {
  timeZone: timeZone.optional(),
  strings: mailStrings.optional(),
  from: mailbox.optional(),
  replyTo: mailbox.optional(),
  maxLines: optionalPositiveInteger,
}

/** Accepts who gets mails. */
export const mailRecipient = z.enum(['customer', 'seller'], {
  error: withReceived("must be 'customer' or 'seller'"),
})

/** Returns true for an absolute URL that a mail can link to. */
export function isMailLink(value: unknown): value is string {
  if (typeof value !== 'string' || !visibleAscii.test(value) || !isUrl(value)) return false
  return /^https?:$/.test(new URL(value).protocol)
}

const mailOptionsSchema = appOptionsSchema<CreateMailOptions>({
  ...layoutFields,
  recipient: mailRecipient.optional(),
  to: z.string({ error: withReceived('must be an address') }).optional(),
  link: z
    .custom<string>(isMailLink, {
      error: withReceived('must be a URL with https:// or http://, in visible ASCII characters'),
    })
    .optional(),
  locale: locale.optional(),
  // createDocument checks it.
  document: z.looseObject({}, { error: withReceived('must be options of documents') }).optional(),
  message: z
    .looseObject(
      {
        text: z.string({ error: withReceived('must be a string') }),
        attachments: z
          .array(z.looseObject({ name: z.string(), url: z.string() }), {
            error: withReceived('must be an array of { name, url }'),
          })
          .optional(),
      },
      { error: withReceived('must be a message: { text, attachments }') },
    )
    .optional(),
})

/** Options that have been checked. */
export interface MailSettings extends CreateMailOptions {
  readonly recipient: MailRecipient
}

/** @throws QuoteError `invalid_options` naming each option that is missing, invalid or unknown */
export function parseMailOptions(kind: MailKind, options: CreateMailOptions): MailSettings {
  const { recipients } = describeKind(kind)
  const [first = 'customer'] = recipients
  const schema = mailOptionsSchema.superRefine(({ recipient = first, to, message }, context) => {
    const add = (path: string, text: string) =>
      context.addIssue({ code: 'custom', path: [path], message: text })
    if (!recipients.includes(recipient as MailRecipient))
      add('recipient', `must be '${first}': there are no mails '${kind}' to the ${recipient}`)
    if (recipient === 'seller' && to === undefined) add('to', 'is required for mails to the seller')
    if (kind === 'message' && message === undefined)
      add('message', 'is required: the message that was written')
  })
  parseOrThrow(schema, options, 'invalid_options')
  return { ...options, recipient: options.recipient ?? first }
}

/** Fields of a mail that end up in headers, and that `change` of a mailer can set. */
export const headerFields = {
  to: z.custom<string>(
    (value) => typeof value === 'string' && toMailAddress(value) === value,
    'must be an address',
  ),
  subject: z.custom<string>(
    (value) => typeof value === 'string' && value !== '' && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value),
    'must be a string without line breaks and control characters',
  ),
  from: mailbox.optional(),
  replyTo: mailbox.optional(),
}
