import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/quotes/get-quote.js'
import type { Form } from '../../pages/forms/form.js'
import type { Html } from '../../pages/layout.js'
import type { DeskCall } from '../desk-call.js'
import { formToken } from '../forms/form-fields.js'
import { actionUrl, fieldName, versionFields } from '../lifecycle/actions/action-form.js'
import {
  type ActionName,
  actionLabel,
  actions,
  possibleActions,
} from '../lifecycle/actions/actions.js'
import type { SentAction } from '../lifecycle/actions/run-action.js'
import { changesSince } from '../parts/changes-since.js'
import { quoteHeader, quoteTitle } from '../parts/quote-header.js'

/** Shows what others changed since the form was loaded, and asks whether it still applies. */
export async function actionConflict(
  call: DeskCall,
  { name, quoteId, form }: SentAction,
  expectedVersion: number,
): Promise<Response> {
  const { engine, user } = call
  const view = await engine.getQuote(user, quoteId)
  const heading = 'The quote has changed meanwhile'
  const to = form.get(fieldName(name, 'to')) || undefined
  const label = actionLabel(call, to === undefined ? { name } : { name, to })
  const isPossible = possibleActions(call, view).some(
    (each) => each.name === name && (each.to === undefined || each.to === to),
  )
  const main = html`${quoteHeader(call, view, heading)}
    <div class="card stack narrow-page">
      <p>Nothing was done: others have changed the quote since you opened the page with
      “${label}”.</p>
      ${await changesSince(call, expectedVersion, view)}
      ${
        isPossible
          ? repeatForm(call, { name, form, view })
          : html`<p>“${label}” is no longer possible.</p>`
      }
    </div>`
  return call.page({ title: `${heading}: ${quoteTitle(view)}`, section: 'quotes', main }, 409)
}

interface RepeatedForm {
  readonly name: ActionName
  readonly form: Form
  readonly view: QuoteView
}

/** Repeats the action on the current version, with everything that was typed. */
function repeatForm(call: DeskCall, { name, form, view }: RepeatedForm): Html {
  const { button, fields } = actions[name].form(
    { quote: view.quote, to: form.get(fieldName(name, 'to')) },
    call,
  )
  const sent = fields.flatMap((each) => {
    const fullName = fieldName(name, each.name)
    const value = form.get(fullName)
    return value === '' ? [] : [{ ...each, fullName, value }]
  })
  const visible = sent.filter(({ isHidden, isConfirmation }) => !isHidden && !isConfirmation)
  return html`<form method="post" action="${actionUrl(call, view.quoteId, name)}" class="stack">
    ${formToken(call)}${versionFields(view.version)}
    ${sent.map(({ fullName, value }) => html`<input type="hidden" name="${fullName}" value="${value}">`)}
    ${
      visible.length > 0 &&
      html`<dl class="pairs">${visible.map(
        ({ label, value }) => html`<div><dt>${label}</dt><dd class="as-typed">${value}</dd></div>`,
      )}</dl>`
    }
    <div class="actions">
      <button class="primary">${button} now</button>
      <a class="button" href="${call.url(`/quotes/${encodeURIComponent(view.quoteId)}`)}">Back to the quote</a>
    </div>
  </form>`
}
