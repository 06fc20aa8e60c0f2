import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import type { DeskCall } from '../desk-call.js'
import { formToken } from './form-fields.js'

/** What the form of a row removes. */
export interface RemovedRow {
  /** The page that the form is sent to: `/tags`. */
  readonly path: string
  /** What the forms of the row send instead of its id. */
  readonly key: string
  readonly name: string
  /** What stays, in a sentence. */
  readonly consequence: string
}

/** Asks in place, and without a script, before a row is removed: a click opens the question. */
export function removeForm(call: DeskCall, { path, key, name, consequence }: RemovedRow): Html {
  return html`<details class="remove">
    <summary class="button">Remove<span class="visually-hidden"> ${name}</span></summary>
    <form method="post" action="${call.url(path)}" class="stack">${formToken(call)}
      <input type="hidden" name="action" value="remove"><input type="hidden" name="key" value="${key}">
      <p>${consequence}</p>
      <button class="danger">Remove <span class="wrap">${name}</span></button></form>
  </details>`
}
