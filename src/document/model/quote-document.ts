import { QuoteError } from '../../errors.js'
import { describeKind } from '../../validation/describe-value.js'
import { guardRead } from '../../validation/field-errors.js'
import type { ContactPerson } from './contact.js'

/**
 * A quote as the customer reads it: strings of one locale, in their order. The same quote and
 * options always give the same document.
 */
export interface QuoteDocument {
  /** The language of the strings, as a BCP 47 tag: `de`, `zh-Hans`. */
  readonly lang: string
  /** The direction of the text. */
  readonly dir: 'ltr' | 'rtl'
  /** The title of the page or file: `Quote Q-00012`. */
  readonly title: string
  /** The heading, without the number: `Quote`. */
  readonly heading: string
  /**
   * Present if the document is not an offer: the quote was not sent, changed since, or is canceled.
   */
  readonly notice?: string
  /** Number, dates, revision, the customer's reference, and other facts about the quote. */
  readonly facts: readonly DocumentFact[]
  /** Who offers. Absent without the option `seller`. */
  readonly seller?: DocumentParty
  /** Whom the customer can ask; one of the facts as well. Absent without the option `contact`. */
  readonly contact?: ContactPerson
  /** To whom it is offered. */
  readonly customer: DocumentParty
  /** Where the goods go. Absent if that is the address of the customer. */
  readonly shipTo?: DocumentParty
  /** What the quote is about, in one line: its `title`. */
  readonly subject?: string
  /** Paragraphs before the lines. Each can have line breaks. */
  readonly introduction?: readonly string[]
  /** The headings of the columns. A column without a heading is not shown. */
  readonly columns: DocumentColumns
  /** The lines, in the order of display. */
  readonly lines: readonly DocumentLine[]
  /**
   * What the lines, discounts, charges, shipping and taxes add up to: the `total`. Its parts follow
   * if lines are charged again, what leads to `payable` if the customer pays another amount, and
   * the parts of the payment plan.
   */
  readonly totals: readonly DocumentTotal[]
  /** Present if taxes are not calculated yet, or out of date, so that the total is without them. */
  readonly taxNotice?: string
  /** The terms of payment and delivery of the quote, below the totals. */
  readonly conditions?: readonly DocumentText[]
  /** Paragraphs below these: the terms of the quote, or those of the options. */
  readonly terms: readonly string[]
  /** A link to accept the offer. Present with the option `qrCode`, if the offer is open. */
  readonly qrCode?: DocumentQrCode
  /**
   * What stands below the lines on which the customer signs. Present with the option
   * `signatureLines`, if the quote is an offer that is not accepted.
   */
  readonly signatureLines?: readonly string[]
  /** Who accepted the quote, and when, if it is accepted. */
  readonly acceptance?: DocumentAcceptance
  /** How the acceptance can be verified. Present if it is sealed. */
  readonly certificate?: DocumentCertificate
  /** Text at the end of every page. */
  readonly footer?: string
  /** The logo, if there is one. */
  readonly logo?: DocumentLogo
  /** The size of the paper. Absent in documents of earlier releases: `'a4'`. */
  readonly paper?: Paper
  /** Where the address stands on paper. Absent without the option `addressWindow`. */
  readonly addressWindow?: DocumentAddressWindow
  /** The accent color: `#rrggbb`. */
  readonly color: string
  /** Labels of what has none of its own in the document. */
  readonly labels: DocumentLabels
  /** What identifies the document to programs: not shown, the same in every language. */
  readonly identity: DocumentIdentity
}

/** The sizes of paper. */
export const papers = ['a4', 'us-letter'] as const
/** The size of the paper of PDF files and of print. */
export type Paper = (typeof papers)[number]

/** The forms of letters whose address is seen through the window of an envelope. */
export const addressWindows = ['din5008-a', 'din5008-b'] as const
/** The window of an envelope that an address stands in: form A or B of DIN 5008. */
export type AddressWindow = (typeof addressWindows)[number]

/** The window of an envelope, through which the address of the customer is seen. */
export interface DocumentAddressWindow {
  /** The window begins 27 mm (`din5008-a`) or 45 mm (`din5008-b`) below the top of the page. */
  readonly form: AddressWindow
  /** Above the address: who gets the letter back. Absent without the option `seller`. */
  readonly returnLine?: string
}

