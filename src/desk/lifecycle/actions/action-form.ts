import { randomUUID } from 'node:crypto'
import { html } from 'hono/html'
import type { FieldErrors } from '../../../errors.js'
import { field, getId, select } from '../../../pages/forms/field.js'
import type { Form } from '../../../pages/forms/form.js'
import type { Html } from '../../../pages/layout.js'
import type { QuoteRecord } from '../../../quote/quote.js'
import type { DeskCall } from '../../desk-call.js'
import { formToken } from '../../parts/form-token.js'
import { type Action, type ActionField, type ActionInput, getAction } from './action.js'
import type { ActionName } from './possible-actions.js'

/** A form that was sent, and not processed. */
export interface FailedForm {
  readonly name: ActionName
  readonly form: Form
  /** What happened, and what to do. */
  readonly message: string
  /** The errors by the names of the fields: `send.expires`. */
  readonly errors: FieldErrors
}

/** How the form of an action is shown. */
export interface ActionFormProps extends Pick<ActionInput, 'to' | 'expiry' | 'lines'> {
  readonly name: ActionName
  /** The version that it acts on. */
  readonly record: QuoteRecord
  /** True if the button is the one that stands out. */
  readonly isPrimary?: boolean
  /** The address of the page to go back to. */
  readonly cancel?: string
  /** What was sent, if it was this action that failed. */
  readonly failed?: FailedForm | undefined
}

/** Shows the form of an action, with what was typed if it failed before. */
export function actionForm(call: DeskCall, props: ActionFormProps): Html {
  const { name, record, to, expiry, lines, isPrimary, failed } = props
  const action = getAction(call, name, { quote: record.quote, to, expiry, lines })
  return html`<form method="post" action="${actionUrl(call, record.quoteId, name)}" class="stack">
    ${formToken(call)}${versionFields(record.version)}
    ${action.fields.filter(({ isHidden }) => isHidden).map((each) => hiddenField(name, each))}
    ${action.explanation !== undefined && html`<p class="hint">${action.explanation}</p>`}
    ${action.fields.filter(({ isHidden }) => !isHidden).map((each) => actionField(name, each, failed))}
    <div class="actions"><button class="${buttonClass(action, isPrimary)}">${action.button}</button>
      ${props.cancel !== undefined && html`<a class="button" href="${props.cancel}">Cancel</a>`}</div>
  </form>`
}

/** Returns the address of the form of an action. */
export function actionUrl({ url }: DeskCall, quoteId: string, name: string): string {
  return url(`/quotes/${encodeURIComponent(quoteId)}/${name}`)
}

/**
 * The hidden fields that tie a form to the version that its user saw, and by which a double click
 * does something once.
 */
export function versionFields(version: number): Html {
  return html`<input type="hidden" name="expectedVersion" value="${version}">
    <input type="hidden" name="key" value="${randomUUID()}">`
}

/** Returns the name of a field in the form of an action. Forms of one page share no names. */
export function fieldName(name: ActionName, path: string): string {
  return `${name}.${path}`
}

/** What the action is about: never what was sent, which can be out of date. */
function hiddenField(name: ActionName, { name: path, value }: ActionField): Html {
  return html`<input type="hidden" name="${fieldName(name, path)}" value="${value}">`
}

function actionField(name: ActionName, each: ActionField, failed: FailedForm | undefined): Html {
  const { options, isHidden: _, isConfirmation, ...props } = each
  const fullName = fieldName(name, each.name)
  if (isConfirmation) return confirmationBox(fullName, each.label, failed?.errors)
  // A form can be sent without the field.
  const isSent = failed?.form.names.includes(fullName)
  const value = isSent ? failed?.form.get(fullName) : each.value
  const shown = { ...props, name: fullName, value, errors: failed?.errors }
  return options === undefined ? field(shown) : select({ ...shown, options })
}

function confirmationBox(name: string, label: string, errors: FieldErrors = {}): Html {
  const id = getId(name)
  const error = Object.hasOwn(errors, name) ? errors[name] : undefined
  return html`<div>
    <label class="check" for="${id}"><input type="checkbox" id="${id}" name="${name}" value="yes" required${
      error && html` aria-invalid="true" aria-describedby="${id}-error"`
    }> ${label}</label>
    ${error && html`<p class="error" id="${id}-error">${error}</p>`}
  </div>`
}

function buttonClass({ isDangerous }: Action, isPrimary: boolean | undefined): string {
  if (isDangerous) return 'danger'
  return isPrimary ? 'primary' : ''
}
