import type { Hono } from 'hono'
import { formTokens } from '../../pages/form-tokens.js'
import { hashedAssets } from '../../pages/hashed-assets.js'
import { pathOf } from '../../pages/option-schemas.js'
import { createPagesApp } from '../../pages/pages-app.js'
import { pagesStylesheet } from '../../pages/stylesheet.js'
import { sharedTheme } from '../../pages/theme.js'
import { checkOptions } from '../../validation/schemas/app-options.js'
import { customerPageCss } from '../assets/customer-page.css.js'
import { requestCss } from '../assets/request.css.js'
import { errorPage } from '../page-response.js'
import { createBudget } from './budget.js'
import { requestRoutes } from './handle-request.js'
import { type RequestPageOptions, requestPageOptionsSchema } from './options.js'

/**
 * Creates the page on which strangers ask a store for a quote: what they need, in rows, and who
 * they are. Each request becomes a quote by `requestQuote`. The page works without JavaScript,
 * cookies and an account. Its address can name products: `/request?products=118:2,7`.
 *
 * @throws QuoteError `invalid_options` with every option that is missing, invalid or unknown
 *
 * @example
 * const page = createRequestPage({ engine, secrets, storeId: 'store-1', seller: ['Chairs Ltd'] })
 * app.route('/', page) // at /request
 */
export function createRequestPage<Raw = unknown>(options: RequestPageOptions<Raw>): Hono {
  checkOptions(requestPageOptionsSchema, options)
  const { secrets, prefix = '/request', baseUrl = '', requestBudget = {}, seller } = options
  const url = (path: string) => `${pathOf(baseUrl)}${prefix}${path}` || '/'
  const text = pagesStylesheet(options, [customerPageCss, requestCss])
  const assets = hashedAssets([{ name: 'request.css', type: 'text/css', text }], url)
  const style = assets.urls['request.css'] as string
  const runtime = {
    options,
    tokens: formTokens(secrets),
    spend: requestBudget === false ? undefined : createBudget(requestBudget),
    url,
    style,
  }
  return createPagesApp({
    prefix,
    assets,
    onError: options.onError,
    theme: sharedTheme(options),
    where: 'the form is',
    errorPage: (error, c) => {
      const shown = typeof seller === 'function' ? [] : seller
      return errorPage({ options, style, seller: shown, url }, c, error)
    },
    addPages(app) {
      for (const [path, handler] of requestRoutes(runtime))
        app.all(`${prefix}${path}` || '/', handler)
    },
  })
}
