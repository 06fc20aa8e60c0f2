import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import type { DeskCall } from '../desk-call.js'

/** The hidden field without which a form of the desk is rejected. Goes into every form. */
export function formToken({ token }: Pick<DeskCall, 'token'>): Html {
  return html`<input type="hidden" name="token" value="${token}">`
}
