import type { Context } from 'hono'
import { html } from 'hono/html'
import { toProblem } from '../http/problem-details.js'
import { settingsOfStore } from '../pages/document-options.js'
import { loadFrame } from '../pages/host-html.js'
import { type Html, layout, mainElement, type PageProps } from '../pages/layout.js'
import { pageHeaders, securityHeaders } from '../pages/security-headers.js'
import { ownStyles, pagePolicy, sharedTheme, type Theme, themeStylesPaths } from '../pages/theme.js'
import type { QuoteRecord } from '../quote/model/quote.js'
import type { CustomerPageOptions } from './options.js'
import { acceptedLanguage, getStrings } from './strings/get-strings.js'
import type { PageStrings } from './strings/page-strings.js'

/** The link is a secret, so it must reach neither other sites nor search engines. */
const secretHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
}

/** A page before it has its frame and its look. */
export interface CustomerPage
  extends Pick<PageProps, 'title' | 'lang' | 'dir' | 'scripts' | 'skip'> {
  readonly options: Pick<
    CustomerPageOptions,
    'frame' | 'pictureOrigins' | 'theme' | 'timeoutMs' | 'onError'
  >
  readonly request: Request
  readonly theme: Theme
  /** The addresses of its stylesheets, the first of which is that of the app. */
  readonly styles: readonly string[]
  /** Returns the address of a path below the prefix. */
  url(path: string): string
  /** The store of the page, if it is known. */
  readonly storeId?: string | undefined
  /** The offer that the page shows. */
  readonly record?: QuoteRecord | undefined
  readonly header?: Html | undefined
  /** What the header has that no frame of the host has: the files of an offer. */
  readonly tools?: Html | undefined
  readonly main: Html
}

/** Returns the response with a page, in the frame of the host if it has one. */
export async function pageResponse(
  page: CustomerPage,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { options, request, theme, url, title, lang, dir = 'ltr', storeId, record, tools } = page
  const { frame } = options
  const [base, ...others] = page.styles
  const main = await page.main
  const content = await mainElement(
    html`${tools && html`<div class="masthead no-print">${tools}</div>`}${main}`,
  )
  const call = { request, title, lang, dir, storeId, record, content }
  const framed = await loadFrame(options, request, content, frame && (() => frame(call)))
  const body = await layout({
    ...page,
    styles: [
      base as string,
      ...themeStylesPaths(options, theme).map(url),
      ...others,
      ...ownStyles(theme, url),
    ],
    icon: theme.icon,
    main,
    framed,
  })
  const policy = pagePolicy(theme, options.pictureOrigins)
  return new Response(String(body), {
    status,
    headers: { ...pageHeaders, ...secretHeaders, ...headers, 'content-security-policy': policy },
  })
}

/** Adds to a response what all of this app have. A page has a policy of its own. */
export function withSecretHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(secretHeaders))
    if (name !== 'content-security-policy' || !response.headers.has(name))
      response.headers.set(name, value)
  return response
}

/** What an error page says, by status. Other statuses say that it failed. */
const reasons: ReadonlyMap<number, readonly [keyof PageStrings, keyof PageStrings]> = new Map([
  [403, ['failed', 'notPermitted']],
  [404, ['notFound', 'notFoundText']],
  [413, ['tooLong', 'tooLongText']],
  [429, ['busy', 'busyText']],
])

/** What an error page needs to know of the app that it is of. */
interface ErrorPage {
  readonly options: CustomerPage['options'] &
    Pick<CustomerPageOptions, 'engine' | 'strings' | 'storeId'> & { readonly locale?: unknown }
  readonly url: CustomerPage['url']
  /** The address of its stylesheet. */
  readonly style: string
  /** Who can be asked, if that is the same for all. */
  readonly seller?: readonly string[] | undefined
}

/**
 * Returns the page that tells of an error. It depends on no link, so that all links that lead
 * nowhere look the same.
 */
export async function errorPage(
  { options, style, url, seller = [] }: ErrorPage,
  c: Context,
  error: unknown,
): Promise<Response> {
  const { status, headers } = toProblem(error)
  const { strings, lang, dir } = getStrings(localeName(options, c), options.strings)
  const [titleName, textName] = reasons.get(status) ?? (['failed', 'failedText'] as const)
  const title = strings[titleName]
  const main = html`<div class="card message-page">
    <h1>${title}</h1>
    <p>${strings[textName]}</p>
    ${seller.length > 0 && html`<p>${seller.map((line) => html`<span>${line}</span><br>`)}</p>`}
  </div>`
  const { 'content-type': _, ...kept } = headers
  const { storeId } = options
  const request = c.req.raw
  const theme = sharedTheme(options)
  return pageResponse(
    { options, request, url, theme, title, lang, dir, styles: [style], storeId, main },
    status,
    kept,
  )
}

/**
 * A function of the host needs a quote, and the engine the id of a store. An error page has a store
 * only if all pages are of one.
 */
function localeName({ locale, engine, storeId }: ErrorPage['options'], c: Context): string {
  if (typeof locale === 'string') return locale
  if (locale === undefined) return localeOfStore(engine, storeId) ?? 'en'
  return acceptedLanguage(c.req.header('accept-language') ?? '')
}

/** An error page is shown as well if it is the settings of the store that fail. */
function localeOfStore(
  engine: CustomerPageOptions['engine'],
  storeId: string | undefined,
): string | undefined {
  if (storeId === undefined) return undefined
  try {
    return settingsOfStore(engine, storeId).locale
  } catch {
    return undefined
  }
}
