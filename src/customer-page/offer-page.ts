import { createHash, randomUUID } from 'node:crypto'
import { html } from 'hono/html'
import { renderFragment } from '../document/html/render-fragment.js'
import { renderHtml } from '../document/html/render-html.js'
import { createDocument } from '../document/model/create-document.js'
import { type DocumentOptions, parseDocumentOptions } from '../document/model/document-options.js'
import { type Formats, lastTime } from '../document/model/formats.js'
import { payableRow, type QuoteDocument } from '../document/model/quote-document.js'
import type { FieldErrors } from '../errors.js'
import type { Attachment, Message } from '../features/messages/messages.js'
import { completeDocumentOptions, settingsOfStore } from '../pages/document-options.js'
import { documentStylesPath } from '../pages/document-stylesheet.js'
import { attachmentHeader } from '../pages/file-name.js'
import { errorSummary, type LabelOf } from '../pages/forms/error-summary.js'
import { field, getId } from '../pages/forms/field.js'
import type { Form } from '../pages/forms/form.js'
import { callHost, createUblText, documentOptionsFrom } from '../pages/host-function.js'
import type { Html } from '../pages/layout.js'
import { pdfBytes } from '../pages/pdf-bytes.js'
import { timeElement } from '../pages/time.js'
import type { Acceptance } from '../quote/model/lifecycle-fields.js'
import type { QuoteRecord } from '../quote/model/quote.js'
import { isLocale } from '../validation/locale.js'
import { acceptFormId, type ChosenOffer, choiceForm, loadChosen } from './choice-form.js'
import { type CustomerAction, notFoundProblem, type Offer, type OfferState } from './offer.js'
import type { CustomerPageOptions } from './options.js'
import type { PageCall, PageRuntime } from './page-call.js'
import { pageResponse } from './page-response.js'
import { signatureFields, takesSignature } from './signature.js'
import { fill, getStrings, type LocalizedStrings } from './strings/get-strings.js'
import type { PageStrings } from './strings/page-strings.js'
import { wishFields, wishLabel, wishList } from './wishes.js'

/** How an offer is shown. */
export interface ShowOptions {
  readonly attempt?: Attempt
  /** What was done before. */
  readonly done?: keyof PageStrings | undefined
  readonly status?: number
}

/** Responds with the page of an offer. */
export async function showOffer(
  call: PageCall,
  offer: Offer,
  { attempt = {}, done, status = 200 }: ShowOptions = {},
): Promise<Response> {
  const chosen = await loadChosen(call, offer, attempt.form)
  const view = withChosen(await loadView(call, offer), chosen)
  const { strings, lang, dir, document } = view
  const { number } = offer.shown.quote
  const name = number === undefined ? strings.offer : fill(strings.offerNumber, 'number', number)
  const style = documentStylesPath(document.color)
  const main = offerMain(call, view, { attempt, done })
  return pageResponse(
    {
      title: `${name} – ${view.seller}`,
      lang,
      dir,
      styles: [call.assets['customer-page.css'] as string, call.url(style)],
      scripts: scriptsOf(call, view),
      header: main.header,
      main: main.main,
    },
    status,
  )
}

/** Only what can be signed or chosen needs the script for it. */
function scriptsOf(call: PageCall, { offer, chosen }: PageView): readonly string[] {
  const isSigned = takesSignature(call) && offer.actions.includes('accept')
  const names = ['print.js', isSigned && 'sign.js', chosen && 'choose.js']
  return names.flatMap((name) => (name ? [call.assets[name] as string] : []))
}

/** What an offer is shown with. */
interface PageView extends LocalizedStrings {
  readonly offer: Offer
  readonly document: QuoteDocument
  readonly documentOptions: DocumentOptions
  readonly formats: Formats
  readonly chosen?: ChosenOffer | undefined
  /** The document with what is chosen only, if the customer can choose. */
  readonly paper: QuoteDocument
  /** The name of the seller. */
  readonly seller: string
}

/** An offer that is checked and then shown has one view, so that both are of the same terms. */
const views = new WeakMap<Offer, Promise<PageView>>()

