import * as z from 'zod'
import { type DocumentOptions, parseDocumentOptions } from '../document/model/document-options.js'
import type { QuoteDocument } from '../document/model/quote-document.js'
import { documentSource, locale, orFunction } from '../pages/option-schemas.js'
import { type ThemeSource, themeSource } from '../pages/theme.js'
import type { MaybePromise } from '../ports/storage.js'
import type { QuoteRecord } from '../quote/model/quote.js'
import type { QuoteEngine } from '../quote-engine/quote-engine.js'
import { type DeliveryCall, destinationFields } from '../relay/options.js'
import { hasMethods } from '../validation/database-library.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { appOptionsSchema } from '../validation/schemas/app-options.js'
import { optionalFunction, requiredFunction, withReceived } from '../validation/schemas/scalars.js'
import type { Mail, NoMailReason } from './create-mail.js'
import { kindsFor, type MailKind, type MailRecipient } from './kinds.js'
import { layoutFields, type MailLayoutOptions, mailRecipient } from './mail-options.js'

/** A file of a mail, as nodemailer takes it. */
export interface MailAttachment {
  /** The name of the file, without a path: 1 to 255 characters. */
  readonly filename: string
  /** What the file contains. */
  readonly content: Uint8Array
  /** The media type, for example `application/pdf`. */
  readonly contentType?: string | undefined
}

/** A mail as it is handed to `send`. */
export interface OutgoingMail extends Mail {
  /**
   * The id of the event; with `_seller` after it in mails to the seller. The same whenever a mail
   * is sent again, so it is the idempotency key of your provider, and what a `Message-ID` is made
   * of. Letters, digits, `-` and `_`.
   */
  readonly key: string
  /** Empty without the option `attachments`. */
  readonly attachments: readonly MailAttachment[]
}

/** What `send` returns: nothing in it is required. */
export interface SendResult {
  /** The id that the provider has given to the mail, for `onOutcome`. */
  readonly id?: string | undefined
  /**
   * Why this address will never take the mail. Then it is not sent again, and the quote gets a
   * `bounced` by `recordDelivery`.
   */
  readonly rejected?: string | undefined
}

/** What became of an event. */
export type MailOutcome = {
  /** The id of the store. */
  readonly storeId: string
  /** The id of the quote. */
  readonly quoteId: string
  /** What the mail says. */
  readonly kind: MailKind
  /** The key of the mail. */
  readonly key: string
} & (
  | {
      /** `send` has taken the mail. */
      readonly type: 'sent'
      /** The address. */
      readonly to: string
      /** What `send` has returned as the id of the provider. */
      readonly id: string | undefined
    }
  | {
      /** `send` has said that the address will never take the mail. */
      readonly type: 'rejected'
      /** The address. */
      readonly to: string
      /** What `send` has returned as the reason. */
      readonly reason: string
    }
  | {
      /** There was nothing to send. */
      readonly type: 'skipped'
      /** Why. */
      readonly reason: MailSkipReason
    }
)

/**
 * Why an event leads to no mail: as `createMail` says; or the quote was deleted or erased, the
 * message is internal or from this side, or `change` has returned undefined.
 */
export type MailSkipReason = NoMailReason | 'deleted' | 'other_recipient' | 'suppressed'

/** The part of an engine that a mailer calls. */
export type MailerEngine = Pick<
  QuoteEngine,
  'getQuote' | 'listMessages' | 'recordDelivery' | 'fields'
> &
  Partial<Pick<QuoteEngine, 'storeSettings'>>

/** A function of the quote that the mail is about, and of what it says. */
type OfQuote<Value> = (record: QuoteRecord, kind: MailKind) => MaybePromise<Value>

