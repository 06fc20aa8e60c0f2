import { randomUUID } from 'node:crypto'
import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import { isQuoteError } from '../../errors.js'
import type { Html } from '../../pages/layout.js'
import { roundedFrom } from '../../quote/lines/line-pricing.js'
import { shownUnitPrice } from '../../quote/precision.js'
import type { ProductLine, Quote } from '../../quote/quote.js'
import type { Message } from '../../store/messages.js'
import type { DeskCall } from '../desk-call.js'
import { displayedLines, draftOfQuote, percentValue } from '../edit/draft.js'
import { editForm, getTotal, labelForm, negated, totalNotes, totalRows } from '../edit/edit-form.js'
import { type Choices, type EditedQuote, loadChoices } from '../edit/edited.js'
import { emptyRows } from '../edit/find-products.js'
import { doneNotice } from '../forms.js'
import type { FailedForm } from '../lifecycle/actions.js'
import { lifecyclePanel } from '../lifecycle/lifecycle-panel.js'
import { messagesPanel } from '../messages/messages.js'
import { getDate, getTime, nameOfActor } from '../parts/changes.js'
import { customerLabels, getLabel } from '../parts/fields.js'
import { quoteTitle, statusPill, tagChips } from '../parts/names.js'
/** A page of a quote, with its form as it was typed. */
export interface QuotePage {
  /** The quote as it is now. */
  readonly view: QuoteView
  readonly edited: EditedQuote
  /** The version that the form is based on. */
  readonly version: number
  /** Says what has happened. */
  readonly notice?: Html | undefined
  /** An action that failed, with what was typed into its form. */
  readonly failed?: FailedForm | undefined
  /** @default 200 */
  readonly status?: number
}

/** Returns true if the form for the content is shown, because the engine takes its changes. */
export function isEditable({ engine, user }: DeskCall, view: QuoteView): boolean {
  return engine.possibleOperations(user, view).canEdit
}

/** Shows a quote as it is stored, for example with an action that failed. */
export async function showStoredQuote(
  call: DeskCall,
  view: QuoteView,
  shown: Pick<QuotePage, 'failed' | 'notice' | 'status'> = {},
): Promise<Response> {
  const choices = await loadChoices(call, isEditable(call, view) ? view.quoteId : undefined)
  const draft = draftOfQuote(view.quote, call.numbers)
  const rows = [...draft.rows, ...emptyRows]
  const edited = { draft: { ...draft, rows }, quote: view.quote, errors: {}, choices }
  return showQuotePage(call, { view, edited, version: view.version, ...shown })
}

/** Shows a quote: its content, as a form if it can be edited, and what can be done with it. */
export async function showQuotePage(call: DeskCall, page: QuotePage): Promise<Response> {
  const { view, edited, version, notice, failed, status = 200 } = page
  const { quoteId, quote } = view
  const messages = await loadMessages(call, quoteId)
  const path = `/quotes/${encodeURIComponent(quoteId)}`
  const target = { path, version, key: randomUUID(), label: 'Save' }
  const canEdit = isEditable(call, view)
  const content = canEdit ? editForm(call, edited, target) : readView(call, quote)
  const labels = !canEdit && labelForm(call, edited, { ...target, label: 'Save tags and owner' })
  const main = html`${quoteHeading(call, view)}
    ${notice ?? doneNotice(call, doneMessages)}
    <div class="columns">
      <div>${content}</div>
      <div class="stack beside">
        ${await lifecyclePanel(call, view, failed)}
        ${labels}
        ${factsPanel(call, view, edited.choices)}
      </div>
      <div>${messagesPanel(call, quoteId, messages)}</div>
    </div>`
  return call.page(
    { title: quoteTitle(view), section: 'quotes', main, usesModule: canEdit },
    status,
  )
}

const pageSize = 1_000

async function loadMessages(
  { engine, user }: DeskCall,
  quoteId: string,
): Promise<readonly Message[]> {
  try {
    const messages: Message[] = []
    for await (const each of engine.listMessages(user, quoteId, { limit: pageSize }))
      messages.push(each)
    return messages
  } catch (error) {
    // The page does without the messages if the user may not read them.
    if (isQuoteError(error) && error.code === 'not_permitted') return []
    throw error
  }
}

