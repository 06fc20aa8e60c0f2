import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/quotes/get-quote.js'
import type { Html } from '../../pages/layout.js'
import type { DeskCall } from '../desk-call.js'

/** Shows what can be done with a quote in its status, with a form for each. */
export function lifecyclePanel(_call: DeskCall, _view: QuoteView): Html {
  return html``
}