/**
 * Returns what an offer is shown with. Calls the functions of the host once for each offer that is
 * loaded.
 *
 * @throws What these functions throw, and QuoteError `timeout`
 */
export function loadView({ options }: PageRuntime, offer: Offer): Promise<PageView> {
  const known = views.get(offer) ?? createView(options, offer)
  views.set(offer, known)
  return known
}

async function createView(options: CustomerPageOptions, offer: Offer): Promise<PageView> {
  const { shown } = offer
  const locale = await localeName(options, shown)
  const own = await documentOptions(options, shown, locale)
  const localized = getStrings(locale, options.strings)
  const document = createDocument(shown.quote, own)
  return {
    ...localized,
    offer,
    document,
    paper: document,
    documentOptions: own,
    formats: parseDocumentOptions(own).formats,
    seller: own.seller?.find((line) => line.trim() !== '') ?? localized.strings.seller,
  }
}

/** Returns the view of what the customer has chosen of an offer. */
function withChosen(view: PageView, chosen: ChosenOffer | undefined): PageView {
  if (chosen === undefined) return view
  const paper = createDocument(chosen.record.quote, view.documentOptions)
  return { ...view, paper, chosen }
}

/**
 * Returns the hash of the terms that are shown, and of the consent if it is stored. The seal is of
 * the quote only, without them.
 */
export function termsHash(call: PageRuntime, { document, strings }: PageView): string {
  const shown = takesSignature(call) ? [document.terms, strings.consent] : document.terms
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
}

/** A function of the host can return what comes from a customer, so it is checked. */
async function localeName(options: CustomerPageOptions, record: QuoteRecord): Promise<string> {
  const { locale } = options
  if (typeof locale === 'string') return locale
  const name: unknown = locale && (await callHost(options, 'locale', () => locale(record)))
  if (typeof name === 'string' && isLocale(name)) return name
  return settingsOfStore(options.engine, record.storeId).locale ?? 'en'
}

async function documentOptions(
  options: CustomerPageOptions,
  record: QuoteRecord,
  locale: string,
): Promise<DocumentOptions> {
  const { engine, document, timeZone } = options
  const own =
    typeof document === 'function'
      ? documentOptionsFrom(await callHost(options, 'document', () => document(record)))
      : document
  return completeDocumentOptions(engine, record.storeId, own, { locale, timeZone })
}

/** What was tried or done before an offer is shown. */
export interface Outcome {
  readonly attempt: Attempt
  readonly done?: keyof PageStrings | undefined
}

/** Shows the header and the content of the page. */
function offerMain(
  call: PageCall,
  view: PageView,
  outcome: Outcome,
): { readonly header: Html; readonly main: Html } {
  const { strings, paper, offer, seller } = view
  const canDecide = offer.actions.some((action) => action !== 'message')
  const canAccept = offer.actions.includes('accept')
  const header = html`<a class="skip" href="#main">${strings.skip}</a>
<header class="masthead no-print"><div>
  <span class="seller"><bdi>${seller}</bdi></span>
  ${downloads(call, view)}
</div></header>`
  const main = html`<div data-live="notices">${notices(view, outcome)}</div>
<div class="offer">
${stateBanner(view)}
${wishList(view)}
<section class="paper" aria-label="${strings.document}" data-live="paper">
${renderFragment(paper)}
</section>
${
  view.chosen &&
  choiceForm(call, offer, view.chosen, {
    strings,
    settings: parseDocumentOptions(view.documentOptions),
  })
}
${
  canAccept &&
  html`<p class="to-acceptance no-print"><a class="button primary" href="#decision"
    >${strings.toAcceptance}</a></p>`
}
${canDecide && decisionBox(call, view, outcome.attempt)}
${messagesSection(call, view, outcome.attempt)}
</div>`
  return { header, main }
}

function downloads({ options, url, token }: PageCall, { offer, strings }: PageView) {
  return html`<nav aria-label="${strings.download}"><ul>
    ${
      options.renderPdf !== undefined &&
      html`<li><a href="${url(`/${token}/offer.pdf`)}">${strings.downloadPdf}</a></li>`
    }
    <li><a href="${url(`/${token}/offer.html`)}" download>${strings.downloadHtml}</a></li>
    ${
      hasUbl(options, offer) &&
      html`<li><a href="${url(`/${token}/offer.xml`)}" download>${strings.downloadUbl}</a></li>`
    }
    <li><button type="button" class="quiet" id="print" hidden>${strings.print}</button></li>
  </ul></nav>`
}

