import { html } from 'hono/html'
import type { DocumentFact, DocumentLine, QuoteDocument } from '../model/quote-document.js'

/** Shows a line as a row. On narrow screens, its cells have the headings of their columns. */
export function lineRow(line: DocumentLine, { columns, labels }: QuoteDocument) {
  const { name, sku, description, note, discount, quantity, unitPrice, total, steps } = line
  const { listPrice = '' } = line
  return html`<tr>
<th scope="row"><bdi class="doc-name">${name}</bdi>
${sku && html`<div class="doc-sku">${labels.sku} <bdi>${sku}</bdi></div>`}
${description && html`<p class="doc-details"><bdi>${description}</bdi></p>`}
${note && html`<p class="doc-details doc-note"><bdi>${note}</bdi></p>`}
${discount && html`<p class="doc-details"><bdi>${discount}</bdi></p>`}
${steps && priceSteps(steps)}</th>
${cell(columns.quantity, quantity)}
${columns.listPrice && (listPrice ? cell(columns.listPrice, listPrice) : html`<td></td>`)}
${cell(columns.unitPrice, unitPrice)}
${cell(columns.total, total)}
</tr>
`
}

function cell(label: string, value: string) {
  return html`<td data-label="${label}"><bdi>${value}</bdi></td>`
}

function priceSteps(steps: readonly DocumentFact[]) {
  return html`<dl class="doc-steps">${steps.map(
    ({ label, value }) => html`<div><dt><bdi>${label}</bdi></dt><dd><bdi>${value}</bdi></dd></div>`,
  )}</dl>`
}
