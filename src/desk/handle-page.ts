import type { Context } from 'hono'
import { html } from 'hono/html'
import { isQuoteError } from '../errors.js'
import { HttpProblem, internalError, isInstance } from '../http/problem-details.js'
import { hostHasReadBody } from '../http/request/host-body.js'
import type { FormTokens } from '../pages/form-tokens.js'
import { readForm } from '../pages/forms/form.js'
import { isFromOwnSite } from '../pages/forms/own-form.js'
import { pageHeaders } from '../pages/security-headers.js'
import { assertSeller } from './assert-seller.js'
import type { DeskCall, DeskRoute, DeskRuntime } from './desk-call.js'
import { pageResponse } from './frame.js'
import { notPermittedPage } from './not-permitted-page.js'
import type { DeskUser } from './options.js'

const defaultMaxBodyBytes = 4 * 2 ** 20

/** Creates the handler of the requests of one page. */
export function handlePage(
  runtime: DeskRuntime,
  tokens: FormTokens,
  { get, post }: DeskRoute,
): (c: Context) => Promise<Response> {
  const { maxBodyBytes = defaultMaxBodyBytes } = runtime.options
  const allow = [get && 'GET, HEAD', post && 'POST'].filter(Boolean).join(', ')

  async function respond(c: Context): Promise<Response> {
    const hostHasRead = hostHasReadBody(c)
    const user = await authenticate(runtime, c)
    if (user === undefined) return signIn(runtime, c.req.method)
    try {
      assertSeller(user)
      return await respondTo(c, user, hostHasRead)
    } catch (error) {
      if (!isQuoteError(error) || error.code !== 'not_permitted') throw error
      return notPermittedPage(runtime, user, error.details.reason)
    }
  }

  async function respondTo(c: Context, user: DeskUser, hostHasRead: boolean): Promise<Response> {
    const call = createCall(runtime, c, user, tokens)
    const { method } = c.req
    if (get !== undefined && (method === 'GET' || method === 'HEAD')) return get(call)
    if (post === undefined || method !== 'POST')
      throw new HttpProblem('method_not_allowed', `Method not allowed; use ${allow}`, { allow })
    const form = await readForm(c, maxBodyBytes, hostHasRead)
    const isOwnForm = isFromOwnSite(c) && tokens.verify(user, form.get('token'), Date.now())
    if (!isOwnForm) return rejectForm(runtime, user)
    return post(call, form)
  }

  // Hono's `onError` receives errors only.
  return async (c) => {
    try {
      return await respond(c)
    } catch (cause) {
      throw isInstance(cause, Error) ? cause : internalError(cause)
    }
  }
}

async function authenticate({ options }: DeskRuntime, c: Context): Promise<DeskUser | undefined> {
  try {
    return (await options.authenticate(c.req.raw)) ?? undefined
  } catch (cause) {
    throw new HttpProblem('authentication_failed', 'Signing in is unavailable', {}, { cause })
  }
}

/** Returns the way to sign in. A form is not redirected, so that the browser still has its text. */
async function signIn(runtime: DeskRuntime, method: string): Promise<Response> {
  const { loginUrl } = runtime.options
  if (method === 'POST') return signInAgainPage(runtime)
  if (loginUrl === undefined) throw new HttpProblem('unauthorized', 'Sign in to see this page')
  const headers = { ...pageHeaders, location: loginUrl }
  return new Response(null, { status: 303, headers })
}

function signInAgainPage(runtime: DeskRuntime): Promise<Response> {
  const title = 'Nothing was changed'
  const address = runtime.options.loginUrl ?? runtime.url('/')
  const main = html`<div class="card stack narrow">
    <h1>${title}</h1>
    <p>You are not signed in any more. Sign in in another tab, then send the form again: go back
    with your browser to find it as you typed it.</p>
    <p><a href="${address}" target="_blank" rel="noopener">Sign in in another tab</a></p>
  </div>`
  return pageResponse(runtime, undefined, { title, main }, 401)
}

function rejectForm(runtime: DeskRuntime, user: DeskUser): Promise<Response> {
  const main = html`<div class="card stack">
    <h1>Nothing was changed</h1>
    <p>The form is too old, or it was not sent from a page of yours. Go back, reload the page, and
    send it again.</p>
    <p><a href="${runtime.url('/')}">All quotes</a></p>
  </div>`
  return pageResponse(runtime, user, { title: 'Nothing was changed', main }, 403)
}

function createCall(
  runtime: DeskRuntime,
  c: Context,
  user: DeskUser,
  tokens: FormTokens,
): DeskCall {
  const call: DeskCall = {
    ...runtime,
    c,
    user,
    token: tokens.create(user, Date.now()),
    param: (name) => c.req.param(name) ?? '',
    query: (name) => c.req.query(name)?.trim() ?? '',
    page: (page, status) => pageResponse(runtime, user, page, status),
    redirect(path, done) {
      const query = done === undefined ? '' : `?done=${done}`
      const headers = { ...pageHeaders, location: `${runtime.url(path)}${query}` }
      return new Response(null, { status: 303, headers })
    },
  }
  return call
}
