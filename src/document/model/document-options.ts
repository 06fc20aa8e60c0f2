import { isTimeZone } from '../../quote/model/expiry.js'
import { type OwnFields, ownFieldsSchema } from '../../quote/model/own-fields.js'
import type { Quote } from '../../quote/model/quote.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import { isLocale, validLocale } from '../../validation/locale.js'
import { mustBeObject, optionalFunction, withReceived } from '../../validation/schemas/scalars.js'
import { defaultColor, isReadableColor } from './color.js'
import { type ContactPerson, contactPerson } from './contact.js'
import type { DocumentStrings } from './document-strings.js'
import { type Formats, getFormats } from './formats.js'
import { linkUrl } from './qr-code.js'
import {
  type AddressWindow,
  addressWindows,
  type DocumentLogo,
  type Paper,
  papers,
  type QuoteDocument,
} from './quote-document.js'
import { en } from './strings/en.js'
import { getDirection, getStrings } from './strings/get-strings.js'
import { pluralCategories, type UnitForms, type UnitWord, unitWords } from './units.js'

/** Returns a document that is changed, such as with other headings or more facts. */
export type TransformDocument = (document: QuoteDocument, quote: Quote) => QuoteDocument

/** A link that is shown with its QR code. */
export interface QrCodeOptions {
  /** An absolute URL with https or http: up to 500 characters, as it is written in ASCII. */
  readonly url: string
  /**
   * What the link is for.
   *
   * @default That of the locale: 'View and accept online'.
   */
  readonly label?: string | undefined
}

/** How a quote is shown as a document. */
export interface DocumentOptions {
  /**
   * The language and formats, as a BCP 47 tag. There are strings in English, German, French,
   * Arabic, Chinese and Japanese; other languages get the English ones, and their own formats.
   *
   * @default That of the engine for the store, in the desk, on the page for customers and in mails;
   * otherwise 'en'.
   */
  readonly locale?: string | undefined
  /**
   * The time zone of all dates, for example `Europe/Berlin`. A time of the day names it.
   *
   * @default That of the engine for the store, in the desk, on the page for customers and in mails;
   * otherwise 'UTC'.
   */
  readonly timeZone?: string | undefined
  /**
   * The currency of quotes that have none: three capital letters.
   *
   * @default That of the engine for the store, in the desk, on the page for customers and in mails;
   * otherwise amounts are shown without a currency.
   */
  readonly currency?: string | undefined
  /**
   * The country of the seller, as two capital letters: `DE`. Addresses in it are written without
   * its name, and it decides the size of the paper.
   *
   * @default The region of `locale`, such as `US` of `en-US`; otherwise unknown.
   */
  readonly country?: string | undefined
  /**
   * The size of the paper.
   *
   * @default `'us-letter'` in the countries that use it, such as `US`, `CA` and `MX`; otherwise
   * `'a4'`.
   */
  readonly paper?: Paper | undefined
  /**
   * Puts the address of the customer where the window of an envelope shows it, in PDF files and
   * printed pages, with marks to fold and to punch: form A or B of DIN 5008. Needs A4 paper, which
   * is then the default.
   *
   * @default The address follows what is above it.
   */
  readonly addressWindow?: AddressWindow | undefined
  /** Who offers: the lines of the name and the address. */
  readonly seller?: readonly string[] | undefined
  /**
   * The person whom the customer can ask: a fact of the document, shown first on the page of an
   * offer and last in mails, which come from this person. For one of each owner, pass a function
   * as the option `document` of pages and mails.
   */
  readonly contact?: ContactPerson | undefined
  /**
   * A picture above the document, as a `data:` URL.
   *
   * @default The logo of the theme, in the desk and on the page for customers; otherwise none.
   */
  readonly logo?: DocumentLogo | undefined
  /**
   * The color of headings and rules: `#rrggbb`, dark enough to be read on white.
   *
   * @default The accent of the theme, in the desk, on the page for customers and in mails;
   * otherwise '#1654a9'.
   */
  readonly color?: string | undefined
  /** Strings of your own instead of those of the locale. */
  readonly strings?:
    | { readonly [Name in keyof DocumentStrings]?: DocumentStrings[Name] | undefined }
    | undefined
  /**
   * Words of your units in the language of the document, by the unit of the product. A unit without
   * words is shown as it is.
   *
   * @default The words of piece, pair, set, box, bottle, ream, pallet, hour, day and month.
   *
   * @example { roll: { one: 'roll', other: 'rolls' } }
   */
  readonly units?: { readonly [unit: string]: UnitForms } | undefined
  /** Paragraphs below the totals, for quotes without `terms` of their own. */
  readonly terms?: readonly string[] | undefined
  /**
   * Text at the end of every page: the seller's registration, bank and contact. Up to 500
   * characters.
   */
  readonly footer?: string | undefined
  /**
   * Shows how each line comes to its price.
   *
   * @default false
   */
  readonly priceSteps?: boolean | undefined
  /**
   * Shows lines on which the customer signs on paper, until the offer is accepted.
   *
   * @default false
   */
  readonly signatureLines?: boolean | undefined
  /**
   * Shows a link to accept the offer with a QR code of it, until the offer is accepted. Only for
   * documents of this quote, as its link is.
   *
   * @example { url: links.createUrl(record) }
   */
  readonly qrCode?: QrCodeOptions | undefined
  /**
   * The fields that are your own: `engine.fields`. Those with a label that are not internal are
   * shown: of the quote and the customer beside the number, and of a line below its name.
   *
   * @default Those of the engine, in the desk and on the page for customers; otherwise none.
   */
  readonly fields?: OwnFields | undefined
  /**
   * True if taxes are calculated when a quote is sent. Then the document of a quote that was not
   * sent, and has none that are up to date, says so above the total.
   *
   * @default That of the engine, in the desk, on the page for customers and in mails; otherwise
   * false.
   */
  readonly taxesOnSend?: boolean | undefined
  /**
   * Changes each document before it is shown, as HTML, PDF or mail: renames headings, adds facts,
   * leaves out columns. Returns the document, or a changed copy, at once. Another amount than
   * before is an error, as is anything that is no part of a document.
   *
   * @example
   * transform: (document, quote) => ({
   *   ...document,
   *   facts: [...document.facts, { label: 'Project', value: projectOf(quote) }],
   * })
   */
  readonly transform?: TransformDocument | undefined
}

