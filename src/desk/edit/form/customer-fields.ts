import { html } from 'hono/html'
import type { FieldErrors } from '../../../errors.js'
import type { Html } from '../../../pages/layout.js'
import { customerLabels } from '../../parts/field-labels.js'
import { quoted } from '../draft/draft-of-form.js'
import type { QuoteDraft } from '../draft/quote-draft.js'
import { textField } from './text-field.js'

const typeOf = (name: string) => (name === 'email' ? { type: 'email' as const } : undefined)

/** Shows the fields of the customer: the usual ones, all others that it has, and a new one. */
export function customerFields({ customer, fields }: QuoteDraft, errors: FieldErrors): Html {
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
