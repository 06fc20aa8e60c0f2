import { createHash, randomUUID } from 'node:crypto'
import { html } from 'hono/html'
import type { Form } from '../../pages/forms/form.js'
import type { Html } from '../../pages/layout.js'
import type { DeskUser } from '../options.js'

/** Says which version a form changes. */
export function versionField(version: number): Html {
  return html`<input type="hidden" name="version" value="${version}">`
}

/** Returns the version that a form changes. Without one, it changes none that is stored. */
export function getVersion(form: Form): number {
  const version = form.get('version')
  return /^[1-9]\d{0,14}$/.test(version) ? Number(version) : Number.MAX_SAFE_INTEGER
}

/** Makes a form different from the same form that is opened another time. */
export function formIdField(): Html {
  return html`<input type="hidden" name="form" value="${randomUUID()}">`
}

/**
 * Returns the key with which a form is processed once, however often it is sent. A form that was
 * changed and sent again has another key.
 */
export function formKey({ storeId, actor }: DeskUser, form: Form): string {
  const fields = form.names.filter((name) => name !== 'token')
  const content = fields.map((name) => [name, form.getAll(name)])
  const hash = createHash('sha256').update(JSON.stringify([storeId, actor, content]))
  return `desk-${hash.digest('base64url')}`
}
