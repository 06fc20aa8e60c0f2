import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/quotes/get-quote.js'
import type { Html } from '../../pages/layout.js'
import type { DeskCall } from '../desk-call.js'
import { statusPill } from '../parts/status.js'
import { actionLabels } from './actions/action.js'
import { actionForm, actionUrl, type FailedForm } from './actions/action-form.js'
import { type ActionName, nextAction, possibleActions } from './actions/possible-actions.js'
import { doneNotice } from './done-messages.js'
import { offerFacts } from './offer-facts.js'

/**
 * Shows what can be done with a quote in its status, with a form for each, and what was sent to the
 * customer. The action that failed is open, with what was typed.
 */
export function lifecyclePanel(call: DeskCall, view: QuoteView, failed?: FailedForm): Html {
  const { role } = call.user
  const possible = possibleActions(view, role)
  const next = nextAction(possible)
  const others = possible.filter((name) => name !== next)
  const failedAt = (name: ActionName) => (failed?.name === name ? failed : undefined)
  return html`<section class="card stack lifecycle" aria-labelledby="lifecycle-title">
    <h2 id="lifecycle-title">Status ${statusPill(view.quote.status)}</h2>
    ${doneNotice(call)}
    ${offerFacts(call, view)}
    ${
      next !== undefined &&
      html`<div class="lifecycle-next">${actionForm(call, {
        name: next,
        record: view,
        isPrimary: true,
        failed: failedAt(next),
      })}</div>`
    }
    ${
      others.length > 0 &&
      html`<ul class="lifecycle-more">
      ${others.map(
        (name) => html`<li>${moreAction(call, view, { name, failed: failedAt(name) })}</li>
          ${name === 'copy' && html`<li>${templateLink(call, view)}</li>`}`,
      )}
    </ul>`
    }
  </section>`
}

interface MoreAction {
  readonly name: ActionName
  readonly failed: FailedForm | undefined
}

/** Shows an action that is not the next step: closed, until somebody needs it. */
function moreAction(call: DeskCall, view: QuoteView, { name, failed }: MoreAction): Html {
  const label = actionLabels[name]
  // These show on a page of their own what they would do.
  if (name === 'reprice' || name === 'delete')
    return html`<a class="row" href="${actionUrl(call, view.quoteId, name)}">${label}</a>`
  return html`<details${failed !== undefined && html` open`}>
    <summary>${label}</summary>
    ${actionForm(call, { name, record: view, failed })}
  </details>`
}

function templateLink({ url }: DeskCall, { quoteId }: QuoteView): Html {
  const address = url(`/templates/new?from=${encodeURIComponent(quoteId)}`)
  return html`<a class="row" href="${address}">Save as template</a>`
}
