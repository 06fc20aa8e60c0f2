import * as z from 'zod'
import type { DocumentOptions } from '../document/model/document-options.js'
import type { QuoteDocument } from '../document/model/quote-document.js'
import type { SearchedCustomer } from '../engine/search-products.js'
import type { Credentials } from '../http/authenticate.js'
import type { HostHtml } from '../pages/host-html.js'
import type { Html } from '../pages/layout.js'
import {
  baseUrl,
  documentSource,
  linkTarget,
  locale,
  orFunction,
  pictureOrigins,
  prefix,
  secretList,
  timeoutMs,
  timeZone,
} from '../pages/option-schemas.js'
import { type OwnStrings, ownStringsSchema } from '../pages/own-strings.js'
import { type ThemeSource, themeSource } from '../pages/theme.js'
import type { ProductSuggestion } from '../ports/product-search.js'
import type { AnyCustomer, QuoteRecord } from '../quote/model/quote.js'
import type { QuoteEngine } from '../quote-engine/quote-engine.js'
import { appOptionsSchema, engineSchema } from '../validation/schemas/app-options.js'
import {
  booleanOption,
  optionalFunction,
  optionalIntegerBetween,
  optionalPositiveInteger,
  requiredFunction,
  withReceived,
} from '../validation/schemas/scalars.js'
import {
  type DeskNavigation,
  type LoadBadges,
  type NavigationSection,
  type NavigationSource,
  navigationSource,
  type SignOutSource,
  shortLabel,
  signOutSource,
} from './navigation/options.js'
import { type DeskStrings, deskStrings } from './strings.js'
import type { DeskUser } from './user.js'

export type { DeskUser } from './user.js'

/**
 * Returns the user of a request, by the host's own login; undefined or null if there is none.
 * Called for every request of a page. If it throws, the response is 503.
 *
 * @example
 * const authenticate = ({ raw }: { raw: express.Request }) => raw.session.user
 */
export type AuthenticateUser<Raw = unknown> = AuthenticateUserMethod<Raw>['authenticate']

/** A method, so that hosts can annotate the credentials with a type of their own. */
interface AuthenticateUserMethod<Raw> {
  authenticate(
    credentials: Pick<Credentials<Raw>, 'request' | 'raw'>,
  ): DeskUser | null | undefined | Promise<DeskUser | null | undefined>
}

/**
 * Finds products by words. Up to 20 are shown. The ids of the customer are those that stand in the
 * form: null if one was removed, and undefined where those of the quote apply.
 */
export type SearchProducts = (
  user: DeskUser,
  text: string,
  quoteId?: string,
  customer?: SearchedCustomer,
) => readonly ProductSuggestion[] | Promise<readonly ProductSuggestion[]>

/** A customer whom a search has found. */
export interface CustomerSuggestion {
  /** The fields of the customer, as quotes have them: `name`, `company`, `email`, `address`… */
  readonly customer: AnyCustomer
  /** The id of the customer in your own records. */
  readonly customer_id?: string | undefined
  /** The id of the company of the customer in your own records. */
  readonly company_id?: string | undefined
}

/** Finds customers by words. Up to 8 are shown. */
export type SearchCustomers = (
  user: DeskUser,
  text: string,
) => readonly CustomerSuggestion[] | Promise<readonly CustomerSuggestion[]>

/** What people call a status. */
export interface StatusWords {
  /** The name of the status: `In review`. */
  readonly label?: string | undefined
  /** What the button says that leads to it: `Ask for a review`. */
  readonly action?: string | undefined
}

/** What a page of your own is shown for. */
export interface OwnPageCall {
  /** Who uses the desk: the context for the methods of the engine. */
  readonly user: DeskUser
  /** Returns the address of a page of the desk, such as `url('/quotes/1')`. */
  url(path: string): string
  /** Returns a parameter of the query; empty if there is none. */
  query(name: string): string
}

