import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { signatureArea } from '../../quote/model/signature.js'
import {
  assertDocument,
  componentFacts,
  type DocumentAddressWindow,
  type DocumentFact,
  type DocumentLine,
  type DocumentParty,
  type DocumentQrCode,
  type DocumentSignature,
  type DocumentText,
  type QuoteDocument,
} from '../model/quote-document.js'

/**
 * Shows a document as an `article`, for a page of your own. The page serves
 * {@link renderStylesheet} as a stylesheet; the article has no style of its own.
 *
 * All values are shown as text. Each is isolated, so that its direction changes nothing beside it.
 *
 * @throws QuoteError `invalid_options` if `document` is none, such as a quote
 *
 * @example
 * import { html } from 'hono/html'
 * app.get('/quote', (c) => c.html(html`<main>${renderFragment(document)}</main>`))
 */
export function renderFragment(document: QuoteDocument): HtmlEscapedString {
  assertDocument(document)
  const { lang, dir, notice, customer, shipTo, lines, columns } = document
  const { introduction, conditions = [], acceptance, certificate, footer } = document
  const { qrCode, signatureLines, addressWindow } = document
  const article = html`<article class="doc-document" lang="${lang}" dir="${dir}">
${addressWindow && html`<div class="doc-letter doc-${addressWindow.form}">`}
${header(document)}
<div class="doc-meet">
<div class="doc-parties">
${party(customer, addressWindow)}
${shipTo && party(shipTo)}
</div>
${facts(document.facts)}
</div>
${addressWindow && html`</div>`}
${titles(document)}
${notice && html`<p class="doc-notice" role="note">${notice}</p>`}
${
  introduction &&
  html`<section class="doc-introduction">${paragraphs(introduction)}</section>
`
}<table class="doc-lines">
<thead><tr>
${columns.position && html`<th scope="col" class="doc-position">${columns.position}</th>`}
<th scope="col">${columns.item}</th>
<th scope="col">${columns.quantity}</th>
${columns.listPrice && html`<th scope="col">${columns.listPrice}</th>`}
${columns.unitPrice && html`<th scope="col">${columns.unitPrice}</th>`}
<th scope="col">${columns.total}</th>
</tr></thead>
<tbody>
${lines.map((line) => lineRow(line, document))}
</tbody>
</table>
${totals(document)}
${conditions.map(
  (each) => html`${textSection(each)}
`,
)}${textSection({ heading: document.labels.terms, paragraphs: document.terms })}
${qrCode && linkWithCode(qrCode)}
${signatureLines && html`<div class="doc-sign">${signatureLines.map((each) => html`<p><bdi>${each}</bdi></p>`)}</div>`}
${
  acceptance &&
  html`<section class="doc-section doc-acceptance"><h2 class="doc-label">${acceptance.heading}</h2>
${facts(acceptance.facts)}
${acceptance.signature && signature(acceptance.signature)}</section>`
}
${
  certificate &&
  html`<section class="doc-section doc-certificate"><h2 class="doc-label">${certificate.heading}</h2>
${facts(certificate.facts)}
${certificate.notes.map((note) => html`<p class="doc-details"><bdi>${note}</bdi></p>`)}</section>`
}
${footer && html`<footer class="doc-footer"><bdi>${footer}</bdi></footer>`}
</article>
`
  // No value is a promise, so there is nothing to wait for.
  return article as HtmlEscapedString
}

/** Shows a link beside its QR code, whose modules have whole pixels: at least 2. */
function linkWithCode({ label, alt, url, rows }: DocumentQrCode) {
  const size = rows.length + 8
  const width = size * Math.max(2, Math.round(120 / size))
  return html`<section class="doc-qr"><svg width="${width}" height="${width}" viewBox="-4 -4 ${size} ${size}" role="img" aria-label="${alt}" shape-rendering="crispEdges"><path fill="#ffffff" d="M-4-4h${size}v${size}h-${size}z"/><path fill="#000000" d="${rows.map(rowPath).join('')}"/></svg>
<p><strong><bdi>${label}</bdi></strong><br><a href="${url}"><bdi>${url}</bdi></a></p></section>`
}

