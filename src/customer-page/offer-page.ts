import { html } from 'hono/html'
import { renderFragment } from '../document/html/render-fragment.js'
import { parseDocumentOptions } from '../document/model/document-options.js'
import type { Formats } from '../document/model/formats.js'
import { payableRow } from '../document/model/quote-document.js'
import type { Attachment, Message } from '../features/messages/messages.js'
import { documentStylesPath } from '../pages/document-stylesheet.js'
import { errorSummary, type LabelOf } from '../pages/forms/error-summary.js'
import { loadSlot } from '../pages/host-html.js'
import { type Html, logo } from '../pages/layout.js'
import { permittedPicture } from '../pages/pictures.js'
import { timeElement } from '../pages/time.js'
import type { Acceptance } from '../quote/model/lifecycle-fields.js'
import { linesByKey } from '../quote/model/line-keys.js'
import { choiceFields, loadChosen } from './choice-form.js'
import { contactPerson, contactSeller } from './contact-card.js'
import { acceptForm, actionForm, disclosure, otherDecisions, textArea } from './decision.js'
import type { Offer, OfferState } from './offer.js'
import { changesCard, loadChanges } from './offer-changes.js'
import { hasUbl, withNotice } from './offer-files.js'
import { offerItems, type PictureOf } from './offer-items.js'
import { type Attempt, loadView, type PageView, toText, withChosen } from './offer-view.js'
import type { PageCall } from './page-call.js'
import { type CustomerPage, pageResponse } from './page-response.js'
import { paymentCard } from './payment.js'
import { takesSignature } from './signature.js'
import { fill } from './strings/get-strings.js'
import type { PageStrings } from './strings/page-strings.js'
import { hasContactStep, isThanked, nextSteps, thanks } from './thank-you.js'
import { wishLabel, wishList } from './wishes.js'

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
  const loaded = await loadView(call, offer)
  const view = withChosen({ ...loaded, changes: await loadChanges(call, loaded) }, chosen)
  const { lang, dir, document, theme } = view
  const style = documentStylesPath(document.color)
  const main = await offerMain(call, view, { attempt, done })
  return pageResponse(
    {
      title: `${offerName(view)} – ${view.seller}`,
      ...{ lang, dir, theme, options: call.options, url: call.url, request: call.c.req.raw },
      storeId: offer.shown.storeId,
      record: offer.shown,
      styles: [call.assets['customer-page.css'] as string, call.url(style)],
      scripts: scriptsOf(call, view),
      skip: view.strings.skip,
      ...main,
    },
    status,
  )
}

/** Returns the pictures of the lines that the host permits. */
function pictures({ options }: PageCall, { offer }: PageView): PictureOf {
  if (!options.pictureOrigins?.length) return () => undefined
  const lines = linesByKey(offer.shown.quote)
  return (key) => permittedPicture(lines.get(key)?.image, options)
}

function offerName({ strings, offer }: PageView): string {
  const { number } = offer.shown.quote
  return number === undefined ? strings.offer : fill(strings.offerNumber, 'number', number)
}

/** Only what can be signed or chosen needs the script for it. */
function scriptsOf(call: PageCall, { offer, chosen }: PageView): readonly string[] {
  const isSigned = takesSignature(call) && offer.actions.includes('accept')
  const names = ['print.js', isSigned && 'sign.js', chosen && 'choose.js']
  return names.flatMap((name) => (name ? [call.assets[name] as string] : []))
}

/** What was tried or done before an offer is shown. */
export interface Outcome {
  readonly attempt: Attempt
  readonly done?: keyof PageStrings | undefined
}