/** What a frame of your own is shown for. */
export interface DeskFrameCall {
  /** Who uses the desk; undefined on a page for everybody, such as that of an error. */
  readonly user: DeskUser | undefined
  /** The request of the page. */
  readonly request: Request
  /** The title of the page, without that of the desk. */
  readonly title: string
  /** The section that the page belongs to, or a page of your own; undefined for others. */
  readonly section: NavigationSection | undefined
  /** The page itself, the element `main`. The frame must contain it once. */
  readonly content: Html
  /** The navigation of the desk, an element `nav`, if you want it in your frame. */
  readonly navigation: Html
  /** The name of the user, with the menu if there is one. */
  readonly userMenu: Html
  /** Returns the address of a page of the desk, such as `url('/quotes/1')`. */
  url(path: string): string
}

/** What stands on the page of a quote is shown for. */
export interface OwnQuoteCall extends OwnPageCall {
  /** The quote as it is stored. */
  readonly record: QuoteRecord
}

/** A page of your own in the desk, with a link at the top of every page. */
export interface OwnPage {
  /** The last part of its address, such as `calls` for `/desk/pages/calls`. */
  readonly name: string
  /** The heading, and the link: 1 to 80 characters. */
  readonly label: string
  /** Returns its content, made with the tag `html` of `quotewright/desk`, which escapes values. */
  show(call: OwnPageCall): Html | PromiseLike<Html>
}

/** A field of an action of your own. */
export interface OwnActionField {
  /** Its name: that of a field of your request, so that errors of the request are shown at it. */
  readonly name: string
  /** What stands above the field. */
  readonly label: string
  /** What stands below it. */
  readonly hint?: string | undefined
  /** @default 'text' */
  readonly type?: 'text' | 'email' | 'number' | 'date' | 'url' | undefined
  /** Shows several lines. */
  readonly rows?: number | undefined
  /** Browsers send no form without it, if true. */
  readonly isRequired?: boolean | undefined
}

/** A form of an action of your own, as it was sent. */
export interface OwnActionCall {
  /** Who uses the desk: the context for the methods of the engine. */
  readonly user: DeskUser
  /** The id of the quote on whose page the form is. */
  readonly quoteId: string
  /** Returns the value of a field; undefined if it is empty. */
  read(name: string): string | undefined
  /** Makes a form that is sent twice do something once: pass it on to the engine. */
  readonly idempotencyKey: string
}

/**
 * An action of your own on the page of a quote, apart from the form of the quote itself: a form
 * beside it, or an entry in its menu if it has no fields.
 */
export interface OwnAction {
  /** A name that no other action has, such as `addNote`. */
  readonly name: string
  /** The heading of the form: 1 to 80 characters. */
  readonly label: string
  /**
   * What the button says.
   *
   * @default The label.
   */
  readonly button?: string | undefined
  /**
   * The fields of the form, in their order.
   *
   * @default None: the action is an entry in the menu of the quote.
   */
  readonly fields?: readonly OwnActionField[] | undefined
  /**
   * What is asked on a page of its own before an action without fields is done: up to 255
   * characters.
   *
   * @default One click does it.
   */
  readonly confirm?: string | undefined
  /**
   * Returns true if the user gets the action for a quote. Asked again before it is done.
   *
   * @default Everybody does.
   */
  isShown?(call: OwnQuoteCall): boolean | PromiseLike<boolean>
  /**
   * Calls the engine. What it throws as a `QuoteError` is shown at the form, with what was typed.
   */
  run(call: OwnActionCall): unknown
  /** What is said on the page of the quote afterwards. */
  readonly done: string
}

/** What a column of your own is shown for. */
export interface OwnColumnCall extends OwnPageCall {
  /** The quotes of the page, in their order. */
  readonly records: readonly QuoteRecord[]
}

/** A column of your own in the list of quotes. */
export interface OwnColumn {
  /** Its head: 1 to 80 characters. */
  readonly head: string
  /** Returns the cells of a page by the ids of their quotes. Called once for each page. */
  cells(call: OwnColumnCall): ReadonlyMap<string, Html> | PromiseLike<ReadonlyMap<string, Html>>
}

/**
 * Named places for content of your own. What fails is reported to `onError`, and left out; what
 * throws `not_permitted` is left out.
 */
export interface DeskSlots {
  /** Shown on the page of a quote, beside its facts. */
  quote?(call: OwnQuoteCall): Html | PromiseLike<Html>
  /** Shown on the page of a quote, below it. */
  belowQuote?(call: OwnQuoteCall): Html | PromiseLike<Html>
  /** Links and forms in the menu of a quote. */
  quoteMenu?(call: OwnQuoteCall): Html | PromiseLike<Html>
  /** A column in the list of quotes. */
  readonly listColumn?: OwnColumn | undefined
}

