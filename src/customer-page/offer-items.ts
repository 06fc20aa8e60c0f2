import { html } from 'hono/html'
import {
  type DocumentFact,
  type DocumentLine,
  payableRow,
  type QuoteDocument,
} from '../document/model/quote-document.js'
import type { Html } from '../pages/layout.js'

/** Lines with the title and the sum of their section, if they are in one. */
interface ShownSection {
  readonly title?: DocumentLine
  readonly lines: DocumentLine[]
  sum?: DocumentLine
}

/** Returns the address of the picture of a line by its key; undefined if it has none. */
export type PictureOf = (key: string) => string | undefined

/** Shows the lines of an offer by section, and what they add up to. */
export function offerItems(document: QuoteDocument, label: string, pictureOf: PictureOf): Html {
  return html`<section class="card items" aria-label="${label}" data-live="items">
${inSections(document.lines).map((section) => itemSection(section, document, pictureOf))}
${billOf(document)}
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

function itemSection({ title, lines, sum }: ShownSection, document: QuoteDocument, of: PictureOf) {
  const items = lines.map((line) => item(line, document, of(line.key)))
  return html`${title && sectionTitle(title, sum)}${lines.length > 0 && html`<ul>${items}</ul>`}
`
}

/** Shows the title of a section beside its sum, which is read with its label. */
function sectionTitle(title: DocumentLine, sum: DocumentLine | undefined) {
  const { name, description, choice, total, isLeftOut } = title
  return html`<div class="part${isLeftOut && ' left-out'}">
<h2><bdi>${name}</bdi>${choice && html` <small><bdi>${choice}</bdi></small>`}</h2>
<span class="amount">${
    sum === undefined
      ? html`<bdi>${total}</bdi>`
      : html`<span class="visually-hidden"><bdi>${sum.name}</bdi>: </span><bdi>${sum.total}</bdi>`
  }</span>
${description && html`<p><bdi>${description}</bdi></p>`}
</div>`
}

function item(line: DocumentLine, { labels, columns }: QuoteDocument, picture: string | undefined) {
  const { name, sku, description, note, facts = [], billing, choice, steps = [] } = line
  return html`<li${line.isLeftOut && html` class="left-out"`}>
${picture && html`<img src="${picture}" alt="" loading="lazy" width="56" height="56">`}
<div><strong><bdi>${name}</bdi></strong>
<p class="each">${each(line, columns)}</p>
${[description, note, billing, choice].map((text) => text && html`<p><bdi>${text}</bdi></p>`)}
${factList([...facts, ...steps])}
${sku && html`<p class="sku">${labels.sku} <bdi>${sku}</bdi></p>`}</div>
<span class="amount"><bdi>${line.total}</bdi></span>
</li>`
}

/** Shows `60 reams × $4.98`, the list price if it is higher, and what is taken off. */
function each(line: DocumentLine, columns: QuoteDocument['columns']) {
  const { quantity, unitPrice, listPrice, discount } = line
  const price = unitPrice ?? listPrice
  const isReduced = unitPrice !== undefined && listPrice !== undefined
  return html`<bdi>${quantity}</bdi>${price && html` × <bdi>${price}</bdi>`}${
    isReduced &&
    html` <s><span class="visually-hidden">${columns.listPrice} </span><bdi>${listPrice}</bdi></s>`
  }${discount && html`, <span class="good"><bdi>${discount}</bdi></span>`}`
}

function factList(facts: readonly DocumentFact[]) {
  if (facts.length === 0) return undefined
  return html`<dl>${facts.map(
    ({ label, value }) =>
      html`<div><dt><bdi>${label}</bdi></dt> <dd><bdi>${value}</bdi></dd></div>`,
  )}</dl>`
}

function billOf({ totals, taxNotice }: QuoteDocument) {
  const last = payableRow(totals)
  return html`<div class="bill"><dl>${totals.map(
    (row) => html`<div class="${row === last ? 'sum' : row.type}"><dt><bdi>${row.label}</bdi></dt>
<dd><bdi>${row.amount}</bdi></dd></div>`,
  )}</dl>${taxNotice && html`<p class="hint">${taxNotice}</p>`}</div>`
}
