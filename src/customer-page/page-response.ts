import type { Context } from 'hono'
import { html } from 'hono/html'
import { toProblem } from '../http/problem-details.js'
import { settingsOfStore } from '../pages/document-options.js'
import { type Html, layout, type PageProps } from '../pages/layout.js'
import { pageHeaders, securityHeaders } from '../pages/security-headers.js'
import { sharedTheme } from '../pages/theme.js'
import type { CustomerPageOptions } from './options.js'
import { acceptedLanguage, getStrings } from './strings/get-strings.js'
import type { PageStrings } from './strings/page-strings.js'

/** The link is a secret, so it must reach neither other sites nor search engines. */
export const secretHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
}

/** Returns the response with a page. */
export async function pageResponse(
  props: PageProps & { readonly main: Html },
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const body = String(await layout(props))
  return new Response(body, { status, headers: { ...pageHeaders, ...headers, ...secretHeaders } })
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
  readonly options: Pick<CustomerPageOptions, 'engine' | 'strings' | 'storeId' | 'theme'> & {
    readonly locale?: unknown
  }
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
  { options, style, seller = [] }: ErrorPage,
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
  const { icon } = sharedTheme(options)
  return pageResponse({ title, lang, dir, styles: [style], icon, main }, status, kept)
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
