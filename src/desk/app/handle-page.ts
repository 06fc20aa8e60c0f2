import type { Context } from 'hono'
import { isInstance } from '../../errors/thrown.js'
import { isQuoteError, QuoteError } from '../../errors.js'
import { HttpProblem, internalError } from '../../http/problem-details.js'
import { hostHasReadBody, nodeRequestOf } from '../../http/request/host-body.js'
import type { FormTokens } from '../../pages/form-tokens.js'
import { readForm } from '../../pages/forms/form.js'
import { isFromOwnSite } from '../../pages/forms/own-form.js'
import { callHost } from '../../pages/host-function.js'
import { pageHeaders } from '../../pages/security-headers.js'
import { describeValue } from '../../validation/describe-value.js'
import { isValidId, validId } from '../../validation/identifiers.js'
import { isLocale, validLocale } from '../../validation/locale.js'
import type { DeskCall, DeskRoute, DeskRuntime } from '../desk-call.js'
import type { DeskOptions, DeskUser } from '../options.js'
import {
  loginAddress,
  notPermittedPage,
  otherSitePage,
  rejectedFormPage,
  signInAgainPage,
} from './error-pages.js'
import { pageResponse } from './frame.js'

const defaultMaxBodyBytes = 4 * 2 ** 20

/** What the handlers of all pages share. */
export interface PageHandling {
  readonly options: DeskOptions
  /**
   * Returns the desk in the language of a user. Without a user, it is that of no store. The strings
   * of a language are loaded once.
   */
  loadDesk(user?: DeskUser): Promise<DeskRuntime>
  readonly tokens: FormTokens
}

/** The desk of each request whose user is known, for its error page. */
const desks = new WeakMap<Context, DeskRuntime>()

/** Returns the desk of a request; undefined if its user is not known. */
export function deskOf(c: Context): DeskRuntime | undefined {
  return desks.get(c)
}

/** Creates the handler of the requests of one page. */
export function handlePage(
  { options, loadDesk, tokens }: PageHandling,
  { get, post }: DeskRoute,
): (c: Context) => Promise<Response> {
  const { maxBodyBytes = defaultMaxBodyBytes } = options
  const allow = [get && 'GET, HEAD', post && 'POST'].filter(Boolean).join(', ')

  async function respond(c: Context): Promise<Response> {
    const hostHasRead = hostHasReadBody(c)
    const user = await authenticate(c)
    if (user === undefined) return signIn(await loadDesk(), c, hostHasRead)
    assertUser(user)
    const desk = await loadDesk(user)
    desks.set(c, desk)
    try {
      assertSeller(desk, user)
      return await respondTo(desk, c, { user, hostHasRead })
    } catch (error) {
      if (!isQuoteError(error) || error.code !== 'not_permitted') throw error
      return notPermittedPage(desk, { user, request: c.req.raw }, error.details.reason)
    }
  }

  async function respondTo(
    desk: DeskRuntime,
    c: Context,
    { user, hostHasRead }: { readonly user: DeskUser; readonly hostHasRead: boolean },
  ): Promise<Response> {
    const call = createCall(desk, c, user, tokens)
    const { method } = c.req
    if (get !== undefined && (method === 'GET' || method === 'HEAD')) return get(call)
    if (post === undefined || method !== 'POST')
      throw new HttpProblem('method_not_allowed', desk.strings.errors.otherMethod(allow), {
        allow,
      })
    // The form of another site is not even read.
    if (!isFromOwnSite(c)) return otherSitePage(desk, { user, request: c.req.raw })
    const form = await readForm(c, maxBodyBytes, hostHasRead)
    if (!tokens.verify(user, form.get('token'), Date.now()))
      return rejectedFormPage(desk, c, { user, form, token: call.token })
    return post(call, form)
  }

  async function authenticate(c: Context): Promise<DeskUser | undefined> {
    try {
      const user = await callHost(options, 'authenticate', () =>
        options.authenticate({ request: c.req.raw, raw: nodeRequestOf(c) }),
      )
      return user ?? undefined
    } catch (cause) {
      const { signInUnavailable } = (await loadDesk()).strings.errors
      throw new HttpProblem('authentication_failed', signInUnavailable, {}, { cause })
    }
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

/** Returns the way to sign in. A form is not redirected, so that what was typed is kept. */
async function signIn(runtime: DeskRuntime, c: Context, hostHasRead: boolean): Promise<Response> {
  if (c.req.method === 'POST') return signInAgainPage(runtime, c, hostHasRead)
  const { pathname, search } = new URL(c.req.url)
  const { baseUrl = '' } = runtime.options
  const location = await loginAddress(runtime, `${baseUrl}${pathname}${search}`)
  if (location === undefined) throw new HttpProblem('unauthorized', runtime.strings.errors.signIn)
  return new Response(null, { status: 303, headers: { ...pageHeaders, location } })
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
    page: (page, status) => pageResponse(runtime, { user, request: c.req.raw }, page, status),
    redirect(path, done) {
      const separator = path.includes('?') ? '&' : '?'
      const query = done === undefined ? '' : `${separator}done=${done}`
      const headers = { ...pageHeaders, location: `${runtime.url(path)}${query}` }
      return new Response(null, { status: 303, headers })
    },
  }
  return call
}

const roles: ReadonlySet<unknown> = new Set([undefined, 'seller', 'system'])

/**
 * Checks what `authenticate` has returned. The engine would only say that it is no context.
 *
 * @throws QuoteError `invalid_context`
 */
function assertUser(user: unknown): asserts user is DeskUser {
  const { storeId, locale } = Object(user) as Readonly<Record<'storeId' | 'locale', unknown>>
  if (!isValidId(storeId)) throw invalidUser('storeId', validId, storeId)
  if (locale !== undefined && !isLocale(locale)) throw invalidUser('locale', validLocale, locale)
}

function invalidUser(field: string, expected: string, received: unknown): QuoteError {
  const message = `must be ${expected}, in the user that the option authenticate returns, received ${describeValue(received)}`
  return new QuoteError('invalid_context', { errors: { [field]: message } })
}

/**
 * Rejects a buyer, to whom the engine shows quotes, but who has no business at the desk.
 *
 * @throws QuoteError `not_permitted`
 */
function assertSeller({ strings }: DeskRuntime, { role }: DeskUser): void {
  if (roles.has(role)) return
  const reason = strings.errors.onlySellers(String(role))
  throw new QuoteError('not_permitted', { operation: 'desk', reason })
}