/** Options of `mailer`. */
export interface MailerOptions extends MailLayoutOptions {
  /** The engine of the relay. Its `permit` sees the role `system` and the actor `mail`. */
  readonly engine: MailerEngine
  /**
   * Hands a mail to your provider or mail server. The mail is sent once this returns or resolves.
   * If it throws, it is called again later with the same `key`; throw a `DeliveryError` to say
   * when.
   * Return `{ rejected }` for an address that will never take it.
   */
  readonly send: (mail: OutgoingMail, call: DeliveryCall) => MaybePromise<SendResult>
  /**
   * Where the mails begin: at a time, such as that of your first deployment, at the `beginning` of
   * each store, or `now`. There is no default: from the `beginning`, everyone with an open offer
   * gets it again. `now` is when a relay first looks at a store, so a store that is added later
   * loses what happened in it before.
   */
  readonly start: 'beginning' | 'now' | Date
  /**
   * Who gets the mails. For both, have two destinations, each with its own position.
   *
   * @default 'customer'
   */
  readonly recipient?: MailRecipient | undefined
  /**
   * Sends only mails of these kinds.
   *
   * @default All kinds for the recipient.
   */
  readonly kinds?: readonly MailKind[] | undefined
  /**
   * Returns the address, or undefined for no mail. Required for sellers, for example the address of
   * the `owner` of the quote.
   *
   * @default `customer.email` of the quote
   */
  readonly address?: OfQuote<string | undefined> | undefined
  /**
   * Returns the page of the offer, or undefined for none. For customers, it is called only for
   * quotes that were sent, so `links.createUrl` of `customerLinks` will do.
   */
  readonly link?: OfQuote<string | undefined> | undefined
  /**
   * The language of mails and their formats, as a BCP 47 tag, or a function that returns it. There
   * are strings in English, German, French, Arabic, Chinese and Japanese.
   *
   * @default That of `document`, then that of the engine for the store, or 'en'.
   */
  readonly locale?: string | OfQuote<string> | undefined
  /** How an offer is shown: the options, or a function that returns them. */
  readonly document?:
    | DocumentOptions
    | ((record: QuoteRecord) => MaybePromise<DocumentOptions>)
    | undefined
  /**
   * The look of the mails and of their documents: the same `theme` for all parts of a host, or a
   * function that returns that of a store. Mails show its accent.
   */
  readonly theme?: ThemeSource | undefined
  /** Returns the files of a mail, for example of `renderPdf(document)` for an `offer`. */
  readonly attachments?:
    | ((
        record: QuoteRecord,
        kind: MailKind,
        document: QuoteDocument,
      ) => MaybePromise<readonly MailAttachment[]>)
    | undefined
  /**
   * Returns the mail as it is sent, for example with another subject; undefined for none. Other
   * fields of it reach `send` as they are. What you add to `html` is yours to escape.
   */
  readonly change?:
    | ((mail: Mail, record: QuoteRecord) => MaybePromise<Mail | undefined>)
    | undefined
  /** Receives what became of each event, for your log. What it throws is ignored. */
  readonly onOutcome?: ((outcome: MailOutcome) => unknown) | undefined
}

const startMessage =
  "must be a Date such as that of your first deployment, 'beginning' or 'now'; from the beginning, " +
  'everyone with an open offer gets it again'

const mailerOptionsSchema = appOptionsSchema<MailerOptions>({
  ...layoutFields,
  engine: z.custom<MailerEngine>(
    (value) => hasMethods(value, ['getQuote', 'listMessages', 'recordDelivery']),
    { error: withReceived('must be a quote engine') },
  ),
  send: requiredFunction,
  start: z.custom<MailerOptions['start']>(
    (value) => value !== undefined && destinationFields.start.safeParse(value).success,
    { error: withReceived(startMessage) },
  ),
  recipient: mailRecipient.optional(),
  kinds: z
    .array(z.string(), { error: withReceived('must be an array of kinds of mails') })
    .min(1, { error: 'must have at least one kind; leave it out for all of them' })
    .optional(),
  address: optionalFunction,
  link: optionalFunction,
  locale: orFunction(locale).optional(),
  document: documentSource.optional(),
  theme: themeSource,
  attachments: optionalFunction,
  change: optionalFunction,
  onOutcome: optionalFunction,
}).superRefine(({ recipient = 'customer', kinds = [], address }, context) => {
  const known: readonly string[] = kindsFor(recipient as MailRecipient)
  const unknown = (kinds as readonly string[]).find((kind) => !known.includes(kind))
  if (unknown !== undefined)
    context.addIssue({
      code: 'custom',
      path: ['kinds'],
      message: `must be of ${known.join(', ')} for the ${recipient}, received ${unknown}`,
    })
  if (recipient === 'seller' && address === undefined)
    context.addIssue({
      code: 'custom',
      path: ['address'],
      message: 'is required for mails to the seller: a function that returns the address',
    })
})

/** @throws QuoteError `invalid_options` naming each option that is missing, invalid or unknown */
export function checkMailerOptions(options: MailerOptions): void {
  parseOrThrow(mailerOptionsSchema, options, 'invalid_options')
  if (typeof options.document === 'object') parseDocumentOptions(options.document)
}
