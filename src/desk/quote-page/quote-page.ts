import { randomUUID } from 'node:crypto'
import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import type { Html } from '../../pages/layout.js'
import { type HostIdName, hostIdNames } from '../../quote/model/host-ids.js'
import type { Quote } from '../../quote/model/quote.js'
import { customerUrl } from '../customers/customer.js'
import type { DeskCall } from '../desk-call.js'
import { draftOfQuote } from '../edit/draft.js'
import { editForm, enterButton, labelForm, quoteFormId, saveButtons } from '../edit/edit-form.js'
import { type Choices, type EditedQuote, loadChoices } from '../edit/edited.js'
import { doneNotice } from '../forms.js'
import type { SentForm } from '../lifecycle/actions.js'
import { counterOffers } from '../lifecycle/counter-offers.js'
import { lifecycleParts } from '../lifecycle/lifecycle-panel.js'
import { listUrl } from '../list/load-list.js'
import { loadOwnParts, ownDone } from '../own/quote-parts.js'
import { nameOfActor, renderDateTime, renderLastTime } from '../parts/changes.js'
import { quoteName, quoteTitle, statusPill, tagChips } from '../parts/names.js'
import { storedFields } from '../parts/own-fields.js'
import {
  customerCard,
  exchangeText,
  factsList,
  linesCard,
  ownValue,
  totalText,
  wordingCard,
} from '../parts/quote-content.js'
import { timelinePanel } from '../timeline/timeline-page.js'
import { orderPartsCard } from './order-parts-card.js'
import { paymentsCard } from './payments-card.js'

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
  const draft = draftOfQuote(view.quote, call)
  const edited = { draft, quote: view.quote, errors: {}, choices }
  return showQuotePage(call, { view, edited, version: view.version, ...shown })
}

/** Shows a quote: its content, as a form if it can be edited, and what can be done with it. */
export async function showQuotePage(call: DeskCall, page: QuotePage): Promise<Response> {
  const { view, edited, version, notice, sent, status = 200 } = page
  const { quoteId, quote } = view
  const path = `/quotes/${encodeURIComponent(quoteId)}`
  const strings = call.strings.quote
  const target = { path, version, key: randomUUID(), label: strings.save }
  const canEdit = isEditable(call, view)
  const content = canEdit ? editForm(call, edited, target) : readView(call, quote)
  const labels = !canEdit && labelForm(call, edited, { ...target, label: strings.saveLabels })
  const ownParts = loadOwnParts(call, view)
  const [wishes, { buttons, panel }, timeline, own] = await Promise.all([
    counterOffers(call, view, sent),
    ownParts.then(({ menu }) => lifecycleParts(call, view, { sent, canEdit, ownMenu: menu })),
    timelinePanel(call, view),
    ownParts,
  ])
  const save = canEdit
    ? saveButtons(call, edited, strings.save)
    : html`${enterButton(strings.saveLabels)}<span class="amount number">${totalText(call, quote)}</span>`
  const main = html`${quoteHeading(call, view, html`${save}${buttons}`)}
    ${notice ?? doneNotice(call, strings.done, ownDone(call))}
    <div class="columns${canEdit && ' editing'}">
      <div class="content">${wishes}${content}</div>
      <div class="stack beside">
        ${panel}
        ${orderPartsCard(call, view)}
        ${paymentsCard(call, view, sent)}
        ${labels}
        ${factsPanel(call, view, edited.choices)}
        ${own.beside}
        ${timeline}
      </div>
      ${own.below && html`<div class="panels">${own.below}</div>`}
    </div>`
  return call.page(
    { title: quoteTitle(call, view), section: 'quotes', main, usesModule: canEdit },
    status,
  )
}

/** Shows the form of a quote that does not exist yet. */
export function showNewQuotePage(
  call: DeskCall,
  edited: EditedQuote,
  { key, extra, notice, status }: NewQuotePage,
): Promise<Response> {
  const { newTitle: title, create } = call.strings.quote
  const target = { path: '/quotes/new', key, label: create, extra }
  const main = html`<div class="head"><div class="what"><h1>${title}</h1></div>${saveButtons(call, edited, create)}
      <button type="submit" form="${quoteFormId}" name="action" value="review" class="primary">${call.strings.review.title}</button></div>
    ${notice}
    <div class="columns editing">${editForm(call, edited, target)}</div>`
  return call.page({ title, section: 'quotes', main, usesModule: true }, status)
}

