import { html } from 'hono/html'
import { toProblem } from '../http/problem-details.js'
import type { DeskRuntime } from './desk-call.js'
import { pageResponse } from './frame.js'

/** Returns the page that tells of an error that no form shows. */
export async function errorPage(runtime: DeskRuntime, error: unknown): Promise<Response> {
  const { status, headers, body } = toProblem(error)
  const { 'content-type': _, ...kept } = headers
  const errors = Object.entries(body.errors)
  const main = html`<div class="card stack">
    <h1>${body.title}</h1>
    <p>${body.detail}</p>
    ${
      errors.length > 0 &&
      html`<ul>${errors.map(([path, message]) => html`<li>${path} ${message}</li>`)}</ul>`
    }
    <p><a href="${runtime.url('/')}">All quotes</a></p>
  </div>`
  const response = await pageResponse(runtime, undefined, { title: body.title, main }, status)
  for (const [name, value] of Object.entries(kept)) response.headers.set(name, value)
  return response
}
