import { inspect } from 'node:util'
import * as z from 'zod'
import { describeThrown, readMessage, readProperty } from '../errors/thrown.js'
import { isQuoteError } from '../errors.js'
import type { Message } from '../features/messages/messages.js'
import { completeDocumentOptions } from '../pages/document-options.js'
import { documentOptionsFrom } from '../pages/host-function.js'
import { loadTheme } from '../pages/theme.js'
import type { QuoteRecord } from '../quote/model/quote.js'
import type { DeliveredEvent } from '../relay/event.js'
import { type DeliveryCall, DeliveryError, type Destination } from '../relay/options.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { withReceived } from '../validation/schemas/scalars.js'
import { createMailAndDocument, type Mail } from './create-mail.js'
import { mailContext, recordMailDelivery } from './delivery.js'
import { describeKind, kindsFor, type MailKind } from './kinds.js'
import { type CreateMailOptions, headerFields } from './mail-options.js'
import {
  checkMailerOptions,
  type MailerOptions,
  type MailOutcome,
  type MailSkipReason,
  type OutgoingMail,
} from './mailer-options.js'

/** An outcome without what every outcome of an event has. */
type Result = MailOutcome extends infer Outcome
  ? Outcome extends MailOutcome
    ? Omit<Outcome, 'storeId' | 'quoteId' | 'kind' | 'key'>
    : never
  : never

/** What a mail is about. */
interface Subject {
  /** The quote as it was after the event; as it is now for a message. */
  readonly record: QuoteRecord
  readonly message?: Message
}

/**
 * Creates a destination of a relay that mails what happens to quotes: offers, reminders, answers,
 * orders and messages, each event once, to the customer or to the seller.
 *
 * A relay can be late. Nothing is sent of a quote that is not any more what the mail would say: an
 * offer that was accepted, revised, withdrawn or has expired meanwhile.
 *
 * @throws QuoteError `invalid_options` with every option that is missing, invalid or unknown
 *
 * @example
 * const mail = mailer({
 *   engine,
 *   start: new Date('2026-12-01'),
 *   from: 'Chairs Ltd <sales@chairs.example>',
 *   link: (record) => links.createUrl(record),
 *   send: async ({ key, ...mail }) => provider.send(mail, { idempotencyKey: key }),
 * })
 * createRelay({ engine, storage, stores, destinations: { mail } }).start()
 */
export function mailer(options: MailerOptions): Destination {
  checkMailerOptions(options)
  const { engine, recipient = 'customer', start } = options
  const kinds = options.kinds ?? kindsFor(recipient)
  const kindByEvent = new Map(kinds.map((kind) => [describeKind(kind).event as string, kind]))

  async function deliverMail(
    event: DeliveredEvent,
    kind: MailKind,
    key: string,
    call: DeliveryCall,
  ): Promise<Result> {
    const subject = await loadSubject(options, event, kind, call)
    if (typeof subject === 'string') return skip(subject)
    const { record } = subject
    const created = createMailAndDocument(record, kind, await createOptions(options, subject, kind))
    if (created.skipped !== undefined) {
      if (recipient === 'customer' && kind === 'offer' && created.skipped !== 'outdated')
        await recordDropped(event, record, created.skipped)
      return skip(created.skipped)
    }
    const { document } = created
    const mail = options.change ? await options.change(created.mail, record) : created.mail
    if (mail === undefined) return skip('suppressed')
    assertHeaders(mail)
    const attachments = (await options.attachments?.(record, kind, document)) ?? []
    assertAttachments(attachments)
    const { to, reference } = mail
    const { id, rejected } = Object(await send({ ...mail, key, attachments }, call)) as {
      readonly id?: unknown
      readonly rejected?: unknown
    }
    if (typeof rejected !== 'string')
      return { type: 'sent', to, id: typeof id === 'string' ? id : undefined }
    if (recipient === 'customer') {
      const report = { type: 'bounced', time: call.now, recipient: to, detail: rejected } as const
      await recordMailDelivery(engine, reference, report, { signal: call.signal })
    }
    return { type: 'rejected', to, reason: rejected }
  }

  /** @throws what `send` has thrown, without the address, which servers like to repeat */
  async function send(mail: OutgoingMail, call: DeliveryCall): Promise<unknown> {
    try {
      return await options.send(mail, call)
    } catch (error) {
      throw withoutAddress(error, mail.to)
    }
  }

  /** Has the time of the event, so that it is recorded once if the event is delivered again. */
  async function recordDropped(
    { time }: DeliveredEvent,
    { storeId, quoteId, quote }: QuoteRecord,
    reason: 'no_address' | 'invalid_address',
  ): Promise<void> {
    const { revision } = quote
    const detail = { no_address: 'no e-mail address', invalid_address: 'invalid e-mail address' }
    const report = { type: 'dropped', time, revision, detail: detail[reason] } as const
    await engine.recordDelivery(mailContext(storeId), quoteId, report)
  }

  function report(outcome: MailOutcome): void {
    try {
      Promise.resolve(options.onOutcome?.(outcome)).catch(() => undefined)
    } catch {
      // The mail is sent, and would be sent again.
    }
  }

  return {
    types: kinds.map((kind) => describeKind(kind).event),
    start,
    async deliver(event, call) {
      const kind = kindByEvent.get(event.type)
      if (kind === undefined) return
      const { id, storeId, quoteId } = event
      const key = recipient === 'seller' ? `${id}_seller` : id
      const result = await deliverMail(event, kind, key, call)
      report({ storeId, quoteId, kind, key, ...result })
    },
  }
}