/**
 * Options of `createDesk`.
 *
 * @typeParam Raw The request of the server, which is inferred from `authenticate`.
 */
export interface DeskOptions<Raw = unknown> {
  /** The engine whose quotes the desk shows. */
  readonly engine: QuoteEngine
  /** Returns the user of a request, by the login of the host. */
  readonly authenticate: AuthenticateUser<Raw>
  /**
   * Secrets of at least 32 characters each. They sign the tokens that protect forms against
   * requests from other sites. The first one signs, and all are accepted, so they can be rotated.
   */
  readonly secrets: readonly string[]
  /**
   * The path of the desk: empty, or a path such as `/sales/desk`.
   *
   * @default '/desk'
   */
  readonly prefix?: string | undefined
  /**
   * What browsers put before `prefix`, if a proxy or a mount removes it: a path such as `/shop`.
   *
   * @default ''
   */
  readonly baseUrl?: string | undefined
  /**
   * Where users sign in. Without a user, pages redirect there. A function receives the address of
   * the page, a path such as `/desk/quotes/1?done=saved`, to which users come back.
   *
   * @default Pages respond with 401.
   */
  readonly loginUrl?: string | ((returnTo: string) => string | Promise<string>) | undefined
  /**
   * Where users sign out, in the menu with their name: the address of a link, or
   * `{ post: '/sign-out', fields: { token } }` for a form, or a function that returns either. If it
   * fails, pages are shown without it.
   *
   * @default There is no such menu.
   */
  readonly signOutUrl?: SignOutSource | undefined
  /**
   * Links of your site in the navigation, and which sections of the desk are shown, or a function
   * that returns it for a user. If it fails, pages are shown with the default.
   *
   * @default All sections, and then your pages.
   */
  readonly navigation?: NavigationSource | undefined
  /**
   * Returns numbers that are shown beside sections. Called for each page, which waits for at most
   * two seconds, and is shown without them if it fails.
   *
   * @example badges: async ({ storeId }) => ({ '/pages/calls': await countCalls(storeId) })
   */
  readonly badges?: LoadBadges | undefined
  /**
   * Puts the pages of the desk into a frame of your own, instead of its navigation: returns the
   * content of `body`, with `call.content` in it once. If it fails, pages have that of the desk.
   *
   * @example frame: ({ content }) => html`<header>My shop</header>${content}`
   */
  readonly frame?: HostHtml<DeskFrameCall> | undefined
  /**
   * The name that stands at the top of every page.
   *
   * @default 'Quotes'
   */
  readonly title?: string | undefined
  /**
   * The look of the pages, and of their documents: the same `theme` for all parts of a host, or a
   * function that returns that of a store. If it fails, no page is shown.
   *
   * @default Blue, with the fonts of the system.
   */
  readonly theme?: ThemeSource | undefined
  /**
   * The language of the desk, as a BCP 47 tag. The desk speaks English, German, French, Japanese,
   * Chinese and Arabic; for other languages its words are English, or yours, and numbers and dates
   * have the formats of the language. A language is loaded when it is first shown.
   *
   * @default That of the engine for the store of the user, or 'en'.
   */
  readonly locale?: string | undefined
  /**
   * The time zone of all dates.
   *
   * @default That of the engine for the store of the user.
   */
  readonly timeZone?: string | undefined
  /**
   * Finds products by words, for the field that adds lines. `quoteId` is the quote that is edited,
   * undefined for a new one, and `customer` has the ids of its customer that are typed, so that the
   * prices are theirs. Without a search, or with false, users enter ids.
   *
   * @default The search of the engine's catalog, if it has one: `sqlCatalog`, `memoryCatalog` and
   * `csvCatalog` have.
   */
  readonly searchProducts?: SearchProducts | false | undefined
  /**
   * The origins from which the products that are found are shown with their pictures: their servers
   * see what users search.
   *
   * @default None: products have no pictures.
   *
   * @example ['https://cdn.shop.example']
   */
  readonly pictureOrigins?: readonly string[] | undefined
  /**
   * Finds customers in your own records, while a user writes for whom a quote is.
   *
   * @default The customers of the store's quotes, the latest first.
   */
  readonly searchCustomers?: SearchCustomers | undefined
  /**
   * How a quote is shown as a document: the options, or a function that returns them or a promise.
   * If it fails, the document is not shown.
   */
  readonly document?:
    | DocumentOptions
    | ((record: QuoteRecord) => DocumentOptions | PromiseLike<DocumentOptions>)
    | undefined
  /** Creates PDF files: `renderPdf` of `quotewright/pdf`. Without it, documents are printed. */
  readonly renderPdf?: ((document: QuoteDocument) => Promise<Uint8Array>) | undefined
  /**
   * Creates an offer as UBL, for the ERP of the buyer. Called with the options that the offer is
   * shown with: `(record, document) => createUblQuotation(record, { seller, document })`. Without
   * it, there are no such files.
   */
  readonly createUbl?:
    | ((record: QuoteRecord, document: DocumentOptions) => string | PromiseLike<string>)
    | undefined
  /**
   * Returns the address of the page on which the customer accepts a quote that was sent:
   * `createUrl` of `customerLinks`. If it fails, the quote is shown without the address.
   */
  readonly customerUrl?: ((record: QuoteRecord) => string | PromiseLike<string>) | undefined
  /**
   * How long a page waits for each of these functions, in milliseconds. `renderPdf` has a timeout
   * of its own.
   *
   * @default 30_000
   */
  readonly timeoutMs?: number | undefined
  /**
   * For how many days an offer is valid if the quote had none before: 1 to 3,650. The form that
   * sends the quote suggests it, and every seller can change it.
   *
   * @default The form suggests no end.
   */
  readonly validDays?: number | undefined
  /**
   * What people call the statuses of your own, by their names, and the buttons that lead to them.
   * A name that is almost that of a status of the engine is rejected. Others are accepted: a quote
   * can have a status of an earlier life cycle.
   *
   * @default The name of the status: `In review` for `in_review`.
   *
   * @example { in_review: { label: 'In review', action: 'Ask for a review' } }
   */
  readonly statuses?: Readonly<Record<string, StatusWords>> | undefined
  /**
   * Strings of your own instead of those of the desk, by the names of `DeskStrings`. Those that
   * are absent stay as they are. If none is absent, they are in the language of `locale`.
   *
   * @example { sections: { quotes: 'Offers' }, list: { title: 'Offers', newQuote: 'New offer' } }
   */
  readonly strings?: OwnStrings<DeskStrings> | undefined
  /**
   * True for a page with the figures of sales: pipeline, win rate, time to respond and discount,
   * with charts and a file. Its code is loaded when it is first shown.
   *
   * @default false
   */
  readonly insight?: boolean | undefined
  /** Pages of your own, at most 20. */
  readonly pages?: readonly OwnPage[] | undefined
  /** Forms of your own on the page of a quote, at most 20. */
  readonly actions?: readonly OwnAction[] | undefined
  /** Content of your own in named places. */
  readonly slots?: DeskSlots | undefined
  /**
   * Maximum size of a form in bytes.
   *
   * @default 4194304 (4 MiB)
   */
  readonly maxBodyBytes?: number | undefined
  /** Receives every error that is answered with a status of 500 or above, for your log. */
  readonly onError?: ((error: unknown, request: Request) => unknown) | undefined
}