/** Shows the form of a quote that does not exist yet. */
export function showNewQuotePage(
  call: DeskCall,
  edited: EditedQuote,
  { key, extra, notice, status }: NewQuotePage,
): Promise<Response> {
  const target = { path: '/quotes/new', key, label: 'Create the quote', extra }
  const main = html`<div class="title"><h1>New quote</h1></div>
    ${notice}
    ${editForm(call, edited, target)}`
  return call.page({ title: 'New quote', section: 'quotes', main, usesModule: true }, status)
}

/** The page of a quote that does not exist yet. */
export interface NewQuotePage extends Pick<QuotePage, 'notice' | 'status'> {
  /** Makes repeated requests create one quote. */
  readonly key: string
  readonly extra?: Html | undefined
}

/** Shows the dates of a quote, who is responsible, and what became of it. */
function factsPanel({ formats }: DeskCall, view: QuoteView, { users }: Choices): Html {
  const { quote, updated } = view
  const { sent, expires, revision, acceptance, order, owner, reason, currency } = quote
  const time = (value: number | undefined) => value !== undefined && getTime(formats, value)
  const ownerName = owner && (users?.find(({ id }) => id === owner)?.name ?? owner)
  const facts: readonly (readonly [label: string, value: Html | string | false | undefined])[] = [
    ['Number', quote.number],
    ['Owner', ownerName],
    ['Customer id', quote.customer_id],
    ['Created', time(quote.created)],
    ['Changed', getTime(formats, updated)],
    ['Currency', currency],
    ['Revision', revision === undefined ? undefined : String(revision)],
    ['Sent', time(sent)],
    ['Valid until', expires !== undefined && getDate(formats, expires - 1)],
    ['Reason', reason],
    ['Accepted', acceptance && acceptedBy(formats, acceptance, users)],
    ['Reference', acceptance?.reference],
    ['Order', order && (order.id ?? 'being placed')],
  ]
  return html`<section class="card" aria-labelledby="facts">
    <h2 id="facts">Facts</h2>
    <dl class="facts">${facts.map(
      ([label, value]) => value && html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
    )}</dl>
  </section>`
}

function acceptedBy(
  formats: DeskCall['formats'],
  { time, name, by, late }: NonNullable<QuoteView['quote']['acceptance']>,
  users: Choices['users'] = [],
): Html {
  const names = new Map(users.map((user) => [user.id, user.name]))
  const who = name ?? (by && nameOfActor(by, names))
  return html`${getTime(formats, time)}${who && ` by ${who}`}${late && ', late'}`
}

/** Shows what a quote is, at a glance. */
function quoteHeading(call: DeskCall, view: QuoteView): Html {
  const { formats, url } = call
  const { quote, quoteId, visibleTags } = view
  const path = `/quotes/${encodeURIComponent(quoteId)}`
  return html`<div class="title">
    <h1>${quoteTitle(view)}</h1>
    <span>${statusPill(call, quote.status)} ${tagChips(visibleTags)}</span>
    <span class="actions no-print">
      <span class="grand number">${formats.money(getTotal(quote), quote.currency)}</span>
      <a class="button to-actions" href="#lifecycle-title">Next steps</a>
      <a class="button" href="${url(`${path}/document`)}">Document</a>
      <a class="button" href="${url(`${path}/history`)}">History</a>
    </span>
  </div>`
}

/** What is said once a form of this page was processed. Other words are for its panels. */
const doneMessages = {
  created: 'The quote was created.',
  'created-without-tags': 'The quote was created, but its tags could not be set.',
  saved: 'Your changes were saved.',
  unchanged: 'Nothing was changed, so nothing was saved.',
}

