import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import type { Html } from '../../pages/layout.js'
import { timeElement } from '../../pages/time.js'
import { getOrderParts } from '../../quote/lifecycle/order-parts.js'
import { payableOf } from '../../quote/model/payable.js'
import type { Quote } from '../../quote/model/quote.js'
import type { DeskCall } from '../desk-call.js'

/** So many parts are shown; earlier ones are folded. */
const maxShown = 10

/**
 * Shows the parts in which a quote was ordered, each with its document, and what is left. False if
 * it was not ordered in parts.
 */
export function orderPartsCard(call: DeskCall, { quoteId, quote }: QuoteView): Html | false {
  const { order_parts: parts = [] } = quote
  if (parts.length === 0) return false
  const { formats, strings, url } = call
  const { rest, closed } = strings.orderParts
  const { ordered, open, isClosed } = getOrderParts(quote)
  const money = (part: Quote) => formats.money(payableOf(part), quote.currency)
  const path = `/quotes/${encodeURIComponent(quoteId)}/document`
  const items = parts
    .map(({ id, time }, index) => {
      const part = ordered[index]
      return html`<li>
        <a class="wrap" href="${url(`${path}?part=${index + 1}`)}">${id}</a>
        <span class="number">${part && money(part)}</span>
        <span class="muted">${timeElement(time, formats.date(time), formats.dateTime(time))}</span>
      </li>`
    })
    .toReversed()
  const list = (shown: readonly unknown[]) => html`<ul class="payments">${shown}</ul>`
  return html`<section class="card stack" aria-labelledby="order-parts-title">
    <h2 id="order-parts-title">${strings.labels.quote.order_parts}</h2>
    ${
      open !== undefined &&
      list([
        html`<li><span>${rest}</span><span class="number">${money(open)}</span>
          ${isClosed && html`<span></span><span class="pill">${closed}</span>`}</li>`,
      ])
    }
    ${list(items.slice(0, maxShown))}
    ${
      items.length > maxShown &&
      html`<details class="more"><summary>${strings.payments.earlier}</summary>${list(items.slice(maxShown))}</details>`
    }
  </section>`
}
