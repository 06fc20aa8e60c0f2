import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/quotes/get-quote.js'
import type { Html } from '../../pages/layout.js'
import type { User } from '../../store/users-record.js'
import type { DeskCall } from '../desk-call.js'
import { formToken } from '../parts/form-token.js'
import { quoteName } from '../parts/quote-name.js'
import { shortDateOf } from '../parts/short-date.js'
import { statusPill } from '../parts/status.js'
import { tagChips } from '../parts/tag-chips.js'

/** Shows quotes as rows. The rows of deleted quotes can be restored and erased. */
export function listTable(
  call: DeskCall,
  quotes: readonly QuoteView[],
  users: readonly User[],
  areDeleted: boolean,
): Html {
  const names = new Map(users.map(({ id, name }) => [id, name]))
  const hasTags = quotes.some(({ visibleTags = [] }) => visibleTags.length > 0)
  const hasOwners = quotes.some(({ quote }) => quote.owner !== undefined)
  return html`<table class="rows quotes">
    <caption class="visually-hidden">${areDeleted ? 'Deleted quotes' : 'Quotes'}</caption>
    <thead><tr>
      <th scope="col">Quote</th>
      <th scope="col">Customer</th>
      <th scope="col">Status</th>
      ${hasTags && html`<th scope="col">Tags</th>`}
      ${hasOwners && html`<th scope="col">Owner</th>`}
      <th scope="col">Created</th>
      <th scope="col">Expires</th>
      <th scope="col" class="number">Total</th>
      ${areDeleted && html`<th scope="col"><span class="visually-hidden">Actions</span></th>`}
    </tr></thead>
    <tbody>${quotes.map((view) => {
      const { quoteId, quote, visibleTags } = view
      const { owner } = quote
      const name = quoteName(view)
      return html`<tr>
        <th scope="row" class="name">${
          areDeleted
            ? name
            : html`<a class="row" href="${call.url(`/quotes/${encodeURIComponent(quoteId)}`)}">${name}</a>`
        }</th>
        <td class="customer">${customerCell(view)}</td>
        <td class="status">${statusPill(call, quote.status)}</td>
        ${hasTags && html`<td class="tags">${tagChips(visibleTags)}</td>`}
        ${
          hasOwners &&
          html`<td class="owner wrap"${owner && html` data-label="Owner"`}>${
            owner && (names.get(owner) ?? owner)
          }</td>`
        }
        <td class="date" data-label="Created">${createdCell(call, view)}</td>
        <td class="date"${quote.expires !== undefined && html` data-label="Expires"`}>${
          quote.expires !== undefined && shortDateOf(call, lastMomentOf(quote.expires))
        }</td>
        <td class="total number">${totalOf(call, view)}</td>
        ${areDeleted && html`<td class="deleted">${deletedActions(call, view, name)}</td>`}
      </tr>`
    })}</tbody>
  </table>`
}

function customerCell({ quote }: QuoteView): Html {
  const { name, company, city } = quote.customer
  const place = [company, city].filter(Boolean).join(', ')
  const title = name || company || quote.customer.email
  if (!title) return html`<span class="muted">No name</span>`
  const rest = name ? place : city
  return html`<span class="who">${title}</span>${rest && html`<span class="where">${rest}</span>`}`
}

const dayMs = 86_400_000

/** The last change is worth a line if it is not of the day of the creation. */
function createdCell(call: DeskCall, { updated, quote: { created } }: QuoteView): Html {
  const isChanged = updated - created >= dayMs
  return html`${shortDateOf(call, created)}${
    isChanged && html`<span class="changed">changed ${shortDateOf(call, updated)}</span>`
  }`
}

/** A quote expires when its last valid day has ended, which is the first moment of the next. */
function lastMomentOf(expires: number): number {
  return expires - 1
}

/** Returns what the customer pays, or the sum of the lines until more is known. */
function totalOf({ formats }: DeskCall, { quote }: QuoteView): string {
  return formats.money(quote.amounts?.total ?? quote.quote_total, quote.currency)
}

function deletedActions(call: DeskCall, { quoteId, version }: QuoteView, name: string): Html {
  const path = call.url(`/quotes/${encodeURIComponent(quoteId)}`)
  const described = html`<span class="visually-hidden"> ${name}</span>`
  return html`<div class="actions">
    <form method="post" action="${path}/restore">${formToken(call)}<button>Restore${described}</button></form>
    <a class="button" href="${path}/erase?version=${version}">Erase…${described}</a>
  </div>`
}
