import { createHash } from 'node:crypto'
import { createDocument } from '../../document/model/create-document.js'
import type { DocumentOptions } from '../../document/model/document-options.js'
import { type Formats, getFormats } from '../../document/model/formats.js'
import type { QuoteDocument } from '../../document/model/quote-document.js'
import { callHost, documentOptionsFrom } from '../../pages/host-function.js'
import type { QuoteRecord } from '../../quote/quote.js'
import { isLocale } from '../../validation/locale.js'
import type { Offer } from '../offer/load-offer.js'
import type { CustomerPageOptions } from '../options.js'
import type { PageRuntime } from '../page-call.js'
import { getStrings, type LocalizedStrings } from '../strings/get-strings.js'

/** What an offer is shown with. */
export interface PageView extends LocalizedStrings {
  readonly offer: Offer
  readonly document: QuoteDocument
  readonly formats: Formats
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
  const { timeZone = 'UTC' } = options
  const own = await documentOptions(options, shown, { locale, timeZone })
  const localized = getStrings(locale, options.strings)
  return {
    ...localized,
    offer,
    document: createDocument(shown.quote, own),
    formats: getFormats(own.locale ?? locale, own.timeZone ?? timeZone),
    seller: own.seller?.find((line) => line.trim() !== '') ?? localized.strings.seller,
  }
}

/** Returns the hash of the terms that are shown. The seal is of the quote only, without them. */
export function termsHash({ document }: PageView): string {
  return createHash('sha256').update(JSON.stringify(document.terms)).digest('base64url')
}

/** A function of the host can return what comes from a customer, so it is checked. */
async function localeName(options: CustomerPageOptions, record: QuoteRecord): Promise<string> {
  const { locale = 'en' } = options
  if (typeof locale === 'string') return locale
  const name: unknown = await callHost(options, 'locale', () => locale(record))
  return typeof name === 'string' && isLocale(name) ? name : 'en'
}

/** The languages of a host are few; the limit is for those that come from customers. */
const maxLanguages = 100

/** Options are checked once per object, so each is completed only once per language. */
const completed = new WeakMap<DocumentOptions, Map<string, DocumentOptions>>()
const noOptions: DocumentOptions = Object.freeze({})

async function documentOptions(
  options: CustomerPageOptions,
  record: QuoteRecord,
  defaults: { readonly locale: string; readonly timeZone: string },
): Promise<DocumentOptions> {
  const { document = noOptions } = options
  const own =
    typeof document === 'function'
      ? documentOptionsFrom(await callHost(options, 'document', () => document(record)))
      : document
  const byKey = completed.get(own) ?? new Map<string, DocumentOptions>()
  completed.set(own, byKey)
  const key = `${defaults.locale} ${defaults.timeZone}`
  const known = byKey.get(key)
  if (known !== undefined) return known
  const given = Object.entries(own).filter(([, value]) => value !== undefined)
  const complete: DocumentOptions = { ...defaults, ...Object.fromEntries(given) }
  if (byKey.size >= maxLanguages) byKey.clear()
  byKey.set(key, complete)
  return complete
}
