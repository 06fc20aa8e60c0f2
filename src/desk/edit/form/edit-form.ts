import { html } from 'hono/html'
import type { FieldErrors } from '../../../errors.js'
import { errorSummary } from '../../../pages/forms/error-summary.js'
import type { Html } from '../../../pages/layout.js'
import type { DeskCall } from '../../desk-call.js'
import { customerLabels } from '../../parts/field-labels.js'
import { formToken } from '../../parts/form-token.js'
import { quoted } from '../draft/draft-of-form.js'
import type { QuoteDraft } from '../draft/quote-draft.js'
import { discountFields } from './discount-fields.js'
import type { EditedQuote } from './edited.js'
import { labelFields } from './label-fields.js'
import { labelsOf } from './labels.js'
import { lineTable } from './line-table.js'
import { shippingFields } from './shipping-fields.js'
import { textField } from './text-field.js'
import { totalOf } from './totals.js'

/** Where a form goes, and what identifies it. */
export interface FormTarget {
  /** The address of the page, without the prefix of the desk: `/quotes/1`. */
  readonly path: string
  /** The version that the form shows; undefined for a new quote. */
  readonly version?: number | undefined
  /** Makes repeated requests save the form once. */
  readonly key?: string | undefined
  /** What the button does: `Save`. */
  readonly label: string
  /** Fields that only this form has. */
  readonly extra?: Html | undefined
}

/** Shows all that can be changed of a quote, as one form. */
export function editForm(call: DeskCall, typed: EditedQuote, target: FormTarget): Html {
  const edited = { ...typed, errors: { ...typed.errors, ...offerErrors(typed) } }
  const { draft, errors, priced, quote = priced?.quote } = edited
  const shown = priced?.quote ?? quote
  const money = (amount: string) => call.formats.money(amount, quote?.currency)
  const { searchProducts } = call.options
  return html`<form method="post" action="${call.url(target.path)}" class="edit" novalidate
    data-edit data-preview="${call.url(`${target.path}/preview`)}"${
      searchProducts !== undefined && html` data-products="${call.url('/products')}"`
    }>
    ${formToken(call)}
    <input type="hidden" name="part" value="content">
    ${target.version !== undefined && html`<input type="hidden" name="version" value="${target.version}">`}
    ${target.key !== undefined && html`<input type="hidden" name="key" value="${target.key}">`}
    <button type="submit" name="action" value="enter" class="visually-hidden" tabindex="-1"
      aria-hidden="true">Calculate</button>
    ${formErrorSummary(errors, edited)}
    ${customerFields(draft, errors)}
    ${lineTable(call, edited)}
    ${discountFields(call, edited)}
    ${shippingFields(call, edited)}
    <section class="card labels" aria-label="Tags and owner">
      ${labelFields(edited)}${target.extra}
    </section>
    <div class="save-bar">
      <button type="submit" name="action" value="save" class="primary">${target.label}</button>
      <button type="submit" name="action" value="totals">Calculate</button>
      <span class="status" role="status" data-status></span>
      <span class="sum">Total <strong class="number" data-sum>${
        shown !== undefined && money(totalOf(shown))
      }</strong></span>
    </div>
  </form>`
}

/** A row with words that match several products adds none of them until one is chosen. */
function offerErrors({ offers = new Map() }: EditedQuote): FieldErrors {
  const message = 'matches several products; choose one'
  return Object.fromEntries([...offers.keys()].map((index) => [`products[${index}].id`, message]))
}

/** Lists the errors of the form, if there are any. */
function formErrorSummary(errors: FieldErrors, edited: EditedQuote): Html | false {
  if (Object.keys(errors).length === 0) return false
  const message = 'Nothing was saved, because the form has errors.'
  return errorSummary(message, errors, labelsOf(edited))
}

/** Shows the form for the tags and the owner alone, which can be changed in every status. */
export function labelForm(call: DeskCall, edited: EditedQuote, target: FormTarget): Html {
  return html`<form method="post" action="${call.url(target.path)}" class="card labels">
    ${formToken(call)}
    <input type="hidden" name="part" value="labels">
    <input type="hidden" name="version" value="${target.version ?? ''}">
    <input type="hidden" name="key" value="${target.key ?? ''}">
    ${formErrorSummary(edited.errors, edited)}
    ${labelFields(edited)}
    <div class="actions"><button type="submit" name="action" value="save">${target.label}</button></div>
  </form>`
}

const typeOf = (name: string) => (name === 'email' ? { type: 'email' as const } : undefined)

/** Shows the fields of the customer: the usual ones, all others that it has, and a new one. */
function customerFields({ customer, fields }: QuoteDraft, errors: FieldErrors): Html {
  const known = Object.entries(customerLabels).map(([name, label]) =>
    textField({
      name: `customer.${name}`,
      label,
      value: customer.get(name),
      errors,
      ...typeOf(name),
    }),
  )
  const others = fields.map(({ name, value }, index) => {
    const path = `fields[${index}]`
    if (name === '' || `${path}.name` in errors) return newField(path, name, value, errors)
    return html`<div>
      <input type="hidden" name="${path}.key" value="${quoted(name)}">
      ${textField({ name: `${path}.value`, label: name.trim() || 'Field without a name', value, errors })}
    </div>`
  })
  return html`<section class="card" aria-labelledby="customer">
    <h2 id="customer">Customer</h2>
    <div class="fields">${known}${others}</div>
    <details class="more">
      <summary>Another field</summary>
      ${newField(`fields[${fields.length}]`, '', '', errors)}
    </details>
  </section>`
}

function newField(path: string, name: string, value: string, errors: FieldErrors): Html {
  return html`<div class="fields">
    ${textField({ name: `${path}.name`, label: 'Name of the field', value: name, errors })}
    ${textField({ name: `${path}.value`, label: 'Value', value, errors })}
  </div>`
}