/** The page of a quote that does not exist yet. */
export interface NewQuotePage extends Pick<QuotePage, 'notice' | 'status'> {
  /** Makes repeated requests create one quote. */
  readonly key: string
  readonly extra?: Html | undefined
}

/** Shows until when an offer is valid, the ids of the customer, and what became of it. */
function factsPanel(call: DeskCall, view: QuoteView, { users }: Choices): Html {
  const { formats, strings } = call
  const { quote: labels } = strings.labels
  const { quote } = view
  const { expires, revision, acceptance, order, currency, exchange } = quote
  const facts = factsList([
    ...hostIdNames.map((name) => [labels[name], quotesLink(call, name, quote[name])] as const),
    [labels.currency, currency],
    [labels.exchange, exchange && exchangeText(call, exchange, quote)],
    [labels.revision, revision === undefined ? undefined : String(revision)],
    [strings.quote.validUntil, expires !== undefined && renderLastTime(formats, expires)],
    [strings.quote.accepted, acceptance && acceptedBy(call, acceptance, users)],
    [strings.quote.reference, acceptance?.reference],
    [labels.order, order && (order.id ?? strings.common.beingPlaced)],
  ])
  return html`<section class="card" aria-labelledby="facts">
    <h2 id="facts">${strings.quote.facts}</h2>
    ${facts}
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
  { time, name, by, late, signature }: NonNullable<QuoteView['quote']['acceptance']>,
  users: Choices['users'] = [],
): Html {
  const { formats, strings } = call
  const names = new Map(users.map((user) => [user.id, user.name]))
  const who = name ?? (by && nameOfActor(call, by, names))
  return html`${renderDateTime(formats, time)}${who && ` ${strings.quote.acceptedBy(who)}`}${late && `, ${strings.quote.late}`}${signature && `, ${strings.quote.signed}`}`
}

/** Shows what a quote is, at a glance, and what can be done with it. */
function quoteHeading(call: DeskCall, view: QuoteView, buttons: Html): Html {
  const { url, strings } = call
  const { quote, quoteId, visibleTags } = view
  const { revision = 0 } = quote
  const customer = customerUrl(call, quote)
  const path = `/quotes/${encodeURIComponent(quoteId)}`
  const name = quote.customer.company || quote.customer.name || quoteTitle(call, view)
  const revised = revision > 0 && strings.lifecycle.revision(revision)
  const about = [quoteName(call, view), revised, quote.title].filter(Boolean).join(', ')
  return html`<div class="head">
    <div class="what"><h1 title="${name}">${name}</h1>
    <span class="about" title="${about}">${about}</span>
    <span class="states">${statusPill(call, quote.status)} ${tagChips(visibleTags)}</span></div>
    <nav class="links no-print" aria-label="${quoteTitle(call, view)}">
      <a href="${url(`${path}/document`)}">${strings.quote.document}</a>
      <a href="${url(`${path}/history`)}">${strings.quote.history}</a>
      ${customer !== undefined && html`<a href="${customer}">${strings.labels.quote.customer}</a>`}
    </nav>
    ${buttons}
  </div>`
}

/** Shows the content of a quote that cannot be edited in its status. */
function readView(call: DeskCall, quote: Quote): Html {
  return html`<section class="card paper" aria-label="${call.strings.edit.paper}">
    ${customerCard(call, quote)}
    ${wordingCard(call, quote)}
    ${ownCard(call, quote)}
    ${linesCard(call, quote)}
  </section>`
}

/** Shows the own fields of the offer. Those for the store only can be changed in every status. */
function ownCard(call: DeskCall, { fields }: Quote): Html | false {
  const shown = storedFields({ fields }, call.ownFields.quote)
  if (shown.length === 0) return false
  return html`<section class="card" aria-labelledby="own-fields">
    <h2 id="own-fields">${call.strings.edit.moreAboutQuote}</h2>
    ${factsList(shown.map(([field, value]) => [field.label, ownValue(call, field, value)]))}
  </section>`
}
