import { html } from 'hono/html'
import { parseDocumentOptions } from '../document/model/document-options.js'
import { dueText } from '../document/model/payment-rows.js'
import type { Html } from '../pages/layout.js'
import { getPayable, type Payable } from '../quote/lifecycle/get-payable.js'
import type { PageView } from './offer-view.js'

/**
 * Shows what the customer pays, has paid and is to pay now: once an offer with a payment plan is
 * accepted, or something is paid.
 */
export function paymentCard(view: PageView): Html | undefined {
  const { offer, strings, formats, documentOptions } = view
  const { quote } = offer.shown
  const settings = parseDocumentOptions(documentOptions)
  const payable = getPayable(quote, { now: Date.now(), timeZone: settings.timeZone })
  const { parts, dueNow, paid, open, refund } = payable
  const isAccepted = quote.acceptance !== undefined && parts.length > 0
  if (!isAccepted && !isSome(paid)) return undefined
  const money = (amount: string) => formats.money(amount, quote.currency)
  const row = (label: string, amount: string, name: string) =>
    html`<p class="total ${name}"><span>${label}</span> <bdi>${money(amount)}</bdi></p>`
  return html`<section class="card payment" aria-labelledby="payment">
<h2 id="payment">${strings.payment}</h2>
${isSome(dueNow) && html`<p class="total"><span>${strings.dueNow}</span> <strong><bdi>${money(dueNow)}</bdi></strong></p>`}
<ul>${parts.map(
    (part) => html`<li><div><strong><bdi>${part.label}</bdi></strong>
<span>${dueText(part, settings)}${stateText(view, part)}</span></div>
<bdi>${money(part.amount)}</bdi></li>`,
  )}</ul>
${isSome(paid) && row(strings.paid, paid, 'part')}
${isSome(refund) ? row(strings.toRefund, refund, 'part') : isSome(paid) && row(strings.stillOpen, open, 'part')}
</section>`
}

/** Says whether a part is paid, or due. */
function stateText({ strings }: PageView, { open, isDue }: Payable['parts'][number]): string {
  if (!isSome(open)) return ` · ${strings.paid}`
  return isDue ? ` · ${strings.dueNow}` : ''
}

const isSome = (amount: string) => /[1-9]/.test(amount) && !amount.startsWith('-')
