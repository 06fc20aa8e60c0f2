import { createHash, randomUUID } from 'node:crypto'
import { html } from 'hono/html'
import { QuoteError } from '../../errors.js'
import type { Form } from '../../pages/forms/form.js'
import type { Html } from '../../pages/layout.js'
import type { DeskCall } from '../desk-call.js'
import type { DeskUser } from '../options.js'

/** The hidden field without which a form of the desk is rejected. Goes into every form. */
export function formToken({ token }: Pick<DeskCall, 'token'>): Html {
  return html`<input type="hidden" name="token" value="${token}">`
}

/** Says which version a form changes. */
export function versionField(version: number, name = 'version'): Html {
  return html`<input type="hidden" name="${name}" value="${version}">`
}

/** Makes a form different from the same form that is opened another time. */
export function keyField(key: string = randomUUID()): Html {
  return html`<input type="hidden" name="key" value="${key}">`
}

/** Returns a version that was sent; undefined if it is none. */
export function parseVersion(value: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined
}

/** A version that no record has. A form without a version conflicts, so that nothing is lost. */
export const unknownVersion = Number.MAX_SAFE_INTEGER

/** @throws QuoteError `invalid_request` if the form has no version */
export function getVersion(form: Form, name = 'version'): number {
  const version = parseVersion(form.get(name))
  if (version !== undefined) return version
  const errors = { [name]: 'must be the version that the form was shown with; reload the page' }
  throw new QuoteError('invalid_request', { errors })
}

/** Returns the key with which a double click does something once; undefined if it is invalid. */
export function getKey(form: Form): string | undefined {
  const key = form.get('key')
  return /^[\w-]{1,64}$/.test(key) ? key : undefined
}

/**
 * Returns the key with which a form is processed once, however often it is sent. A form that was
 * changed and sent again has another key.
 */
export function getContentKey({ storeId, actor }: DeskUser, form: Form): string {
  const fields = form.names.filter((name) => name !== 'token')
  const content = fields.map((name) => [name, form.getAll(name)])
  const hash = createHash('sha256').update(JSON.stringify([storeId, actor, content]))
  return `desk-${hash.digest('base64url')}`
}
