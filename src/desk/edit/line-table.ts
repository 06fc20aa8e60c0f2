import { html } from 'hono/html'
import { HttpProblem } from '../../http/problem-details.js'
import { checkbox, field, getId } from '../../pages/forms/field.js'
import type { Html } from '../../pages/layout.js'
import { pageHeaders } from '../../pages/security-headers.js'
import { linesByKey } from '../../quote/model/line-keys.js'
import type { DeskCall } from '../desk-call.js'
import { icon } from '../parts/icons.js'
import { totalNotes } from '../parts/quote-content.js'
import { lineOptions } from './choice-fields.js'
import { closedLine, maxOpenLines } from './closed-line.js'
import {
  emptyLineOf,
  isTemplate,
  type PickedProduct,
  pickValue,
  withChoiceFields,
} from './draft.js'
import { type Row, rowsOf, splitName } from './draft-rows.js'
import type { EditedQuote } from './edited.js'
import { getPicks, showProduct } from './find-products.js'
import { searchedField } from './form-errors.js'
import { lineRow, templateIndex } from './line-row.js'
import { totalRows } from './total-rows.js'

/** Shows the lines of a quote in a table, with a field for everything that can be changed. */
export function lineTable(call: DeskCall, edited: EditedQuote): Html {
  const { draft, priced, quote = priced?.quote } = edited
  const { common, edit, labels, templates } = call.strings
  const money = (amount: string) => call.formats.money(amount, quote?.currency)
  const { showRow, template } = tableRows(call, edited)
  return html`<section class="lines-of" aria-labelledby="lines">
    <h2 id="lines" class="visually-hidden">${labels.quote.products}</h2>
    ${isTemplate(draft) && html`<p class="hint">${templates.linesHint}</p>`}
    <table class="rows lines" id="${getId('products')}" tabindex="-1" aria-labelledby="lines">
      <thead><tr>
        <th scope="col">${labels.line.id}</th>
        <th scope="col" class="number">${labels.line.qty}</th>
        <th scope="col" class="number">${common.price}</th>
        <th scope="col" class="number">${common.discountPercent}</th>
        <th scope="col" class="number total">${common.total}</th>
        <th scope="col"><span class="visually-hidden">${common.remove}</span></th>
      </tr></thead>
      <tbody data-rows>${rowsOf(draft, 'products').map(showRow)}</tbody>
      <tbody class="adding"><tr><td colspan="6">${addFields(call, edited)}</td></tr></tbody>
      ${!isTemplate(draft) && html`<tfoot>${totalRows(call, money, edited)}</tfoot>`}
    </table>
    <div class="foot">${totalNotes(edit, money, priced?.quote ?? quote)}
      <button type="submit" name="action" value="totals">${edit.calculate}</button></div>
    <template data-row-template>${template}</template>
  </section>`
}

/** Returns what shows a row of a form, and the row that the module copies for a new line. */
function tableRows(call: DeskCall, edited: EditedQuote) {
  const { draft, hints, priced, quote = priced?.quote, open = new Set() } = edited
  const { strings } = call
  const errors = { ...hints, ...edited.errors }
  const lines = edited.quote && linesByKey(edited.quote)
  const totals = priced && linesByKey(priced.quote)
  const isLong = lines !== undefined && lines.size > maxOpenLines && !isTemplate(draft)
  const invalid = new Set(Object.keys(errors).map((name) => splitName(name)[0] ?? name))
  // Lines that are closed cannot say that the form has fields for choices.
  const withFields = (row: Row) => (isLong ? withChoiceFields(row) : row)
  const shared = {
    strings,
    ownFields: call.ownFields.line,
    options: lineOptions(strings, draft),
    errors,
    money: (amount: string) => call.formats.money(amount, quote?.currency),
    number: call.formats.number,
    shown: quote ?? {},
    hasSearch: Boolean(call.options.searchProducts),
  }

  function showRow(each: Row, number: number): Html {
    const key = each.get('key')
    const index = String(number)
    const stored = lines?.get(key)
    const isOpen = open.has(key) || invalid.has(`products[${index}]`)
    if (isLong && stored !== undefined && !isOpen)
      return closedLine({ ...shared, row: each, line: stored, index })
    const total = priced === undefined ? stored : totals?.get(priced.keys[number] ?? '')
    // A template has only the products of its lines: what they are comes from the catalog.
    const line = key !== '' && isTemplate(draft) ? total : stored
    const offers = edited.offers?.get(number)
    const shown = { row: withFields(each), line, added: total, offers, total: total?.quote_total }
    return lineRow({ ...shared, ...shown, index, hasFocus: key !== '' && key === edited.opening })
  }

  const empty = { index: templateIndex, row: withFields(emptyLineOf(draft)), errors: {} }
  return { showRow, template: lineRow({ ...shared, ...empty }) }
}

/**
 * Returns a page of nothing but the row of the line that is opened, for the module.
 *
 * @throws HttpProblem 404 if the form has no line with the key
 */
export async function rowPage(call: DeskCall, edited: EditedQuote): Promise<Response> {
  const rows = rowsOf(edited.draft, 'products')
  const number = rows.findIndex((row) => row.get('key') === edited.opening)
  if (number === -1) throw new HttpProblem('not_found', call.strings.common.reloadPage)
  const row = tableRows(call, edited).showRow(rows[number] as Row, number)
  const page = await html`<!doctype html><title></title><table><tbody>${row}</tbody></table>`
  return new Response(String(page), { headers: pageHeaders })
}

/** Shows the field that adds lines, a larger one for a table, and what was found of it. */
function addFields(
  call: DeskCall,
  { found, search = '', pasted, quote, errors }: EditedQuote,
): Html {
  const { edit, common } = call.strings
  const hasSearch = Boolean(call.options.searchProducts)
  const picks = getPicks(found ?? [])
  const shown = found?.map((product, index) => {
    const { sku, price, breaks, image } = showProduct(call, product, quote?.currency)
    const value = pickValue(picks[index] as PickedProduct)
    return html`<li>
      ${image && html`<img src="${image}" alt="" loading="lazy" width="40" height="40">`}
      ${checkbox({ name: 'found', value, label: product.name })}
      <span class="muted">${[sku, price].filter(Boolean).join(' · ')}</span>
      ${breaks && html`<span class="muted breaks">${breaks}</span>`}
    </li>`
  })
  return html`<div class="add">
    ${icon('add')}
    ${field({
      name: 'search',
      label: edit.addLine,
      isLabelHidden: true,
      placeholder: hasSearch ? edit.productPlaceholder : edit.idPlaceholder,
      value: search,
      errors,
    })}
    <button type="submit" name="action" value="search" data-add>${common.add}</button>
    <details class="menu paste"${(pasted !== undefined || 'pasted' in errors) && html` open`}>
      <summary class="button quiet">${icon('paste')}${edit.pasteTable}</summary>
      <div class="pop">
        ${field({ name: 'pasted', label: edit.pastedLines, hint: edit.pastedHint, rows: 6, value: pasted, errors })}
        <button type="submit" name="action" value="paste" data-paste class="button">${edit.addPasted}</button>
      </div>
    </details>
    <ul class="pop options" role="listbox" id="suggestions" aria-label="${edit.productsFound}" data-suggestions hidden></ul>
  </div>
  ${
    shown !== undefined &&
    html`<input type="hidden" name="${searchedField}" value="${search}">
    <div class="found" role="group" aria-label="${edit.productsFound}">
      <ul>${shown}</ul>
      <button type="submit" name="action" value="found">${edit.addChecked}</button>
    </div>`
  }`
}
