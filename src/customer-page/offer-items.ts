import { html } from 'hono/html'
import {
  componentFacts,
  type DocumentFact,
  type DocumentLine,
  payableRow,
  type QuoteDocument,
} from '../document/model/quote-document.js'
import type { Html } from '../pages/layout.js'
import type { ChoiceFields } from './choice-form.js'
import { replaced } from './offer-changes.js'
import type { LineChange, OfferChanges } from './offer-view.js'
import type { PageStrings } from './strings/page-strings.js'

/** Lines with the title and the sum of their section, if they are in one. */
interface ShownSection {
  readonly title?: DocumentLine
  readonly lines: DocumentLine[]
  sum?: DocumentLine
}

/** Returns the address of the picture of a line by its key; undefined if it has none. */
export type PictureOf = (key: string) => string | undefined

/** What an offer is shown with. */
export interface ItemsView {
  readonly document: QuoteDocument
  readonly strings: PageStrings
  readonly pictureOf: PictureOf
  /** What can be chosen, beside its lines. */
  readonly choices?: ChoiceFields | undefined
  /** What is marked as new. */
  readonly changes?: OfferChanges | undefined
}

/** Shows the lines of an offer by section, and what they add up to. */
export function offerItems(view: ItemsView): Html {
  const { document, strings, choices, changes } = view
  const lines = choices?.lines ?? document.lines
  const removed = [...(changes?.lines.values() ?? [])].filter(({ kind }) => kind === 'removed')
  return html`<section class="card items" aria-label="${strings.document}"${
    choices && html` id="choice"`
  }>
${inSections(lines).map((section) => itemSection(section, view))}
${removed.length > 0 && html`<ul>${removed.map((line) => removedItem(line, strings))}</ul>`}
<div class="bill" data-live="bill">${billOf(view)}</div>
${choices?.button}
</section>`
}

function inSections(lines: readonly DocumentLine[]): readonly ShownSection[] {
  // Lines without a section come first.
  let section: ShownSection = { lines: [] }
  const sections = [section]
  for (const line of lines)
    if (line.type === 'section') {
      section = { title: line, lines: [] }
      sections.push(section)
    } else if (line.type === 'subtotal') section.sum = line
    else section.lines.push(line)
  return sections
}

function itemSection({ title, lines, sum }: ShownSection, view: ItemsView) {
  return html`${title && sectionTitle(title, sum, view)}${
    lines.length > 0 && html`<ul>${inGroups(lines, view)}</ul>`
  }
`
}

/** Shows alternatives as one group, where the first of them stands. */
function inGroups(lines: readonly DocumentLine[], view: ItemsView): readonly Html[] {
  const { choices } = view
  const groupOf = (line: DocumentLine) => choices?.groupOf(line.key)
  const shown = new Set<string>()
  return lines.flatMap((line) => {
    const group = groupOf(line)
    if (group === undefined) return [item(line, view)]
    if (shown.has(group.key)) return []
    shown.add(group.key)
    const members = lines.filter((each) => groupOf(each)?.key === group.key)
    return [
      html`<li class="pick"><fieldset><legend><bdi>${group.title}</bdi></legend>
${members.map((each) => alternative(each, view))}${group.none}
</fieldset></li>`,
    ]
  })
}

/** Shows one of several alternatives as a card. */
function alternative(line: DocumentLine, view: ItemsView) {
  const { key, name, description } = line
  const picture = view.pictureOf(key)
  return html`<div><label>
${picture && html`<img src="${picture}" alt="" loading="lazy" width="56" height="56">`}
<span><strong><bdi>${name}</bdi></strong>${
    description && html`<span class="hint"><bdi>${description}</bdi></span>`
  }${componentFacts(line).map(
    (fact) => html`<span class="hint"><bdi>${fact.label}</bdi>: <bdi>${fact.value}</bdi></span>`,
  )}${eachOf(line, view)}</span>
${amountOf(line, view)}${view.choices?.fieldOf(key)}
</label>${view.choices?.quantityOf(line)}</div>`
}

/** Shows the title of a section beside its sum, which is read with its label. */
function sectionTitle(title: DocumentLine, sum: DocumentLine | undefined, view: ItemsView) {
  const { key, name, description, choice, total, isLeftOut } = title
  const out = isLeftOut && html` class="left-out"`
  const { choices } = view
  const field = choices?.fieldOf(key)
  const group = choices?.groupOf(key)
  const amount = html`<span class="amount"${live(view, `sum ${key}`)}>${
    sum === undefined
      ? html`<bdi${out}>${total}</bdi>`
      : html`<span class="visually-hidden"><bdi>${sum.name}</bdi>: </span><bdi${out}>${sum.total}</bdi>`
  }</span>`
  return html`<div class="part">
<h2>${group && html`<small><bdi>${group.title}</bdi>: </small>`}<bdi>${name}</bdi>${
    choice && html` <small><bdi>${choice}</bdi></small>`
  }</h2>
${field === undefined ? amount : take(name, html`${amount}${field}`)}
${description && html`<p><bdi>${description}</bdi></p>`}
</div>${group?.last === key && group.none && html`<div class="part">${group.none}</div>`}`
}

