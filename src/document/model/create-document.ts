import { QuoteError } from '../../errors.js'
import { getOrderParts } from '../../quote/lifecycle/order-parts.js'
import { assertQuote } from '../../quote/model/assert-quote.js'
import type { Quote } from '../../quote/model/quote.js'
import { getAcceptedQuote } from '../../quote/selection/select-quote.js'
import { describeValue } from '../../validation/describe-value.js'
import {
  type DocumentOptions,
  type DocumentSettings,
  parseDocumentOptions,
} from './document-options.js'
import {
  customerParty,
  documentConditions,
  documentLines,
  documentTerms,
  documentTotals,
  getAcceptance,
  getAddressWindow,
  getCertificate,
  getNotice,
  getQrCode,
  getSignatureLines,
  hasPendingTaxes,
  partFacts,
  plainText,
  quoteFacts,
  sellerParty,
  shipToParty,
  subjectOf,
  toParagraphs,
} from './parts.js'
import type { DocumentIdentity, DocumentLine, QuoteDocument } from './quote-document.js'
import { withRunningTotals } from './running-totals.js'
import { transformDocument } from './transform-document.js'

/**
 * Returns a quote as the customer reads it. Pure: the same quote and options always give the same
 * document, on every machine with the same version of Node.
 *
 * Options are checked once per object, so create the object once for many documents.
 *
 * @throws QuoteError `invalid_options` with every option that is invalid or unknown, or if
 * `transform` has returned something else than a document with the same amounts; `invalid_request`
 * if `quote` is no quote
 *
 * @example
 * const options = { locale: 'de', timeZone: 'Europe/Berlin', seller: ['Stuhl & Tisch GmbH'] }
 * const document = createDocument(record.quote, options)
 * await writeFile('angebot.html', renderHtml(document))
 */
export function createDocument(offer: Quote, options?: DocumentOptions): QuoteDocument {
  assertQuote(offer)
  // Once it is accepted, there is nothing to choose any more.
  const quote = getAcceptedQuote(offer)
  const settings = parseDocumentOptions(options)
  const heading = settings.strings.quote
  const isWithoutTaxes = quote.taxes?.stale || hasPendingTaxes(quote, settings)
  return withTransform(offer, settings, {
    ...getContent(quote, settings),
    title: quote.number === undefined ? heading : `${heading} ${plainText(quote.number)}`,
    heading,
    ...present('notice', getNotice(quote, settings)),
    facts: quoteFacts(quote, settings),
    ...present('taxNotice', isWithoutTaxes ? settings.strings.taxesNotCalculated : undefined),
    ...present('qrCode', getQrCode(offer, settings)),
    ...present('signatureLines', getSignatureLines(offer, settings)),
    // A plain quote has neither the signature nor the seals.
    ...present('acceptance', getAcceptance(offer, settings)),
    ...present('certificate', getCertificate(offer, settings)),
    identity: getIdentity(offer),
  })
}

/**
 * Returns a part of a quote that was ordered by itself, as the customer reads it: its order, its
 * lines and what they cost. Pure, as {@link createDocument}.
 *
 * @param number 1 for the first part.
 * @throws QuoteError as `createDocument` does; `invalid_request` at `number` if there is no such
 * part
 *
 * @example
 * const document = createPartDocument(quote, 2, options)
 */
export function createPartDocument(
  quote: Quote,
  number: number,
  options?: DocumentOptions,
): QuoteDocument {
  assertQuote(quote)
  const parts = quote.order_parts?.length ?? 0
  const part = parts === 0 ? undefined : getOrderParts(quote).ordered[number - 1]
  if (part === undefined) {
    const expected = parts === 0 ? 'absent, as no part is ordered' : `from 1 to ${parts}`
    const message = `must be ${expected}, received ${describeValue(number)}`
    throw new QuoteError('invalid_request', { errors: { number: message } })
  }
  const settings = parseDocumentOptions(options)
  const heading = settings.strings.orderConfirmation
  const order = plainText(part.order?.id ?? '')
  const time = quote.order_parts?.[number - 1]?.time ?? part.created
  return withTransform(part, settings, {
    ...getContent(part, settings),
    title: `${heading} ${order}`,
    heading,
    facts: partFacts(part, { number, time }, settings),
    identity: { ...getIdentity(part), date: time },
  })
}

/** Returns what the document of a whole and that of a part have in common. */
function getContent(quote: Quote, settings: DocumentSettings) {
  const { locale, direction, contact, logo, footer, color, paper } = settings
  const lines = withRunningTotals(documentLines(quote, settings), quote, settings)
  return {
    lang: locale,
    dir: direction,
    ...present('seller', sellerParty(settings)),
    ...present('contact', contact),
    customer: customerParty(quote.customer, settings),
    ...present('shipTo', shipToParty(quote, settings)),
    ...present('subject', subjectOf(quote)),
    ...present('introduction', toParagraphs(quote.introduction)),
    columns: getColumns(lines, settings),
    lines,
    totals: documentTotals(quote, settings),
    ...present('conditions', documentConditions(quote, settings)),
    terms: documentTerms(quote, settings),
    ...present('footer', footer === undefined ? undefined : plainText(footer)),
    ...present('logo', logo),
    paper,
    ...present('addressWindow', getAddressWindow(settings)),
    color,
    labels: getLabels(settings),
  }
}

function withTransform(
  quote: Quote,
  { transform }: DocumentSettings,
  document: QuoteDocument,
): QuoteDocument {
  return transform === undefined ? document : transformDocument(document, quote, transform)
}

function getColumns(
  lines: readonly DocumentLine[],
  { strings: { position, item, quantity, listPrice, unitPrice, lineTotal } }: DocumentSettings,
): QuoteDocument['columns'] {
  const hasListPrices = lines.some((line) => line.listPrice !== undefined)
  const hasUnitPrices = lines.some((line) => line.unitPrice !== undefined)
  return {
    position,
    item,
    quantity,
    ...(hasListPrices && { listPrice }),
    ...(hasUnitPrices && { unitPrice }),
    total: lineTotal,
  }
}

function getLabels({ strings }: DocumentSettings): QuoteDocument['labels'] {
  const { sku, terms, page, carriedForward, broughtForward } = strings
  return { sku, terms, page, carriedForward, broughtForward }
}

function getIdentity({ number, revision, seal, sent, created }: Quote): DocumentIdentity {
  return {
    ...present('number', number),
    ...present('revision', revision),
    ...present('seal', seal),
    date: sent ?? created,
  }
}

/** Returns an object with the field, or an empty one if the value is undefined. */
function present<Name extends string, Value>(name: Name, value: Value | undefined) {
  type Field = { readonly [Key in Name]?: Value }
  return (value === undefined ? {} : { [name]: value }) as Field
}