/** Labels of a document. */
export interface DocumentLabels {
  /** Stands before an SKU. */
  readonly sku: string
  /** The heading of `terms`. */
  readonly terms: string
  /** The number of a page, with `{page}` and `{pages}` to replace: `Page {page} of {pages}`. */
  readonly page: string
  /** Stands before the sum of the lines at the end of a page. */
  readonly carriedForward?: string
  /** Stands before the same sum on the next page. */
  readonly broughtForward?: string
}

/** A label with its value. */
export interface DocumentFact {
  /** What it is: `Valid until`. */
  readonly label: string
  /** The formatted value. */
  readonly value: string
}

/** Facts under a heading. */
export interface DocumentSection {
  /** The heading above the facts. */
  readonly heading: string
  /** The facts, in the order of display. */
  readonly facts: readonly DocumentFact[]
}

/** Paragraphs under a heading. */
export interface DocumentText {
  /** `Terms of payment`. */
  readonly heading: string
  /** The paragraphs. Each can have line breaks. */
  readonly paragraphs: readonly string[]
}

/** A link, and its QR code. */
export interface DocumentQrCode {
  /** What the link is for: `View and accept online`. */
  readonly label: string
  /** What the picture is, for readers who don't see it: `QR code`. */
  readonly alt: string
  /** The link that the code has. */
  readonly url: string
  /** A row of modules each, `1` for a black one. Leave 4 white modules on each side. */
  readonly rows: readonly string[]
}

/** Who accepted a quote, and when. */
export interface DocumentAcceptance extends DocumentSection {
  /** What it was signed with. Absent if it was not, or the signature was erased. */
  readonly signature?: DocumentSignature
}

/** A signature: a name, or lines. */
export interface DocumentSignature {
  /** Signature */
  readonly label: string
  /** The name that was typed. */
  readonly name?: string
  /** The lines that were drawn, as those of an acceptance: in an area of 600 × 200. */
  readonly strokes?: readonly (readonly number[])[]
}

/** The facts of a sealed acceptance, and what they prove. Printed on a page of its own. */
export interface DocumentCertificate extends DocumentSection {
  /** How to verify the seals, and what a seal proves. */
  readonly notes: readonly string[]
}

/** The seller, the customer, or where the goods go. */
export interface DocumentParty {
  /** `From`, `For`, `Deliver to`. */
  readonly heading: string
  /** The lines of the name and the address. */
  readonly lines: readonly string[]
  /** How to reach the party: the address of e-mail and the telephone number. */
  readonly contacts?: readonly string[]
  /** The tax id, and fields of the host's own. */
  readonly facts?: readonly DocumentFact[]
}

/** The headings of the columns. */
export interface DocumentColumns {
  /** Above the positions. */
  readonly position?: string
  /** Above the names. */
  readonly item: string
  /** Above the quantities. */
  readonly quantity: string
  /** Present if a line costs less than its list price. */
  readonly listPrice?: string
  /** Above the offered prices of one unit. Present if a line has one. */
  readonly unitPrice?: string
  /** Above the prices of the lines. */
  readonly total: string
}

/** A component of a bundle. */
export interface DocumentComponent {
  /** The name, or `Product 118` if the component has none. */
  readonly name: string
  /** The SKU, if the component has one. */
  readonly sku?: string
  /** The quantity in all of the line, with its unit: `24 m`. */
  readonly quantity: string
  /** The price of one unit, if it is shown. */
  readonly unitPrice?: string
}

/**
 * Returns components as facts: `Lamp (L-2)`, and `4 pcs × $35.50`, or the quantity alone.
 *
 * @param line A line of a document.
 */
export function componentFacts({ components = [] }: DocumentLine): readonly DocumentFact[] {
  return components.map(({ name, sku, quantity, unitPrice }) => ({
    label: sku === undefined ? name : `${name} (${sku})`,
    value: unitPrice === undefined ? quantity : `${quantity} × ${unitPrice}`,
  }))
}

