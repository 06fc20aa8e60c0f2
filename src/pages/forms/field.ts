import { html } from 'hono/html'
import type { FieldErrors } from '../../errors.js'
import type { Html } from '../layout.js'

/** A field of a form with its label. */
export interface FieldProps {
  /** The name that the form sends, which is the path of its errors: `customer.name`. */
  readonly name: string
  readonly label: string
  readonly value?: string | undefined
  /** The errors of the whole form by path. */
  readonly errors?: FieldErrors | undefined
  readonly hint?: string | undefined
  /** @default 'text' */
  readonly type?: 'text' | 'email' | 'tel' | 'number' | 'date' | 'search' | 'url' | undefined
  readonly inputMode?: 'decimal' | 'numeric' | undefined
  readonly isRequired?: boolean | undefined
  /** Hides the label for those who see that the column or the button says it. */
  readonly isLabelHidden?: boolean | undefined
  /** An example, or what can be typed. It replaces no label. */
  readonly placeholder?: string | undefined
  /** Shows several lines. */
  readonly rows?: number | undefined
  readonly list?: string | undefined
  readonly autocomplete?: string | undefined
  /** The first day that can be chosen: YYYY-MM-DD. */
  readonly min?: string | undefined
  readonly disabled?: boolean | undefined
  /** Gives it the focus once the page is loaded. One field of a page can have it. */
  readonly hasFocus?: boolean | undefined
  /** The id of the form that sends the field, if it is not the one around it. */
  readonly form?: string | undefined
}

/** Returns the id of the element with this name. */
export function getId(name: string): string {
  return `f-${name.replaceAll(/[^\w-]/g, '_')}`
}

/** Shows an input, or a text area, with its label, hint and error. */
export function field(props: FieldProps): Html {
  const { name, label, value = '', type = 'text', rows, hint, errors } = props
  const id = getId(name)
  const error = errorOf(errors, name)
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  // Without line breaks between them, which would be a third of the page of a long quote.
  const attributes = [
    html`id="${id}" name="${name}"`,
    described && html` aria-describedby="${described}"`,
    error && html` aria-invalid="true"`,
    props.isRequired && html` required`,
    props.disabled && html` disabled`,
    props.hasFocus && html` autofocus`,
    props.form && html` form="${props.form}"`,
    props.inputMode && html` inputmode="${props.inputMode}"`,
    props.placeholder && html` placeholder="${props.placeholder}"`,
    props.min && html` min="${props.min}"`,
    props.list && html` list="${props.list}"`,
    html` autocomplete="${props.autocomplete ?? 'off'}"`,
  ]
  return html`<div class="field">
    <label for="${id}"${props.isLabelHidden && html` class="visually-hidden"`}>${label}</label>
    ${
      rows === undefined
        ? html`<input type="${type}" value="${value}" ${attributes}>`
        : html`<textarea rows="${rows}" ${attributes}>${value}</textarea>`
    }${fieldHint(id, hint)}${fieldError(id, error)}
  </div>`
}

const minRows = 2

/**
 * Shows a field for a string that should have one line. If it has several, so has the field: an
 * input would drop the line breaks, and the form would change what was not touched.
 */
export function textField(props: FieldProps): Html {
  const { value = '', rows } = props
  return rows === undefined && /[\r\n]/.test(value)
    ? field({ ...props, rows: minRows })
    : field(props)
}

/** An option of a select: what it sends, and what it shows. */
export type SelectOption = readonly [value: string, label: string]

/** Returns options with a value that is none of them, so that it is sent back as it was. */
export function withOther(
  options: readonly SelectOption[],
  value: string,
  label = value,
): readonly SelectOption[] {
  const isKnown = value === '' || options.some(([each]) => each === value)
  return isKnown ? options : [...options, [value, label]]
}

/** Shows a select with its label, hint and error. */
export function select(props: FieldProps & { readonly options: readonly SelectOption[] }): Html {
  const { name, label, value = '', options, hint, errors } = props
  const id = getId(name)
  const error = errorOf(errors, name)
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return html`<div class="field">
    <label for="${id}"${props.isLabelHidden && html` class="visually-hidden"`}>${label}</label>
    <select id="${id}" name="${name}"${described && html` aria-describedby="${described}"`}
      ${error && html` aria-invalid="true"`}${props.disabled && html` disabled`}${
        props.form && html` form="${props.form}"`
      }>
      ${options.map(
        ([each, shown]) =>
          html`<option value="${each}"${each === value && html` selected`}>${shown}</option>`,
      )}
    </select>
    ${fieldHint(id, hint)}${fieldError(id, error)}
  </div>`
}

/** Shows a checkbox with its label. */
export function checkbox(
  props: Pick<FieldProps, 'name' | 'label' | 'value'> & { readonly isChecked?: boolean },
): Html {
  const { name, label, value = 'yes', isChecked } = props
  const id = getId(`${name}-${value}`)
  return html`<label class="check" for="${id}"><input type="checkbox" id="${id}" name="${name}"
    value="${value}"${isChecked && html` checked`}> ${label}</label>`
}

function errorOf(errors: FieldErrors | undefined, name: string): string | undefined {
  return errors !== undefined && Object.hasOwn(errors, name) ? errors[name] : undefined
}

function fieldHint(id: string, hint: string | undefined) {
  return hint && html`<p class="hint" id="${id}-hint">${hint}</p>`
}

function fieldError(id: string, error: string | undefined) {
  return error && html`<p class="error" id="${id}-error">${error}</p>`
}
