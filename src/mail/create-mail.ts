import { createDocument, createPartDocument } from '../document/model/create-document.js'
import {
  type DocumentOptions,
  type DocumentSettings,
  parseDocumentOptions,
} from '../document/model/document-options.js'
import { fill } from '../document/model/document-strings.js'
import { formatTerms } from '../document/model/formats.js'
import { plainLines, plainText } from '../document/model/parts.js'
import { payableRow, type QuoteDocument } from '../document/model/quote-document.js'
import { QuoteError } from '../errors.js'
import type { Message } from '../features/messages/messages.js'
import { getPayable } from '../quote/lifecycle/get-payable.js'
import { toBuyersQuote } from '../quote/model/buyers-view.js'
import type { Quote, QuoteRecord } from '../quote/model/quote.js'
import { describeValue } from '../validation/describe-value.js'
import { isLinkLike } from './is-link-like.js'
import { describeKind, type MailKind, type MailRecipient, mailKinds } from './kinds.js'
import { toMailAddress, withPerson } from './mail-address.js'
import type { MailContent, OfferContent } from './mail-content.js'
import {
  type CreateMailOptions,
  isMailLink,
  type MailSettings,
  parseMailOptions,
} from './mail-options.js'
import { encodeReference } from './reference.js'
import { renderHtml } from './render-html.js'
import { oneLine, renderText } from './render-text.js'
import { getStrings } from './strings/get-strings.js'
import type { MailStrings, MailText } from './strings/mail-strings.js'
import { createSubject } from './subject.js'

/** A mail: plain JSON, with everything a mail program shows. */
export interface Mail {
  /** What the mail says. */
  readonly kind: MailKind
  /** Who gets it. */
  readonly recipient: MailRecipient
  /** One address, without a name. Its characters are ASCII. */
  readonly to: string
  /** The sender, if the option is set. */
  readonly from?: string
  /** Where answers go, if the option is set. */
  readonly replyTo?: string
  /** One line of up to 150 characters. */
  readonly subject: string
  /** The part in plain text. */
  readonly text: string
  /** The part in HTML. It loads nothing and runs nothing. */
  readonly html: string
  /** The language of both, as a BCP 47 tag. */
  readonly lang: string
  /**
   * Names the store, the quote and the revision, in letters, digits, `-` and `_`. Send it along, so
   * that a bounce finds its quote: see `recordMailDelivery`.
   */
  readonly reference: string
}

/**
 * Why there is no mail: the customer has no address, or none to which a mail can be sent; or the
 * quote is not what the mail would say, such as an offer that was accepted or withdrawn.
 */
export type NoMailReason = 'no_address' | 'invalid_address' | 'outdated'

/** A mail, or why there is none. */
export type CreatedMail =
  | {
      /** The mail. */
      readonly mail: Mail
      /** Absent. */
      readonly skipped?: undefined
    }
  | {
      /** Absent. */
      readonly mail?: undefined
      /** Why there is none. */
      readonly skipped: NoMailReason
    }

const defaultMaxLines = 50

/**
 * Returns a mail about a quote. Pure: the same arguments always give the same mail, on every
 * machine with the same version of Node. What is for the store only is never in it.
 *
 * @throws QuoteError `invalid_options` with every option that is missing, invalid or unknown;
 * `invalid_request` if `record` is no record of a quote
 *
 * @example
 * const record = await engine.sendQuote(seller, quoteId, { expires: '2026-12-31' })
 * const { mail, skipped } = createMail(record, 'offer', { link: links.createUrl(record) })
 * if (mail) await transport.sendMail(mail)
 * else console.log(`no mail: ${skipped}`)
 */
export function createMail(
  record: QuoteRecord,
  kind: MailKind,
  options: CreateMailOptions = {},
): CreatedMail {
  const created = createMailAndDocument(record, kind, options)
  return created.skipped === undefined ? { mail: created.mail } : { skipped: created.skipped }
}

