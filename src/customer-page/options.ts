import * as z from 'zod'
import type { DocumentOptions } from '../document/model/document-options.js'
import type { QuoteDocument } from '../document/model/quote-document.js'
import type { Message } from '../features/messages/messages.js'
import type { OnError } from '../http/report-error.js'
import type { HostHtml } from '../pages/host-html.js'
import type { Html } from '../pages/layout.js'
import {
  baseUrl,
  documentSource,
  id,
  locale,
  orFunction,
  pictureOrigins,
  prefix,
  secretList,
  timeoutMs,
  timeZone,
} from '../pages/option-schemas.js'
import { type ThemeSource, themeSource } from '../pages/theme.js'
import type { QuoteRecord } from '../quote/model/quote.js'
import type { QuoteEngine } from '../quote-engine/quote-engine.js'
import { appOptionsSchema, engineSchema } from '../validation/schemas/app-options.js'
import {
  optionalFunction,
  optionalPositiveInteger,
  withReceived,
} from '../validation/schemas/scalars.js'
import type { CustomerLink } from './links.js'
import { pageStrings } from './strings/get-strings.js'
import type { PageStrings } from './strings/page-strings.js'

/** What a customer has done on the page. */
export interface CustomerEvent {
  /**
   * `opened` is recorded once for each revision. Requests that load it first at the same time can
   * each report it.
   */
  readonly type: 'opened' | 'accepted' | 'declined' | 'revision_requested' | 'message'
  /** The quote afterwards. */
  readonly record: QuoteRecord
  /** The message, if the type is `message`. */
  readonly message?: Message | undefined
}

/** A payment of what is due, to start at your payment provider. */
export interface PaymentToStart {
  /**
   * Identifies the payment: 43 characters, the same until something is paid, fails or changes. Pass
   * it as the idempotency key of the provider, so that a button that is pressed twice starts one.
   */
  readonly key: string
  /** What is due now, with the decimals of the quote. */
  readonly amount: string
  /** The currency of the amount, if the quote has one. */
  readonly currency: string | undefined
  /** The quote that is paid. Pass its `quoteId` to the provider, for your webhook. */
  readonly record: QuoteRecord
  /** The address of the page to which the provider leads the customer back. A secret link. */
  readonly returnUrl: string
  /** The language of the page, as a BCP 47 tag. */
  readonly lang: string
}

/** What a frame of your own around a page for customers is shown for. */
export interface CustomerFrameCall {
  /** The request of the page. */
  readonly request: Request
  /** The title of the page. */
  readonly title: string
  /** The language of the page, as a BCP 47 tag. */
  readonly lang: string
  /** The direction of the language. */
  readonly dir: 'ltr' | 'rtl'
  /** Undefined on a page of no store, such as that of a link that leads nowhere. */
  readonly storeId: string | undefined
  /** The offer that the page shows; undefined on all other pages. */
  readonly record: QuoteRecord | undefined
  /** The page itself, the element `main`. The frame must contain it once. */
  readonly content: Html
}

/** What stands above or below an offer is shown for. */
export interface OfferSlotCall {
  /** The request of the page. */
  readonly request: Request
  /** The offer that the page shows. */
  readonly record: QuoteRecord
  /** The language of the page, as a BCP 47 tag. */
  readonly lang: string
  /** The direction of the language. */
  readonly dir: 'ltr' | 'rtl'
}

/** Named places for content of your own. What fails is reported to `onError`, and left out. */
export interface OfferSlots {
  /** Shown below the name and the total of an offer, above its lines. */
  aboveOffer?(call: OfferSlotCall): Html | PromiseLike<Html>
  /** Shown below an offer. */
  belowOffer?(call: OfferSlotCall): Html | PromiseLike<Html>
}

/** A method, so that hosts can annotate the call with a type of their own. */
interface ActorMethod<Raw> {
  actor(
    record: QuoteRecord,
    link: CustomerLink,
    call: { readonly request: Request; readonly raw: Raw },
  ): string | PromiseLike<string>
}

/** A method, so that hosts can annotate the call with a type of their own. */
interface AddressMethod<Raw> {
  addressOf(call: {
    readonly request: Request
    readonly raw: Raw
  }): string | undefined | PromiseLike<string | undefined>
}

/**
 * Options of `createCustomerPage`.
 *
 * @typeParam Raw The request of the server, which is inferred from `actor`.
 */
