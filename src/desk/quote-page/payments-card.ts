import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import type { Html } from '../../pages/layout.js'
import { timeElement } from '../../pages/time.js'
import type { PayablePart } from '../../quote/lifecycle/get-payable.js'
import { isDay } from '../../quote/model/follow-up.js'
import type { Payment } from '../../quote/model/payment-fields.js'
import type { DeskCall } from '../desk-call.js'
import { quoteFormId } from '../edit/edit-form.js'
import {
  actionForm,
  actionLabel,
  actions,
  hasTyped,
  possibleActions,
  type SentForm,
} from '../lifecycle/actions.js'
import { hasPayments, paymentsId } from '../lifecycle/payment-actions.js'
import { timeOnDay } from '../parts/changes.js'
import { partTerms, payableNow, paymentTitle } from '../parts/payments.js'
import { factsList } from '../parts/quote-content.js'

/** So many payments are shown; earlier ones are folded. */
const maxShown = 10

/**
 * Shows what is paid of a quote, what is due, and the payments, with a form for one more. False
 * until a quote with a payment plan is accepted, or something is paid.
 */
export function paymentsCard(
  call: DeskCall,
  view: QuoteView,
  sent: SentForm | undefined,
): Html | false {
  const { quote } = view
  if (!hasPayments(quote)) return false
  const { common, payments: strings } = call.strings
  const { total, paid, open, refund, dueNow, parts, unassigned, currency } = payableNow(call, quote)
  const money = (amount: string) => call.formats.money(amount, currency)
  const payments = (quote.payments ?? []).toReversed()
  const others = new Set(unassigned)
  const items = (shown: readonly Payment[]) =>
    html`<ul class="payments">${shown.map((each) => paymentItem(call, each, others.has(each)))}</ul>`
  return html`<section class="card stack" id="${paymentsId}" aria-labelledby="payments-title">
    <h2 id="payments-title">${strings.title}</h2>
    ${parts.length > 0 && html`<ul class="payments">${parts.map((part) => partItem(call, part, money))}</ul>`}
    ${factsList([
      [common.total, money(total)],
      [strings.states.paid, money(paid)],
      [strings.states.open, Number(refund) === 0 && money(open)],
      [strings.dueNow, parts.length > 0 && html`<strong>${money(dueNow)}</strong>`],
    ])}
    ${Number(refund) > 0 && html`<p class="notice warn">${strings.refund(money(refund))}</p>`}
    ${payments.length > 0 && items(payments.slice(0, maxShown))}
    ${
      payments.length > maxShown &&
      html`<details class="more"><summary>${strings.earlier}</summary>${items(payments.slice(maxShown))}</details>`
    }
    ${others.size > 0 && html`<p class="hint">${strings.unassignedHint}</p>`}
    ${recordForm(call, view, sent)}
  </section>`
}

/** Shows a part of the plan: what it is, when it is due, and what is open of it. */
function partItem(call: DeskCall, part: PayablePart, money: (amount: string) => string): Html {
  const { payments, edit } = call.strings
  const { label, amount, paid, open, days, dueDate, isDue } = part
  const isPaid = Number(open) === 0
  const state = isPaid ? 'paid' : isDue ? 'due' : 'open'
  const tone = { paid: 'good', due: 'warn', open: '' }[state]
  const isPartly = !isPaid && Number(paid) > 0
  const day =
    days !== undefined && isDay(dueDate) && edit.dueOn(call.formats.date(timeOnDay(call, dueDate)))
  return html`<li>
    <span class="wrap">${label}</span><span class="number">${money(amount)}</span>
    <span class="muted">${partTerms(call, part)}${day && html`, ${day}`}${
      isPartly && html`<br>${payments.partly(money(open))}`
    }</span>
    <span class="pill ${tone}">${payments.states[state]}</span>
  </li>`
}

/** Shows a payment as it was reported. */
function paymentItem(call: DeskCall, payment: Payment, isUnassigned: boolean): Html {
  const { formats, strings } = call
  const { id, type, time, detail } = payment
  return html`<li>
    <span${type === 'failed' && html` class="bad"`}>${paymentTitle(call, payment)}</span>
    ${isUnassigned ? html`<span class="pill warn">${strings.payments.unassigned}</span>` : html`<span></span>`}
    <span class="muted">${timeElement(time, formats.date(time), formats.dateTime(time))}<br><span class="wrap">${id}</span>${
      detail !== undefined && html`: <span class="wrap">${detail}</span>`
    }</span>
  </li>`
}

/** Shows the form for a payment, open if it has failed, or something was typed into it. */
function recordForm(call: DeskCall, view: QuoteView, sent: SentForm | undefined): Html | false {
  const name = 'payment'
  if (!possibleActions(call, view).some((each) => each.name === name)) return false
  const form = actions[name].form({ quote: view.quote }, call)
  const isOpen = sent !== undefined && (sent.name === name || hasTyped(name, form, sent))
  return html`<details class="more"${isOpen && html` open`}>
    <summary>${actionLabel(call, { name })}</summary>
    ${actionForm(call, { name, record: view, sent, formId: quoteFormId })}
  </details>`
}
