import { html } from 'hono/html'
import { checkbox, idOf } from '../../../pages/forms/field.js'
import type { Html } from '../../../pages/layout.js'
import type { DeskCall } from '../../desk-call.js'
import { type PickedProduct, pickValue } from '../../parts/product-ids.js'
import { displayedLines } from '../draft/draft-of-quote.js'
import { addedRows, isBlankRow, newRow } from '../draft/quote-draft.js'
import { picksOf } from '../find-products.js'
import type { EditedQuote } from './edited.js'
import { lineRow, type RowProps, templateIndex } from './line-row.js'
import { totalNotes, totalRows } from './totals.js'

/** Shows the lines of a quote in a table, with a field for everything that can be changed. */
export function lineTable(call: DeskCall, edited: EditedQuote): Html {
  const { draft, quote, errors, priced } = edited
  const lines = quote === undefined ? undefined : displayedLines(quote)
  const totals = priced && displayedLines(priced.quote)
  const shared = {
    errors,
    money: (amount: string) => call.formats.money(amount, quote?.currency),
    shown: quote ?? priced?.quote ?? {},
    hasSearch: call.options.searchProducts !== undefined,
  }
  const rows = draft.rows.map((row, index) => {
    const line = row.key === '' ? undefined : lines?.get(row.key)
    const total = priced === undefined ? line : totals?.get(priced.keys[index] ?? '')
    const offers = edited.offers?.get(index)
    const shown = { row, line, added: total, offers, total: total?.quote_total }
    return lineRow({ ...shared, ...shown, index: String(index) })
  })
  const template: RowProps = { ...shared, errors: {}, index: templateIndex, row: newRow }
  return html`<section class="card" aria-labelledby="lines">
    <div class="heading">
      <h2 id="lines">Lines</h2>
      <button type="submit" name="action" value="rows" data-add-row>Add rows</button>
    </div>
    <p class="hint">A new line is ${
      shared.hasSearch ? 'a product by its name, SKU or id' : 'the id of a product'
    }, or a name of your own with a list price.</p>
    <table class="rows lines" id="${idOf('products')}" tabindex="-1" aria-labelledby="lines">
      <thead><tr>
        <th scope="col" class="number place">Place</th>
        <th scope="col">Product</th>
        <th scope="col" class="number">Quantity</th>
        <th scope="col" class="number">List price</th>
        <th scope="col" class="number">Offered price</th>
        <th scope="col" class="number">Discount %</th>
        <th scope="col" class="number">Total</th>
        <th scope="col" class="number">Remove</th>
      </tr></thead>
      <tbody data-rows${draft.rows.filter(isBlankRow).length > addedRows && html` data-all`}>${rows}</tbody>
      <tfoot>${totalRows(shared.money, priced?.quote ?? quote)}</tfoot>
    </table>
    ${totalNotes(shared.money, priced?.quote ?? quote)}
    <template data-row-template>${lineRow(template)}</template>
    ${shared.hasSearch && html`<datalist id="found-products"></datalist>`}
    ${productSearch(call, edited)}
  </section>`
}

/** Shows the search for products, which works without JavaScript, and what it has found. */
function productSearch(call: DeskCall, { found, search = '', quote }: EditedQuote): Html | false {
  if (call.options.searchProducts === undefined) return false
  const picks = picksOf(found ?? [])
  const shown = found?.map(({ name, sku, price }, index) => {
    const text = [sku, price !== undefined && call.formats.money(price, quote?.currency)]
    return html`<li>
      ${checkbox({ name: 'found', value: pickValue(picks[index] as PickedProduct), label: name })}
      <span class="muted">${text.filter(Boolean).join(' · ')}</span>
    </li>`
  })
  return html`<details class="more find"${shown !== undefined && html` open`}>
    <summary>Find several products</summary>
    <div class="search">
    <div class="field">
      <label for="f-search">Find products</label>
      <input type="search" id="f-search" name="search" value="${search}" autocomplete="off">
    </div>
    <button type="submit" name="action" value="search">Search</button>
    ${
      shown !== undefined &&
      html`<div class="found" role="group" aria-label="Products found">
        ${
          shown.length === 0
            ? html`<p class="muted">No product was found for “${search}”.</p>`
            : html`<ul>${shown}</ul>
              <button type="submit" name="action" value="found">Add the checked products</button>`
        }
      </div>`
    }
  </div></details>`
}