/** What is around the field that takes a line: its name for screen readers, and its amount. */
function take(name: string, content: Html): Html {
  return html`<label class="take"><span class="visually-hidden"><bdi>${name}</bdi> </span>${content}</label>`
}

function item(line: DocumentLine, view: ItemsView) {
  const { labels } = view.document
  const { key, name, sku, description, note, facts = [], billing, choice, steps = [] } = line
  const picture = view.pictureOf(key)
  const field = view.choices?.fieldOf(key)
  const change = view.changes?.lines.get(key)
  const amount = amountOf(line, view)
  return html`<li${change && html` class="fresh"`}>
${picture && html`<img src="${picture}" alt="" loading="lazy" width="56" height="56">`}
<div><strong><bdi>${name}</bdi></strong>${
    change?.kind === 'added' && html` <ins>${view.strings.newsAdded}</ins>`
  }
${eachOf(line, view)}
${[description, note, billing, choice].map((text) => text && html`<p><bdi>${text}</bdi></p>`)}
${factList([...componentFacts(line), ...facts, ...steps])}
${sku && html`<p class="sku">${labels.sku} <bdi>${sku}</bdi></p>`}${view.choices?.quantityOf(line)}</div>
${field === undefined ? amount : take(name, html`${amount}${field}`)}
</li>`
}

/** Shows `60 reams × $4.98`, the list price if it is higher, and what is taken off. */
function eachOf(line: DocumentLine, view: ItemsView) {
  const { quantity, unitPrice, listPrice, discount } = line
  const { before } = view.changes?.lines.get(line.key) ?? {}
  const price = unitPrice ?? listPrice
  const isReduced = unitPrice !== undefined && listPrice !== undefined
  const wasPrice = before === undefined ? price : (before.unitPrice ?? before.listPrice)
  return html`<span class="each"${live(view, `each ${line.key}`)}>${replaced(
    before === undefined ? quantity : before.quantity,
    quantity,
  )}${price && html` × ${replaced(wasPrice, price)}`}${
    isReduced &&
    html` <s><span class="visually-hidden">${view.document.columns.listPrice} </span><bdi>${listPrice}</bdi></s>`
  }${discount && html`, <span class="good"><bdi>${discount}</bdi></span>`}</span>`
}

function amountOf(line: DocumentLine, view: ItemsView) {
  const { before } = view.changes?.lines.get(line.key) ?? {}
  return html`<span class="amount"${live(view, `amount ${line.key}`)}><bdi${
    line.isLeftOut && html` class="left-out"`
  }>${line.total}</bdi>${
    before !== undefined && before.total !== line.total && was(before.total, view.strings)
  }</span>`
}

function was(amount: string, strings: PageStrings) {
  return html`<del><span class="visually-hidden">${strings.newsBefore} </span><bdi>${amount}</bdi></del> `
}

/** Marks what changes while the customer chooses. */
function live({ choices }: ItemsView, name: string) {
  return choices && html` data-live="${name}"`
}

function removedItem({ before }: LineChange, strings: PageStrings) {
  if (before === undefined) return undefined
  const { name, quantity, total } = before
  return html`<li class="gone"><div><del><bdi>${name}</bdi></del>
<span class="each"><bdi>${quantity}</bdi>, ${strings.newsRemoved}</span></div>
<span class="amount"><del><bdi>${total}</bdi></del></span></li>`
}

function factList(facts: readonly DocumentFact[]) {
  if (facts.length === 0) return undefined
  return html`<dl>${facts.map(
    ({ label, value }) =>
      html`<div><dt><bdi>${label}</bdi></dt> <dd><bdi>${value}</bdi></dd></div>`,
  )}</dl>`
}

function billOf({ document: { totals, taxNotice }, changes, strings }: ItemsView) {
  const last = payableRow(totals)
  const before = changes?.total?.before
  return html`<dl>${totals.map(
    (row) => html`<div class="${row === last ? 'sum' : row.type}"><dt><bdi>${row.label}</bdi></dt>
<dd>${row === last && before !== undefined && was(before, strings)}<bdi>${row.amount}</bdi></dd></div>`,
  )}</dl>${taxNotice && html`<p class="hint">${taxNotice}</p>`}`
}
