import { html } from 'hono/html'
import { renderFragment } from '../../document/html/render-fragment.js'
import { errorSummary, type LabelOf } from '../../pages/forms/error-summary.js'
import type { Html } from '../../pages/layout.js'
import type { PageCall } from '../page-call.js'
import type { PageStrings } from '../strings/page-strings.js'
import type { Attempt } from './attempt.js'
import { decisionBox } from './decision-box.js'
import { messagesSection } from './messages-section.js'
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
