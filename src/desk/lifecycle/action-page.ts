import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/quotes/get-quote.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import type { DeskCall } from '../desk-call.js'
import { quoteHeader, quoteTitle } from '../parts/quote-header.js'
import { actionLabels, actionOf } from './actions/action.js'
import { type FailedForm, fieldName } from './actions/action-form.js'
import { lifecyclePanel } from './lifecycle-panel.js'

/** Shows an action that failed: what happened, and what can be done now. */
export function actionPage(
  call: DeskCall,
  { view, failed }: { readonly view: QuoteView; readonly failed: FailedForm },
  status: number,
): Promise<Response> {
  const { name, message, errors } = failed
  const { fields } = actionOf(name, view.quote)
  const labelOf = (path: string) =>
    fields.find((each) => !each.isHidden && fieldName(name, each.name) === path)?.label
  const title = `${actionLabels[name]}: ${quoteTitle(view)}`
  const main = html`${quoteHeader(call, view)}
    <div class="narrow-page stack">
      ${errorSummary(message, errors, labelOf)}
      ${lifecyclePanel(call, view, failed)}
    </div>`
  return call.page({ title, section: 'quotes', main }, status)
}