/** One line, or a title or a sum between them. */
export interface DocumentLine {
  /** The key of the line or the section in its quote. */
  readonly key: string
  /**
   * What it is if it is no line: the title of a `section`, or the sum of one, its `subtotal`. Both
   * have no quantity.
   */
  readonly type?: 'section' | 'subtotal'
  /**
   * The number of the line or the section: `2`, and within a section `2.1`. A sum has none.
   */
  readonly position?: string
  /** The name, or `Product 118` if the line has none. */
  readonly name: string
  /** The SKU, if the line has one. */
  readonly sku?: string
  /** What the product is. Can have line breaks. */
  readonly description?: string
  /** The note of the seller. Can have line breaks. */
  readonly note?: string
  /** What a bundle consists of. */
  readonly components?: readonly DocumentComponent[]
  /** Fields of the host's own, if the line has some that are shown. */
  readonly facts?: readonly DocumentFact[]
  /** When the line is charged again: `per month`. The amounts are of one period. */
  readonly billing?: string
  /** What the customer can choose, and whether the total has it: `Optional (not included)`. */
  readonly choice?: string
  /** True if the total is without it. */
  readonly isLeftOut?: true
  /** True if a new page begins with it. */
  readonly pageBreak?: true
  /** The quantity with its unit: `12 m`. Empty if there is none. */
  readonly quantity: string
  /** The percentage that is taken off the list price of the line: `Discount (10%)`. */
  readonly discount?: string
  /** The list price of one unit, if it is higher than what the customer pays. */
  readonly listPrice?: string
  /**
   * The price of one unit: times the quantity, rounded, it is `total`. A price of several units
   * says so, as does `listPrice`: `$128.49 / 100 pieces`. Absent where no such price exists: a
   * percentage is taken off the whole line, so `listPrice` and `discount` say how `total` comes
   * about.
   */
  readonly unitPrice?: string
  /**
   * The price of the line, before discounts of the quote and taxes; that it is to be priced, if
   * its price is not known yet. Empty if it is not shown.
   */
  readonly total: string
  /**
   * What the lines add up to, through this one: PDF files carry it to the next page. Without what
   * the total is without, and without prices that are not shown.
   */
  readonly runningTotal?: string
  /**
   * How the line comes to what the customer pays. Present with the option `priceSteps`, if there is
   * more than the list price.
   */
  readonly steps?: readonly DocumentFact[]
}

/** The types of the rows below the lines. */
export const totalTypes = [
  'lines',
  'discount',
  'charge',
  'shipping',
  'removed',
  'tax',
  'included',
  'pending',
  'total',
  'once',
  'recurring',
  'withheld',
  'rounding',
  'payable',
  'payment',
] as const

/** One row below the lines. */
export interface DocumentTotal {
  /**
   * `included` is a tax that the prices include; it is not added. `removed` is one that the prices
   * include, and that is taken off. `pending` are the taxes of a quote that was not sent, whose
   * amount says when they are calculated. `once` and `recurring` are the parts of the total that
   * are charged once, and in each period. `withheld` is a tax that the customer takes off the
   * total, and `rounding` leads to what is paid in cash: `payable`. Each `payment` is a part of the
   * payment plan.
   */
  readonly type: (typeof totalTypes)[number]
  /** What is added or taken off: `Shipping (by van)`. */
  readonly label: string
  /** The formatted amount, negative if it is taken off. */
  readonly amount: string
}

/** Returns the row that says what the customer pays. */
export function payableRow(totals: readonly DocumentTotal[]): DocumentTotal | undefined {
  return totals.findLast(({ type }) => type === 'payable' || type === 'total')
}

/** A picture of the seller. */
export interface DocumentLogo {
  /** A PNG, JPEG, GIF, WebP or SVG file as a `data:` URL. */
  readonly url: string
  /** What it shows, for readers who don't see it. */
  readonly alt: string
}

/** What identifies a document to programs. */
export interface DocumentIdentity {
  /** The number of the quote, if it has one. */
  readonly number?: string
  /** The revision that is shown, if the quote was sent. */
  readonly revision?: number
  /** The seal of that revision. */
  readonly seal?: string
  /** When the offer was sent, or the quote created: milliseconds since the Unix epoch. */
  readonly date: number
}

/**
 * Rejects anything that is obviously no document, such as a quote or the record of one. Checks no
 * field.
 *
 * @throws QuoteError `invalid_options`
 */
export function assertDocument(value: unknown): asserts value is QuoteDocument {
  const received = guardRead('invalid_options', () => {
    const { lines, products, quote } = Object(value) as Readonly<Record<string, unknown>>
    if (quote !== undefined) return 'a record: pass createDocument(record.quote)'
    if (products !== undefined) return 'a quote: pass createDocument(quote)'
    return Array.isArray(lines) ? undefined : describeKind(value)
  })
  if (received === undefined) return
  throw new QuoteError('invalid_options', {
    errors: { '': `must be a document of createDocument, received ${received}` },
  })
}