/** Says what was done, or why it was not. */
function notices(view: PageView, { attempt, done }: Outcome) {
  const { strings, chosen } = view
  const { errors, notice = chosen?.notice } = attempt
  return html`${
    done !== undefined && html`<p class="notice good no-print" role="status">${strings[done]}</p>`
  }${
    notice !== undefined &&
    html`<p class="notice warn no-print" role="alert">${strings[notice]}</p>`
  }${
    errors !== undefined &&
    html`<div class="no-print">${errorSummary(strings.checkFields, errors, getLabels(view))}</div>`
  }`
}

/** The labels of all fields by their names. */
function getLabels(view: PageView): LabelOf {
  const { strings } = view
  const labels = new Map([
    ['name', strings.yourName],
    ['reference', strings.yourReference],
    ['signature', strings.signature],
    ['consent', strings.consent],
    ['change', strings.changeText],
    ['reason', strings.declineReason],
    ['text', strings.yourMessage],
  ])
  return (path) => labels.get(path) ?? wishLabel(view, path)
}

/** Shows the messages to and from the customer, and the form for a new one. */
function messagesSection(call: PageCall, view: PageView, attempt: Attempt): Html {
  const { strings, offer } = view
  const { messages, actions } = offer
  const canWrite = actions.includes('message')
  if (!canWrite && messages.length === 0) return html``
  const form = html`${textArea('text', strings.yourMessage, attempt, 3, true)}
    <div class="actions"><button type="submit">${strings.messageButton}</button></div>`
  return html`<section class="card messages no-print" id="messages" aria-labelledby="messages-title">
  <h2 id="messages-title">${strings.messages}</h2>
  ${
    messages.length > 0
      ? html`<ol>${messages.map((message) => messageItem(view, message))}</ol>`
      : html`<p class="muted">${strings.noMessages}</p>`
  }
  ${canWrite && actionForm(call, view, 'message', form)}
</section>`
}

/** The names of the seller's users are internal, so a message is from the seller. */
function messageItem({ strings, seller, formats }: PageView, message: Message) {
  const { role, time, text, attachments = [] } = message
  const isOwn = role === 'buyer'
  return html`<li${isOwn && html` class="own"`}>
    <p class="by"><strong><bdi>${isOwn ? strings.you : seller}</bdi></strong>
      ${timeElement(time, formats.dateTime(time))}</p>
    <p class="text" dir="auto">${text}</p>
    ${attachments.length > 0 && html`<ul>${attachments.map(attachmentItem)}</ul>`}
  </li>`
}

