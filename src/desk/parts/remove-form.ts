import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import type { DeskCall } from '../desk-call.js'
import { formToken, hashRowId } from '../forms.js'

/** A row of a page, and what its button removes. */
export interface RemovedRow {
  /** The page of the rows, to which the form is sent: `/tags`. */
  readonly path: string
  readonly id: string
  readonly name: string
  /** What stays if it is removed, in a sentence. */
  readonly consequence: string
}

/** Asks in place, and without a script, before a row is removed: a click opens the question. */
export function removeForm(call: DeskCall, { path, id, name, consequence }: RemovedRow): Html {
  return html`<details class="remove">
    <summary class="button">${call.strings.common.remove}<span class="visually-hidden"> ${name}</span></summary>
    <form method="post" action="${call.url(path)}" class="stack">${formToken(call)}
      <input type="hidden" name="action" value="remove">
      <input type="hidden" name="key" value="${hashRowId(id)}">
      <p>${consequence}</p>
      <button class="danger">${call.strings.common.remove} <span class="wrap">${name}</span></button></form>
  </details>`
}
