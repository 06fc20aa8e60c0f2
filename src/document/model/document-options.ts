import type { DocumentStrings } from './document-strings.js'
import type { DocumentLogo } from './quote-document.js'
import type { UnitForms } from './units.js'

/** How a quote is shown as a document. */
export interface DocumentOptions {
  /**
   * The language and formats, as a BCP 47 tag. There are strings in English, German, French,
   * Arabic, Chinese and Japanese; other languages get the English ones, and their own formats.
   *
   * @default 'en'
   */
  readonly locale?: string | undefined
  /**
   * The time zone of all dates, for example `Europe/Berlin`.
   *
   * @default 'UTC'
   */
  readonly timeZone?: string | undefined
  /**
   * The currency of quotes that have none: three capital letters.
   *
   * @default Amounts are shown without a currency.
   */
  readonly currency?: string | undefined
  /** Who offers: the lines of the name and the address. */
  readonly seller?: readonly string[] | undefined
  /** A picture above the document, as a `data:` URL. */
  readonly logo?: DocumentLogo | undefined
  /**
   * The color of headings and rules: `#rrggbb`, dark enough to be read on white.
   *
   * @default '#1f3a5f'
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
  /** Paragraphs below the totals: terms of payment and delivery. */
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
}
