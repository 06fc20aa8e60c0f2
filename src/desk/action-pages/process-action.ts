import { html } from 'hono/html'
import { getFormats } from '../../document/model/formats.js'
import type { QuoteView } from '../../engine/operations/quotes/get-quote.js'
import { type FieldErrors, isQuoteError } from '../../errors.js'
import { toProblem } from '../../http/problem-details.js'
import { reportError } from '../../http/report-error.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { isDate } from '../../quote/lifecycle/expiry.js'
import type { Quote } from '../../quote/quote.js'
import type { DeskCall, ProcessForm } from '../desk-call.js'
import { showStoredQuote } from '../edit/page/quote-page.js'
import { actionLabels, getAction } from '../lifecycle/actions/action.js'
import { type FailedForm, fieldName } from '../lifecycle/actions/action-form.js'
import { explainError } from '../lifecycle/actions/explain-error.js'
import type { ActionName } from '../lifecycle/actions/possible-actions.js'
import { runAction, type SentAction } from '../lifecycle/actions/run-action.js'
import { lineName } from '../parts/line-name.js'
import { quoteHeader, quoteTitle } from '../parts/quote-header.js'
import { conflictPage } from './conflict-page.js'

/** Returns the function that processes the form of an action. */
export function processAction(name: ActionName): ProcessForm {
  return async (call, form) => {
    const sent = { name, quoteId: call.param('quoteId'), form }
    try {
      return await runAction(call, sent)
    } catch (error) {
      return respondToError(call, sent, error)
    }
  }
}

/** Shows what happened, and what can be done with the quote as it is now. */
export async function respondToError(
  call: DeskCall,
  sent: SentAction,
  error: unknown,
): Promise<Response> {
  const { engine, user, options } = call
  const { name, quoteId, form } = sent
  if (isQuoteError(error) && error.code === 'version_mismatch')
    return conflictPage(call, sent, error.details.expectedVersion)
  const message = explainError(error, name, call)
  if (message === undefined) throw error
  const view = await engine.getQuote(user, quoteId)
  const status = getStatus(error, name)
  if (status >= 500) reportError(options.onError, error, call.c.req.raw)
  const errors = errorsOfFields(call, error, sent, view.quote)
  return actionPage(call, { view, failed: { name, form, message, errors } }, status)
}

/** A shop without taxes is no failure of the server. */
function getStatus(error: unknown, name: ActionName): number {
  const { status, body } = toProblem(error)
  return name === 'price-taxes' && body.code === 'invalid_options' ? 409 : status
}

/** Returns the errors by the names of the fields of the form, or by what they are about. */
function errorsOfFields(
  call: DeskCall,
  error: unknown,
  { name, form }: SentAction,
  quote: Quote,
): FieldErrors {
  const fields = new Set(getAction(call, name, { quote }).fields.map((each) => each.name))
  const errors = Object.entries(toProblem(error).body.errors)
  return Object.fromEntries(
    errors.map(([path, message]) => {
      if (!fields.has(path)) return [nameOfLine(path, quote) ?? path, message]
      const fullName = fieldName(name, path)
      const sent = form.get(fullName)
      if (name === 'order' && path === 'order_id' && sent === '')
        return [fullName, 'is required, because this shop places no orders by itself']
      // The engine names times, of which people typed a day.
      if (path === 'expires' && isDate(sent))
        return [fullName, `must be today or a later day, received ${dayText(call, sent)}`]
      return [fullName, message]
    }),
  )
}

/** Shows a day of the calendar, which is the same in every time zone. */
function dayText({ formats }: DeskCall, date: string): string {
  return getFormats(formats.locale, 'UTC').date(Date.parse(`${date}T12:00:00Z`))
}

/** Returns the name of the line that an error of the catalog is about. */
function nameOfLine(path: string, { products }: Quote): string | undefined {
  const index = Number(/^products\[(\d+)\]/.exec(path)?.[1] ?? Number.NaN)
  const line = products[index]
  return line && `Line ${index + 1}, ${lineName(line)}`
}

/** Shows the quote with what happened to an action that failed, and what can be done now. */
async function actionPage(
  call: DeskCall,
  { view, failed }: { readonly view: QuoteView; readonly failed: FailedForm },
  status: number,
): Promise<Response> {
  const { name, message, errors } = failed
  const { fields } = getAction(call, name, { quote: view.quote })
  const getLabel = (path: string) =>
    fields.find((each) => !each.isHidden && fieldName(name, each.name) === path)?.label
  const notice = errorSummary(message, errors, getLabel)
  try {
    return await showStoredQuote(call, view, { failed, notice, status })
  } catch (error) {
    // What failed can keep the rest of the page from being loaded, but not from being explained.
    reportError(call.options.onError, error, call.c.req.raw)
    const title = `${actionLabels[name]}: ${quoteTitle(view)}`
    const main = html`${quoteHeader(call, view)}<div class="narrow-page stack">${notice}</div>`
    return call.page({ title, section: 'quotes', main }, status)
  }
}
