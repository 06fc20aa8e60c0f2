import { html } from 'hono/html'
import type { FieldErrors } from '../../../errors.js'
import { field, getId, select } from '../../../pages/forms/field.js'
import type { Form } from '../../../pages/forms/form.js'
import type { Html } from '../../../pages/layout.js'
import type { QuoteRecord } from '../../../quote/quote.js'
import type { DeskCall } from '../../desk-call.js'
import { formToken, keyField, versionField } from '../../forms/form-fields.js'
import type { ActionField, ActionForm, ActionInput } from './action.js'
import { type ActionName, actions } from './actions.js'

/** A form that was sent, and not processed. */
export interface FailedForm {
  readonly name: ActionName
  readonly form: Form
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
  readonly back?: string
  /** What was sent, if it was this action that failed. */
  readonly failed?: FailedForm | undefined
}

/** Shows the form of an action, with what was typed if it failed before. */
export function actionForm(call: DeskCall, props: ActionFormProps): Html {
  const { name, record, to, expiry, lines, isPrimary, failed } = props
  const form = actions[name].form({ quote: record.quote, to, expiry, lines }, call)
  return html`<form method="post" action="${actionUrl(call, record.quoteId, name)}" class="stack">
    ${formToken(call)}${versionFields(record.version)}
    ${form.fields.filter(({ isHidden }) => isHidden).map((each) => hiddenField(name, each))}
    ${form.explanation !== undefined && html`<p class="hint">${form.explanation}</p>`}
    ${form.fields.filter(({ isHidden }) => !isHidden).map((each) => actionField(name, each, failed))}
    <div class="actions"><button class="${buttonClass(form, isPrimary)}">${form.button}</button>
      ${props.back !== undefined && html`<a class="button" href="${props.back}">Cancel</a>`}</div>
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
  return html`${versionField(version, 'expectedVersion')}
    ${keyField()}`
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
  const { options, isHidden: _, isConfirmation, explain: _explain, ...props } = each
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

function buttonClass({ isDangerous }: ActionForm, isPrimary: boolean | undefined): string {
  if (isDangerous) return 'danger'
  return isPrimary ? 'primary' : ''
}
