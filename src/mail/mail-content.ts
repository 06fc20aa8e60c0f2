import type {
  DocumentFact,
  DocumentLine,
  DocumentSection,
  DocumentText,
  DocumentTotal,
  QuoteDocument,
} from '../document/model/quote-document.js'

/** What a mail says, for both of its parts. All strings are plain text in one language. */
export interface MailContent {
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  /** The color of the link: `#rrggbb`, dark enough for white text on it. */
  readonly color: string
  readonly subject: string
  readonly greeting?: string | undefined
  readonly text: string
  /** What somebody has written, as lines. */
  readonly quotation?: { readonly label?: string; readonly lines: readonly string[] } | undefined
  readonly files?:
    | { readonly label: string; readonly files: readonly { name: string; url: string }[] }
    | undefined
  readonly link?: { readonly label: string; readonly url: string } | undefined
  /** What the document calls the quote: `Quote Q-00012`. */
  readonly title: string
  /** What the quote is about. */
  readonly about?: string | undefined
  /** What the customer pays, and until when; or what is paid, and open. Above the link. */
  readonly sum?:
    | { readonly amount: DocumentFact; readonly until?: DocumentFact | undefined }
    | undefined
  /** Present if the document is no offer. */
  readonly notice?: string | undefined
  readonly facts: readonly DocumentFact[]
  readonly offer?: OfferContent | undefined
  readonly wishes?: WishContent | undefined
  /** The name of the seller. */
  readonly seller?: string | undefined
  /** The person to ask, and the other lines of the seller. */
  readonly signature: readonly string[]
  readonly footer?: string | undefined
}

/** What a customer wishes to have changed of an offer. */
export interface WishContent {
  /** The headings: of all, of what is offered, and of what is wished. */
  readonly labels: Readonly<Record<'wishes' | 'offered' | 'wished', string>>
  readonly wishes: readonly {
    /** The line, or what is to be added. */
    readonly name: string
    /** Empty for what is to be added. */
    readonly offered: string
    readonly wished: string
    /** What the customer wrote about it, as lines. */
    readonly note: readonly string[]
  }[]
  /** Says how many wishes are left out. */
  readonly furtherItems?: string | undefined
}

/** The lines of a quote and what they add up to, with what stands around them. */
export interface OfferContent {
  /** Paragraphs before the lines. */
  readonly introduction: readonly string[]
  readonly columns: QuoteDocument['columns']
  readonly lines: readonly DocumentLine[]
  /** Says how many lines are left out. */
  readonly furtherItems?: string | undefined
  readonly sku: string
  readonly totals: readonly DocumentTotal[]
  readonly taxNotice?: string | undefined
  /** The terms that have paragraphs. */
  readonly terms: readonly DocumentText[]
  readonly acceptance: DocumentSection | undefined
}
