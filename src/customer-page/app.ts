import { Hono } from 'hono'
import { parseDocumentOptions } from '../document/model/parse-options.js'
import { HttpProblem, toProblem } from '../http/problem-details.js'
import { respondDocumentStyles } from '../pages/document-stylesheet.js'
import { formTokens } from '../pages/form-tokens.js'
import { hashedAssets } from '../pages/hashed-assets.js'
import { notFoundResponse } from '../pages/not-found-response.js'
import { reportError } from '../pages/report-error.js'
import { securityHeaders } from '../pages/security-headers.js'
import { pagesStylesheet } from '../pages/stylesheet.js'
import { checkOptions } from '../validation/schemas/app-options.js'
import { customerPageCss } from './assets/customer-page.css.js'
import { decisionCss } from './assets/decision.css.js'
import { messagesCss } from './assets/messages.css.js'
import { printJs } from './assets/print.js.js'
import { stateCss } from './assets/state.css.js'
import { errorPage } from './error-page.js'
import { handleFile, handlePage } from './handle-request.js'
import { customerLinks, defaultPrefix } from './links/customer-links.js'
import { type CustomerPageOptions, customerPageOptionsSchema } from './options.js'
import type { PageRuntime } from './page-call.js'

/**
 * Creates the pages on which customers read offers, accept and decline them, ask for changes and
 * write messages. Each is at an address that `customerLinks` creates with the same options. They
 * work without JavaScript, and without a login: who has the link is the customer.
 *
 * Loading a page changes nothing but the fact that the offer was opened.
 *
 * @throws QuoteError `invalid_options` with every option that is missing, invalid or unknown
 *
 * @example
 * const site = { secrets: [process.env.LINK_SECRET], baseUrl: 'https://shop.example' }
 * app.route('/', createCustomerPage({ engine, ...site })) // at /quote/…
 * const url = customerLinks(site).createUrl(record)
 */
export function createCustomerPage(options: CustomerPageOptions): Hono {
  checkOptions(customerPageOptionsSchema, options)
  const { engine, secrets, prefix = defaultPrefix, baseUrl = '', storeId } = options
  // Those of a function are checked when it has returned them.
  if (typeof options.document === 'object') parseDocumentOptions(options.document)
  const assets = hashedAssets([
    { name: 'customer-page.css', type: 'text/css', text: stylesheet },
    { name: 'print.js', type: 'text/javascript', text: printJs },
  ])
  const url = (path: string) => `${getPath(baseUrl)}${prefix}${path}`
  const runtime: PageRuntime = {
    engine,
    options,
    links: customerLinks({ secrets, baseUrl, prefix, storeId }),
    tokens: formTokens(secrets),
    url,
    assets: Object.fromEntries(
      Object.entries(assets.paths).map(([name, path]) => [name, url(path)]),
    ),
  }
  const app = new Hono()

  app.onError((error, c) => {
    if (toProblem(error).status >= 500) reportError(options.onError, error, c.req.raw)
    return errorPage(runtime, c, error)
  })
  app.get(`${prefix}/assets/:file`, async (c, next) => {
    const path = `/assets/${c.req.param('file')}`
    const asset = assets.respond(path) ?? respondDocumentStyles(path)
    if (asset === undefined) return next()
    for (const [name, value] of Object.entries(securityHeaders)) asset.headers.set(name, value)
    return asset
  })
  app.all(`${prefix}/:token`, handlePage(runtime))
  app.all(`${prefix}/:token/offer.html`, handleFile(runtime, 'html'))
  if (options.renderPdf !== undefined)
    app.all(`${prefix}/:token/offer.pdf`, handleFile(runtime, 'pdf'))
  // A route instead of `notFound`, which a host's `app.route` does not take over.
  app.all(`${prefix}/*`, () => {
    throw new HttpProblem('not_found', 'There is no such page')
  })
  app.notFound(() => notFoundResponse('offers are', prefix))
  return app
}

const stylesheet = [pagesStylesheet, customerPageCss, stateCss, decisionCss, messagesCss].join('\n')

/** The address can have an origin, which pages don't name: the browser knows it. */
function getPath(baseUrl: string): string {
  return baseUrl.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
}