function rowPath(row: string, y: number): string {
  const runs = row.matchAll(/1+/g)
  return Array.from(
    runs,
    ({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
  ).join('')
}

/** Shows a name, or draws lines. They are points, so nothing of who signed is markup. */
function signature({ label, name, strokes = [] }: DocumentSignature) {
  if (name !== undefined) return html`<p class="doc-signed"><bdi>${name}</bdi></p>`
  const { width, height } = signatureArea
  return html`<svg class="doc-signature" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">${signaturePath(strokes)}</svg>`
}

/** Draws the lines of a signature in an area of 600 × 200. */
export function signaturePath(strokes: readonly (readonly number[])[]) {
  return html`<path
 d="${strokes.map(toPath).join('')}"/>`
}

/** A single point is drawn as a dot. */
function toPath([x, y, ...rest]: readonly number[]): string {
  return `M${x} ${y}L${rest.length === 0 ? `${x} ${y}` : rest.join(' ')}`
}

/** Shows the logo, or the name of the seller in its place, and the other lines of the seller. */
function header({ seller, logo }: QuoteDocument) {
  if (seller === undefined && logo === undefined) return undefined
  const [name, ...lines] = seller?.lines ?? []
  const besides = logo === undefined || name === undefined ? lines : [name, ...lines]
  return html`<header class="doc-header">
${
  logo
    ? html`<div class="doc-brand"><img class="doc-logo" src="${logo.url}" alt="${logo.alt}"></div>`
    : html`<p class="doc-brand"><bdi>${name}</bdi></p>`
}
${seller && html`<section class="doc-seller" aria-label="${seller.heading}">${linesOf(besides)}</section>`}
</header>`
}

function titles({ heading, subject }: QuoteDocument) {
  const title = html`<h1 class="doc-heading">${heading}</h1>`
  if (subject === undefined) return title
  return html`<hgroup class="doc-titles">${title}<p class="doc-subject"><bdi>${subject}</bdi></p></hgroup>`
}

function facts(shown: readonly DocumentFact[]) {
  const rows = shown.map(
    ({ label, value }) => html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>
`,
  )
  return html`<dl class="doc-facts">${rows}</dl>`
}

function party(
  { heading, lines, contacts = [], facts: own = [] }: DocumentParty,
  addressWindow?: DocumentAddressWindow,
) {
  return html`<section class="doc-party"><p class="doc-label">${heading}</p>
${addressWindow ? addressIn(addressWindow, lines) : linesOf(lines)}
${contacts.length > 0 && html`<div class="doc-contacts">${linesOf(contacts)}</div>`}
${own.length > 0 && html`<dl class="doc-own">${factRows(own)}</dl>`}</section>`
}

/** Shows the lines with the one above them that is for paper only. */
function addressIn({ returnLine }: DocumentAddressWindow, lines: readonly string[]) {
  return html`<div class="doc-window"><p class="doc-return"><bdi>${returnLine}</bdi></p>
${linesOf(lines)}</div>`
}

function linesOf(lines: readonly string[]) {
  return html`<p>${lines.map((line) => html`<bdi>${line}</bdi><br>`)}</p>`
}

function totals({ totals: rows, taxNotice }: QuoteDocument) {
  return html`<table class="doc-totals"><tbody>
${rows.map(
  ({ type, label, amount }) =>
    html`<tr class="doc-sum-${type}"><th scope="row"><bdi>${label}</bdi></th>
<td><bdi>${amount}</bdi></td></tr>
`,
)}</tbody></table>
${taxNotice && html`<p class="doc-tax-notice">${taxNotice}</p>`}`
}

function textSection({ heading, paragraphs: shown }: DocumentText) {
  if (shown.length === 0) return undefined
  return html`<section class="doc-section doc-terms"><h2 class="doc-label">${heading}</h2>
${paragraphs(shown)}</section>`
}

function paragraphs(shown: readonly string[]) {
  return shown.map((paragraph) => html`<p><bdi>${paragraph}</bdi></p>`)
}

/** Shows a line as a row. On narrow screens, its cells have the headings of their columns. */
function lineRow(line: DocumentLine, { columns, labels }: QuoteDocument) {
  const { name, sku, description, note, discount, quantity, total, steps } = line
  const { listPrice, unitPrice, billing, choice, components, facts: own, position } = line
  return html`<tr${rowClass(line)}>
${columns.position && html`<td class="doc-position">${position && html`<bdi>${position}</bdi>`}</td>`}
<th scope="row"><bdi class="doc-name">${name}</bdi>
${sku && html`<div class="doc-sku">${labels.sku} <bdi>${sku}</bdi></div>`}
${description && html`<p class="doc-details"><bdi>${description}</bdi></p>`}
${note && html`<p class="doc-details doc-note"><bdi>${note}</bdi></p>`}
${components && html`<dl class="doc-own doc-components">${factRows(componentFacts(line))}</dl>`}
${own && html`<dl class="doc-own">${factRows(own)}</dl>`}
${discount && html`<p class="doc-details"><bdi>${discount}</bdi></p>`}
${billing && html`<p class="doc-billing"><bdi>${billing}</bdi></p>`}
${choice && html`<p class="doc-billing doc-choice"><bdi>${choice}</bdi></p>`}
${steps && priceSteps(steps)}</th>
${cell(columns.quantity, quantity)}
${columns.listPrice && cell(columns.listPrice, listPrice)}
${columns.unitPrice && cell(columns.unitPrice, unitPrice)}
${cell(columns.total, total)}
</tr>
`
}

/** Returns the class of a row that is no usual line. */
function rowClass({ type, isLeftOut, pageBreak }: DocumentLine) {
  const names = [
    ...(type === undefined ? [] : [`doc-${type}`]),
    ...(isLeftOut ? ['doc-left-out'] : []),
    ...(pageBreak ? ['doc-page-break'] : []),
  ]
  return names.length === 0 ? '' : html` class="${names.join(' ')}"`
}

function cell(label: string, value: string | undefined) {
  if (value === undefined || value === '') return html`<td></td>`
  return html`<td data-label="${label}"><bdi>${value}</bdi></td>`
}

function priceSteps(steps: readonly DocumentFact[]) {
  return html`<dl class="doc-steps">${factRows(steps)}</dl>`
}

function factRows(facts: readonly DocumentFact[]) {
  return facts.map(
    ({ label, value }) => html`<div><dt><bdi>${label}</bdi></dt><dd><bdi>${value}</bdi></dd></div>`,
  )
}