function attachmentItem({ name, url }: Attachment) {
  // The engine has checked it as well.
  if (!/^https?:\/\//i.test(url)) return undefined
  return html`<li><a href="${url}" rel="noopener noreferrer nofollow"><bdi>${name}</bdi></a></li>`
}

/** Shows the forms with which an offer is accepted, changed or declined. */
function decisionBox(call: PageCall, view: PageView, attempt: Attempt): Html {
  const { strings, offer } = view
  const { actions } = offer
  const label = actions.includes('accept') ? strings.accept : strings.decline
  return html`<aside class="decision no-print" id="decision" aria-label="${label}">
${actions.includes('accept') && acceptForm(call, view, attempt)}
${
  actions.includes('change') &&
  disclosure(
    strings.change,
    attempt.action === 'change',
    html`<p class="hint">${strings.changeHint}</p>
    ${actionForm(
      call,
      view,
      'change',
      html`${textArea('change', strings.changeText, attempt, 4, false)}
      ${wishFields(view, attempt.action === 'change' ? attempt : {})}
      <button type="submit">${strings.changeButton}</button>`,
    )}`,
  )
}
${
  actions.includes('decline') &&
  disclosure(
    strings.decline,
    attempt.action === 'decline',
    actionForm(
      call,
      view,
      'decline',
      html`${textArea('reason', strings.declineReason, attempt, 3, false)}
      <button type="submit" class="danger">${strings.declineButton}</button>`,
    ),
  )
}
</aside>`
}

/** Shows a form with what identifies the offer on which it was shown. */
function actionForm(call: PageCall, view: PageView, action: CustomerAction, content: Html): Html {
  const { url, token, tokens, holder } = call
  const { revision, seal } = view.offer.shown.quote
  const hidden = [
    ['token', tokens.create(holder, Date.now())],
    ['action', action],
    ['revision', revision],
    ['seal', seal],
    ['terms', termsHash(call, view)],
    // A message that is sent twice has the same key.
    ['key', randomUUID()],
  ] as const
  const id = action === 'accept' && html` id="${acceptFormId}"`
  return html`<form method="post" action="${url(`/${token}`)}" class="stack"${id}>
    ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    ${content}
  </form>`
}

/** Shows a text area with what was typed before. */
function textArea(
  name: string,
  label: string,
  { form, errors }: Attempt,
  rows: number,
  isRequired: boolean,
): Html {
  return field({ name, label, value: form?.get(name), errors, rows, isRequired })
}

function acceptForm(call: PageCall, view: PageView, attempt: Attempt) {
  const { strings } = view
  const { form, errors } = attempt
  const content = html`
    ${field({
      name: 'name',
      label: strings.yourName,
      value: form?.get('name'),
      errors,
      isRequired: true,
      autocomplete: 'name',
    })}
    ${field({
      name: 'reference',
      label: strings.yourReference,
      hint: strings.referenceHint,
      value: form?.get('reference'),
      errors,
    })}
    ${takesSignature(call) && signatureFields(call, strings, attempt)}
    ${consent(strings.consent, attempt)}
    <button type="submit" class="primary">${strings.acceptButton}</button>`
  return html`<div class="accept">
    <h2>${strings.accept}</h2>
    ${acceptedAmount(view)}
    ${actionForm(call, view, 'accept', content)}
  </div>`
}

/** Shows what the customer pays, and which parts of the total are charged again. */
function acceptedAmount({ strings, chosen, paper: { totals } }: PageView) {
  const total = payableRow(totals)
  const label = total?.type === 'payable' ? total.label : strings.total
  const periods = totals.filter(({ type }) => type === 'once' || type === 'recurring')
  // They are parts of the total, and can sum to another amount than what is paid.
  const whole = totals.filter((row) => row.type === 'total' && row !== total)
  const parts = periods.length === 0 ? [] : [...whole, ...periods]
  const sent = chosen?.record.quote.total
  return html`<div data-live="accepted"><p class="total"><span>${label}</span>
      <strong><bdi>${total?.amount}</bdi></strong></p>
    ${parts.map(
      ({ label, amount }) =>
        html`<p class="total part"><span>${label}</span> <bdi>${amount}</bdi></p>`,
    )}${
      sent !== undefined &&
      html`<input type="hidden" name="total" value="${sent}" form="${acceptFormId}">`
    }</div>`
}

/** The consent is never checked in advance, so that it is given for what is shown. */
function consent(label: string, { errors }: Attempt) {
  const id = getId('consent')
  const error = errors?.consent
  const described = error !== undefined && html` aria-invalid="true" aria-describedby="${id}-error"`
  return html`<div class="field">
    <label class="check" for="${id}"><input type="checkbox" id="${id}" name="consent" value="yes"
      required${described}> ${label}</label>
    ${error !== undefined && html`<p class="error" id="${id}-error">${error}</p>`}
  </div>`
}

function disclosure(summary: string, isOpen: boolean, content: Html): Html {
  return html`<details${isOpen && html` open`}><summary>${summary}</summary>
    <div class="stack">${content}</div></details>`
}

const tones: Readonly<Record<OfferState, string>> = {
  open: 'info',
  expired: 'warn',
  accepted: 'good',
  ordered: 'good',
  declined: 'plain',
  canceled: 'plain',
  revisionRequested: 'info',
  draft: 'warn',
  newer: 'warn',
  processing: 'info',
}

/** Says in plain words what the state of the offer is. */
function stateBanner(view: PageView): Html {
  const { strings, offer, formats } = view
  const { state, shown } = offer
  const { expires, acceptance } = shown.quote
  const isAccepted = state === 'accepted' || state === 'ordered'
  const print = state === 'open' ? ' no-print' : ''
  return html`<section class="state ${tones[state]}${print}" aria-labelledby="state">
  <h1 id="state">${strings[state]}</h1>
  <p>${toText(state, strings, expires, formats)}</p>
  ${state === 'revisionRequested' && request(strings, offer.request)}
  ${isAccepted && acceptance !== undefined && acceptanceFacts(strings, formats, acceptance)}
</section>`
}

const closedStates: readonly OfferState[] = [
  'expired',
  'declined',
  'canceled',
  'revisionRequested',
  'draft',
  'newer',
]

/** Returns what a file says first, because it has no banner; undefined if the offer is valid. */
function fileNotice({ strings, offer, formats }: PageView): string | undefined {
  const { state, shown } = offer
  if (!closedStates.includes(state)) return undefined
  return `${strings[state]}\n${toText(state, strings, shown.quote.expires, formats)}`
}

function toText(
  state: OfferState,
  strings: PageStrings,
  expires: number | undefined,
  formats: Formats,
): string {
  if (state === 'open' && expires === undefined) return strings.openAlways
  const text = state === 'open' ? strings.openUntil : strings[`${state}Text`]
  return expires === undefined ? text : fill(text, 'date', lastTime(expires, formats))
}

function request(strings: PageStrings, reason: string | undefined) {
  if (reason === undefined) return undefined
  return html`<h2 class="label">${strings.yourRequest}</h2>
  <blockquote dir="auto">${reason}</blockquote>`
}

function acceptanceFacts(
  strings: PageStrings,
  formats: Formats,
  { name, time, reference, seal }: Acceptance,
) {
  const facts = [
    [strings.acceptedBy, name],
    [strings.acceptedOn, formats.dateTime(time)],
    [strings.reference, reference],
  ] as const
  return html`<dl class="facts">
    ${facts.map(
      ([label, value]) =>
        value !== undefined && html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`,
    )}
    <div class="seal"><dt>${strings.seal}</dt>
      <dd><code dir="ltr">${seal}</code> <span class="hint">${strings.sealHint}</span></dd></div>
  </dl>`
}

/** A program could take a canceled offer for one that stands, so there is no such file of it. */
function hasUbl({ createUbl }: CustomerPageOptions, { state }: Offer): boolean {
  return createUbl !== undefined && state !== 'canceled'
}

/** A file that customers can save. */
export type OfferFile = 'pdf' | 'html' | 'xml'

const types: Readonly<Record<OfferFile, string>> = {
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
}

/**
 * Responds with an offer as a file. Browsers save it, and never show it at this address.
 *
 * @throws HttpProblem `not_found` if the offer has no such file
 */
export async function fileResponse(call: PageCall, offer: Offer, file: OfferFile) {
  if (file === 'xml' && !hasUbl(call.options, offer)) throw notFoundProblem()
  const view = await loadView(call, offer)
  const notice = fileNotice(view)
  const document = notice === undefined ? view.document : { ...view.document, notice }
  const headers = {
    'content-type': types[file],
    'content-disposition': attachmentHeader(document.title, file),
  }
  const { method } = call.c.req
  const body = method === 'HEAD' ? null : await getContent(call, { ...view, document }, file)
  return new Response(body, { headers })
}

async function getContent(
  { options }: PageCall,
  { document, documentOptions, offer }: PageView,
  file: OfferFile,
): Promise<string | Uint8Array<ArrayBuffer>> {
  if (file === 'html') return renderHtml(document)
  if (file === 'xml') return createUblText(options, offer.shown, documentOptions)
  return pdfBytes(await options.renderPdf?.(document))
}

/** A form that was not executed. */
export interface Attempt {
  readonly action?: CustomerAction
  /** What was typed. */
  readonly form?: Form
  readonly errors?: FieldErrors
  /** Why nothing was done, if it is not for an error of a field. */
  readonly notice?: 'changed' | 'choiceChanged' | 'notPossible' | 'notPermitted' | 'tooOld'
}
