import { createHash } from 'node:crypto'
import { createDocument } from '../document/model/create-document.js'
import { type DocumentOptions, parseDocumentOptions } from '../document/model/document-options.js'
import { type Formats, lastTime } from '../document/model/formats.js'
import type { DocumentLine, QuoteDocument } from '../document/model/quote-document.js'
import type { FieldErrors } from '../errors.js'
import { completeDocumentOptions, settingsOfStore } from '../pages/document-options.js'
import type { Form } from '../pages/forms/form.js'
import { callHost, documentOptionsFrom } from '../pages/host-function.js'
import { loadTheme, type Theme } from '../pages/theme.js'
import { getClosedOrder } from '../quote/lifecycle/order-parts.js'
import type { Quote, QuoteRecord } from '../quote/model/quote.js'
import type { LineDifference } from '../quote/verify/quote-differences.js'
import { isLocale } from '../validation/locale.js'
import type { ChosenOffer } from './choice-form.js'
import type { CustomerAction, Offer, OfferState } from './offer.js'
import type { CustomerPageOptions } from './options.js'
import type { PageRuntime } from './page-call.js'
import { takesSignature } from './signature.js'
import { fill, getStrings, type LocalizedStrings } from './strings/get-strings.js'
import type { PageStrings } from './strings/page-strings.js'

/** A line that is not as the customer has seen it. */
export interface LineChange {
  readonly kind: LineDifference['kind']
  /** The line as it was. Absent if it was added. */
  readonly before?: DocumentLine | undefined
  readonly after?: DocumentLine | undefined
  /** By how much the line changes the sum of the lines: `+€59.40`. Absent if it does not. */
  readonly amount?: string | undefined
}

/** What is new in an offer since its customer looked at an earlier one. */
export interface OfferChanges {
  /** When the customer looked. */
  readonly time: number
  /** By the keys of the lines. */
  readonly lines: ReadonlyMap<string, LineChange>
  /** The headings of terms that have other words. */
  readonly terms: readonly string[]
  /** What discounts, shipping and taxes change. Absent if they change nothing. */
  readonly rest?: string | undefined
  /** What became of the total. Absent if it is the same. */
  readonly total?:
    | {
        /** The total as it was. */
        readonly before: string
        /** The difference: `+€59.40`. */
        readonly amount: string
        /** The difference in words: `€59.40 more than before`. */
        readonly words: string
      }
    | undefined
}

/** What an offer is shown with. */
export interface PageView extends LocalizedStrings {
  readonly offer: Offer
  readonly document: QuoteDocument
  readonly documentOptions: DocumentOptions
  readonly formats: Formats
  readonly theme: Theme
  readonly chosen?: ChosenOffer | undefined
  /** What is new since the customer looked at an earlier revision. */
  readonly changes?: OfferChanges | undefined
  /** The document with what is chosen only, if the customer can choose. */
  readonly paper: QuoteDocument
  /** The name of the seller. */
  readonly seller: string
}

/** An offer that is checked and then shown has one view, so that both are of the same terms. */
const views = new WeakMap<Offer, Promise<PageView>>()

/**
 * Returns what an offer is shown with. Calls the functions of the host once for each offer that is
 * loaded.
 *
 * @throws What these functions throw, and QuoteError `timeout`
 */
export function loadView({ options }: PageRuntime, offer: Offer): Promise<PageView> {
  const known = views.get(offer) ?? createView(options, offer)
  views.set(offer, known)
  return known
}

async function createView(options: CustomerPageOptions, offer: Offer): Promise<PageView> {
  const { shown } = offer
  const locale = await localeName(options, shown)
  const theme = await loadTheme(options, shown.storeId)
  const own = await documentOptions(options, shown, locale, theme)
  const localized = getStrings(locale, options.strings)
  const document = createDocument(shown.quote, own)
  return {
    ...localized,
    offer,
    theme,
    document,
    paper: document,
    documentOptions: own,
    formats: parseDocumentOptions(own).formats,
    seller: own.seller?.find((line) => line.trim() !== '') ?? localized.strings.seller,
  }
}

/** Returns the view of what the customer has chosen of an offer. */
export function withChosen(view: PageView, chosen: ChosenOffer | undefined): PageView {
  if (chosen === undefined) return view
  const paper = createDocument(chosen.record.quote, view.documentOptions)
  return { ...view, paper, chosen }
}

/**
 * Returns the hash of the terms that are shown, and of the consent if it is stored. The seal is of
 * the quote only, without them.
 */
export function termsHash(call: PageRuntime, { document, strings }: PageView): string {
  const shown = takesSignature(call) ? [document.terms, strings.consent] : document.terms
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
}

/** A function of the host can return what comes from a customer, so it is checked. */
async function localeName(options: CustomerPageOptions, record: QuoteRecord): Promise<string> {
  const { locale } = options
  if (typeof locale === 'string') return locale
  const name: unknown = locale && (await callHost(options, 'locale', () => locale(record)))
  if (typeof name === 'string' && isLocale(name)) return name
  return settingsOfStore(options.engine, record.storeId).locale ?? 'en'
}

async function documentOptions(
  options: CustomerPageOptions,
  record: QuoteRecord,
  locale: string,
  theme: Theme,
): Promise<DocumentOptions> {
  const { engine, document, timeZone } = options
  const own =
    typeof document === 'function'
      ? documentOptionsFrom(await callHost(options, 'document', () => document(record)))
      : document
  return completeDocumentOptions(engine, record.storeId, own, { locale, timeZone }, theme)
}

/** Says in plain words what the state of an offer is. */
export function toText(
  state: OfferState,
  strings: PageStrings,
  quote: Quote,
  formats: Formats,
): string {
  const { expires } = quote
  if (state === 'open' && expires === undefined) return strings.openAlways
  if (state === 'ordered' && getClosedOrder(quote) !== undefined) return strings.orderedInPartText
  const text = state === 'open' ? strings.openUntil : strings[`${state}Text`]
  return expires === undefined ? text : fill(text, 'date', lastTime(expires, formats))
}

/** A form that was not executed. */
export interface Attempt {
  readonly action?: CustomerAction
  /** What was typed. */
  readonly form?: Form
  readonly errors?: FieldErrors
  /** Why nothing was done, if it is not for an error of a field. */
  readonly notice?:
    | 'changed'
    | 'choiceChanged'
    | 'notPossible'
    | 'notPermitted'
    | 'tooOld'
    | 'payFailed'
}
