import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import { type Amount, add, parseAmount, subtract, toDecimalString } from '../../money/amount.js'
import type { Html } from '../../pages/layout.js'
import type { Approval } from '../../quote/model/approval.js'
import { shownUnitPrice } from '../../quote/model/precision.js'
import { shippingKey } from '../../quote/model/pricing-fields.js'
import type { Quote } from '../../quote/model/quote.js'
import type { DeskCall } from '../desk-call.js'
import { formToken, hashRowId, keyField, versionField } from '../forms.js'
import { fieldName, fromInbox } from '../lifecycle/actions.js'
import { loadDecidable } from '../parts/approval-state.js'
import { loadNames, type NameOf, renderDateTime } from '../parts/changes.js'
import { initials, quoteName } from '../parts/names.js'

/** Shows each approval that waits: what it is about, who asks since when, and its decision. */
export async function approvalInbox(call: DeskCall, quotes: readonly QuoteView[]): Promise<Html> {
  const nameOf = await loadNames(call)
  const cards = await Promise.all(
    quotes.map(async (view) => {
      const decidable = new Set((await loadDecidable(call, view)).map(({ id }) => id))
      const waiting = (view.quote.approvals ?? []).filter(({ status }) => status === 'pending')
      return waiting.map((approval) =>
        card(call, view, { approval, nameOf, mayDecide: decidable.has(approval.id) }),
      )
    }),
  )
  return html`<div class="stack inbox">${cards}</div>`
}

interface Waiting {
  readonly approval: Approval
  readonly nameOf: NameOf
  readonly mayDecide: boolean
}

function card(call: DeskCall, view: QuoteView, { approval, nameOf, mayDecide }: Waiting): Html {
  const { strings, formats } = call
  const { customer } = view.quote
  const { label, by, requested } = approval
  const words = strings.approvals
  const who = customer.company || customer.name || strings.list.noName
  const path = call.url(`/quotes/${encodeURIComponent(view.quoteId)}`)
  const asker = requested.by === undefined ? undefined : nameOf({ by: requested.by })
  return html`<section class="card case">
    <div class="stack">
      <div class="title"><h2><a href="${path}"><span class="wrap">${who}</span></a></h2>
        <span class="hint">${quoteName(call, view)}</span>
        <span class="hint since">${waitingTime(call, requested.time)}</span></div>
      <p><span class="pill info">${label}</span>${
        by !== undefined && html` <span class="hint wrap">${words.mayApprove(by)}</span>`
      }</p>
      ${figures(call, view.quote)}
      <div class="asked">${asker !== undefined && initials(asker)}<div>
        <p class="hint">${words.requested}${
          asker !== undefined && html` ${words.by} <strong class="wrap">${asker}</strong>`
        }, ${renderDateTime(formats, requested.time)}</p>
        ${requested.note !== undefined && html`<p class="as-typed">${requested.note}</p>`}
      </div></div>
    </div>
    <div class="decide">${
      mayDecide ? decisions(call, view, approval) : html`<p class="muted">${words.notYours}</p>`
    }</div>
  </section>`
}

/** Shows what the customer would pay for the lines, and how far that is below the list prices. */
function figures({ strings, formats }: DeskCall, quote: Quote): Html {
  const { currency, price_total: list, discounts = [] } = quote
  const parse = (value: string) => parseAmount(value) as Amount
  const off = discounts.reduce<Amount>((sum, { amount, shares }) => {
    const ofLines = subtract(parse(amount), parse(shares[shippingKey] ?? '0'))
    return add(sum, ofLines)
  }, parse('0'))
  const offered = toDecimalString(subtract(parse(quote.quote_total), off))
  const percent = Number(list) > 0 ? (1 - Number(offered) / Number(list)) * 100 : 0
  const words = strings.approvals
  const facts = [
    [words.list, formats.money(list, currency)],
    [words.offered, formats.money(shownUnitPrice(offered, quote), currency)],
    [words.below, formats.percent(String(Number(percent.toFixed(2))))],
  ] as const
  return html`<dl class="trio">${facts.map(
    ([label, value]) => html`<div><dt>${label}</dt><dd class="number">${value}</dd></div>`,
  )}</dl>`
}

const minuteMs = 60_000
const units = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const

/** Returns how long ago a time was, in the largest unit: `3 hours`. */
function waitingTime({ formats, strings }: DeskCall, since: number): string {
  const minutes = Math.max(0, Math.floor((Date.now() - since) / minuteMs))
  const [unit, size] = units.find(([, each]) => minutes >= each) ?? units[2]
  const format = new Intl.NumberFormat(formats.locale, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  })
  return strings.approvals.waiting(format.format(Math.floor(minutes / size)))
}

/** Approving takes one click, and rejecting a reason. */
function decisions(call: DeskCall, view: QuoteView, { id, label }: Approval): Html {
  const { actions: words } = call.strings
  const described = html`<span class="visually-hidden">: ${label}, ${quoteName(call, view)}</span>`
  const form = (name: 'approve' | 'reject-approval', content: Html) =>
    html`<form method="post" action="${call.url(`/quotes/${encodeURIComponent(view.quoteId)}/${name}`)}" class="stack">
      ${formToken(call)}${versionField(view.version, 'expectedVersion')}${keyField()}
      <input type="hidden" name="${fromInbox}" value="yes">
      <input type="hidden" name="${fieldName(name, 'requirement')}" value="${id}">
      ${content}
    </form>`
  const reject = words['reject-approval']
  // Many forms of one page have a field of this name.
  const noteId = `note-${hashRowId(JSON.stringify([view.quoteId, id]))}`
  return html`<div class="decisions">
    ${form('approve', html`<button class="primary">${words.approve.label}${described}</button>`)}
    <details><summary class="button">${reject.label}${described}</summary>
      ${form(
        'reject-approval',
        html`<div class="field"><label for="${noteId}">${reject.note}</label>
          <textarea id="${noteId}" name="${fieldName('reject-approval', 'note')}" rows="2" required
            aria-describedby="${noteId}-hint"></textarea>
          <p class="hint" id="${noteId}-hint">${reject.noteHint}</p></div>
        <button class="danger">${reject.label}</button>`,
      )}
    </details>
  </div>`
}