/** As {@link createMail}, with the document that the mail shows. */
export function createMailAndDocument(
  record: QuoteRecord,
  kind: MailKind,
  options: CreateMailOptions,
):
  | { readonly mail: Mail; readonly document: QuoteDocument; readonly skipped?: undefined }
  | { readonly skipped: NoMailReason } {
  assertArguments(record, kind)
  const settings = parseMailOptions(kind, options)
  const document = documentOf(toBuyersQuote(record.quote), kind, documentOptions(settings))
  const { storeId, quoteId, quote } = record
  if (!describeKind(kind).fits(quote)) return { skipped: 'outdated' }
  const address = settings.to ?? quote.customer.email ?? ''
  if (address.trim() === '') return { skipped: 'no_address' }
  const to = toMailAddress(address)
  if (to === undefined) return { skipped: 'invalid_address' }

  const { recipient } = settings
  const { from, replyTo } = getSenders(settings, document)
  const content = createContent(quote, document, kind, settings)
  const mail = {
    kind,
    recipient,
    to,
    ...(from !== undefined && { from }),
    ...(replyTo !== undefined && { replyTo }),
    subject: content.subject,
    text: renderText(content).toWellFormed(),
    html: renderHtml(content).toWellFormed(),
    lang: content.lang,
    reference: encodeReference({
      storeId,
      quoteId,
      ...(quote.revision !== undefined && { revision: quote.revision }),
    }),
  }
  return { mail, document }
}

/** Mails to customers come from the person to ask, who gets the answers. */
function getSenders(
  { recipient, from, replyTo }: MailSettings,
  { contact }: QuoteDocument,
): Pick<MailSettings, 'from' | 'replyTo'> {
  if (recipient !== 'customer' || contact === undefined) return { from, replyTo }
  return {
    from: from === undefined ? undefined : withPerson(from, contact.name),
    replyTo: replyTo ?? (contact.email && toMailAddress(contact.email)),
  }
}

/** @throws QuoteError `invalid_options` or `invalid_request` */
function assertArguments(record: QuoteRecord, kind: MailKind): void {
  if (!mailKinds.includes(kind)) {
    const message = `must be one of ${mailKinds.join(', ')}, received ${describeValue(kind)}`
    throw new QuoteError('invalid_options', { errors: { kind: message } })
  }
  const { storeId, quoteId, quote } = Object(record) as Partial<QuoteRecord>
  if (quote !== undefined && typeof storeId === 'string' && typeof quoteId === 'string') return
  const message = `must be the record of a quote, as the engine returns it, received ${describeValue(record)}`
  throw new QuoteError('invalid_request', { errors: { '': message } })
}

/** Returns the whole, or the part that was ordered last. */
function documentOf(quote: Quote, kind: MailKind, options: DocumentOptions): QuoteDocument {
  const { order_parts: parts = [] } = quote
  return isOfPart(quote, kind)
    ? createPartDocument(quote, parts.length, options)
    : createDocument(quote, options)
}

/** Returns true for a mail about the part that was ordered last, which nothing may follow. */
function isOfPart({ order_parts: parts }: Quote, kind: MailKind): boolean {
  return parts !== undefined && (kind === 'part_ordered' || kind === 'ordered')
}

function documentOptions({ locale, timeZone, document }: MailSettings) {
  return {
    ...document,
    ...(locale !== undefined && { locale }),
    ...(timeZone !== undefined && { timeZone }),
  }
}

