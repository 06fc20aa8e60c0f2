import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import { reportError } from '../../pages/report-error.js'
import type { Quote, QuoteRecord } from '../../quote/quote.js'
import type { DeskCall } from '../desk-call.js'
import { timeOf } from '../parts/time.js'
import { deliveryWord, isFailedDelivery } from './delivery-words.js'

type Delivery = NonNullable<Quote['delivery']>[number]

/** Shows what the next step depends on: the customer's link, what became of it, and the reason. */
export function offerFacts(call: DeskCall, record: QuoteRecord): Html {
  return html`${reasonText(record)}${customerLink(call, record)}${deliveries(call, record)}`
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

/** Shows what became of offers on their way to the customer, and of the current one first. */
function deliveries({ formats }: DeskCall, { quote }: QuoteRecord): Html | false {
  const reports = (quote.delivery ?? []).toReversed()
  if (reports.length === 0) return false
  const isCurrent = quote.seal !== undefined && reports[0]?.revision === quote.revision
  const last = isCurrent ? reports[0] : undefined
  const earlier = isCurrent ? reports.slice(1) : reports
  return html`<div class="deliveries"><h3>Delivery</h3>
    ${last !== undefined && html`<p>${deliveryText(formats, last)}</p>`}
    ${
      earlier.length > 0 &&
      html`<details class="more"><summary>${earlier.length} earlier</summary>
        <ul>${earlier.map((each) => html`<li>${deliveryText(formats, each)}</li>`)}</ul>
      </details>`
    }
  </div>`
}

function deliveryText(formats: DeskCall['formats'], delivery: Delivery): Html {
  const { type, time, revision, recipient, detail } = delivery
  return html`<span class="pill ${isFailedDelivery(type) && 'bad'}">${deliveryWord(type)}</span>
    ${timeOf(formats, time)}
    <span class="hint">Revision ${revision}${recipient !== undefined && html`, <span class="wrap">${recipient}</span>`}${
      detail !== undefined && html`: <span class="wrap">${detail}</span>`
    }</span>`
}
