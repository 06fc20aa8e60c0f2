import { randomUUID } from 'node:crypto'
import { html } from 'hono/html'
import { renderFragment } from '../../document/html/render-fragment.js'
import { errorSummary, type LabelOf } from '../../pages/forms/error-summary.js'
import { field, getId } from '../../pages/forms/field.js'
import type { Html } from '../../pages/layout.js'
import { timeElement } from '../../pages/time.js'
import type { Attachment, Message } from '../../store/messages.js'
import type { CustomerAction } from '../offer/load-offer.js'
import type { PageCall } from '../page-call.js'
import type { PageStrings } from '../strings/page-strings.js'
import type { Attempt } from './attempt.js'
import { type PageView, termsHash } from './page-view.js'
import { stateBanner } from './state-banner.js'

/** What was tried or done before an offer is shown. */
export interface Outcome {
  readonly attempt: Attempt
  readonly done?: keyof PageStrings | undefined
}

/** Shows the header and the content of the page. */
export function offerMain(
  call: PageCall,
  view: PageView,
  outcome: Outcome,
): { readonly header: Html; readonly main: Html } {
  const { strings, document, offer, seller } = view
  const canDecide = offer.actions.some((action) => action !== 'message')
  const canAccept = offer.actions.includes('accept')
  const header = html`<a class="skip" href="#main">${strings.skip}</a>
<header class="masthead no-print"><div>
  <span class="seller"><bdi>${seller}</bdi></span>
  ${downloads(call, strings)}
</div></header>`
  const main = html`${notices(view, outcome)}
<div class="offer">
${stateBanner(view)}
<section class="paper" aria-label="${strings.document}">
${renderFragment(document)}
</section>
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

function downloads({ options, url, token }: PageCall, strings: PageStrings) {
  return html`<nav aria-label="${strings.download}"><ul>
    ${
      options.renderPdf !== undefined &&
      html`<li><a href="${url(`/${token}/offer.pdf`)}">${strings.downloadPdf}</a></li>`
    }
    <li><a href="${url(`/${token}/offer.html`)}" download>${strings.downloadHtml}</a></li>
    <li><button type="button" class="quiet" id="print" hidden>${strings.print}</button></li>
  </ul></nav>`
}

/** Says what was done, or why it was not. */
function notices({ strings }: PageView, { attempt, done }: Outcome) {
  const { errors, notice } = attempt
  return html`${
    done !== undefined && html`<p class="notice good no-print" role="status">${strings[done]}</p>`
  }${
    notice !== undefined &&
    html`<p class="notice warn no-print" role="alert">${strings[notice]}</p>`
  }${
    errors !== undefined &&
    html`<div class="no-print">${errorSummary(strings.checkFields, errors, getLabels(strings))}</div>`
  }`
}

/** The labels of all fields by their names. */
function getLabels(strings: PageStrings): LabelOf {
  const labels = new Map([
    ['name', strings.yourName],
    ['reference', strings.yourReference],
    ['consent', strings.consent],
    ['change', strings.changeText],
    ['reason', strings.declineReason],
    ['text', strings.yourMessage],
  ])
  return (path) => labels.get(path)
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
      html`${textArea('change', strings.changeText, attempt, 4, true)}
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
function actionForm(
  { url, token, tokens, holder }: PageCall,
  view: PageView,
  action: CustomerAction,
  content: Html,
): Html {
  const { revision, seal } = view.offer.shown.quote
  const hidden = [
    ['token', tokens.create(holder, Date.now())],
    ['action', action],
    ['revision', revision],
    ['seal', seal],
    ['terms', termsHash(view)],
    // A message that is sent twice has the same key.
    ['key', randomUUID()],
  ] as const
  return html`<form method="post" action="${url(`/${token}`)}" class="stack">
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
  const { strings, document } = view
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
    ${consent(strings.consent, attempt)}
    <button type="submit" class="primary">${strings.acceptButton}</button>`
  return html`<div class="accept">
    <h2>${strings.accept}</h2>
    <p class="total"><span>${strings.total}</span>
      <strong><bdi>${document.totals.at(-1)?.amount}</bdi></strong></p>
    ${actionForm(call, view, 'accept', content)}
  </div>`
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
