import { html } from 'hono/html'
import type { DeskRuntime } from './desk-call.js'
import { pageResponse } from './frame.js'
import type { DeskUser } from './options.js'

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
