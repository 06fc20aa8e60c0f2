import type { Context } from 'hono'
import type { StoreContext } from '../engine/arguments.js'
import type { FormTokens } from '../pages/form-tokens.js'
import type { QuoteEngine } from '../quote-engine/quote-engine.js'
import type { CustomerLink, CustomerLinks } from './links.js'
import type { CustomerPageOptions } from './options.js'

/** What all requests share. */
export interface PageRuntime {
  readonly engine: QuoteEngine
  readonly options: CustomerPageOptions
  readonly links: CustomerLinks
  readonly tokens: FormTokens
  /** Returns the address of a path below the prefix. */
  url(path: string): string
  /** The addresses of the stylesheet and the module by their names. */
  readonly assets: Readonly<Record<string, string>>
}

/** One request with a valid link. */
export interface PageCall extends PageRuntime {
  readonly c: Context
  /** The last part of the link's address. */
  readonly token: string
  readonly link: CustomerLink
  /** The context for the methods of the engine. */
  readonly buyer: StoreContext
  /**
   * The context for loading what an earlier revision was. Its customer can be another than that of
   * the quote now, of whom an `actor` that depends on the quote is.
   */
  readonly pastReader: StoreContext
  /** Whom the tokens of the forms are for. */
  readonly holder: StoreContext
}
