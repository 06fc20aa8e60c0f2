import { html } from 'hono/html'
import { toProblem } from '../http/problem-details.js'
import type { DeskRuntime } from './desk-call.js'
import { pageResponse } from './frame.js'
import type { DeskUser } from './options.js'

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

/** Returns the page that says what a user must not do, and why. */
export function notPermittedPage(
  runtime: DeskRuntime,
  user: DeskUser,
  reason: string,
): Promise<Response> {
  // Buyers get no part of the desk, nor links to it.
  const isBuyer = user.role === 'buyer'
  const title = 'Not available to you'
  const main = html`<div class="card stack narrow">
    <h1>${title}</h1>
    <p>Your account cannot do this. Nothing was changed.</p>
    <p class="muted wrap">The reason: ${reason}</p>
    <p>If you need it, ask the person who manages the accounts of your store.</p>
    ${!isBuyer && html`<p><a href="${runtime.url('/')}">All quotes</a></p>`}
  </div>`
  return pageResponse(runtime, isBuyer ? undefined : user, { title, main }, 403)
}
