import { randomUUID } from 'node:crypto'
import { html } from 'hono/html'
import { takenOff } from '../../document/model/formats.js'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import { isQuoteError } from '../../errors.js'
import type { Html } from '../../pages/layout.js'
import { roundedFrom } from '../../quote/lines/line-pricing.js'
import { type HostIdName, hostIdNames } from '../../quote/model/host-ids.js'
import { displayedLines } from '../../quote/model/line-keys.js'
import { shownUnitPrice } from '../../quote/model/precision.js'
import type { ProductLine, Quote } from '../../quote/model/quote.js'
import type { Message } from '../../store/messages.js'
import type { DeskCall } from '../desk-call.js'
import { draftOfQuote, percentValue, withNewRows } from '../edit/draft.js'
import {
  editForm,
  getTotal,
  labelForm,
  quoteFormId,
  totalNotes,
  totalRows,
} from '../edit/edit-form.js'
import { type Choices, type EditedQuote, loadChoices } from '../edit/edited.js'
import { doneNotice } from '../forms.js'
import type { SentForm } from '../lifecycle/actions.js'
import { lifecyclePanel } from '../lifecycle/lifecycle-panel.js'
import { listUrl } from '../list/load-list.js'
import { messagesPanel } from '../messages/messages.js'
import {
  nameOfActor,
  renderDate,
  renderDateTime,
  renderLastTime,
  timeOnDay,
} from '../parts/changes.js'
import { getLabel } from '../parts/fields.js'
import { quoteTitle, statusPill, tagChips } from '../parts/names.js'
import { ownText, type ShownField, storedFields } from '../parts/own-fields.js'
/** A page of a quote, with its form as it was typed. */
export interface QuotePage {
  /** The quote as it is now. */
  readonly view: QuoteView
  readonly edited: EditedQuote
  /** The version that the form is based on. */
  readonly version: number
  /** Says what has happened. */
  readonly notice?: Html | undefined
  /** What was typed into the actions, and the one that failed. */
  readonly sent?: SentForm | undefined
  /** @default 200 */
  readonly status?: number | undefined
}

/** Returns true if the form for the content is shown, because the engine takes its changes. */
export function isEditable({ engine, user }: DeskCall, view: QuoteView): boolean {
  return engine.possibleOperations(user, view).canEdit
}

/** Shows a quote as it is stored, for example with an action that failed. */
export async function showQuoteAsStored(
  call: DeskCall,
  view: QuoteView,
  shown: Pick<QuotePage, 'sent' | 'notice' | 'status'> = {},
): Promise<Response> {
  const choices = await loadChoices(call, isEditable(call, view) ? view.quoteId : undefined)
  const draft = withNewRows(draftOfQuote(view.quote, call))
  const edited = { draft, quote: view.quote, errors: {}, choices }
  return showQuotePage(call, { view, edited, version: view.version, ...shown })
}

/** Shows a quote: its content, as a form if it can be edited, and what can be done with it. */
export async function showQuotePage(call: DeskCall, page: QuotePage): Promise<Response> {
  const { view, edited, version, notice, sent, status = 200 } = page
  const { quoteId, quote } = view
  const messages = await loadMessages(call, quoteId)
  const path = `/quotes/${encodeURIComponent(quoteId)}`
  const strings = call.strings.quote
  const target = { path, version, key: randomUUID(), label: strings.save }
  const canEdit = isEditable(call, view)
  const content = canEdit ? editForm(call, edited, target) : readView(call, quote)
  const labels = !canEdit && labelForm(call, edited, { ...target, label: strings.saveLabels })
  const main = html`${quoteHeading(call, view)}
    ${notice ?? doneNotice(call, strings.done)}
    <div class="columns">
      <div>${!canEdit && enterButton(call)}${content}</div>
      <div class="stack beside">
        ${await lifecyclePanel(call, view, { sent, canEdit })}
        ${labels}
        ${factsPanel(call, view, edited.choices)}
      </div>
      <div>${messagesPanel(call, quoteId, messages)}</div>
    </div>`
  return call.page(
    { title: quoteTitle(call, view), section: 'quotes', main, usesModule: canEdit },
    status,
  )
}

/**
 * The first button of a form is the one of the Enter key. The actions stand before the form of the
 * tags, so that without this button the key would do the first of them.
 */
function enterButton({ strings }: DeskCall): Html {
  return html`<button type="submit" form="${quoteFormId}" name="action" value="enter"
    class="visually-hidden" tabindex="-1" aria-hidden="true">${strings.quote.saveLabels}</button>`
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
  const { newTitle: title, create } = call.strings.quote
  const target = { path: '/quotes/new', key, label: create, extra }
  const main = html`<div class="title"><h1>${title}</h1></div>
    ${notice}
    ${editForm(call, edited, target)}`
  return call.page({ title, section: 'quotes', main, usesModule: true }, status)
}