/** Shows the header and the content of the page. */
async function offerMain(
  call: PageCall,
  view: PageView,
  outcome: Outcome,
): Promise<Required<Pick<CustomerPage, 'header' | 'tools' | 'main'>>> {
  const { paper, offer, seller, theme, changes } = view
  const { attempt } = outcome
  const canAccept = offer.actions.includes('accept')
  const files = downloads(call, view)
  const header = html`<header class="masthead no-print"><div>
  <span class="seller">${logo(theme)}<bdi>${seller}</bdi></span>
  ${files}
</div></header>`
  const isAccepted = isThanked(view)
  const { slots = {} } = call.options
  const { raw: request } = call.c.req
  const slotCall = { request, record: offer.shown, lang: view.lang, dir: view.dir }
  const [above, below] = await Promise.all(
    [slots.aboveOffer, slots.belowOffer].map((slot) =>
      loadSlot(call.options, request, slot?.bind(slots), slotCall),
    ),
  )
  const main = html`<div class="screen">
${isAccepted ? thanks(view, offerName(view)) : hero(view)}
<div data-live="notices">${notices(view, outcome)}</div>
${above && html`<div class="own">${above}</div>`}
<div class="offer">
<div class="left">
${isAccepted && (await nextSteps(call, view))}
${paymentCard(call, view)}
${stateCard(view)}
${!(isAccepted && hasContactStep(call, view)) && sellerCard(view)}
${wishList(view)}
${changes && changesCard(view, changes)}
${items(call, view)}
${details(call, view, attempt)}
${messagesSection(call, view, attempt)}
</div>
${canAccept && acceptForm(call, view, attempt)}
</div>
${below && html`<div class="own">${below}</div>`}
${canAccept && acceptanceBar(view)}
</div>
<div class="paper" data-live="paper">
${renderFragment(withNotice(view, paper))}
</div>`
  return { header, tools: files, main }
}

/** Shows the lines, which are folded once they are accepted. */
function items(call: PageCall, view: PageView): Html {
  const { strings, paper: document, offer, chosen, changes } = view
  const settings = parseDocumentOptions(view.documentOptions)
  const choices = chosen && choiceFields(call, offer, chosen, { strings, settings })
  const shown = { document, strings, pictureOf: pictures(call, view), choices, changes }
  if (!isThanked(view)) return offerItems(shown)
  return html`<section class="card folds" aria-label="${strings.whatAccepted}">
${disclosure(strings.whatAccepted, false, offerItems(shown))}
</section>`
}

/** Shows the files of an offer behind its number. */
function downloads({ options, url, token }: PageCall, { offer, strings, document }: PageView) {
  const { number = strings.download } = offer.shown.quote
  return html`<details class="files"><summary aria-label="${strings.download}, ${document.title}"
    ><bdi>${number}</bdi></summary><ul>
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
  </ul></details>`
}

/** Says first for whom the offer is, what for, how much it costs and until when it stands. */
function hero(view: PageView): Html {
  const { strings, offer, formats } = view
  const { customer, title, expires } = offer.shown.quote
  const names = [customer.company, customer.name, customer.email]
  const buyer = names.find((each) => each !== undefined && each.trim() !== '') ?? ''
  const [before, after] = strings.offerFor.split('{name}')
  return html`<section class="hero">
<p class="for">${buyer === '' ? strings.open : html`${before}<bdi>${buyer}</bdi>${after}`}</p>
<h1><bdi>${title ?? offerName(view)}</bdi></h1>
<p class="sum" data-live="sum"><bdi>${payableRow(view.paper.totals)?.amount}</bdi></p>
${
  offer.state === 'open' &&
  html`<p class="until${isSoon(expires) && ' soon'}">${toText('open', strings, offer.shown.quote, formats)}${
    expires !== undefined && html` <span>${timeLeft(expires, view.lang)}</span>`
  }</p>`
}
</section>`
}

const dayMs = 86_400_000
const hourMs = 3_600_000

/** Returns true if an offer ends within three days. */
function isSoon(expires: number | undefined): boolean {
  return expires !== undefined && expires - Date.now() < 3 * dayMs
}

