import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import { reportError } from '../../pages/report-error.js'
import type { QuoteRecord } from '../../quote/quote.js'
import type { DeskCall } from '../desk-call.js'
import { timeOf } from '../parts/time.js'
import { deliveryWord, isFailedDelivery } from './delivery-words.js'

/** Shows what the next step depends on: the customer's link, what became of it, and the reason. */
export function offerFacts(call: DeskCall, record: QuoteRecord): Html {
  return html`${reasonText(record)}${customerLink(call, record)}${lastDelivery(call, record)}`
}

/** Shows what the customer wants to have changed, or why the quote was declined or canceled. */
function reasonText({ quote: { reason } }: QuoteRecord): Html | false {
  return (
    reason !== undefined &&
    html`<div><h3>Reason</h3><blockquote class="as-typed">${reason}</blockquote></div>`
  )
}

/** Shows the address of the customer's page in a field, from which it can be copied. */
function customerLink(call: DeskCall, record: QuoteRecord): Html | false {
  const { customerUrl } = call.options
  if (customerUrl === undefined || record.quote.seal === undefined) return false
  const url = addressOf(call, () => customerUrl(record))
  if (url === undefined)
    return html`<p class="notice warn">The link for the customer is not available.</p>`
  return html`<div class="field">
    <label for="customer-link">Link for the customer</label>
    <input id="customer-link" class="link" type="url" readonly value="${url}"
      aria-describedby="customer-link-hint">
    <p class="hint" id="customer-link-hint">Copy it into your message to the customer.</p>
  </div>`
}

/** Reports an error of the host's function, which must not keep anybody from the quote. */
function addressOf({ options, c }: DeskCall, create: () => string): string | undefined {
  try {
    return create()
  } catch (error) {
    reportError(options.onError, error, c.req.raw)
    return undefined
  }
}

/** Shows what became last of the current revision on its way to the customer. */
function lastDelivery({ formats }: DeskCall, { quote }: QuoteRecord): Html | false {
  const { delivery = [], revision, seal } = quote
  const last = delivery.findLast((each) => each.revision === revision)
  if (seal === undefined || last === undefined) return false
  const { type, time, recipient, detail } = last
  return html`<p class="last-delivery">
    <span class="pill ${isFailedDelivery(type) ? 'bad' : ''}">${deliveryWord(type)}</span>
    ${timeOf(formats, time)}${recipient !== undefined && html`, <span class="wrap">${recipient}</span>`}
    ${detail !== undefined && html`<span class="hint wrap">${detail}</span>`}
  </p>`
}
