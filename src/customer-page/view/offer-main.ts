import { html } from 'hono/html'
import { renderFragment } from '../../document/html/render-fragment.js'
import { errorSummary, type LabelOf } from '../../pages/forms/error-summary.js'
import type { Html } from '../../pages/layout.js'
import { timeElement } from '../../pages/time.js'
import type { Attachment, Message } from '../../store/message.js'
import type { PageCall } from '../page-call.js'
import type { PageStrings } from '../strings/page-strings.js'
import type { Attempt } from './attempt.js'
import { actionForm, decisionBox, textArea } from './decision-box.js'
import type { PageView } from './page-view.js'
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
    html`<div class="no-print">${errorSummary(strings.checkFields, errors, labelsOf(strings))}</div>`
  }`
}

/** The labels of all fields by their names. */
function labelsOf(strings: PageStrings): LabelOf {
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
