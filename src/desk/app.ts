import { Hono } from 'hono'
import { formatsOf } from '../document/model/formats.js'
import { HttpProblem, toProblem } from '../http/problem-details.js'
import { pagesCss } from '../pages/assets/pages.css.js'
import {
  checkOptions,
  isBaseUrl,
  isByteLimit,
  isEngine,
  isFunction,
  isLocale,
  isPrefix,
  isSecretList,
  isString,
  isTimeZone,
  optional,
} from '../pages/check-options.js'
import { formTokens } from '../pages/form-tokens.js'
import { hashedAssets } from '../pages/hashed-assets.js'
import { deskCss } from './assets/desk.css.js'
import { storeListsCss } from './assets/store-lists.css.js'
import type { DeskRuntime } from './desk-call.js'
import { errorPage } from './error-page.js'
import { handlePage } from './handle-page.js'
import { listCss } from './list/assets/list.css.js'
import { quoteRowsCss } from './list/assets/quote-rows.css.js'
import type { DeskOptions } from './options.js'
import { deskRoutes } from './routes.js'

/**
 * Creates the pages on which a store's users find, write, send and follow its quotes. They work
 * without JavaScript. Sign-in, sessions and their protection are the host's: `authenticate` says
 * who sends a request.
 *
 * `app.fetch` takes and returns web-standard requests and responses. `@hono/node-server` serves it
 * with Node and mounts it into Express and Fastify.
 *
 * @throws QuoteError `invalid_options` with every option that is missing, invalid or unknown
 *
 * @example
 * const desk = createDesk({
 *   engine,
 *   secrets: [process.env.DESK_SECRET],
 *   authenticate: async (request) => {
 *     const user = await sessionOf(request)
 *     return user && { storeId: user.storeId, actor: user.id, name: user.name, role: 'seller' }
 *   },
 * })
 * app.route('/', desk) // at /desk
 */
export function createDesk(options: DeskOptions): Hono {
  checkOptions<DeskOptions>(options, {
    engine: isEngine,
    authenticate: isFunction,
    secrets: isSecretList,
    prefix: optional(isPrefix),
    baseUrl: optional(isBaseUrl),
    loginUrl: optional(isString),
    title: optional(isString),
    locale: optional(isLocale),
    timeZone: optional(isTimeZone),
    searchProducts: optional(isFunction),
    document: optional((value) =>
      typeof value === 'function' || (typeof value === 'object' && value !== null)
        ? undefined
        : 'must be the options of documents, or a function that returns them',
    ),
    renderPdf: optional(isFunction),
    customerUrl: optional(isFunction),
    maxBodyBytes: optional(isByteLimit),
    onError: optional(isFunction),
  })
  const { engine, prefix = '/desk', baseUrl = '', locale = 'en', timeZone = 'UTC' } = options
  const assets = hashedAssets([{ name: 'desk.css', type: 'text/css', text: stylesheet }])
  const url = (path: string) => `${baseUrl}${prefix}${path === '/' && prefix !== '' ? '' : path}`
  const runtime: DeskRuntime = {
    engine,
    options,
    formats: formatsOf(locale, timeZone),
    url,
    assets: Object.fromEntries(
      Object.entries(assets.paths).map(([name, path]) => [name, url(path)]),
    ),
  }
  const tokens = formTokens(options.secrets)
  const app = new Hono()

  app.onError((error, c) => {
    if (toProblem(error).status >= 500) reportError(options, error, c.req.raw)
    return errorPage(runtime, error)
  })
  app.notFound((c) => {
    const asset = assets.respond(c.req.path.slice(prefix.length))
    if (asset !== undefined && c.req.method === 'GET') return asset
    throw new HttpProblem('not_found', 'There is no such page')
  })
  for (const route of deskRoutes) {
    const { path } = route
    const handle = handlePage(runtime, tokens, route)
    app.all(`${prefix}${path === '/' && prefix !== '' ? '' : path}`, handle)
    if (path === '/' && prefix !== '') app.all(`${prefix}/`, handle)
  }
  return app
}

const stylesheet = [pagesCss, deskCss, listCss, quoteRowsCss, storeListsCss].join('\n')

/** Reports an error to the host. A failing log must change neither the response nor the process. */
async function reportError(
  { onError }: DeskOptions,
  error: unknown,
  request: Request,
): Promise<void> {
  try {
    await onError?.(error, request)
  } catch {
    // The host's log failed: there is no other place to report to.
  }
}
