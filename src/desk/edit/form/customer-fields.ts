import { html } from 'hono/html'
import type { FieldErrors } from '../../../errors.js'
import { field } from '../../../pages/forms/field.js'
import type { Html } from '../../../pages/layout.js'
import { customerLabels, type QuoteDraft } from '../draft/quote-draft.js'

const inputTypes: Readonly<Record<string, 'email'>> = { email: 'email' }

/** Shows the fields of the customer: the usual ones, all others that it has, and a new one. */
export function customerFields({ customer, fields }: QuoteDraft, errors: FieldErrors): Html {
  const known = Object.entries(customerLabels).map(([name, label]) =>
    valueField({ name: `customer.${name}`, label, value: customer.get(name) ?? '', errors }, name),
  )
  const others = fields.map(({ name, value }, index) => {
    const path = `fields[${index}]`
    if (name === '' || `${path}.name` in errors) return newField(path, name, value, errors)
    return html`<div>
      <input type="hidden" name="${path}.name" value="${name}">
      ${valueField({ name: `${path}.value`, label: name, value, errors })}
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

type ValueProps = Parameters<typeof field>[0] & { readonly value: string }

/** An input drops line breaks, so a value that has some gets several lines. */
function valueField(props: ValueProps, name = ''): Html {
  if (/[\r\n]/.test(props.value)) return field({ ...props, rows: 3 })
  return field({ ...props, type: inputTypes[name] ?? 'text' })
}

function newField(path: string, name: string, value: string, errors: FieldErrors): Html {
  return html`<div class="fields">
    ${field({ name: `${path}.name`, label: 'Name of the field', value: name, errors })}
    ${valueField({ name: `${path}.value`, label: 'Value', value, errors })}
  </div>`
}
