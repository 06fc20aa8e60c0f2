import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import type { QuoteRecord } from '../../quote/quote.js'
import type { DeskCall } from '../desk-call.js'
import { dateOf, timeOf } from '../parts/time.js'
import { deliveryWord, isFailedDelivery } from './delivery-words.js'

/** Shows why a quote has its status: what was sent, and what became of it. */
export function offerFacts(call: DeskCall, record: QuoteRecord): Html {
  return html`${customerLink(call, record)}${facts(call, record)}${deliveries(call, record)}`
}

/** Shows the address of the customer's page in a field, from which it can be copied. */
function customerLink({ options }: DeskCall, record: QuoteRecord): Html | false {
  const { customerUrl } = options
  if (customerUrl === undefined || record.quote.seal === undefined) return false
  return html`<div class="field">
    <label for="customer-link">Link for the customer</label>
    <input id="customer-link" class="link" type="url" readonly value="${customerUrl(record)}"
      aria-describedby="customer-link-hint">
    <p class="hint" id="customer-link-hint">Copy it into your message to the customer.</p>
  </div>`
}

function facts({ formats }: DeskCall, { quote }: QuoteRecord): Html | false {
  const { sent, revision, expires, status, reason, acceptance, order } = quote
  const rows = [
    sent !== undefined && fact('Sent', html`${timeOf(formats, sent)}, revision ${revision}`),
    expires !== undefined &&
      fact(
        status === 'expired' ? 'Was valid through' : 'Valid through',
        // The offer ends before this instant, which is the end of its last day.
        dateOf(formats, expires - 1),
      ),
    acceptance &&
      fact('Accepted', html`${timeOf(formats, acceptance.time)}${acceptedBy(acceptance)}`),
    acceptance?.reference !== undefined && fact('Reference', html`${acceptance.reference}`),
    order?.id !== undefined && fact('Order', html`${order.id}`),
    reason !== undefined && fact('Reason', html`<span class="lines">${reason}</span>`),
  ].filter(Boolean)
  return rows.length > 0 && html`<dl class="facts">${rows}</dl>`
}

function acceptedBy({ name, role, late }: NonNullable<QuoteRecord['quote']['acceptance']>): Html {
  return html`${name !== undefined && html` by ${name}`}${
    role === 'seller' && ', recorded by the seller'
  }${late && ', after its end'}`
}

function fact(label: string, value: Html): Html {
  return html`<div><dt>${label}</dt><dd>${value}</dd></div>`
}

/** Shows what became of the current revision on its way to the customer, the latest first. */
function deliveries({ formats }: DeskCall, { quote }: QuoteRecord): Html | false {
  const { delivery = [], revision, seal } = quote
  const current = delivery.filter((each) => each.revision === revision).reverse()
  if (seal === undefined || current.length === 0) return false
  const shown = current.slice(0, maxDeliveries)
  const more = current.length - shown.length
  return html`<div><h3>Delivery</h3><ul class="deliveries">${shown.map(
    ({ type, time, recipient, detail }) => html`<li>
      <span class="pill ${isFailedDelivery(type) ? 'bad' : ''}">${deliveryWord(type)}</span>
      ${timeOf(formats, time)}${recipient !== undefined && html` <span class="wrap">${recipient}</span>`}
      ${detail !== undefined && html`<p class="hint wrap">${detail}</p>`}
    </li>`,
  )}${more > 0 && html`<li class="muted">and ${more} earlier</li>`}</ul></div>`
}

const maxDeliveries = 5
