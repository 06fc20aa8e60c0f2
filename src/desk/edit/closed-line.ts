import { html } from 'hono/html'
import { getId } from '../../pages/forms/field.js'
import type { Form } from '../../pages/forms/form.js'
import { getRows } from '../../pages/forms/form-rows.js'
import type { Html } from '../../pages/layout.js'
import type { ProductLine } from '../../quote/model/quote.js'
import { rowFields } from './draft.js'
import {
  componentsText,
  getFacts,
  getLineName,
  lineNotes,
  priceNotes,
  type RowProps,
} from './line-row.js'

/**
 * The lines of a longer quote are text until they are opened: 1,000 lines with all of their fields
 * would be 56,000 elements. A form without the fields of a line changes nothing of it.
 */
export const maxOpenLines = 50

/** Shows a stored line as text, with a button that shows its fields. */
export function closedLine(props: RowProps & { readonly line: ProductLine }): Html {
  const { index, row, line, money, strings } = props
  const { common, edit, labels } = strings
  const name = getLineName(props)
  const total = line.unpriced ? common.toBePriced : money(line.quote_total)
  const facts = [getFacts(strings, line), componentsText(props, line), ...lineNotes(props)]
    .filter(Boolean)
    .join(' · ')
  const cell = (label: string, value: Html | string) =>
    html`<td class="number" data-label="${label}">${value}</td>`
  const open = html`<button type="submit" name="action" value="${openPrefix}${row.get('key')}"
    class="name" aria-label="${edit.openLine(name)}">${name}</button>`
  const note = facts && html`<span class="muted">${facts}</span>`
  const cells = [
    html`<th scope="row" class="product" aria-label="${name}">${open}${note}</th>`,
    cell(labels.line.qty, row.get('qty')),
    cell(common.price, html`${row.get('quote') || row.get('price')}${priceNotes(props)}`),
    cell(common.discountPercent, row.get('discount_percent')),
    html`<td class="number total" colspan="2" data-label="${common.total}">${total}</td>`,
  ]
  return html`<tr id="${getId(`products[${index}]`)}" data-row data-closed>${cells}</tr>`
}

const openPrefix = 'line:'

/** Returns the key of the line whose button was pressed; undefined for any other button. */
export function lineToOpen(form: Form): string | undefined {
  const action = form.get('action')
  return action.startsWith(openPrefix) ? action.slice(openPrefix.length) : undefined
}

/** Returns the keys of the lines whose fields a form has, and of the one that it opens. */
export function openLines(form: Form): ReadonlySet<string> {
  const open = getRows(form, 'products').filter((row) => rowFields.some(row.has))
  return new Set([...open.map((row) => row.get('key')), lineToOpen(form) ?? ''])
}