/** The page of a quote that does not exist yet. */
export interface NewQuotePage extends Pick<QuotePage, 'notice' | 'status'> {
  /** Makes repeated requests create one quote. */
  readonly key: string
  readonly extra?: Html | undefined
}

/** Shows the dates of a quote, who is responsible, and what became of it. */
function factsPanel(call: DeskCall, view: QuoteView, { users }: Choices): Html {
  const { formats, strings } = call
  const { quote: labels } = strings.labels
  const { quote, updated } = view
  const { sent, expires, revision, acceptance, order, owner, reason, currency } = quote
  const { follow_up: followUp } = quote
  const time = (value: number | undefined) => value !== undefined && renderDateTime(formats, value)
  const ownerName = owner && (users?.find(({ id }) => id === owner)?.name ?? owner)
  const facts: readonly (readonly [label: string, value: Html | string | false | undefined])[] = [
    [labels.number, quote.number],
    [labels.owner, ownerName],
    ...hostIdNames.map((name) => [labels[name], quotesLink(call, name, quote[name])] as const),
    [labels.follow_up, followUp && renderDate(formats, timeOnDay(call, followUp))],
    [labels.created, time(quote.created)],
    [strings.quote.changed, renderDateTime(formats, updated)],
    [labels.currency, currency],
    [labels.revision, revision === undefined ? undefined : String(revision)],
    [labels.sent, time(sent)],
    [strings.quote.validUntil, expires !== undefined && renderLastTime(formats, expires)],
    [labels.reason, reason],
    [strings.quote.accepted, acceptance && acceptedBy(call, acceptance, users)],
    [strings.quote.reference, acceptance?.reference],
    [labels.order, order && (order.id ?? strings.common.beingPlaced)],
  ]
  return html`<section class="card" aria-labelledby="facts">
    <h2 id="facts">${strings.quote.facts}</h2>
    <dl class="facts">${facts.map(
      ([label, value]) => value && html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
    )}</dl>
  </section>`
}

/** Shows an id of the customer, as a link to all quotes that have it. */
function quotesLink(call: DeskCall, name: HostIdName, id: string | undefined): Html | undefined {
  if (id === undefined) return undefined
  const { quote: strings, labels } = call.strings
  const title = strings.quotesWith(labels.quote[name])
  const hidden = html`<span class="visually-hidden">: ${title}</span>`
  return html`<a class="wrap" href="${listUrl(call, { [name]: id })}">${id}${hidden}</a>`
}

function acceptedBy(
  call: DeskCall,
  { time, name, by, late }: NonNullable<QuoteView['quote']['acceptance']>,
  users: Choices['users'] = [],
): Html {
  const { formats, strings } = call
  const names = new Map(users.map((user) => [user.id, user.name]))
  const who = name ?? (by && nameOfActor(call, by, names))
  return html`${renderDateTime(formats, time)}${who && ` ${strings.quote.acceptedBy(who)}`}${late && `, ${strings.quote.late}`}`
}

/** Shows what a quote is, at a glance. */
function quoteHeading(call: DeskCall, view: QuoteView): Html {
  const { formats, url, strings } = call
  const { quote, quoteId, visibleTags } = view
  const path = `/quotes/${encodeURIComponent(quoteId)}`
  return html`<div class="title">
    <h1>${quoteTitle(call, view)}</h1>
    <span>${statusPill(call, quote.status)} ${tagChips(visibleTags)}</span>
    <span class="actions no-print">
      <span class="grand number">${formats.money(getTotal(quote), quote.currency)}</span>
      <a class="button to-actions" href="#lifecycle-title">${strings.quote.nextSteps}</a>
      <a class="button" href="${url(`${path}/document`)}">${strings.quote.document}</a>
      <a class="button" href="${url(`${path}/history`)}">${strings.quote.history}</a>
    </span>
  </div>`
}

/** Shows the content of a quote that cannot be edited in its status. */
function readView(call: DeskCall, quote: Quote): Html {
  const { formats, strings } = call
  const { line, quote: labels } = strings.labels
  const money = (amount: string) => formats.money(amount, quote.currency)
  return html`<div class="stack">
    ${customerCard(call, quote)}
    ${ownCard(call, quote)}
    <section class="card" aria-labelledby="lines">
      <h2 id="lines">${labels.products}</h2>
      <table class="rows lines shown" aria-labelledby="lines">
        <thead><tr>
          <th scope="col">${line.id}</th>
          <th scope="col" class="number">${line.qty}</th>
          <th scope="col" class="number">${line.price}</th>
          <th scope="col" class="number">${line.quote}</th>
          <th scope="col" class="number">${line.discount_total}</th>
          <th scope="col" class="number">${strings.common.total}</th>
        </tr></thead>
        <tbody>${displayedLines(quote).map((each) => readRow(call, quote, each))}</tbody>
        <tfoot>${totalRows(call, { money, quote, before: 5, after: 0 })}</tfoot>
      </table>
      ${totalNotes(strings, money, quote)}
    </section>
    ${extras(call, quote, money)}
  </div>`
}

