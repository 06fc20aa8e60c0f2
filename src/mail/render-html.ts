import { html } from 'hono/html'
import { plainLines } from '../document/model/parts.js'
import {
  componentFacts,
  type DocumentFact,
  type DocumentLine,
} from '../document/model/quote-document.js'
import type { MailContent, OfferContent, WishContent } from './mail-content.js'

/** Styles are on the elements: many mail programs remove all others. */
const page = 'margin:0;padding:0;background-color:#f6f7f9'
const outer = 'width:100%;background-color:#f6f7f9'
const inner =
  'width:100%;max-width:600px;background-color:#ffffff;border:1px solid #e4e6eb;border-radius:12px'
const font =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:#1b1e26"
const paragraph = 'margin:0 0 16px'
const small = 'font-size:14px;color:#5a606c'
const rule = 'border-top:1px solid #e4e6eb'
const grid = 'width:100%;border-collapse:collapse;margin:0 0 16px'

/**
 * Returns the HTML part of a mail: tables with inline styles, as mail programs show them. It loads
 * nothing, runs nothing, and shows every value as text.
 */
export function renderHtml(content: MailContent): string {
  const { lang, dir, subject, greeting, text, quotation, notice, title, about, facts } = content
  const { offer, sum, seller, link, wishes, signature, footer } = content
  const align = dir === 'rtl' ? 'right' : 'left'
  const block = (part: unknown, line = `${rule};`) =>
    html`<tr><td lang="${lang}" dir="${dir}" align="${align}" style="padding:24px;${line}text-align:${align};${font}">
${part}
</td></tr>
`
  const hasDetails = facts.length > 0 || offer !== undefined || wishes !== undefined
  const hasEnd = signature.length > 0 || footer !== undefined
  const rendered = html`<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${subject}</title>
</head>
<body style="${page}">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="${outer}">
<tr><td align="center" style="padding:24px 8px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="600" style="${inner}">
${
  seller &&
  block(
    html`<p style="margin:0;font-weight:600;color:${content.color}"><bdi>${seller}</bdi></p>`,
    '',
  )
}${block(
  html`<h1 style="margin:0 0 4px;font-size:24px;line-height:30px${
    seller === undefined && `;color:${content.color}`
  }"><bdi>${about ?? title}</bdi></h1>
${about && html`<p style="margin:0;${small}"><bdi>${title}</bdi></p>`}
${greeting && html`<p style="margin:16px 0"><bdi>${greeting}</bdi></p>`}
<p style="${paragraph}">${text}</p>
${quotation && quotationBlock(quotation, align)}
${offer && paragraphs(offer.introduction, paragraph)}
${sum && sumBlock(sum)}
${content.files && filesBlock(content.files)}
${link && linkBlock(link, content.color)}
${notice && html`<p style="margin:16px 0 0;font-weight:bold">${notice}</p>`}`,
  seller === undefined ? '' : undefined,
)}${
  hasDetails &&
  block(html`${factTable(facts, align)}
${offer && offerBlock(offer, dir)}
${wishes && wishBlock(wishes, dir)}`)
}${
  hasEnd &&
  block(html`${signature.length > 0 && html`<p style="margin:0;${small}">${inLines(signature)}</p>`}
${footer && html`<p style="margin:16px 0 0;${small}">${inLines(plainLines(footer))}</p>`}`)
}</table>
</td></tr>
</table>
</body>
</html>
`
  return String(rendered)
}

/** Shows what the customer pays, and until when. */
function sumBlock({ amount, until }: NonNullable<MailContent['sum']>) {
  return html`<p style="margin:0;${small}"><bdi>${amount.label}</bdi></p>
<p style="margin:0 0 4px;font-size:34px;line-height:40px;font-weight:600"><bdi>${amount.value}</bdi></p>
${
  until &&
  html`<p style="${paragraph};${small}"><bdi>${until.label}</bdi> <bdi>${until.value}</bdi></p>`
}`
}

function inLines(lines: readonly string[]) {
  return lines.map((line, index) => html`${index > 0 && html`<br>`}<bdi>${line}</bdi>`)
}

function quotationBlock({ label, lines }: NonNullable<MailContent['quotation']>, align: string) {
  return html`<p style="${paragraph};padding:4px 12px;border-${align}:3px solid #d7dae0">
${label && html`<strong>${label}</strong><br>`}${inLines(lines)}</p>`
}

function filesBlock({ label, files }: NonNullable<MailContent['files']>) {
  const links = files.map(
    ({ name, url }) => html`<br><a href="${url}" style="color:#1a4f9c"><bdi>${name}</bdi></a>`,
  )
  return html`<p style="${paragraph}"><strong>${label}</strong>${links}</p>`
}

function linkBlock({ label, url }: NonNullable<MailContent['link']>, color: string) {
  const button = `display:block;padding:14px 20px;border-radius:10px;background-color:${color};color:#ffffff;text-align:center;text-decoration:none;font-weight:bold`
  return html`<p style="margin:20px 0 0"><a href="${url}" style="${button}">${label}</a></p>`
}

