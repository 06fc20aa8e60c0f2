import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/quotes/get-quote.js'
import type { Form } from '../../pages/forms/form.js'
import type { Html } from '../../pages/layout.js'
import type { HistoryEntry } from '../../record/history/entry.js'
import type { DeskCall } from '../desk-call.js'
import { operationWords } from '../history/operation-words.js'
import { formToken } from '../parts/form-token.js'
import { ifPermitted } from '../parts/if-permitted.js'
import { quoteHeader, quoteTitle } from '../parts/quote-header.js'
import { timeOf } from '../parts/time.js'
import { loadNames, type NameOf } from '../parts/user-names.js'
import { actionLabels, actionOf } from './actions/action.js'
import { actionUrl, fieldName, versionFields } from './actions/action-form.js'
import { type ActionName, possibleActions } from './actions/possible-actions.js'
import type { SentAction } from './actions/run-action.js'

const maxEntries = 20

/** Shows what others changed since the form was loaded, and asks whether it still applies. */
export async function conflictPage(
  call: DeskCall,
  { name, quoteId, form }: SentAction,
  expectedVersion: number,
): Promise<Response> {
  const { engine, user } = call
  const range = { after: expectedVersion, limit: maxEntries }
  const [view, { items, next }, nameOf] = await Promise.all([
    engine.getQuote(user, quoteId),
    // Those who may not read the history do without it.
    ifPermitted(engine.listHistory(user, quoteId, range), { items: [] }),
    loadNames(call),
  ])
  const heading = 'The quote has changed meanwhile'
  const label = actionLabels[name]
  const isPossible = possibleActions(view, user.role).includes(name)
  const main = html`${quoteHeader(call, view, heading)}
    <div class="card stack narrow-page">
      <p>Nothing was done: “${label}” was sent from version ${expectedVersion}, and the quote is at
      version ${view.version} now.</p>
      ${items.length > 0 && html`<ol class="conflict-changes">${items.map((entry) => change(call, entry, nameOf))}</ol>`}
      ${next !== undefined && html`<p class="muted">and later changes</p>`}
      ${items.length > 0 && differencesLink(call, view, expectedVersion)}
      ${
        isPossible
          ? repeatForm(call, { name, form, view })
          : html`<p>“${label}” is no longer possible.</p>`
      }
    </div>`
  return call.page({ title: `${heading}: ${quoteTitle(view)}`, section: 'quotes', main }, 409)
}

function change({ formats }: DeskCall, entry: HistoryEntry, nameOf: NameOf): Html {
  const { operation, actor, timestamp } = entry
  return html`<li><strong>${operationWords(operation)}</strong> by ${nameOf({ actor })},
    ${timeOf(formats, timestamp)}</li>`
}

function differencesLink({ url }: DeskCall, { quoteId, version }: QuoteView, from: number): Html {
  const path = `/quotes/${encodeURIComponent(quoteId)}/differences?from=${from}&to=${version}`
  return html`<p><a href="${url(path)}">See what has changed</a></p>`
}

interface RepeatedForm {
  readonly name: ActionName
  readonly form: Form
  readonly view: QuoteView
}

/** Repeats the action on the current version, with everything that was typed. */
function repeatForm(call: DeskCall, { name, form, view }: RepeatedForm): Html {
  const { button, fields } = actionOf(name, view.quote)
  const sent = fields.flatMap((each) => {
    const fullName = fieldName(name, each.name)
    const value = form.get(fullName)
    return value === '' ? [] : [{ ...each, fullName, value }]
  })
  const visible = sent.filter(({ isHidden }) => !isHidden)
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
