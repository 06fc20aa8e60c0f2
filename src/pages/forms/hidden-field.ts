import { html } from 'hono/html'
import type { Html } from '../layout.js'
import type { Form } from './form.js'

/** Keeps a value in a form. An input drops line breaks, so a value with some is a text area. */
export function hiddenField(name: string, value: string): Html {
  if (/[\r\n]/.test(value))
    return html`<textarea name="${name}" hidden aria-label="${name}">
${value}</textarea>`
  return html`<input type="hidden" name="${name}" value="${value}">`
}

/** A field of a form that its user does not see. */
export type HiddenField = readonly [name: string, value: string]

/** Returns the fields with which a form is sent again, without those that it gets again. */
export function sentFields(form: Form, replaced: readonly string[]): readonly HiddenField[] {
  return form.names
    .filter((name) => !replaced.includes(name))
    .flatMap((name) => form.getAll(name).map((value) => [name, value] as const))
}
