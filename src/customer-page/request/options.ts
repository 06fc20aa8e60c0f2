import * as z from 'zod'
import { type ContactPerson, contactPerson } from '../../document/model/contact.js'
import {
  baseUrl,
  id,
  locale,
  orFunction,
  prefix,
  secretList,
  timeoutMs,
} from '../../pages/option-schemas.js'
import { themeSource } from '../../pages/theme.js'
import type { QuoteRecord } from '../../quote/model/quote.js'
import { appOptionsSchema, engineSchema } from '../../validation/schemas/app-options.js'
import {
  optionalFunction,
  optionalIntegerBetween,
  optionalPositiveInteger,
  withReceived,
} from '../../validation/schemas/scalars.js'
import type { CustomerPageOptions } from '../options.js'
import { pageStrings } from '../strings/get-strings.js'
import type { RequestBudget } from './budget.js'

/** What a stranger has done on the page. */
export interface RequestEvent {
  /** A quote was requested. */
  readonly type: 'requested'
  /** The new quote. It is `suspicious` if the hidden field was filled in. */
  readonly record: QuoteRecord
}

/**
 * Options of `createRequestPage`.
 *
 * @typeParam Raw The request of the server, which is inferred from `addressOf`.
 */
export interface RequestPageOptions<Raw = unknown>
  extends Pick<
    CustomerPageOptions<Raw>,
    'strings' | 'theme' | 'frame' | 'addressOf' | 'timeoutMs' | 'maxBodyBytes' | 'onError'
  > {
  /** The engine that stores the requests. */
  readonly engine: CustomerPageOptions['engine']
  /** Secrets of at least 32 characters that sign the forms. The first one signs. */
  readonly secrets: readonly string[]
  /**
   * The path of the page.
   *
   * @default '/request'
   */
  readonly prefix?: string | undefined
  /**
   * What stands before `prefix`. Its path is what a proxy or a mount removes.
   *
   * @default ''
   */
  readonly baseUrl?: string | undefined
  /** The store of which a quote is requested. Set it, or `storeOf`. */
  readonly storeId?: string | undefined
  /**
   * Returns the store at the address of a request, for example by its host name; undefined if there
   * is none.
   */
  readonly storeOf?: CustomerPageOptions['storeOf']
  /**
   * The language of the page, and of the numbers that are typed there, as a BCP 47 tag, or a
   * function that returns it.
   *
   * @default That of the engine for the store, or 'en'.
   */
  readonly locale?:
    | string
    | ((storeId: string, request: Request) => string | PromiseLike<string>)
    | undefined
  /** Who is asked, as `seller` of documents: the name, then how to reach them. */
  readonly seller?:
    | readonly string[]
    | ((storeId: string) => readonly string[] | PromiseLike<readonly string[]>)
    | undefined
  /** The person to ask, as `contact` of documents. */
  readonly contact?:
    | ContactPerson
    | ((storeId: string) => ContactPerson | undefined | PromiseLike<ContactPerson | undefined>)
    | undefined
  /**
   * How many requests are stored within a time. It is counted in the memory of this process; what
   * looks like a program is counted apart. False counts none: use `rateLimit` then.
   *
   * @default 10 of one address and 100 of one store in an hour
   */
  readonly requestBudget?: RequestBudget | false | undefined
  /**
   * Limits the rate of requests, those that show the form as well. Returns how many seconds the
   * caller must wait; 0 or undefined accepts the request.
   */
  readonly rateLimit?:
    | ((request: Request, storeId: string) => number | undefined | Promise<number | undefined>)
    | undefined
  /**
   * Receives each request, for example to send a mail to the seller. The page waits for it. If it
   * throws, `onError` receives the error. A form that is sent twice can be reported again.
   */
  readonly notify?: ((event: RequestEvent) => unknown) | undefined
}

const lines = z.array(z.string({ error: withReceived('must be a string') }), {
  error: withReceived('must be an array of lines, or a function that returns it'),
})

/** Exceeds what one process can keep of a store. */
const maxBudget = 1_000_000

const budget = z.strictObject(
  {
    perAddress: optionalIntegerBetween(1, maxBudget),
    perStore: optionalIntegerBetween(1, maxBudget),
    windowMs: optionalPositiveInteger,
  },
  { error: withReceived('must be { perAddress, perStore, windowMs }, or false') },
)

export const requestPageOptionsSchema = appOptionsSchema<RequestPageOptions>({
  engine: engineSchema,
  secrets: secretList,
  prefix,
  baseUrl: baseUrl.optional(),
  storeId: id.optional(),
  storeOf: optionalFunction,
  locale: orFunction(locale).optional(),
  strings: pageStrings.optional(),
  theme: themeSource,
  frame: optionalFunction,
  seller: orFunction(lines).optional(),
  contact: orFunction(contactPerson).optional(),
  addressOf: optionalFunction,
  requestBudget: z.preprocess((value) => (value === false ? undefined : value), budget.optional()),
  rateLimit: optionalFunction,
  notify: optionalFunction,
  timeoutMs,
  maxBodyBytes: optionalPositiveInteger,
  onError: optionalFunction,
}).refine(({ storeId, storeOf }) => (storeId === undefined) !== (storeOf === undefined), {
  path: ['storeId'],
  error: 'must be set, or storeOf: set one of them',
})