/** Shows the content of a quote that cannot be edited in its status. */
function readView({ formats }: DeskCall, quote: Quote): Html {
  const money = (amount: string) => formats.money(amount, quote.currency)
  return html`<div class="stack">
    ${customerCard(quote)}
    <section class="card" aria-labelledby="lines">
      <h2 id="lines">Lines</h2>
      <table class="rows lines shown" aria-labelledby="lines">
        <thead><tr>
          <th scope="col">Product</th>
          <th scope="col" class="number">Quantity</th>
          <th scope="col" class="number">List price</th>
          <th scope="col" class="number">Offered price</th>
          <th scope="col" class="number">Discount</th>
          <th scope="col" class="number">Total</th>
        </tr></thead>
        <tbody>${[...displayedLines(quote).values()].map((line) => readRow(formats, quote, line))}</tbody>
        <tfoot>${totalRows(money, quote, 5, 0)}</tfoot>
      </table>
      ${totalNotes(money, quote)}
    </section>
    ${extras(quote, money)}
  </div>`
}

function customerCard({ customer }: Quote): Html {
  const fields = Object.entries(customer).filter(([, value]) => value)
  return html`<section class="card" aria-labelledby="customer">
    <h2 id="customer">Customer</h2>
    ${
      fields.length === 0
        ? html`<p class="muted">Nothing is known about the customer.</p>`
        : html`<dl class="facts wide">${fields.map(([name, value]) => {
            const label = getLabel(customerLabels, name)
            return html`<div><dt>${label}</dt><dd>${value}</dd></div>`
          })}</dl>`
    }
  </section>`
}

function readRow(formats: DeskCall['formats'], shown: Quote, line: ProductLine): Html {
  const money = (amount: string) => formats.money(amount, shown.currency)
  const unitMoney = (price: number | string) => money(shownUnitPrice(price, shown))
  const rounded = roundedFrom(line)
  const { name, id, sku, unit, qty, price, quote, quote_total: total, note, description } = line
  const percent = percentValue(line)
  return html`<tr>
    <th scope="row" class="product"><span class="name">${name ?? `Product ${id}`}</span>
      ${(sku ?? unit) && html`<span class="muted">${[sku, unit && `per ${unit}`].filter(Boolean).join(' · ')}</span>`}
      ${id === 0 && description && html`<span class="muted wrap">${description}</span>`}
      ${note && html`<span class="note">${note}</span>`}</th>
    <td class="number" data-label="Quantity">${formats.number(qty)}</td>
    <td class="number" data-label="List price">${unitMoney(price)}</td>
    <td class="number" data-label="Offered price">${unitMoney(quote)}${
      rounded !== undefined &&
      html`<br><span class="muted">Rounded from ${unitMoney(rounded)}</span>`
    }</td>
    <td class="number" data-label="Discount">${percent === '' ? '' : formats.percent(percent)}</td>
    <td class="number" data-label="Total">${money(total)}</td>
  </tr>`
}

/** Shows what makes up the amounts below the lines. */
function extras({ discounts = [], shipping, taxes }: Quote, money: (amount: string) => string) {
  const rows = [
    ...discounts.map(({ label, type, value, amount }) => ({
      name: label ?? 'Discount',
      detail: type === 'percent' ? `${value} %` : type === 'target' ? `to ${money(value)}` : '',
      amount: money(negated(amount)),
    })),
    ...(shipping.product === null
      ? []
      : [
          {
            name: 'Shipping',
            detail: shipping.product.name,
            amount: money(shipping.product.price),
          },
        ]),
    ...(taxes?.removed?.rates ?? []).map(({ name, rate, amount }) => ({
      name: `${name}, in the prices, not charged`,
      detail: rate === undefined ? '' : `${rate} %`,
      amount: money(negated(amount)),
    })),
    ...(taxes?.rates ?? []).map(({ name, rate, amount }) => ({
      name,
      detail: rate === undefined ? '' : `${rate} %`,
      amount: money(amount),
    })),
  ]
  if (rows.length === 0) return false
  return html`<section class="card" aria-labelledby="extras">
    <h2 id="extras">Discounts, shipping and taxes</h2>
    <table class="amounts" aria-labelledby="extras"><tbody>${rows.map(
      ({ name, detail, amount }) => html`<tr>
        <th scope="row">${name} <span class="muted">${detail}</span></th>
        <td class="number">${amount}</td>
      </tr>`,
    )}</tbody></table>
  </section>`
}