export interface CustomerPageOptions<Raw = unknown> {
  /** The engine whose offers the pages show. */
  readonly engine: QuoteEngine
  /** The secrets of `customerLinks`. They sign the tokens of the forms as well. */
  readonly secrets: readonly string[]
  /**
   * The `prefix` of `customerLinks`.
   *
   * @default '/quote'
   */
  readonly prefix?: string | undefined
  /**
   * The `baseUrl` of `customerLinks`. Its path is what a proxy or a mount removes.
   *
   * @default ''
   */
  readonly baseUrl?: string | undefined
  /**
   * How an offer is shown: the options, or a function that returns them or a promise. If it fails,
   * the offer is neither shown nor accepted.
   */
  readonly document?:
    | DocumentOptions
    | ((record: QuoteRecord) => DocumentOptions | PromiseLike<DocumentOptions>)
    | undefined
  /** Creates PDF files: `renderPdf` of `quotewright/pdf`. Without it, customers print the page. */
  readonly renderPdf?: ((document: QuoteDocument) => Promise<Uint8Array>) | undefined
  /**
   * Creates the offer as UBL, for the ERP of the customer. Called with the options that the offer
   * is shown with: `(record, document) => createUblQuotation(record, { seller, document })`.
   * Without it, there are no such files.
   */
  readonly createUbl?:
    | ((record: QuoteRecord, document: DocumentOptions) => string | PromiseLike<string>)
    | undefined
  /**
   * The look of the pages, and of their documents: the same `theme` for all parts of a host, or a
   * function that returns that of a store. If it fails, no page is shown.
   *
   * @default Blue, with the fonts of the system.
   */
  readonly theme?: ThemeSource | undefined
  /**
   * Puts the pages into a frame of your own, instead of the logo and the name of the seller.
   * Returns the content of `body`, with `call.content` in it once. If it fails, pages have their
   * own frame.
   *
   * @example frame: ({ content }) => html`<header>My shop</header>${content}`
   */
  readonly frame?: HostHtml<CustomerFrameCall> | undefined
  /** Content of your own in named places. It is not part of the offer, and not printed. */
  readonly slots?: OfferSlots | undefined
  /**
   * The origins from which the page shows pictures of products, if the catalog has some: their
   * servers see when somebody reads an offer.
   *
   * @default None: the page shows no pictures.
   *
   * @example ['https://cdn.shop.example']
   */
  readonly pictureOrigins?: readonly string[] | undefined
  /**
   * What the page says comes next once an offer is accepted: up to 10 steps, of each the first line
   * as its heading; or a function of the quote that returns them, or undefined for the default. If
   * it fails, the default is shown, and `onError` receives the error.
   *
   * @default That the offer is sealed or ordered, where to save a copy, and whom to ask.
   *
   * @example ['We confirm your order\nWithin a day', 'Our van comes', 'You get the invoice']
   */
  readonly nextSteps?:
    | readonly string[]
    | ((
        record: QuoteRecord,
      ) => readonly string[] | undefined | PromiseLike<readonly string[] | undefined>)
    | undefined
  /**
   * The language of the page and its formats, as a BCP 47 tag, or a function that returns it. There
   * are strings in English, German, French, Arabic, Chinese and Japanese.
   *
   * @default That of the engine for the store, or 'en'.
   */
  readonly locale?: string | ((record: QuoteRecord) => string | PromiseLike<string>) | undefined
  /**
   * The time zone of all dates.
   *
   * @default That of the engine for the store.
   */
  readonly timeZone?: string | undefined
  /** Strings of your own instead of those of the language. */
  readonly strings?: Partial<PageStrings> | undefined
  /**
   * The only store whose offers the pages show, as in `customerLinks`. Links of other stores get
   * the same response as forged ones.
   *
   * @default All stores of the engine.
   */
  readonly storeId?: string | undefined
  /**
   * Returns the store whose offers the pages show at the address of this request, for example by
   * its host name; undefined if there is none. Links of other stores get the same response as
   * forged ones. Set it, or `storeId`, if your stores have addresses of their own.
   */
  readonly storeOf?:
    | ((request: Request) => string | undefined | PromiseLike<string | undefined>)
    | undefined
  /**
   * The `actor` of the calls that customers make, or a function that returns it, for example
   * `({ quote }) => quote.customer.email`. For a function, the quote is loaded in the role `system`
   * first. `call.raw` is the request of the server, as for `authenticate` of `createHttpApp`: with
   * it, the actor can be who is signed in to the shop.
   *
   * @default 'customer'
   *
   * @example
   * actor: (record, link, { raw }: { raw: express.Request }) => raw.session.user?.id ?? 'customer'
   */
  readonly actor?: string | ActorMethod<Raw>['actor'] | undefined
  /**
   * Whether customers sign: they type their name, or draw it. The text of their consent, the string
   * `consent`, is then stored and sealed with it.
   *
   * @default 'none'
   */
  readonly signature?: 'none' | 'optional' | 'required' | undefined
  /**
   * Starts a payment of what is due at your payment provider, and returns the address of its page,
   * to which the customer is led. Called when the customer presses *Pay* once an offer with a
   * payment plan is accepted. Your webhook then records the payment with `recordPayment`. If it
   * fails, the page says so, and `onError` receives the error.
   *
   * @default The page says what is due, and takes no payments.
   *
   * @example
   * startPayment: async ({ key, amount, currency, record, returnUrl }) => {
   *   const session = await provider.createSession({ amount, currency, returnUrl }, key)
   *   return session.url
   * }
   */
  readonly startPayment?: ((payment: PaymentToStart) => string | PromiseLike<string>) | undefined
  /**
   * Returns the network address of a customer who accepts, which is sealed with the acceptance.
   * Only your server knows which header of a proxy tells it.
   *
   * @default It is not stored.
   *
   * @example
   * addressOf: ({ raw }: { raw: express.Request }) => raw.ip
   */
  readonly addressOf?: AddressMethod<Raw>['addressOf'] | undefined
  /**
   * Shows the current offer to customers with the link of an earlier one.
   *
   * @default false: they see that there is a newer one, and the earlier one as it was.
   */
  readonly followRevisions?: boolean | undefined
  /**
   * Receives what customers do, for example to send a mail to the seller. The page waits for it.
   * If it throws, `onError` receives the error, and the page is shown all the same. A repeated form
   * can be reported again: what must happen exactly once follows from the events of the engine.
   */
  readonly notify?: ((event: CustomerEvent) => unknown) | undefined
  /**
   * Limits the rate of requests, also of those with invalid links, which have no `link`. Returns
   * how many seconds the caller must wait; 0 or undefined accepts the request.
   */
  readonly rateLimit?:
    | ((
        request: Request,
        link: CustomerLink | undefined,
      ) => number | undefined | Promise<number | undefined>)
    | undefined
  /**
   * How long a page waits for each of these functions, in milliseconds. `renderPdf` has a timeout
   * of its own.
   *
   * @default 30_000
   */
  readonly timeoutMs?: number | undefined
  /**
   * Maximum size of a form in bytes.
   *
   * @default 65536 (64 KiB)
   */
  readonly maxBodyBytes?: number | undefined
  /**
   * Receives every error that is answered with a status of 500 or above, and what failed without
   * changing the response, for your log.
   */
  readonly onError?: OnError | undefined
}

