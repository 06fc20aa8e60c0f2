import { html } from 'hono/html'
import type { FieldErrors } from '../../errors.js'
import { field, getId } from '../../pages/forms/field.js'
import type { Form } from '../../pages/forms/form.js'
import type { Html } from '../../pages/layout.js'
import type { Visibility } from '../../store/message.js'
import type { DeskCall } from '../desk-call.js'
import { formToken, keyField } from '../forms/form-fields.js'

/** A message that was sent, and not added. */
export interface FailedMessage {
  readonly form: Form
  /** The errors by the names of the fields: `message.text`. */
  readonly errors: FieldErrors
}

/** How many files a form can name. A message with more of them takes several. */
export const attachmentFields = [0, 1, 2] as const

/** Shows the form for a new message, with what was typed if it failed before. */
export function messageForm(call: DeskCall, quoteId: string, failed?: FailedMessage): Html {
  const { user, url } = call
  const value = (name: string) => failed?.form.get(name) ?? ''
  const errors = failed?.errors
  const hasAttachments = attachmentFields.some(
    (index) => value(attachmentName(index)) !== '' || value(attachmentUrl(index)) !== '',
  )
  return html`<form method="post" action="${url(`/quotes/${encodeURIComponent(quoteId)}/messages`)}" class="stack no-print">
    ${formToken(call)}${keyField()}
    ${field({
      name: 'message.text',
      label: 'New message',
      rows: 4,
      isRequired: true,
      hint: 'At most 4,000 characters.',
      value: value('message.text'),
      errors,
    })}
    ${user.role !== 'buyer' && visibilityChoice(value('message.visibility'), errors)}
    <details${hasAttachments && html` open`}>
      <summary>Attach files by their address</summary>
      <div class="stack">${attachmentFields.map(
        (index) => html`<div class="fields">
          ${field({
            name: attachmentName(index),
            label: `Name of file ${index + 1}`,
            value: value(attachmentName(index)),
            errors,
          })}
          ${field({
            name: attachmentUrl(index),
            label: `Address of file ${index + 1}`,
            type: 'url',
            hint: 'Begins with https://',
            value: value(attachmentUrl(index)),
            errors,
          })}
        </div>`,
      )}</div>
    </details>
    <div class="actions"><button>Add message</button></div>
  </form>`
}

/** Returns the name of the field with the name of a file. */
export function attachmentName(index: number): string {
  return `message.attachments[${index}].name`
}

/** Returns the name of the field with the address of a file. */
export function attachmentUrl(index: number): string {
  return `message.attachments[${index}].url`
}

const choices: readonly (readonly [visibility: Visibility, label: string])[] = [
  ['internal', 'Internal: the customer does not see it'],
  ['customer', 'For the customer to read'],
]

/** None is chosen beforehand: what reaches the customer by mistake cannot be taken back. */
function visibilityChoice(chosen: string, errors: FailedMessage['errors'] | undefined): Html {
  const name = 'message.visibility'
  const error = errors !== undefined && Object.hasOwn(errors, name) ? errors[name] : undefined
  return html`<fieldset id="${getId(name)}"${error !== undefined && html` aria-describedby="${getId(name)}-error"`}>
    <legend class="label">Who can read it</legend>
    ${choices.map(
      ([value, label]) => html`<label class="check"><input type="radio" name="${name}"
        value="${value}" required${value === chosen && html` checked`}> ${label}</label>`,
    )}
    ${error !== undefined && html`<p class="error" id="${getId(name)}-error">${error}</p>`}
  </fieldset>`
}
