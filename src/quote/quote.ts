import type { Acceptance, DeliveryFact, QuoteOrder } from './lifecycle/facts.js'
import type { QuoteStatus } from './lifecycle/transitions.js'

/**
 * The customer of a quote. All fields are optional strings. Other fields (`email`, `company`, …)
 * are kept as well.
 */
export interface Customer {
  /** Full name. */
  readonly name?: string | undefined
  /** Street address. */
  readonly address?: string | undefined
  /** Second address line. */
  readonly 'address-2'?: string | undefined
  /** City or town. */
  readonly city?: string | undefined
  /** The full name of the state if its code is known, else the string that was sent. */
  readonly state?: string | undefined
  /** Postal code, in any format. */
  readonly zipcode?: string | undefined
  /** Country code. States of customers without a country are resolved as US states. */
  readonly country?: string | undefined
  readonly [field: string]: string | undefined
}

/** One line of a quote. Amounts are exact, with up to four decimals as numbers, two as strings. */
export interface ProductLine {
  /** The product's identifier in the store's catalog, 1 or greater. */
  readonly id: number
  /** Quantity, an integer of at least 1. */
  readonly qty: number
  /** Unit list price in the catalog when the line was added. */
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
  /** Unit sale price, or else list price, in the catalog when the line was added. */
  readonly calculated_price: number
  /**
   * Identifies the line in its quote. Null until the first update of the lines; from then on it
   * never changes, and no other line gets it.
   */
  readonly key: string | null
}

/** Shipping of a quote. */
export interface Shipping {
  /** Shipping method. `no_additional` adds no costs. */
  readonly type: 'no_additional'
  /** Product that stands for the shipping costs; null for none. */
  readonly product: null
}

/**
 * A quote, in the format of the published interface. The optional fields are absent until they are
 * set.
 */
export interface Quote {
  /** The customer as of the last update. */
  readonly customer: Customer
  /** Lines, at least one. */
  readonly products: readonly ProductLine[]
  /** The key of every line once, in the order of display; null for none. */
  readonly product_order: readonly string[] | null
  /** The sum of the lines' `quote_total`. */
  readonly quote_total: string
  /** The exact sum of the lines' `price_total`, rounded once. */
  readonly price_total: string
  /** Shipping method and costs; not part of the totals. */
  readonly shipping: Shipping
  /** When the quote was created, in milliseconds since the Unix epoch. */
  readonly created: number
  /** Status in the life cycle. A new quote is `new`. */
  readonly status: QuoteStatus
  /** The names of the quote's tags; null for none. */
  readonly tags: readonly string[] | null
  /** The total to pay once the quote is sent; 0 until then. */
  readonly total: number
  /** The id of the user of the store who is responsible for the quote. */
  readonly owner?: string
  /** The number of the quote in its store. Assigned once, by default when it is first sent. */
  readonly number?: string
  /** How many times the quote was sent: the number of the last revision. */
  readonly revision?: number
  /** When the current revision was sent, in milliseconds since the Unix epoch. */
  readonly sent?: number
  /** When the offer expires, in milliseconds since the Unix epoch: from then on it is expired. */
  readonly expires?: number
  /**
   * The seal of the current revision: the SHA-256 of its canonical JSON in hexadecimal digits. See
   * `sealOf`.
   */
  readonly seal?: string
  /** Why the quote has its status, as it was given to the operation that changed it. */
  readonly reason?: string
  /** Who accepted the quote, when, and which revision. */
  readonly acceptance?: Acceptance
  /** The order that the quote became. */
  readonly order?: QuoteOrder
  /** What became of the offers on their way to the customer, in the order of the reports. */
  readonly delivery?: readonly DeliveryFact[]
  /** True if `expireDue` has reported the expiry as an event. */
  readonly expiry_reported?: true
}

/** One version of a stored quote. Deeply frozen. */
export interface QuoteRecord {
  /** The store that owns the quote. */
  readonly storeId: string
  /** Unique in its store. */
  readonly quoteId: string
  /** 1 for a new quote, incremented with every change. */
  readonly version: number
  /** When this version was created, in milliseconds since the Unix epoch. */
  readonly updated: number
  /** The full quote at this version. */
  readonly quote: Quote
}
