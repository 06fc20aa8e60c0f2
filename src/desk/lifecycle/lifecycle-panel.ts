import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/quotes/get-quote.js'
import type { Html } from '../../pages/layout.js'
import type { DeskCall } from '../desk-call.js'
import { statusAction, statusPill } from '../parts/status.js'
import { loadNames } from '../parts/user-names.js'
import { actionLabels } from './actions/action.js'
import { actionForm, actionUrl, type FailedForm, fieldName } from './actions/action-form.js'
import { nextAction, type PossibleAction, possibleActions } from './actions/possible-actions.js'
import { loadLastOffer } from './last-offer.js'
import { offerFacts } from './offer-facts.js'
import { nextTime, type SuggestedExpiry, suggestedExpiry } from './suggested-expiry.js'

/**
 * Shows what can be done with a quote in its status, with a form for each, and what was sent to the
 * customer. The action that failed is open, with what was typed.
 */
export async function lifecyclePanel(
  call: DeskCall,
  view: QuoteView,
  failed?: FailedForm,
): Promise<Html> {
  const possible = possibleActions(call, view)
  const next = nextAction(possible)
  const others = possible.filter((each) => each !== next)
  const [lastOffer, nameOf] = await Promise.all([loadLastOffer(call, view), loadNames(call)])
  const expiry = suggestedExpiry(call, lastOffer, nextTime(view))
  const shown = (action: PossibleAction) => ({ action, expiry, failed: failedAt(action, failed) })
  return html`<section class="card stack lifecycle" aria-labelledby="lifecycle-title">
    <h2 id="lifecycle-title">Status ${statusPill(call, view.quote.status)}</h2>
    ${doneNotice(call)}
    ${offerFacts(call, view, { lastOffer, nameOf })}
    ${
      next !== undefined &&
      html`<div class="lifecycle-next">${actionForm(call, {
        ...next,
        record: view,
        expiry,
        isPrimary: true,
        failed: failedAt(next, failed),
      })}</div>`
    }
    ${
      others.length > 0 &&
      html`<ul class="lifecycle-more">
      ${others.map(
        (action) => html`<li>${moreAction(call, view, shown(action))}</li>
          ${action.name === 'copy' && html`<li>${templateLink(call, view)}</li>`}`,
      )}
    </ul>`
    }
  </section>`
}

/** The form that was sent, if it was that of this action. */
function failedAt(
  { name, to = '' }: PossibleAction,
  failed: FailedForm | undefined,
): FailedForm | undefined {
  const isSent = failed?.name === name && failed.form.get(fieldName(name, 'to')) === to
  return isSent ? failed : undefined
}

interface MoreAction {
  readonly action: PossibleAction
  readonly expiry: SuggestedExpiry
  readonly failed: FailedForm | undefined
}

/** Shows an action that is not the next step: closed, until somebody needs it. */
function moreAction(call: DeskCall, view: QuoteView, { action, expiry, failed }: MoreAction): Html {
  const { name, to } = action
  const label = to === undefined ? actionLabels[name] : statusAction(call, to)
  // These show on a page of their own what they would do.
  if (name === 'reprice' || name === 'delete')
    return html`<a class="row" href="${actionUrl(call, view.quoteId, name)}">${label}</a>`
  return html`<details${failed !== undefined && html` open`}>
    <summary>${label}</summary>
    ${actionForm(call, { ...action, record: view, expiry, failed })}
  </details>`
}

function templateLink({ url }: DeskCall, { quoteId }: QuoteView): Html {
  const address = url(`/templates/new?from=${encodeURIComponent(quoteId)}`)
  return html`<a class="row" href="${address}">Save as template</a>`
}

const messages: ReadonlyMap<string, string> = new Map([
  [
    'sent',
    'The offer is ready for the customer. Nothing was mailed: send them the link or the document.',
  ],
  ['status-changed', 'The status is changed.'],
  ['accepted', 'The quote is accepted.'],
  ['ordered', 'The quote is ordered.'],
  ['order-released', 'There is no order. The quote is accepted as before.'],
  ['revised', 'The quote is a draft again. Change it, and send it.'],
  ['revision-requested', 'The change is requested.'],
  ['declined', 'The quote is declined.'],
  ['canceled', 'The quote is canceled.'],
  ['taxes-priced', 'The taxes are calculated.'],
  ['repriced', 'The lines have their current prices.'],
  ['prices-kept', 'No price has changed.'],
  ['delivery-recorded', 'The delivery is recorded.'],
  ['copied', 'This is the copy.'],
  ['message-sent', 'The message is added.'],
])

/** Shows what was done by the form that led to a quote: its word is in the address. */
function doneNotice(call: DeskCall): Html | false {
  const message = messages.get(call.query('done'))
  return message !== undefined && html`<p class="notice good" role="status">${message}</p>`
}