const wordError = { error: withReceived('must be a string of at least one character') }
const statusWord = z.string(wordError).min(1, wordError).optional()

const statusWords = z.strictObject(
  { label: statusWord, action: statusWord },
  { error: withReceived('must be an object with label and action') },
)

const namePattern = /^[a-z][A-Za-z0-9-]{0,39}$/

const ownName = z
  .custom<string>((value) => typeof value === 'string' && namePattern.test(value), {
    error: withReceived(
      'must be a lower-case letter, and up to 39 letters, digits and hyphens after it',
    ),
  })
  .refine((name) => !(name in Object.prototype), {
    error: 'must be another name: this one is that of a member of every object',
  })

const maxOwn = 20

/** Creates the schema of a list of parts, each of which has a name of its own. */
function ownParts(part: z.ZodType<{ readonly name: string }>, expected: string) {
  return z
    .array(part, { error: withReceived(`must be an array of ${expected}`) })
    .max(maxOwn, { error: `must have at most ${maxOwn} ${expected}` })
    .superRefine((parts, context) => {
      for (const [index, { name }] of parts.entries())
        if (parts.findIndex((other) => other.name === name) !== index)
          context.addIssue({
            code: 'custom',
            path: [index, 'name'],
            message: `must be another name than that of other ${expected}`,
          })
    })
}