/** Says how much time is left: `in 30 days`. */
function timeLeft(expires: number, lang: string): string {
  const left = expires - Date.now()
  const format = new Intl.RelativeTimeFormat(lang)
  if (left >= 2 * dayMs) return format.format(Math.floor(left / dayMs), 'day')
  return format.format(Math.max(0, Math.floor(left / hourMs)), 'hour')
}

/** Says what the seller writes, and whom to ask. */
function sellerCard({ document, seller, strings }: PageView) {
  const { contact, introduction = [] } = document
  const [, ...lines] = document.seller?.lines ?? []
  const person = contact ? contactPerson(contact, strings) : contactSeller(seller, lines)
  if (person === undefined && introduction.length === 0) return undefined
  return html`<section class="card said">
${person ?? contactSeller(seller, lines)}
${introduction.map((paragraph) => html`<p class="say"><bdi>${paragraph}</bdi></p>`)}
</section>`
}

/** Leads to the acceptance on a phone, until it is reached. */
function acceptanceBar({ strings, paper }: PageView): Html {
  return html`<div class="to-acceptance"><p data-live="bar"><span>${strings.total}</span>
<strong><bdi>${payableRow(paper.totals)?.amount}</bdi></strong></p>
<a class="button primary" href="#decision">${strings.acceptButton}</a></div>`
}

/** Shows what is read once, or rarely: facts, addresses, terms, and the other decisions. */
function details(call: PageCall, view: PageView, attempt: Attempt): Html {
  const { strings, document } = view
  const { facts, seller, customer, shipTo, conditions = [], terms, labels, footer } = document
  const parties = [customer, shipTo, seller].filter((each) => each !== undefined)
  const folds = [...conditions, { heading: labels.terms, paragraphs: terms }]
  return html`<section class="card folds" aria-label="${strings.details}">
${disclosure(
  strings.details,
  false,
  html`<dl class="facts">${facts.map(
    ({ label, value }) => html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`,
  )}</dl>
<div class="parties">${parties.map(
    ({ heading, lines }) =>
      html`<p><strong>${heading}</strong>${lines.map((line) => html`<br><bdi>${line}</bdi>`)}</p>`,
  )}</div>
${footer && html`<p class="hint"><bdi>${footer}</bdi></p>`}`,
)}
${folds
  .filter(({ paragraphs }) => paragraphs.length > 0)
  .map(({ heading, paragraphs }) =>
    disclosure(
      heading,
      false,
      html`${paragraphs.map((text) => html`<p class="text"><bdi>${text}</bdi></p>`)}`,
    ),
  )}
${otherDecisions(call, view, attempt)}
</section>`
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
  const content = html`${
    messages.length > 0
      ? html`<ol>${messages.map((message) => messageItem(view, message))}</ol>`
      : html`<p class="hint">${strings.noMessages}</p>`
  }
  ${canWrite && actionForm(call, view, 'message', form)}`
  const isOpen = messages.length > 0 || attempt.action === 'message'
  return html`<section class="card folds messages" id="messages" aria-label="${strings.messages}">
  ${disclosure(strings.messages, isOpen, content)}
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

/** Says in plain words what the state of the offer is, unless it can be accepted. */
function stateCard({ strings, offer, formats }: PageView) {
  const { state, shown } = offer
  const { acceptance } = shown.quote
  if (state === 'open') return undefined
  const isAccepted = state === 'accepted' || state === 'ordered'
  return html`<section class="card state ${tones[state]}" aria-labelledby="state">
  <h2 id="state">${strings[state]}</h2>
  <p>${toText(state, strings, shown.quote, formats)}</p>
  ${state === 'revisionRequested' && request(strings, offer.request)}
  ${isAccepted && acceptance !== undefined && acceptanceFacts(strings, formats, acceptance)}
</section>`
}

function request(strings: PageStrings, reason: string | undefined) {
  if (reason === undefined) return undefined
  return html`<h3 class="label">${strings.yourRequest}</h3>
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
