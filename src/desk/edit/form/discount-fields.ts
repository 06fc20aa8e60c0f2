import { html } from 'hono/html'
import { checkbox, field, idOf, select } from '../../../pages/forms/field.js'
import type { Html } from '../../../pages/layout.js'
import type { DeskCall } from '../../desk-call.js'
import { rowName } from '../conflicts/flatten.js'
import { type DraftDiscount, newDiscount } from '../draft/quote-draft.js'
import type { EditedQuote } from './edited.js'
import { textField } from './text-field.js'

/** Shows the discounts of a quote in their order, and fields for one more. */
export function discountFields(call: DeskCall, edited: EditedQuote): Html {
  const { draft } = edited
  const rows = [...draft.discounts, newDiscount]
  return html`<section class="card" aria-labelledby="discounts">
    <h2 id="discounts">Discounts</h2>
    <p class="hint">Each is taken off what the ones before it have left. Unit prices stay.</p>
    <ul class="discounts">${rows.map(
      (discount, index) => html`<li>${discountRow(call, edited, discount, index)}</li>`,
    )}</ul>
  </section>`
}

const discountTypes = [
  ['percent', 'Percent'],
  ['amount', 'Amount off'],
  ['target', 'Price in total'],
] as const

function discountRow(
  { formats }: DeskCall,
  edited: EditedQuote,
  discount: DraftDiscount,
  index: number,
): Html {
  const { quote, errors } = edited
  const path = `discounts[${index}]`
  const isNew = discount === newDiscount
  const stored = quote?.discounts?.[index]
  const remove = idOf(`${path}.remove`)
  return html`<fieldset>
    <legend class="visually-hidden">${isNew ? 'New discount' : `Discount ${index + 1}`}</legend>
    <div class="discount">
      ${select({ name: `${path}.type`, label: 'Type', value: discount.type, options: discountTypes, errors })}
      <div class="amount">${field({
        name: `${path}.value`,
        label: 'Value',
        value: discount.value,
        inputMode: 'decimal',
        errors,
      })}</div>
      ${textField({ name: `${path}.label`, label: 'Name', value: discount.label, errors })}
      ${
        !isNew &&
        html`<div class="taken">
          ${stored !== undefined && html`<span class="number">${formats.money(`-${stored.amount}`, quote?.currency)}</span>`}
          <label class="check" for="${remove}"><input type="checkbox" id="${remove}"
            name="${path}.remove" value="yes"${discount.isRemoved && html` checked`}>
            Remove<span class="visually-hidden"> discount ${index + 1}</span></label>
        </div>`
      }
    </div>
    ${stored?.residue !== undefined && residueNote(formats.money(stored.residue, quote?.currency))}
    ${lineChoice(edited, discount, path)}
  </fieldset>`
}

function residueNote(amount: string): Html {
  return html`<p class="hint">The lines cost ${amount} less than this already.</p>`
}

/** Shows which lines a discount is for. Lines that are not saved yet have no key to choose. */
function lineChoice(
  { draft, errors }: EditedQuote,
  { lines }: DraftDiscount,
  path: string,
): Html | false {
  const name = `${path}.lines`
  const rows = draft.rows.filter(({ key }) => key !== '')
  const error = Object.hasOwn(errors, name) ? errors[name] : undefined
  if (rows.length === 0 && error === undefined) return false
  const id = idOf(name)
  return html`<details class="more"${(lines.length > 0 || error) && html` open`}>
    <summary>${lines.length === 0 ? 'For all lines' : `For ${lines.length} of the lines`}</summary>
    <div class="choice" role="group" id="${id}" tabindex="-1"
      aria-label="Lines of the discount; none for all"${
        error && html` aria-describedby="${id}-error"`
      }>
      ${rows.map((row) =>
        checkbox({ name, value: row.key, label: rowName(row), isChecked: lines.includes(row.key) }),
      )}
    </div>
    ${error && html`<p class="error" id="${id}-error">${error}</p>`}
  </details>`
}