/** Returns the error, or one that says the same without the address: it is kept and logged. */
function withoutAddress(error: unknown, to: string): unknown {
  const message = readMessage(error)
  const hasAddress = (text: string) => text.toLowerCase().includes(to.toLowerCase())
  if (message === undefined || !hasAddress(message)) return error
  const address = new RegExp(to.replaceAll(/[^\w@]/g, '\\$&'), 'gi')
  const text = describeThrown(message.replaceAll(address, '…'))
  const retryAfterMs = readProperty(error, 'retryAfterMs')
  return new DeliveryError(text, {
    retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : undefined,
    disable: readProperty(error, 'disable') === true,
    cause: hasAddress(printCause(error) ?? to) ? undefined : readProperty(error, 'cause'),
  })
}

/** Returns what a log shows of the cause of an error; undefined if it cannot be shown. */
function printCause(error: unknown): string | undefined {
  try {
    return inspect(readProperty(error, 'cause'), { depth: 5, maxStringLength: null })
  } catch {
    return undefined
  }
}

function skip(reason: MailSkipReason): Result {
  return { type: 'skipped', reason }
}

/** Loads the quote of an event, unless it is not any more what the mail would say. */
async function loadSubject(
  { engine, recipient = 'customer' }: MailerOptions,
  event: DeliveredEvent,
  kind: MailKind,
  { signal }: DeliveryCall,
): Promise<Subject | MailSkipReason> {
  const { storeId, quoteId, version } = event
  const context = mailContext(storeId)
  try {
    const current = await engine.getQuote(context, quoteId, { signal })
    if (kind === 'message') {
      // Each message is a version of the messages of a quote, and has its number.
      const selected = { after: version - 1, limit: 1, signal }
      const [message] = (await engine.listMessages(context, quoteId, selected)).items
      if (message === undefined || message.id !== version) return 'deleted'
      const isFor = message.role === 'buyer' ? 'seller' : 'customer'
      if (message.visibility !== 'customer' || isFor !== recipient) return 'other_recipient'
      return { record: current, message }
    }
    const record = current.version === version ? current : await event.load()
    if (record === undefined) return 'deleted'
    const isSame = current.quote.revision === record.quote.revision
    return isSame && describeKind(kind).fits(current.quote) ? { record } : 'outdated'
  } catch (error) {
    if (isQuoteError(error) && error.code === 'quote_not_found') return 'deleted'
    throw error
  }
}

/** Returns the options of one mail, from what the functions of the host return. */
async function createOptions(
  options: MailerOptions,
  { record, message }: Subject,
  kind: MailKind,
): Promise<CreateMailOptions> {
  const { recipient = 'customer', engine, address, link, locale, document } = options
  const { timeZone, strings, from, replyTo, maxLines } = options
  const to = address === undefined ? undefined : ((await address(record, kind)) ?? '')
  const hasPage = recipient === 'seller' || record.quote.revision !== undefined
  const theme = await loadTheme(options, record.storeId)
  const own =
    typeof document === 'function' ? documentOptionsFrom(await document(record)) : document
  return {
    recipient,
    to,
    link: hasPage ? await link?.(record, kind) : undefined,
    locale: typeof locale === 'function' ? await locale(record, kind) : locale,
    document: completeDocumentOptions(engine, record.storeId, own, {}, theme),
    ...(message !== undefined && { message }),
    timeZone,
    strings,
    from,
    replyTo,
    maxLines,
  }
}

const changedMail = z.looseObject(
  { ...headerFields, text: z.string(), html: z.string(), reference: z.string() },
  { error: 'must be a mail, or undefined for none' },
)

const changeResult = z.object({ change: changedMail })

/** @throws QuoteError `invalid_options` if `change` has returned no mail, or invalid headers */
function assertHeaders(mail: Mail): void {
  parseOrThrow(changeResult, { change: mail }, 'invalid_options')
}

const fileName = /^[^\p{C}\p{Zl}\p{Zp}/\\]{1,255}$/u

const attachmentSchema = z.looseObject(
  {
    filename: z.string({ error: withReceived('must be a string') }).regex(fileName, {
      error: withReceived('must be a name of 1 to 255 characters, without a path'),
    }),
    content: z.custom<Uint8Array>((value) => value instanceof Uint8Array, {
      error: withReceived('must be a Uint8Array, such as Buffer.from(text)'),
    }),
    contentType: z
      .string({ error: withReceived('must be a string') })
      .regex(/^[ -~]*$/, { error: withReceived('must be a media type') })
      .optional(),
  },
  { error: withReceived('must be { filename, content, contentType? }') },
)

const attachmentList = z.array(attachmentSchema, {
  error: withReceived('must be an array of { filename, content, contentType? }'),
})

const attachmentsResult = z.object({ attachments: attachmentList })

/** @throws QuoteError `invalid_options` if the option `attachments` has returned anything else */
function assertAttachments(value: unknown): void {
  parseOrThrow(attachmentsResult, { attachments: value }, 'invalid_options')
}
