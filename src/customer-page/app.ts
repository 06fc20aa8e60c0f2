import type { Hono } from 'hono'
import { parseDocumentOptions } from '../document/model/document-options.js'
import { formTokens } from '../pages/form-tokens.js'
import { hashedAssets } from '../pages/hashed-assets.js'
import { pathOf } from '../pages/option-schemas.js'
import { createPagesApp } from '../pages/pages-app.js'
import { pagesStylesheet } from '../pages/stylesheet.js'
import { sharedTheme } from '../pages/theme.js'
import { checkOptions } from '../validation/schemas/app-options.js'
import { chooseJs } from './assets/choose.js.js'
import { customerPageCss } from './assets/customer-page.css.js'
import { decisionCss } from './assets/decision.css.js'
import { messagesCss } from './assets/messages.css.js'
import { offerCss } from './assets/offer.css.js'
import { printJs } from './assets/print.js.js'
import { signJs } from './assets/sign.js.js'
import { stateCss } from './assets/state.css.js'
import { handleFile, handlePage } from './handle-request.js'
import { customerLinks, defaultPrefix } from './links.js'
import { type CustomerPageOptions, customerPageOptionsSchema } from './options.js'
import type { PageRuntime } from './page-call.js'
import { errorPage } from './page-response.js'

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
export function createCustomerPage<Raw = unknown>(options: CustomerPageOptions<Raw>): Hono {
  checkOptions(customerPageOptionsSchema, options)
  const { engine, secrets, prefix = defaultPrefix, baseUrl = '', storeId } = options
  // Those of a function are checked when it has returned them.
  if (typeof options.document === 'object') parseDocumentOptions(options.document)
  const url = (path: string) => `${pathOf(baseUrl)}${prefix}${path}`
  const assets = hashedAssets(
    [
      { name: 'customer-page.css', type: 'text/css', text: pagesStylesheet(options, rules) },
      { name: 'print.js', type: 'text/javascript', text: printJs },
      { name: 'sign.js', type: 'text/javascript', text: signJs },
      { name: 'choose.js', type: 'text/javascript', text: chooseJs },
    ],
    url,
  )
  const runtime: PageRuntime = {
    engine,
    options,
    links: customerLinks({ secrets, baseUrl, prefix, storeId }),
    tokens: formTokens(secrets),
    url,
    assets: assets.urls,
  }
  const style = assets.urls['customer-page.css'] as string
  const seller = typeof options.document === 'object' ? options.document.seller : []
  return createPagesApp({
    prefix,
    assets,
    onError: options.onError,
    theme: sharedTheme(options),
    where: 'offers are',
    errorPage: (error, c) => errorPage({ options, style, seller, url }, c, error),
    addPages(app) {
      app.all(`${prefix}/:token`, handlePage(runtime))
      app.all(`${prefix}/:token/offer.html`, handleFile(runtime, 'html'))
      if (options.renderPdf !== undefined)
        app.all(`${prefix}/:token/offer.pdf`, handleFile(runtime, 'pdf'))
      if (options.createUbl !== undefined)
        app.all(`${prefix}/:token/offer.xml`, handleFile(runtime, 'xml'))
    },
  })
}

const rules = [customerPageCss, offerCss, stateCss, decisionCss, messagesCss]