function factTable(facts: readonly DocumentFact[], align: string) {
  if (facts.length === 0) return undefined
  const label = `padding:2px 12px 2px 0;text-align:${align};font-weight:normal;color:#555555;vertical-align:top`
  const rows = facts.map(
    (
      fact,
    ) => html`<tr><th scope="row" align="${align}" style="${label}"><bdi>${fact.label}</bdi></th>
<td style="padding:2px 0;vertical-align:top;word-break:break-word"><bdi>${fact.value}</bdi></td></tr>
`,
  )
  return html`<table cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;font-size:14px">
${rows}</table>`
}

function offerBlock(offer: OfferContent, dir: MailContent['dir']) {
  const [start, end] = dir === 'rtl' ? ['right', 'left'] : ['left', 'right']
  const { columns, terms, acceptance } = offer
  const sums = offer.totals.map(({ type, label, amount }) => {
    const weight =
      type === 'total' || type === 'payable'
        ? `${rule};font-weight:bold;font-size:17px`
        : 'font-weight:normal'
    return html`<tr><th scope="row" align="${end}" style="padding:4px;text-align:${end};${weight}"><bdi>${label}</bdi></th>
<td align="${end}" style="padding:4px;text-align:${end};white-space:nowrap;${weight}"><bdi>${amount}</bdi></td></tr>
`
  })
  return html`<table cellpadding="0" cellspacing="0" border="0" width="100%" style="${grid};font-size:14px">
<tr>${heading(columns.item, start)}${heading(columns.quantity, end)}${
    columns.listPrice && heading(columns.listPrice, end)
  }${columns.unitPrice && heading(columns.unitPrice, end)}${heading(columns.total, end)}</tr>
${offer.lines.map((line) => lineRow(line, offer, { start, end }))}</table>
${offer.furtherItems && html`<p style="${paragraph}">${offer.furtherItems}</p>`}
<table cellpadding="0" cellspacing="0" border="0" width="100%" style="${grid}">
${sums}</table>
${offer.taxNotice && html`<p style="${paragraph}">${offer.taxNotice}</p>`}
${terms.map(
  (each) => html`<h2 style="margin:0 0 4px;font-size:15px">${each.heading}</h2>
${paragraphs(each.paragraphs, `${paragraph};${small}`)}`,
)}
${
  acceptance &&
  html`<h2 style="margin:0 0 4px;font-size:15px">${acceptance.heading}</h2>
${factTable(acceptance.facts, start)}`
}`
}

function heading(label: string, align: string) {
  return html`<th scope="col" align="${align}" style="padding:6px 4px;text-align:${align};${small}">${label}</th>`
}

function wishBlock({ labels, wishes, furtherItems }: WishContent, dir: MailContent['dir']) {
  const [start, end] = dir === 'rtl' ? ['right', 'left'] : ['left', 'right']
  return html`<table cellpadding="0" cellspacing="0" border="0" width="100%" style="${grid};font-size:14px">
<tr>${heading(labels.wishes, start)}${heading(labels.offered, end)}${heading(labels.wished, end)}</tr>
${wishes.map(
  ({ name, offered, wished, note }) => html`<tr>${nameCell(
    name,
    note.map((each) => html`<bdi>${each}</bdi>`),
    start,
  )}
${valueCell(offered, end)}${valueCell(wished, end)}</tr>
`,
)}</table>
${furtherItems && html`<p style="${paragraph}">${furtherItems}</p>`}`
}

function paragraphs(shown: readonly string[], style: string) {
  return shown.map((each) => html`<p style="${style}">${inLines(plainLines(each))}</p>`)
}

interface Sides {
  readonly start: string
  readonly end: string
}

function lineRow(line: DocumentLine, { columns, sku }: OfferContent, { start, end }: Sides) {
  const { description = '', note = '', discount = '', facts = [], steps = [] } = line
  const { billing = '', choice = '', listPrice = '', unitPrice = '' } = line
  const details = [
    ...(line.sku === undefined ? [] : [html`${sku} <bdi>${line.sku}</bdi>`]),
    ...[description, note, discount, billing, choice]
      .flatMap(plainLines)
      .map((each) => html`<bdi>${each}</bdi>`),
    ...[...componentFacts(line), ...facts, ...steps].map(
      ({ label, value }) => html`<bdi>${label}</bdi>: <bdi>${value}</bdi>`,
    ),
  ]
  const number = (value: string) => valueCell(value, end)
  return html`<tr>${nameCell(line.name, details, start)}
${number(line.quantity)}${columns.listPrice && number(listPrice)}${columns.unitPrice && number(unitPrice)}${number(line.total)}</tr>
`
}

function nameCell(name: string, details: readonly unknown[], align: string) {
  return html`<th scope="row" align="${align}" style="padding:8px 4px;text-align:${align};font-weight:normal;vertical-align:top;${rule}"><bdi><strong>${name}</strong></bdi>${details.map(
    (detail) => html`<br><span style="${small}">${detail}</span>`,
  )}</th>`
}

function valueCell(value: string, align: string) {
  return html`<td align="${align}" style="padding:8px 4px;text-align:${align};vertical-align:top;${rule}"><bdi>${value}</bdi></td>`
}
