import { html } from 'hono/html'
import type { FieldErrors } from '../../errors.js'
import type { Html } from '../layout.js'
import { getId } from './field.js'

/** Returns the label of the field with this path, or undefined if the form has no such field. */
export type LabelOf = (path: string) => string | undefined

/**
 * Lists all errors of a form above it, with links to their fields. Errors of paths without a field
 * would not be seen otherwise.
 *
 * @param message What was not done, and why.
 */
export function errorSummary(message: string, errors: FieldErrors, labelOf: LabelOf): Html {
  const items = Object.entries(errors).map(([path, error]) => {
    const label = labelOf(path)
    if (label !== undefined) return html`<li><a href="#${getId(path)}">${label}</a>: ${error}</li>`
    return path === '' ? html`<li>${error}</li>` : html`<li>${path}: ${error}</li>`
  })
  return html`<div class="notice bad" role="alert" id="errors" tabindex="-1">
    <p><strong>${message}</strong></p>
    ${items.length > 0 && html`<ul>${items}</ul>`}
  </div>`
}