import * as z from 'zod'

/** What a document is created with: options that have been checked. */
export interface DocumentSettings {
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  readonly timeZone: string
  readonly formats: Formats
  readonly strings: DocumentStrings
  /** Returns the name of a country by its code, or the string itself. */
  readonly countryName: (country: string) => string
  readonly unitWord: UnitWord
  readonly currency: string | undefined
  /** The country of the seller. */
  readonly country: string | undefined
  readonly paper: Paper
  readonly addressWindow: AddressWindow | undefined
  readonly seller: readonly string[]
  readonly contact: ContactPerson | undefined
  readonly logo: DocumentLogo | undefined
  readonly color: string
  readonly terms: readonly string[]
  readonly footer: string | undefined
  readonly priceSteps: boolean
  readonly signatureLines: boolean
  readonly qrCode: QrCodeOptions | undefined
  readonly fields: OwnFields
  readonly taxesOnSend: boolean
  readonly transform: TransformDocument | undefined
}

const maxFooterLength = 500
const logoPattern =
  /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)(?:;[\w=-]+)*,[\w!#$%&'()*+,./:;=?@~-]+$/

/** Accepts a logo. */
export const documentLogo = z.strictObject(
  {
    url: z.string({ error: 'is required, as a data: URL' }).regex(logoPattern, {
      error: 'must be a data: URL of a PNG, JPEG, GIF, WebP or SVG file',
    }),
    alt: z.string({ error: 'is required: what the picture shows' }),
  },
  { error: 'must be an object with url and alt' },
)

/** Accepts a color on which white can be read. */
export const documentColor = z.custom<string>(isReadableColor, {
  error: 'must be #rrggbb with a contrast of at least 4.5 on white, such as #1f3a5f',
})

const mustBeString = { error: 'must be a string' }
const strings = z.array(z.string(mustBeString), { error: 'must be an array of strings' })
const string = z.string(mustBeString)
const stringNames = Object.keys(en) as (keyof DocumentStrings)[]
const ownStrings = Object.fromEntries(stringNames.map((name) => [name, string.optional()]))

const ownForms = pluralCategories.map((category) => [category, string.optional()])
const unitForms = z.strictObject(
  { ...Object.fromEntries(ownForms), other: z.string({ error: 'is required: a string' }) },
  { error: 'must be an object of words by plural category, such as one and other' },
)

const documentOptionsShape = z.strictObject(
  {
    locale: z
      .custom<string>(isLocale, {
        error: withReceived(`must be ${validLocale}`),
      })
      .optional(),
    timeZone: z
      .custom<string>(isTimeZone, { error: 'must be a time zone, such as Europe/Berlin' })
      .optional(),
    currency: z
      .string({ error: 'must be three capital letters, such as EUR' })
      .regex(/^[A-Z]{3}$/, { error: 'must be three capital letters, such as EUR' })
      .optional(),
    country: z
      .string({ error: withReceived('must be two capital letters, such as DE') })
      .regex(/^[A-Z]{2}$/, { error: withReceived('must be two capital letters, such as DE') })
      .optional(),
    paper: z.enum(papers, { error: withReceived(`must be ${papers.join(' or ')}`) }).optional(),
    addressWindow: z
      .enum(addressWindows, { error: withReceived(`must be ${addressWindows.join(' or ')}`) })
      .optional(),
    seller: strings.optional(),
    contact: contactPerson.optional(),
    logo: documentLogo.optional(),
    color: documentColor.optional(),
    strings: z
      .strictObject(ownStrings, { error: 'must be an object of strings by name' })
      .optional(),
    units: z
      .record(z.string(), unitForms, { error: 'must be an object of words by unit' })
      .optional(),
    terms: strings.optional(),
    footer: z
      .string(mustBeString)
      .max(maxFooterLength, { error: `must have at most ${maxFooterLength} characters` })
      .optional(),
    priceSteps: z.boolean({ error: 'must be true or false' }).optional(),
    signatureLines: z.boolean({ error: 'must be true or false' }).optional(),
    qrCode: z
      .strictObject(
        { url: linkUrl, label: string.optional() },
        { error: 'must be an object with url' },
      )
      .optional(),
    fields: ownFieldsSchema().optional(),
    taxesOnSend: z.boolean({ error: 'must be true or false' }).optional(),
    transform: optionalFunction,
  },
  mustBeObject,
)

const documentOptionsSchema = documentOptionsShape.refine(
  ({ addressWindow, paper = 'a4' }) => addressWindow === undefined || paper === 'a4',
  { path: ['addressWindow'], error: 'needs the paper a4: its windows are those of A4 letters' },
)

const parsed = new WeakMap<object, DocumentSettings>()
const defaults: DocumentOptions = Object.freeze({})

/**
 * Checks the options of documents. The same object is checked once, so create it once and don't
 * change it.
 *
 * @throws QuoteError `invalid_options` with every option that is invalid or unknown
 */
export function parseDocumentOptions(options: DocumentOptions = defaults): DocumentSettings {
  const known = parsed.get(options)
  if (known !== undefined) return known
  const checked = parseOrThrow(documentOptionsSchema, options, 'invalid_options')
  const settings = getSettings(checked as DocumentOptions)
  parsed.set(options, settings)
  return settings
}

/** The countries whose paper is US Letter, by the CLDR. */
const usesLetter = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '))

function getSettings(options: DocumentOptions): DocumentSettings {
  const { locale = 'en', timeZone = 'UTC', color = defaultColor, priceSteps = false } = options
  const { country = new Intl.Locale(locale).region, addressWindow } = options
  const own = Object.entries(options.strings ?? {}).filter(([, value]) => value !== undefined)
  return {
    locale: Intl.getCanonicalLocales(locale)[0] ?? 'en',
    direction: getDirection(locale),
    timeZone,
    formats: getFormats(locale, timeZone),
    strings: { ...getStrings(locale), ...Object.fromEntries(own) },
    countryName: countryNames(locale),
    unitWord: unitWords(locale, options.units),
    currency: options.currency,
    country,
    paper: options.paper ?? (usesLetter.has(country ?? '') && !addressWindow ? 'us-letter' : 'a4'),
    addressWindow,
    seller: options.seller ?? [],
    contact: options.contact,
    logo: options.logo,
    color: color.toLowerCase(),
    terms: options.terms ?? [],
    footer: options.footer,
    priceSteps,
    signatureLines: options.signatureLines ?? false,
    qrCode: options.qrCode,
    fields: options.fields ?? {},
    taxesOnSend: options.taxesOnSend ?? false,
    transform: options.transform,
  }
}

/** Returns a function that names the country of a code. */
export function countryNames(locale: string): (country: string) => string {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
  return (country) =>
    /^[a-z]{2}$/i.test(country) ? (names.of(country.toUpperCase()) ?? country) : country
}
