import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/quotes/get-quote.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { reportError } from '../../pages/report-error.js'
import type { DeskCall } from '../desk-call.js'
import { showStoredQuote } from '../edit/page/quote-page.js'
import { quoteHeader, quoteTitle } from '../parts/quote-header.js'
import { actionLabels, actionOf } from './actions/action.js'
import { type FailedForm, fieldName } from './actions/action-form.js'

/** Shows the quote with what happened to an action that failed, and what can be done now. */
export async function actionPage(
  call: DeskCall,
  { view, failed }: { readonly view: QuoteView; readonly failed: FailedForm },
  status: number,
): Promise<Response> {
  const { name, message, errors } = failed
  const { fields } = actionOf(call, name, { quote: view.quote })
  const labelOf = (path: string) =>
    fields.find((each) => !each.isHidden && fieldName(name, each.name) === path)?.label
  const notice = errorSummary(message, errors, labelOf)
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