const ownPages = ownParts(
  z.strictObject(
    { name: ownName, label: shortLabel, show: requiredFunction },
    { error: withReceived('must be an object with name, label and show') },
  ),
  'pages',
)

const ownField = z.strictObject(
  {
    name: ownName,
    label: shortLabel,
    hint: z.string().max(255).optional(),
    type: z
      .enum(['text', 'email', 'number', 'date', 'url'], {
        error: withReceived('must be text, email, number, date or url'),
      })
      .optional(),
    rows: optionalIntegerBetween(1, 40),
    isRequired: z.boolean({ error: withReceived('must be true or false') }).optional(),
  },
  { error: withReceived('must be an object with name and label') },
)

const confirmError = { error: withReceived('must be a string of 1 to 255 characters') }

const ownActions = ownParts(
  z.strictObject(
    {
      name: ownName,
      label: shortLabel,
      button: shortLabel.optional(),
      fields: ownParts(ownField, 'fields').optional(),
      confirm: z.string(confirmError).min(1, confirmError).max(255, confirmError).optional(),
      isShown: optionalFunction,
      run: requiredFunction,
      done: shortLabel,
    },
    { error: withReceived('must be an object with name, label, run and done') },
  ),
  'actions',
)

const slotsSchema = z.strictObject(
  {
    quote: optionalFunction,
    belowQuote: optionalFunction,
    quoteMenu: optionalFunction,
    listColumn: z
      .strictObject(
        { head: shortLabel, cells: requiredFunction },
        { error: withReceived('must be an object with head and cells') },
      )
      .optional(),
  },
  { error: withReceived('must be an object with quote, belowQuote, quoteMenu or listColumn') },
)

export const deskOptionsSchema = appOptionsSchema<DeskOptions>({
  engine: engineSchema,
  authenticate: requiredFunction,
  secrets: secretList,
  prefix,
  baseUrl: baseUrl.optional(),
  loginUrl: orFunction(linkTarget).optional(),
  signOutUrl: signOutSource,
  navigation: navigationSource,
  badges: optionalFunction,
  frame: optionalFunction,
  title: z.string({ error: withReceived('must be a string') }).optional(),
  theme: themeSource,
  locale: locale.optional(),
  timeZone: timeZone.optional(),
  searchProducts: z
    .union([z.literal(false), requiredFunction], {
      error: withReceived('must be a function, or false for none'),
    })
    .optional(),
  pictureOrigins,
  searchCustomers: optionalFunction,
  document: documentSource.optional(),
  renderPdf: optionalFunction,
  createUbl: optionalFunction,
  customerUrl: optionalFunction,
  timeoutMs,
  validDays: optionalIntegerBetween(1, 3_650),
  statuses: z
    .record(z.string(), statusWords, {
      error: withReceived(
        "must be an object by status, such as { in_review: { label: 'In review', action: 'Ask for a review' } }",
      ),
    })
    .optional(),
  strings: ownStringsSchema(deskStrings, 'DeskStrings').optional(),
  insight: booleanOption.optional(),
  pages: ownPages.optional(),
  actions: ownActions.optional(),
  slots: slotsSchema.optional(),
  maxBodyBytes: optionalPositiveInteger,
  onError: optionalFunction,
}).superRefine(({ navigation, pages }, context) => {
  if (typeof navigation !== 'object') return
  const shown = (pages ?? []) as readonly OwnPage[]
  const own = new Set(shown.map(({ name }) => `/pages/${name}`))
  const { sections = [], hidden = [] } = navigation as DeskNavigation
  for (const [name, list] of Object.entries({ sections, hidden }))
    for (const [index, section] of list.entries())
      if (section.startsWith('/') && !own.has(section))
        context.addIssue({
          code: 'custom',
          path: ['navigation', name, index],
          message: 'must be a page of the option pages',
        })
})
