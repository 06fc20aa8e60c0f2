import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import type { DeskCall } from '../desk-call.js'

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
export function doneNotice(call: DeskCall): Html | false {
  const message = messages.get(call.query('done'))
  return message !== undefined && html`<p class="notice good" role="status">${message}</p>`
}