/** Shows the own fields of the offer. Those for the store only can be changed in every status. */
function ownCard(call: DeskCall, { fields }: Quote): Html | false {
  const shown = storedFields({ fields }, call.ownFields.quote)
  if (shown.length === 0) return false
  return html`<section class="card" aria-labelledby="own-fields">
    <h2 id="own-fields">${call.strings.edit.moreAboutQuote}</h2>
    <dl class="facts wide">${shown.map(
      ([field, value]) =>
        html`<div><dt>${field.label}</dt><dd>${ownValue(call, field, value)}</dd></div>`,
    )}</dl>
  </section>`
}

function ownValue({ formats, strings }: DeskCall, field: ShownField, value: unknown): string {
  const { yes, no } = strings.common
  return ownText(field, value, { yes, no, number: formats.number })
}

function customerCard({ strings, ownFields }: DeskCall, { customer }: Quote): Html {
  const fields = Object.entries(customer).filter(([, value]) => value)
  return html`<section class="card" aria-labelledby="customer">
    <h2 id="customer">${strings.labels.quote.customer}</h2>
    ${
      fields.length === 0
        ? html`<p class="muted">${strings.quote.unknownCustomer}</p>`
        : html`<dl class="facts wide">${fields.map(([name, value]) => {
            const { label = getLabel(strings.labels.customer, name) } =
              ownFields.customer.get(name) ?? {}
            return html`<div><dt>${label}</dt><dd>${value}</dd></div>`
          })}</dl>`
    }
  </section>`
}

function readRow(call: DeskCall, shown: Quote, line: ProductLine): Html {
  const { formats, strings } = call
  const {
    common,
    labels: { line: labels },
  } = strings
  const money = (amount: string) => formats.money(amount, shown.currency)
  const unitMoney = (price: number | string) => money(shownUnitPrice(price, shown))
  const rounded = roundedFrom(line)
  const { name, id, sku, unit, qty, price, quote, quote_total: total, note, description } = line
  const percent = percentValue(line)
  return html`<tr>
    <th scope="row" class="product"><span class="name">${name ?? common.product(id)}</span>
      ${(sku ?? unit) && html`<span class="muted">${[sku, unit && common.perUnit(unit)].filter(Boolean).join(' · ')}</span>`}
      ${id === 0 && description && html`<span class="muted wrap">${description}</span>`}
      ${note && html`<span class="note">${note}</span>`}${storedFields(
        line,
        call.ownFields.line,
      ).map(
        ([field, value]) =>
          html`<span class="muted wrap">${strings.edit.ownField(field.label, ownValue(call, field, value))}</span>`,
      )}</th>
    <td class="number" data-label="${labels.qty}">${formats.number(qty)}</td>
    <td class="number" data-label="${labels.price}">${unitMoney(price)}</td>
    <td class="number" data-label="${labels.quote}">${unitMoney(quote)}${
      rounded !== undefined &&
      html`<br><span class="muted">${common.roundedFrom(unitMoney(rounded))}</span>`
    }</td>
    <td class="number" data-label="${labels.discount_total}">${percent === '' ? '' : formats.percent(percent)}</td>
    <td class="number" data-label="${common.total}">${money(total)}</td>
  </tr>`
}

/** Shows what makes up the amounts below the lines. */
function extras(
  { strings: { quote: strings, common, labels }, formats }: DeskCall,
  { discounts = [], shipping, taxes }: Quote,
  money: (amount: string) => string,
) {
  const rows = [
    ...discounts.map(({ label, type, value, amount }) => ({
      name: label ?? common.discount,
      detail:
        type === 'percent'
          ? formats.percent(value)
          : type === 'target'
            ? strings.toTotal(money(value))
            : '',
      amount: money(takenOff(amount)),
    })),
    ...(shipping.product === null
      ? []
      : [
          {
            name: labels.quote.shipping,
            detail: shipping.product.name,
            amount: money(shipping.product.price),
          },
        ]),
    ...(taxes?.removed?.rates ?? []).map(({ name, rate, amount }) => ({
      name: common.notCharged(name),
      detail: rate === undefined ? '' : formats.percent(rate),
      amount: money(takenOff(amount)),
    })),
    ...(taxes?.rates ?? []).map(({ name, rate, amount }) => ({
      name,
      detail: rate === undefined ? '' : formats.percent(rate),
      amount: money(amount),
    })),
  ]
  if (rows.length === 0) return false
  return html`<section class="card" aria-labelledby="extras">
    <h2 id="extras">${strings.extras}</h2>
    <table class="amounts" aria-labelledby="extras"><tbody>${rows.map(
      ({ name, detail, amount }) => html`<tr>
        <th scope="row">${name} <span class="muted">${detail}</span></th>
        <td class="number">${amount}</td>
      </tr>`,
    )}</tbody></table>
  </section>`
}