function createContent(
  quote: Quote,
  document: QuoteDocument,
  kind: MailKind,
  settings: MailSettings,
): MailContent {
  const { recipient, link, message, strings: own, maxLines = defaultMaxLines } = settings
  const strings = getStrings(document.lang, own)
  const byKind = strings[recipient] as Partial<Record<MailKind, MailText>>
  const said = isOfPart(quote, kind) ? 'part_ordered' : kind
  const { subject, text } = byKind[said] as MailText
  const { hasLines } = describeKind(kind)
  const isForCustomer = recipient === 'customer'
  const shown = parseDocumentOptions(documentOptions(settings))
  const sum =
    kind === 'paid'
      ? getPaid(quote, strings, shown)
      : hasLines && isForCustomer
        ? getSum(document, kind, shown)
        : undefined
  return {
    lang: document.lang,
    dir: document.dir,
    color: document.color,
    subject: createSubject(subject, quote, document, shown),
    greeting: isForCustomer ? getGreeting(quote, strings) : undefined,
    text: oneLine(plainText(fill(text, { quote: document.title }))),
    quotation: getQuotation(quote, kind, { recipient, message, strings }),
    files: getFiles(message, kind, strings),
    link:
      link === undefined ? undefined : { label: linkLabel(kind, recipient, strings), url: link },
    title: oneLine(document.title),
    about: hasLines ? document.subject : undefined,
    notice: hasLines ? document.notice : undefined,
    sum,
    facts: hasLines ? otherFacts(document, settings, shown, sum) : [],
    offer: hasLines ? createOfferContent(document, maxLines, strings) : undefined,
    wishes: kind === 'revision_requested' ? getWishes(quote, document, settings) : undefined,
    seller: isForCustomer ? document.seller?.lines[0] : undefined,
    signature: isForCustomer ? getSignature(document) : [],
    footer: isForCustomer ? document.footer : undefined,
  }
}

/** Returns what the customer pays, and until when. */
function getSum(document: QuoteDocument, kind: MailKind, { strings }: DocumentSettings) {
  const total = payableRow(document.totals)
  if (total === undefined) return undefined
  const isOpen = kind === 'offer' || kind === 'reminder'
  return {
    amount: { label: total.label, value: total.amount },
    until: isOpen ? document.facts.find(({ label }) => label === strings.validUntil) : undefined,
  }
}

/** Returns what is paid of a quote in all, and what is open. */
function getPaid(
  quote: Quote,
  { paid: label, stillOpen }: MailStrings,
  { formats }: DocumentSettings,
): MailContent['sum'] {
  const { paid, open } = getPayable(quote)
  const money = (amount: string) => formats.money(amount, quote.currency)
  return {
    amount: { label, value: money(paid) },
    until: Number(open) > 0 ? { label: stillOpen, value: money(open) } : undefined,
  }
}

/** Returns the facts that the mail says nowhere else. */
function otherFacts(
  { facts, acceptance }: QuoteDocument,
  { recipient }: MailSettings,
  { strings }: DocumentSettings,
  sum: MailContent['sum'],
) {
  const said = recipient === 'customer' ? [strings.contact] : []
  return facts.filter(
    (fact) =>
      fact.label !== strings.number &&
      fact !== sum?.until &&
      !said.includes(fact.label) &&
      !acceptance?.facts.some(({ label, value }) => label === fact.label && value === fact.value),
  )
}

/** Returns the person to ask before the lines of the seller, whose name is one of the first. */
function getSignature({ contact, seller }: QuoteDocument): readonly string[] {
  const { lines = [] } = seller ?? {}
  if (contact === undefined) return lines
  const [name, ...address] = lines
  const { phone, email } = contact
  const first = [contact.name, name].flatMap((each) => each ?? []).join(', ')
  return [plainText(first), ...[phone, email].flatMap((each) => each ?? []), ...address]
}

const maxNameLength = 80

function getGreeting({ customer }: Quote, strings: MailStrings): string {
  const name = oneLine(plainText(customer.name ?? ''))
  const isShown = name !== '' && name.length <= maxNameLength && !isLinkLike(name)
  return isShown ? fill(strings.greeting, { name }) : strings.greetingWithoutName
}

interface Written {
  readonly recipient: MailRecipient
  readonly message: MailSettings['message']
  readonly strings: MailStrings
}

