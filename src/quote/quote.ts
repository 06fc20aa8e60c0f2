/**
 * The customer of a quote. All fields are optional texts; a shop's own text fields (`email`, `company`, …) are kept beside
 * the named ones.
 */
export interface Customer {
  readonly name?: string | undefined
  /** Street address. */
  readonly address?: string | undefined
  /** Second address line. */
  readonly 'address-2'?: string | undefined
  readonly city?: string | undefined
  /** The full name of the state, where the short code that was sent is known for the country. */
  readonly state?: string | undefined
  readonly zipcode?: string | undefined
  /** Short country code. A quote without one is taken to be in the US when its state is resolved. */
  readonly country?: string | undefined
  readonly [field: string]: string | undefined
}

/** One line of a quote. Amounts are exact: numbers have up to four decimals, texts have exactly two. */
export interface ProductLine {
  /** The product's identifier in the store's catalog, 1 or greater. */
  readonly id: number
  readonly qty: number
  /** Unit list price, as the catalog gave it when the line was added. */
  readonly price: number
  /** `price` × `qty`. Always `quote_total` + `discount_total`. */
  readonly price_total: number
  /** Offered unit price. */
  readonly quote: string
  /** `quote` × `qty`. */
  readonly quote_total: string
  /** `price` − `quote`, per unit; negative for a mark-up. */
  readonly discount: number
  /** `discount` × `qty`. */
  readonly discount_total: number
  /** The catalog's sale-aware unit price when the line was added. */
  readonly calculated_price: number
  /** The line's lasting name in this quote: null until an update changes the lines, then it never changes or returns. */
  readonly key: string | null
}

/** What is shipped and how. */
export interface Shipping {
  readonly type: 'no_additional'
  readonly product: null
}

/** A quote, field for field as the published interface returns it. */
export interface Quote {
  readonly customer: Customer
  readonly products: readonly ProductLine[]
  /** Null, or the key of every line once, in the order of display. */
  readonly product_order: readonly string[] | null
  /** The sum of the lines' `quote_total`. */
  readonly quote_total: string
  /** The exact sum of the lines' `price_total`, rounded once. */
  readonly price_total: string
  readonly shipping: Shipping
  /** When the quote was created, in milliseconds since the Unix epoch. */
  readonly created: number
  readonly status: 'new'
  /** The names of the tags on the quote, or null where there are none. */
  readonly tags: readonly string[] | null
  /** What the customer would pay once the quote is sent; 0 until then. */
  readonly total: number
}

/** A stored quote: the resource, whose it is, and which of its versions this is. Deeply frozen. */
export interface QuoteRecord {
  readonly storeId: string
  readonly quoteId: string
  /** 1 when created, one more with every change. */
  readonly version: number
  /** When this version came to be, in milliseconds since the Unix epoch; never before `quote.created`. */
  readonly updated: number
  readonly quote: Quote
}