const maxSteps = 10
const maxStepLength = 500

/** Returns true for steps that the page can show. */
export function isStepList(value: unknown): value is readonly string[] {
  const isStep = (step: unknown) =>
    typeof step === 'string' && step.length <= maxStepLength && step.trim() !== ''
  return (
    Array.isArray(value) && value.length >= 1 && value.length <= maxSteps && value.every(isStep)
  )
}

const stepList = z.custom<readonly string[]>(isStepList, {
  error: withReceived(
    `must be an array of 1 to ${maxSteps} strings of up to ${maxStepLength} characters, or a ` +
      'function that returns it',
  ),
})

export const customerPageOptionsSchema = appOptionsSchema<CustomerPageOptions>({
  engine: engineSchema,
  secrets: secretList,
  prefix,
  baseUrl: baseUrl.optional(),
  document: documentSource.optional(),
  renderPdf: optionalFunction,
  createUbl: optionalFunction,
  pictureOrigins,
  theme: themeSource,
  frame: optionalFunction,
  slots: z
    .strictObject(
      { aboveOffer: optionalFunction, belowOffer: optionalFunction },
      { error: withReceived('must be an object with aboveOffer or belowOffer') },
    )
    .optional(),
  nextSteps: orFunction(stepList).optional(),
  locale: orFunction(locale).optional(),
  timeZone: timeZone.optional(),
  strings: pageStrings.optional(),
  storeId: id.optional(),
  storeOf: optionalFunction,
  actor: orFunction(id).optional(),
  signature: z
    .enum(['none', 'optional', 'required'], {
      error: withReceived('must be none, optional or required'),
    })
    .optional(),
  startPayment: optionalFunction,
  addressOf: optionalFunction,
  followRevisions: z.boolean({ error: withReceived('must be true or false') }).optional(),
  notify: optionalFunction,
  rateLimit: optionalFunction,
  timeoutMs,
  maxBodyBytes: optionalPositiveInteger,
  onError: optionalFunction,
})
