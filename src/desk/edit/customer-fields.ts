import { html } from 'hono/html'
import type { FieldErrors } from '../../errors.js'
import { field, textField } from '../../pages/forms/field.js'
import type { Html } from '../../pages/layout.js'
import type { AnyCustomer } from '../../quote/model/quote.js'
import type { DeskCall } from '../desk-call.js'
import { shipToFields } from '../parts/fields.js'
import { type OwnInput, ownInput, type ShownField } from '../parts/own-fields.js'
import { partyText } from '../parts/quote-content.js'
import type { DeskStrings } from '../strings.js'
import { customerPath, isTemplate, otherFieldsOf, quoteName } from './draft.js'
import { type Draft, type Row, rowsOf } from './draft-rows.js'
import type { EditedQuote } from './edited.js'
import { customerWords } from './find-customers.js'
import { customerLabel } from './labels.js'

const getType = (name: string) => (name === 'email' ? { type: 'email' as const } : undefined)

/** So many of the usual fields are always shown: who it is. */
const mainFields = 3

/** Paths of errors of the fields about the customer. */
const isOfCustomer = /^(?:customer|fields|ship_to)\b/

/** Returns the customer that a form says. */
function customerOf(draft: Draft): AnyCustomer {
  return Object.fromEntries(
    [...draft].flatMap(([name, value]) =>
      name.startsWith(customerPath) ? [[name.slice(customerPath.length), value] as const] : [],
    ),
  )
}

/**
 * Shows who a quote is for as on its paper, and the fields once they are opened: the usual ones,
 * all others that it has, and a new one.
 */
export function customerFields(
  call: DeskCall,
  draft: Draft,
  errors: FieldErrors,
  lookUp?: Html,
): Html {
  const { ownFields, strings } = call
  const { edit, labels } = strings
  const known = Object.entries(labels.customer).map(([name, label]) =>
    textField({
      name: `${customerPath}${name}`,
      label,
      value: draft.get(`${customerPath}${name}`),
      errors,
      ...getType(name),
    }),
  )
  const others = otherFieldsOf(draft).map((name, index) => {
    const path = `fields[${index}]`
    return html`<div>
      <input type="hidden" name="${path}.key" value="${quoteName(name)}">
      ${customerInput(ownFields.customer.get(name), {
        name: `${path}.value`,
        label: customerLabel(call, name).trim() || edit.fieldWithoutName,
        value: draft.get(`${customerPath}${name}`) ?? '',
        errors,
      })}
    </div>`
  })
  const invalid = rowsOf(draft, 'fields')
  const next = `fields[${others.length + invalid.length}]`
  const said = partyText(call, customerOf(draft))
  const hasMore = said !== false || Object.keys(errors).length > 0
  const isOpen = said === false || Object.keys(errors).some((path) => isOfCustomer.test(path))
  return html`<section class="party" aria-labelledby="customer">
    <h2 id="customer" class="visually-hidden">${labels.quote.customer}</h2>
    <details${isOpen && html` open`}>
    <summary>${said || html`<span class="muted">${labels.quote.customer}</span>`}<span class="change">${strings.common.edit}<span class="visually-hidden"> ${labels.quote.customer}</span></span></summary>
    ${isTemplate(draft) && html`<p class="hint">${strings.templates.customerHint}</p>`}
    ${lookUp}<div class="fields">${known.slice(0, mainFields)}</div>
    <details class="more"${hasMore && html` open`}>
      <summary>${edit.addressAndMore}</summary>
      <div class="fields">${known.slice(mainFields)}${others}${invalid.map((row) => newField(edit, row.path, row.get, errors))}</div>
      <details class="more">
        <summary>${edit.anotherField}</summary>
        ${newField(edit, next, () => '', errors)}
      </details>
    </details>
    ${otherAddress(strings, draft, errors)}
    </details>
  </section>`
}

/** Shows the address of delivery of a quote, closed unless it has one. Templates have none. */
function otherAddress(
  { edit, labels }: DeskStrings,
  draft: Draft,
  errors: FieldErrors,
): Html | false {
  const paths = [...shipToFields.keys()]
  if (!paths.some((path) => draft.has(path))) return false
  const isOpen = paths.some((path) => draft.get(path) || Object.hasOwn(errors, path))
  return html`<details class="more ship-to"${isOpen && html` open`}>
    <summary>${edit.otherAddress}</summary>
    <fieldset>
      <legend class="visually-hidden">${labels.quote.ship_to}</legend>
      <p class="hint">${edit.otherAddressHint}</p>
      <div class="fields">${[...shipToFields].map(([path, name]) =>
        textField({ name: path, label: labels.customer[name], value: draft.get(path), errors }),
      )}</div>
    </fieldset>
  </details>`
}

/** Fields of customers are strings: of all inputs, only a list of choices says more. */
function customerInput(declared: ShownField | undefined, shown: OwnInput): Html {
  const { input } = declared ?? {}
  return typeof input === 'object' ? ownInput({ input }, shown) : textField(shown)
}

function newField(
  strings: DeskStrings['edit'],
  path: string,
  textOf: Row['get'],
  errors: FieldErrors,
): Html {
  const input = (field: string, label: string) =>
    textField({ name: `${path}.${field}`, label, value: textOf(field), errors })
  return html`<div class="fields">
    ${input('name', strings.fieldName)}
    ${input('value', strings.fieldValue)}
  </div>`
}

/** Shows the field that finds a customer, and whom it has found. */
export function customerSearch(call: DeskCall, { customers }: EditedQuote): Html {
  const { common, edit } = call.strings
  const { text = '', found = [] } = customers ?? {}
  return html`<div class="add look-up">
    ${field({ name: 'find', label: edit.findCustomer, type: 'search', value: text, placeholder: edit.findCustomerHint })}
    <button type="submit" name="action" value="customer" data-find>${common.search}</button>
    <ul class="pop options" role="listbox" id="customers-found" aria-label="${edit.customersFound}" data-customers hidden></ul>
  </div>
  ${
    found.length > 0 &&
    html`<ul class="found" aria-label="${edit.customersFound}">${found.map((each, index) => {
      const [name, about] = customerWords(each)
      return html`<li><button type="submit" name="action" value="customer:${index}">${name}</button> <span class="muted">${about}</span></li>`
    })}</ul>`
  }`
}
