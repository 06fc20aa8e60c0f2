import { hash } from 'node:crypto'
import { html } from 'hono/html'
import { parseDocumentOptions } from '../document/model/document-options.js'
import { dueText } from '../document/model/payment-rows.js'
import { callHost, wrongResult } from '../pages/host-function.js'
import type { Html } from '../pages/layout.js'
import { getPayable, type Payable } from '../quote/lifecycle/get-payable.js'
import { isUrl } from '../validation/addresses.js'
import { actionForm } from './decision.js'
import type { PageView } from './offer-view.js'
import type { PaymentToStart } from './options.js'
import type { PageCall } from './page-call.js'
import { pageResponse } from './page-response.js'
import { fill } from './strings/get-strings.js'

/** Returns what the customer of an offer pays, has paid, and is to pay now. */
function payableNow({ offer, documentOptions }: PageView): Payable {
  const { timeZone } = parseDocumentOptions(documentOptions)
  return getPayable(offer.shown.quote, { timeZone })
}

/**
 * Shows what the customer pays, has paid and is to pay now: once an offer with a payment plan is
 * accepted, or something is paid.
 */
export function paymentCard(call: PageCall, view: PageView): Html | undefined {
  const { offer, strings, formats, documentOptions } = view
  const { quote } = offer.shown
  const settings = parseDocumentOptions(documentOptions)
  const { parts, dueNow, paid, open, refund } = payableNow(view)
  const isAccepted = quote.acceptance !== undefined && parts.length > 0
  if (!isAccepted && !isSome(paid)) return undefined
  const money = (amount: string) => formats.money(amount, quote.currency)
  const row = (label: string, amount: string) =>
    html`<p class="total part"><span>${label}</span> <bdi>${money(amount)}</bdi></p>`
  const due = html`<p class="total"><span>${strings.dueNow}</span>
<strong><bdi>${money(dueNow)}</bdi></strong></p>`
  const left = isSome(refund) ? row(strings.toRefund, refund) : row(strings.stillOpen, open)
  return html`<section class="card payment" id="payment" aria-labelledby="payment-title">
<h2 id="payment-title">${strings.payment}</h2>
${isSome(dueNow) && due}
${canPay(call, view, { dueNow }) && payForm(call, view, money(dueNow))}
<ul>${parts.map(
    (part) => html`<li><div><strong><bdi>${part.label}</bdi></strong>
<span>${dueText(part, settings)}${stateText(view, part)}</span></div>
<bdi>${money(part.amount)}</bdi></li>`,
  )}</ul>
${isSome(paid) && row(strings.paid, paid)}
${isSome(paid) && left}
</section>`
}

function payForm(call: PageCall, view: PageView, amount: string): Html {
  const label = fill(view.strings.pay, 'amount', amount)
  return actionForm(
    call,
    view,
    'pay',
    html`<button type="submit" class="primary"><bdi>${label}</bdi></button>`,
  )
}

/** Says whether a part is paid, or due. */
function stateText({ strings }: PageView, { open, isDue }: Payable['parts'][number]): string {
  if (!isSome(open)) return ` · ${strings.paid}`
  return isDue ? ` · ${strings.dueNow}` : ''
}

const isSome = (amount: string) => /[1-9]/.test(amount) && !amount.startsWith('-')

/** Returns true if the customer can pay on the page what is due. */
export function canPay(
  { options }: PageCall,
  view: PageView,
  { dueNow }: Pick<Payable, 'dueNow'> = payableNow(view),
): boolean {
  const isCurrent = view.offer.state !== 'newer'
  return options.startPayment !== undefined && isCurrent && isSome(dueNow)
}

/**
 * Responds with a page that leads to that of the payment provider. A redirect in response to a form
 * would be blocked, because the policy of the pages permits forms to no other site.
 *
 * @throws what `startPayment` of the host throws, `timeout`, or TypeError for another result
 */
export async function leadToPayment(call: PageCall, view: PageView): Promise<Response> {
  const { options, assets, c } = call
  const { strings, lang, dir, theme, offer } = view
  const address = await startPayment(call, view)
  const main = html`<div class="card message-page"><h1>${strings.payLeaving}</h1>
<p><a class="button primary" href="${address}" rel="noreferrer">${strings.payContinue}</a></p></div>`
  return pageResponse(
    {
      title: strings.payLeaving,
      ...{ lang, dir, theme, options, url: call.url, request: c.req.raw, main },
      storeId: offer.shown.storeId,
      record: offer.shown,
      styles: [assets['customer-page.css'] as string],
    },
    200,
    { refresh: `0; url=${address}` },
  )
}

async function startPayment(call: PageCall, view: PageView): Promise<string> {
  const { options, link } = call
  const { offer, lang } = view
  const { quote, storeId } = offer.shown
  const { dueNow: amount, paid } = payableNow(view)
  const { seal, currency, payments = [] } = quote
  // Another one once anything is paid, has failed or is offered again.
  const state = [storeId, link.quoteId, seal, amount, paid, payments.length]
  const started: PaymentToStart = {
    key: hash('sha256', JSON.stringify(state), 'base64url'),
    amount,
    currency,
    record: offer.shown,
    returnUrl: returnUrlOf(call),
    lang,
  }
  const address: unknown = await callHost(options, 'startPayment', () =>
    options.startPayment?.(started),
  )
  if (typeof address === 'string' && isWebAddress(address)) return new URL(address).href
  throw wrongResult('startPayment', 'the address of a page, https://…', address)
}

function isWebAddress(address: string): boolean {
  return isUrl(address) && /^https?:$/.test(new URL(address).protocol)
}

/** Returns the address of the page of the offer, to which the provider leads back. */
function returnUrlOf({ options, url, token, c }: PageCall): string {
  const { baseUrl = '' } = options
  const origin = isUrl(baseUrl) ? baseUrl : c.req.url
  return new URL(`${url(`/${token}`)}?done=paid#payment`, origin).href
}
