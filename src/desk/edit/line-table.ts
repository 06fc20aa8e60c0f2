import { html } from 'hono/html'
import { checkbox, field, getId } from '../../pages/forms/field.js'
import type { Html } from '../../pages/layout.js'
import { linesByKey } from '../../quote/model/line-keys.js'
import type { DeskCall } from '../desk-call.js'
import { icon } from '../parts/icons.js'
import { totalNotes } from '../parts/quote-content.js'
import { lineOptions } from './choice-fields.js'
import { emptyLineOf, isTemplate, type PickedProduct, pickValue, rowsOf } from './draft.js'
import type { EditedQuote } from './edited.js'
import { getPicks } from './find-products.js'
import { searchedField } from './form-errors.js'
import { lineRow, type RowProps, templateIndex } from './line-row.js'
import { totalRows } from './total-rows.js'

/** Shows the lines of a quote in a table, with a field for everything that can be changed. */
export function lineTable(call: DeskCall, edited: EditedQuote): Html {
  const { draft, hints, priced, quote = priced?.quote } = edited
  const { strings } = call
  const { common, edit, labels, templates } = strings
  const errors = { ...hints, ...edited.errors }
  const lines = edited.quote && linesByKey(edited.quote)
  const totals = priced && linesByKey(priced.quote)
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
  const known = rowsOf(draft, 'products')
  const rows = known.map((row, index) => {
    const stored = lines?.get(row.get('key'))
    const total = priced === undefined ? stored : totals?.get(priced.keys[index] ?? '')
    // A template has only the products of its lines: what they are comes from the catalog.
    const line = row.get('key') !== '' && isTemplate(draft) ? total : stored
    const offers = edited.offers?.get(index)
    const shown = { row, line, added: total, offers, total: total?.quote_total }
    return lineRow({ ...shared, ...shown, index: String(index) })
  })
  const template: RowProps = {
    ...shared,
    errors: {},
    index: templateIndex,
    row: emptyLineOf(draft),
  }
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
      <tbody data-rows>${rows}</tbody>
      <tbody class="adding"><tr><td colspan="6">${addFields(call, edited)}</td></tr></tbody>
      ${!isTemplate(draft) && html`<tfoot>${totalRows(call, shared.money, edited)}</tfoot>`}
    </table>
    <div class="foot">${totalNotes(edit, shared.money, priced?.quote ?? quote)}
      <button type="submit" name="action" value="totals">${edit.calculate}</button></div>
    <template data-row-template>${lineRow(template)}</template>
  </section>`
}

/** Shows the field that adds lines, a larger one for a table, and what was found of it. */
function addFields(
  call: DeskCall,
  { found, search = '', pasted, quote, errors }: EditedQuote,
): Html {
  const { edit, common } = call.strings
  const hasSearch = Boolean(call.options.searchProducts)
  const picks = getPicks(found ?? [])
  const shown = found?.map(({ name, sku, price }, index) => {
    const text = [sku, price !== undefined && call.formats.money(price, quote?.currency)]
    return html`<li>
      ${checkbox({ name: 'found', value: pickValue(picks[index] as PickedProduct), label: name })}
      <span class="muted">${text.filter(Boolean).join(' · ')}</span>
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
