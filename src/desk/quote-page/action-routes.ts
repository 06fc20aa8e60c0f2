import { html } from 'hono/html'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { parseForm } from '../../pages/forms/form.js'
import { reportError } from '../../pages/report-error.js'
import type { Quote } from '../../quote/quote.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { type Rejected, type Rejection, reject, submit } from '../forms/submit.js'
import type { Action } from '../lifecycle/actions/action.js'
import { actionForm, fieldName } from '../lifecycle/actions/action-form.js'
import { type ActionName, actionNames, actions } from '../lifecycle/actions/actions.js'
import { explainError } from '../lifecycle/actions/explain-error.js'
import { runAction, type SentAction } from '../lifecycle/actions/run-action.js'
import { lineName } from '../parts/line-name.js'
import { quoteHeader, quoteTitle } from '../parts/quote-header.js'
import { actionConflict } from './action-conflict.js'
import { showStoredQuote } from './quote-page.js'

/** The forms of what can be done with a quote, and the pages that ask first. */
export const actionRoutes: readonly DeskRoute[] = actionNames.map((name) => {
  const { ask } = actions[name]
  return {
    path: `/quotes/:quoteId/${name}`,
    ...(ask !== undefined && { get: (call) => askFirst(call, name, ask) }),
    post(call, form) {
      const sent = { name, quoteId: call.param('quoteId'), form }
      const store = () => runAction(call, sent)
      return submit(call, { store, done: (response) => response, ...rejection(call, sent) })
    },
  }
})

/** Shows what an action would do, and its form. */
async function askFirst(
  call: DeskCall,
  name: ActionName,
  ask: NonNullable<Action['ask']>,
): Promise<Response> {
  const quoteId = call.param('quoteId')
  try {
    const record = await call.engine.getQuote(call.user, quoteId)
    const back = call.url(`/quotes/${encodeURIComponent(quoteId)}`)
    const { title, heading, content } = await ask(call, record, (input) =>
      actionForm(call, { name, record, back, ...input }),
    )
    const main = html`${quoteHeader(call, record, heading)}
    ${content}`
    return await call.page({ title, section: 'quotes', main })
  } catch (error) {
    return reject(call, rejection(call, { name, quoteId, form: parseForm('') }), error)
  }
}

/** Shows what happened, and what can be done with the quote as it is now. */
function rejection(call: DeskCall, sent: SentAction): Rejection {
  return {
    on: {
      version_mismatch: ({ details }) => actionConflict(call, sent, details.expectedVersion),
    },
    explain: (error) => explainError(error, actions[sent.name], call),
    show: (rejected) => showRejected(call, sent, rejected),
  }
}

async function showRejected(
  call: DeskCall,
  { name, quoteId, form }: SentAction,
  { message, errors: ofRequest, status }: Rejected,
): Promise<Response> {
  const view = await call.engine.getQuote(call.user, quoteId)
  const { fields } = actions[name].form({ quote: view.quote }, call)
  const byName = new Map(fields.map((each) => [fieldName(name, each.name), each]))
  const errors = Object.fromEntries(
    Object.entries(ofRequest).map(([path, error]) => {
      const fullName = fieldName(name, path)
      const field = byName.get(fullName)
      if (field === undefined) return [nameOfLine(path, view.quote) ?? path, error]
      return [fullName, field.explain?.(error, form.get(fullName), call) ?? error]
    }),
  )
  const notice = errorSummary(message, errors, (path) => {
    const field = byName.get(path)
    return field?.isHidden ? undefined : field?.label
  })
  try {
    return await showStoredQuote(call, view, { failed: { name, form, errors }, notice, status })
  } catch (error) {
    // What failed can keep the rest of the page from being loaded, but not from being explained.
    reportError(call.options.onError, error, call.c.req.raw)
    const title = `${actions[name].label}: ${quoteTitle(view)}`
    const main = html`${quoteHeader(call, view)}<div class="narrow-page stack">${notice}</div>`
    return call.page({ title, section: 'quotes', main }, status)
  }
}

/** Returns the name of the line that an error of the catalog is about. */
function nameOfLine(path: string, { products }: Quote): string | undefined {
  const index = Number(/^products\[(\d+)\]/.exec(path)?.[1] ?? Number.NaN)
  const line = products[index]
  return line && `Line ${index + 1}, ${lineName(line)}`
}
