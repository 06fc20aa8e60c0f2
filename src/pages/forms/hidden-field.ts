import { html } from 'hono/html'
import type { Html } from '../layout.js'

/** Keeps a value in a form. An input drops line breaks, so a value with some is a text area. */
export function hiddenField(name: string, value: string): Html {
  if (/[\r\n]/.test(value))
    return html`<textarea name="${name}" hidden aria-label="${name}">
${value}</textarea>`
  return html`<input type="hidden" name="${name}" value="${value}">`
}