/** Returns a message, or what a customer has given as a reason. Sellers' reasons are internal. */
function getQuotation(
  { reason, request }: Quote,
  kind: MailKind,
  { recipient, message, strings }: Written,
): MailContent['quotation'] {
  if (kind === 'message' && message !== undefined) return { lines: plainLines(message.text) }
  if (kind === 'requested')
    return request?.message === undefined ? undefined : { lines: plainLines(request.message) }
  const isShown = recipient === 'seller' && reason !== undefined
  return isShown ? { label: strings.reason, lines: plainLines(reason) } : undefined
}

function getFiles(
  message: Pick<Message, 'attachments'> | undefined,
  kind: MailKind,
  { files: label }: MailStrings,
): MailContent['files'] {
  if (kind !== 'message') return undefined
  const linked = (message?.attachments ?? []).filter(({ url }) => isWebUrl(url))
  const files = linked.map((attachment) => {
    const url = new URL(attachment.url).href
    return { name: oneLine(plainText(attachment.name)) || url, url }
  })
  return files.length === 0 ? undefined : { label, files }
}

/** Attachments can have other characters than ASCII in their URLs, which are percent-encoded. */
function isWebUrl(url: string): boolean {
  try {
    return isMailLink(new URL(url).href)
  } catch {
    return false
  }
}

function linkLabel(kind: MailKind, recipient: MailRecipient, strings: MailStrings): string {
  if (recipient === 'seller') return strings.openForSeller
  return kind === 'offer' || kind === 'reminder' ? strings.open : strings.view
}

function createOfferContent(
  document: QuoteDocument,
  maxLines: number,
  strings: MailStrings,
): OfferContent {
  const { lines, labels, introduction = [], conditions = [] } = document
  return {
    introduction,
    columns: document.columns,
    lines: lines.slice(0, maxLines),
    furtherItems: getFurtherItems(lines.length - maxLines, document, strings),
    sku: labels.sku,
    totals: document.totals,
    taxNotice: document.taxNotice,
    terms: [...conditions, { heading: labels.terms, paragraphs: document.terms }].filter(
      ({ paragraphs }) => paragraphs.length > 0,
    ),
    // With the seals: only a copy shows that the stored acceptance was sealed again.
    acceptance: document.certificate ?? document.acceptance,
  }
}

function getFurtherItems(
  count: number,
  { lang }: QuoteDocument,
  { furtherItems }: MailStrings,
): string | undefined {
  if (count <= 0) return undefined
  return fill(furtherItems, { count: new Intl.NumberFormat(lang).format(count) })
}

/** Returns the wishes of the counter-offer that a mail is about, beside what is offered. */
function getWishes(
  quote: Quote,
  document: QuoteDocument,
  settings: MailSettings,
): MailContent['wishes'] {
  const { maxLines = defaultMaxLines, strings: own } = settings
  const proposal = quote.proposals?.findLast(({ revision }) => revision === quote.revision)
  if (proposal === undefined) return undefined
  const strings = getStrings(document.lang, own)
  const { formats } = parseDocumentOptions(documentOptions(settings))
  const { lines = [], add = [] } = proposal
  const wishes = [
    ...lines.map(({ key, name, offered, qty = offered.qty, price = offered.price, ...wish }) => ({
      name: name ?? document.lines.find((line) => line.key === key)?.name ?? key,
      offered: formatTerms(formats, offered, quote),
      wished: wish.remove
        ? strings.wishRemove
        : formatTerms(formats, { ...offered, qty, price }, quote),
      note: wish.note,
    })),
    ...add.map(({ id, name = `#${id}`, qty, note }) => ({
      name: `+ ${name}`,
      offered: '',
      wished: formats.number(qty),
      note,
    })),
  ]
  return {
    labels: strings,
    wishes: wishes.slice(0, maxLines).map(({ name, note = '', ...wish }) => ({
      ...wish,
      name: oneLine(plainText(name)),
      note: plainLines(note),
    })),
    furtherItems: getFurtherItems(wishes.length - maxLines, document, strings),
  }
}
