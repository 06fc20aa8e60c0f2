import { html } from 'hono/html'
import { checkbox, field, idOf, select } from '../../../pages/forms/field.js'
import type { Html } from '../../../pages/layout.js'
import type { DeskCall } from '../../desk-call.js'
import { rowName } from '../conflicts/flatten.js'
import { allDiscountsField } from '../draft/draft-of-form.js'
import { displayedLines } from '../draft/draft-of-quote.js'
import { type DraftDiscount, newDiscount } from '../draft/quote-draft.js'
import type { EditedQuote } from './edited.js'
import { textField } from './text-field.js'
import { negated } from './totals.js'

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
    <input type="hidden" name="${allDiscountsField}" value="yes">
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
          ${stored !== undefined && html`<span class="number">${formats.money(negated(stored.amount), quote?.currency)}</span>`}
          <label class="check" for="${remove}"><input type="checkbox" id="${remove}"
            name="${path}.remove" value="yes"${discount.isRemoved && html` checked`}>
            Remove<span class="visually-hidden"> discount ${index + 1}</span></label>
        </div>`
      }
    </div>
    ${stored?.type === 'percent' && Number(stored.value) > 0 && Number(stored.value) < 1 && smallPercentNote(formats.percent(stored.value))}
    ${stored?.residue !== undefined && residueNote(formats.money(stored.residue, quote?.currency))}
    ${lineChoice(edited, discount, index)}
  </fieldset>`
}

/** 15 % is often written as 0.15. */
function smallPercentNote(percent: string): Html {
  return html`<p class="hint">This is ${percent}, less than one percent.</p>`
}

function residueNote(amount: string): Html {
  return html`<p class="hint">The lines cost ${amount} less than this already.</p>`
}

/** So many lines are offered at each discount. Those of a longer quote are at one of them. */
const maxOffered = 50

/**
 * Shows which lines a discount is for. Lines that are not saved yet have no key to choose. Lines
 * that the quote does not have anymore stay chosen, as a discount without lines is for all lines.
 */
function lineChoice(
  { draft, quote, errors, choosing }: EditedQuote,
  { lines }: DraftDiscount,
  index: number,
): Html | false {
  const name = `discounts[${index}].lines`
  const stored = new Set(quote && displayedLines(quote).keys())
  const known = new Map(draft.rows.map((row) => [row.key, row]))
  const rows = [...known.values()].filter(({ key }) => stored.has(key))
  const error = Object.hasOwn(errors, name) ? errors[name] : undefined
  const chosen = new Set(lines)
  const gone = lines.filter((key) => !(stored.has(key) && known.has(key)))
  const isOpen = choosing === index
  const hasAll = rows.length <= maxOffered || isOpen
  const offered = hasAll ? rows : rows.filter(({ key }) => chosen.has(key)).slice(0, maxOffered)
  const shown = new Set([...offered.map(({ key }) => key), ...gone.slice(0, maxOffered)])
  if (rows.length + gone.length === 0 && error === undefined) return false
  const id = idOf(name)
  return html`<details class="more"${(lines.length > 0 || error || isOpen) && html` open`}>
    <summary>${lines.length === 0 ? 'For all lines' : `For ${lines.length} of the lines`}</summary>
    <div class="choice" role="group" id="${id}" tabindex="-1"
      aria-label="Lines of the discount; none for all"${
        error && html` aria-describedby="${id}-error"`
      }>
      ${offered.map((row) =>
        checkbox({ name, value: row.key, label: rowName(row), isChecked: chosen.has(row.key) }),
      )}
      ${gone
        .slice(0, maxOffered)
        .map((key) =>
          checkbox({ name, value: key, label: `Line that is gone (${key})`, isChecked: true }),
        )}
      ${lines.map(
        (key) => !shown.has(key) && html`<input type="hidden" name="${name}" value="${key}">`,
      )}
      <input type="hidden" name="${name}" value="">
      ${!hasAll && html`<button type="submit" name="action" value="lines:${index}">Choose lines</button>`}
    </div>
    ${error && html`<p class="error" id="${id}-error">${error}</p>`}
  </details>`
}
