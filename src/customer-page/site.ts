import * as z from 'zod'
import type { DocumentOptions } from '../document/model/document-options.js'
import type { StoreContext } from '../engine/arguments.js'
import type { Credentials } from '../http/authenticate.js'
import type { OnError } from '../http/report-error.js'
import { baseUrl, documentSource, id, prefix, secretList } from '../pages/option-schemas.js'
import { type ThemeSource, themeSource } from '../pages/theme.js'
import type { QuoteRecord } from '../quote/model/quote.js'
import type { QuoteEngine } from '../quote-engine/quote-engine.js'
import { appOptionsSchema, checkOptions, engineSchema } from '../validation/schemas/app-options.js'
import { optionalFunction, requiredFunction } from '../validation/schemas/scalars.js'
import { type CustomerLinks, type CustomerLinksOptions, customerLinks } from './links.js'
import type { CustomerPageOptions } from './options.js'
import type { RequestPageOptions } from './request/options.js'

/** A user of the desk and of the API. */
interface SiteUser extends StoreContext {
  /** The name that the desk shows. */
  readonly name?: string | undefined
}

/** A method, so that hosts can annotate the credentials with a type of their own. */
interface SiteMethod<Raw> {
  authenticate(
    credentials: Pick<Credentials<Raw>, 'request' | 'raw'>,
  ): SiteUser | null | undefined | Promise<SiteUser | null | undefined>
}

/** How the parts of a site show an offer. */
interface OfferOptions extends Pick<CustomerPageOptions, 'renderPdf' | 'createUbl'> {
  /** How an offer is shown: the options, or a function that returns them or a promise. */
  readonly document?:
    | DocumentOptions
    | ((record: QuoteRecord) => DocumentOptions | Promise<DocumentOptions>)
    | undefined
}

/**
 * Options of `createSite`: what the pages, the API and the mails of a shop share.
 *
 * @typeParam Raw The request of the server, which is inferred from `authenticate`.
 */
export interface SiteOptions<Raw = unknown> extends CustomerLinksOptions, OfferOptions {
  /** The engine of all parts. It knows the time zones, languages and currencies of the stores. */
  readonly engine: QuoteEngine
  /** Returns the user of a request to the desk and the API, by the host's own login. */
  readonly authenticate: SiteMethod<Raw>['authenticate']
  /** The look of all parts, or a function that returns that of a store. */
  readonly theme?: ThemeSource | undefined
  /** Receives every error that a part answers with a status of 500 or above, for your log. */
  readonly onError?: OnError | undefined
}

/** The options that parts of a site share. Pass them on, with others beside them. */
export interface Site<Raw = unknown> {
  /** The links to the offers, which mails have, and the desk shows. */
  readonly links: CustomerLinks
  /** The options of `createCustomerPage`. */
  readonly page: Pick<
    SiteOptions<Raw>,
    | 'engine'
    | 'secrets'
    | 'baseUrl'
    | 'prefix'
    | 'storeId'
    | 'theme'
    | 'onError'
    | keyof OfferOptions
  >
  /** The options of `createRequestPage`. Set `storeOf` if the site has several stores. */
  readonly request: Pick<
    RequestPageOptions,
    'engine' | 'secrets' | 'baseUrl' | 'storeId' | 'seller' | 'contact' | 'theme' | 'onError'
  >
  /** The options of `createHttpApp` and of `createMcpApp`. */
  readonly api: Pick<SiteOptions<Raw>, 'engine' | 'authenticate' | 'onError'>
  /** The options of `createDesk`. */
  readonly desk: Pick<
    SiteOptions<Raw>,
    'engine' | 'authenticate' | 'secrets' | 'theme' | 'onError' | keyof OfferOptions
  > & { readonly customerUrl: (record: QuoteRecord) => string }
  /** The options of `mailer`. */
  readonly mail: Pick<SiteOptions, 'engine' | 'document' | 'theme'> & {
    readonly link: (record: QuoteRecord) => string
  }
}

const siteOptionsSchema = appOptionsSchema<SiteOptions>({
  engine: engineSchema,
  authenticate: requiredFunction,
  secrets: secretList,
  baseUrl,
  prefix,
  storeId: id.optional(),
  // `customerLinks` says what is wrong with it.
  ttlMs: z.unknown().optional(),
  document: documentSource.optional(),
  renderPdf: optionalFunction,
  createUbl: optionalFunction,
  theme: themeSource,
  onError: optionalFunction,
})

/**
 * Names once what the desk, the page of customers, the API and the mails of a shop share. Returns
 * the options of each part, and loads none of them: a part that is not created costs nothing.
 *
 * @throws QuoteError `invalid_options` with every option that is missing, invalid or unknown
 *
 * @example
 * const site = createSite({ engine, authenticate, secrets, baseUrl, document })
 * const desk = createDesk({ ...site.desk, loginUrl: '/login' })
 * const page = createCustomerPage(site.page)
 * const api = createHttpApp(site.api)
 * const mail = mailer({ ...site.mail, start: 'now', send })
 */
export function createSite<Raw = unknown>(options: SiteOptions<Raw>): Site<Raw> {
  checkOptions(siteOptionsSchema, options)
  const { engine, authenticate, secrets, baseUrl, prefix, storeId, ttlMs } = options
  const { document, renderPdf, createUbl, theme, onError } = options
  const links = customerLinks({ secrets, baseUrl, prefix, storeId, ttlMs })
  const createUrl = (record: QuoteRecord) => links.createUrl(record)
  const offer = { document, renderPdf, createUbl }
  return Object.freeze({
    links,
    page: Object.freeze({ engine, secrets, baseUrl, prefix, storeId, theme, onError, ...offer }),
    request: Object.freeze({
      ...{ engine, secrets, baseUrl, storeId, theme, onError },
      seller: typeof document === 'object' ? document.seller : undefined,
      contact: typeof document === 'object' ? document.contact : undefined,
    }),
    api: Object.freeze({ engine, authenticate, onError }),
    desk: Object.freeze({
      ...{ engine, authenticate, secrets, theme, onError, ...offer },
      customerUrl: createUrl,
    }),
    mail: Object.freeze({ engine, document, theme, link: createUrl }),
  })
}
