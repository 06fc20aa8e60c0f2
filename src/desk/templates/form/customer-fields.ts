import { html } from 'hono/html'
import type { FieldErrors } from '../../../errors.js'
import { field } from '../../../pages/forms/field.js'
import type { Form } from '../../../pages/forms/form.js'
import type { Html } from '../../../pages/layout.js'
import type { UpdateCustomerRequest } from '../../../quote/customer/customer.js'
import type { Customer } from '../../../quote/quote.js'
import { formatPath } from '../../../validation/field-errors.js'
import { customerLabels, getLabel } from '../../parts/field-labels.js'
import { toFormText } from './form-text.js'

/** The customer fields of a form, with what was typed. */
export type CustomerDraft = ReadonlyMap<string, string>

/** The form has no place for longer names. Their fields stay as they are. */
const maxNameLength = 60

/** Returns what the form shows of a customer. */
export function toCustomerDraft(customer: Customer = {}): CustomerDraft {
  const others = Object.keys(customer).filter(isShown)
  const stored = new Map(Object.entries(customer))
  const names = new Set([...Object.keys(customerLabels), ...others])
  return new Map([...names].map((name) => [name, toFormText(stored.get(name) ?? '')]))
}

/** Parses the customer fields of a form: the usual ones, and those of the customer before. */
export function parseCustomerDraft(form: Form, stored: Customer | undefined): CustomerDraft {
  const names = [...toCustomerDraft(stored).keys()]
  const sent = names.filter((name) => form.getAll(fieldName(name)).length > 0)
  return new Map(sent.map((name) => [name, form.get(fieldName(name))]))
}

/** Returns the fields that were changed in the form; null for one that was emptied. */
export function customerChanges(stored: Customer | undefined, draft: CustomerDraft) {
  const before = toCustomerDraft(stored)
  const changed = [...draft].filter(([name, text]) => text !== (before.get(name) ?? ''))
  const changes = changed.map(([name, text]) => [name, text === '' ? null : text] as const)
  return Object.fromEntries(changes) as UpdateCustomerRequest
}

/** Shows the fields of a customer. */
export function customerFields(draft: CustomerDraft, errors?: FieldErrors): Html {
  const names = [...toCustomerDraft().keys(), ...draft.keys()]
  return html`<div class="fields">${[...new Set(names)].map((name) =>
    field({
      name: fieldName(name),
      label: getLabel(customerLabels, name),
      value: draft.get(name),
      type: name === 'email' ? 'email' : 'text',
      errors,
    }),
  )}</div>`
}

/** Returns the label of the customer field with this path, or undefined. */
export function customerLabel(path: string): string | undefined {
  return Object.entries(customerLabels).find(([name]) => fieldName(name) === path)?.[1]
}

function isShown(name: string): boolean {
  return name.length > 0 && name.length <= maxNameLength && toFormText(name) === name
}

function fieldName(name: string): string {
  return formatPath(['customer', name])
}
