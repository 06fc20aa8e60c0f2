import type { Approval } from './approval.js'
import type {
  LineChoiceFields,
  QuoteChoice,
  QuoteSection,
  SelectedAcceptance,
} from './choice-fields.js'
import type { ComponentFields } from './component-fields.js'
import type { Exchange } from './exchange.js'
import type { CustomersRequest, DeliveryFact, Reminder } from './lifecycle-fields.js'
import type { OrderPart, QuoteOrder } from './order-fields.js'
import type { FieldTypes } from './own-fields.js'
import type { Payment, PaymentPart } from './payment-fields.js'
import type {
  Billing,
  QuoteAmounts,
  QuoteCharge,
  QuoteDiscount,
  QuoteTaxes,
  Shipping,
} from './pricing-fields.js'
import type { ProductId } from './product-fields.js'
import type { Proposal } from './proposal.js'
import type { QuoteScalarValues } from './quote-scalar-fields.js'
import type { AddressField } from './ship-to.js'
import type { TextFieldValues } from './text-fields.js'
import type { QuoteStatus } from './transitions.js'

/**
 * The customer of a quote. All fields are optional strings. Others are stored as well: declare them
 * in the option `fields.customer` of the engine, so that TypeScript knows them.
 */
// An interface would lack the index signature of requests, to which read customers are sent back.
export type Customer = {
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
  /** E-mail address, by which customers are found, and to which offers are sent. */
  readonly email?: string | undefined
  /** Company. */
  readonly company?: string | undefined
  /** Telephone number. */
  readonly phone?: string | undefined
}

/** A customer with any fields, as requests send it, and ports get it. */
export interface AnyCustomer extends Customer {
  readonly [field: string]: string | undefined
}

/** Where the goods go: an address of its own, with at least one field. */
export type ShipTo = Pick<Customer, AddressField>

/** A customer with the fields that the host has declared. */
export type CustomerWith<Fields extends FieldTypes> = Customer & Fields['customer']

/** One line of a quote. Numbers are exact, and strings have the decimals of the quote or more. */
export interface ProductLine<Fields extends FieldTypes = FieldTypes>
  extends TextFieldValues<string>,
    LineChoiceFields,
    ComponentFields {
  /** The product's identifier in the store's catalog; 0 for a custom line. */
  readonly id: ProductId
  /** Quantity, more than 0: an integer, or with up to three decimals by option. */
  readonly qty: number
  /**
   * Unit list price in the catalog when the line was added, or the price of a custom line. Up to
   * ten decimals. Below 0 on a custom line that takes something off, such as a trade-in.
   */
  readonly price: number
  /**
   * `price` × `qty`, rounded if the quote has a currency, or the line a fraction of a unit or of a
   * cent, a price with more than four decimals, or a `discount_percent`. Always `quote_total` +
   * `discount_total`.
   */
  readonly price_total: number
  /**
   * Offered unit price, with two decimals, or more by option or currency. With a
   * `discount_percent`, what one unit costs.
   */
  readonly quote: string
  /**
   * `quote` × `qty`, rounded to the decimals of the quote. With a `discount_percent`, `price_total`
   * − `discount_total`.
   */
  readonly quote_total: string
  /** `price` − `quote`, per unit; negative for a mark-up. */
  readonly discount: number
  /**
   * `price_total` − `quote_total`. With a `discount_percent`, this percentage of `price_total`,
   * rounded once to the decimals of the quote.
   */
  readonly discount_total: number
  /** Unit sale price, or else list price, in the catalog when the line was added. */
  readonly calculated_price: number
  /**
   * Identifies the line in its quote: it never changes, and no other line gets it. Null over HTTP
   * and in the history until the first change of the lines.
   */
  readonly key: string | null
  /**
   * The percentage of the list price that is taken off, from 0 to 100: `'12.5'`. It stays when the
   * quantity or the list price changes, until an offered price is set instead.
   */
  readonly discount_percent?: string
  /**
   * Unit prices for larger quantities, by ascending quantity. The line is offered at the one for
   * its `qty` if it is lower than the calculated price, unless the offered price was set by hand.
   */
  readonly price_breaks?: readonly PriceBreak[]
  /** The quantity that all unit prices are for: 100 for a price per 100 pieces. Absent for 1. */
  readonly price_quantity?: number
  /** When the line is charged again: its amounts are of one period. Absent if only once. */
  readonly billing?: Billing
  /**
   * True if the price of a line without a product is not known yet: its amounts are 0, it takes
   * part in no discount, charge or tax, and the quote cannot be sent. Its first price ends that.
   */
  readonly unpriced?: true
  /** A note about the line. */
  readonly note?: string
  /** Fields of the line that are the host's own: the option `fields`. */
  readonly fields?: Fields['line']['fields']
  /** Own fields for the store only. Buyers do not get them, and the seal leaves them out. */
  readonly internal_fields?: Fields['line']['internal_fields']
}

/** A unit price for larger quantities. */
export interface PriceBreak {
  /** The quantity from which it applies. */
  readonly qty: number
  /** Unit price from that quantity on. */
  readonly price: number
}

/**
 * A quote, in the format of the published interface. The optional fields are absent until they are
 * set.
 */
export interface Quote<Fields extends FieldTypes = FieldTypes> extends QuoteScalarValues {
  /** The customer as of the last update. */
  readonly customer: CustomerWith<Fields>
  /** Lines, at least one. */
  readonly products: readonly ProductLine<Fields>[]
  /** The key of every line once, in the order of display; null for none. */
  readonly product_order: readonly string[] | null
  /** The parts of the quote, in the order of display. Lines without a section come first. */
  readonly sections?: readonly QuoteSection[]
  /** What the customer chooses one of. */
  readonly choices?: readonly QuoteChoice[]
  /** The sum of the lines' `quote_total`, before the discounts of the quote. */
  readonly quote_total: string
  /** The exact sum of the lines' `price_total`, rounded once. */
  readonly price_total: string
  /**
   * Where the goods go, if that is not the customer's address: taxes and shipping depend on it.
   * Wherever it matters, `quote.ship_to ?? quote.customer` is the address of delivery.
   */
  readonly ship_to?: ShipTo
  /** Shipping method and costs. Part of `amounts` and `total` only. */
  readonly shipping: Shipping
  /** When the quote was created, in milliseconds since the Unix epoch. */
  readonly created: number
  /** Status in the life cycle. A new quote is `new`. */
  readonly status: QuoteStatus
  /** The names of the quote's tags; null for none. */
  readonly tags: readonly string[] | null
  /**
   * What the customer pays once the quote is sent: `amounts.payable`, or else `amounts.total`. 0
   * until then.
   */
  readonly total: number
  /** The currency of all amounts: three capital letters. Set when the quote is created. */
  readonly currency?: string
  /** The decimals of all totals. Present if there is a currency; two otherwise. */
  readonly decimals?: number
  /**
   * The rate at which the catalog has converted the prices of products, with its day and source.
   * Prices that are set by hand are in the currency of the quote.
   */
  readonly exchange?: Exchange
  /** Discounts of the quote, which leave the prices of the lines as they are. */
  readonly discounts?: readonly QuoteDiscount[]
  /** What the quote costs besides its lines and shipping. */
  readonly charges?: readonly QuoteCharge[]
  /** The taxes, once they are calculated. */
  readonly taxes?: QuoteTaxes
  /** What the quote adds up to, once there is anything besides the lines, or it is sent. */
  readonly amounts?: QuoteAmounts
  /**
   * When the customer pays which part of what is charged once, in the order in which it is due.
   * Exactly one part is the rest.
   */
  readonly payment_plan?: readonly PaymentPart[]
  /** That the customer has requested the quote, with `requestQuote` or on a public page. */
  readonly request?: CustomersRequest
  /**
   * True if the request looks like one of a program: sellers see it apart from the others, and no
   * mail is sent. For the store only: a buyer does not get it.
   */
  readonly suspicious?: true
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
  readonly acceptance?: SelectedAcceptance
  /** The order that the quote became. */
  readonly order?: QuoteOrder
  /**
   * The parts in which the quote was ordered, in their order. What they leave is still `accepted`,
   * or was closed by `closeOrder` if the quote is `ordered`. See `getOrderParts`.
   */
  readonly order_parts?: readonly OrderPart[]
  /**
   * The counter-offers of the customer, the latest last: wishes by line, and what became of them.
   * They never change the offer. See `requestRevision`.
   */
  readonly proposals?: readonly Proposal[]
  /** What payment providers have reported, in the order of the reports. See `getPayable`. */
  readonly payments?: readonly Payment[]
  /** What became of the offers on their way to the customer, in the order of the reports. */
  readonly delivery?: readonly DeliveryFact[]
  /** True if `expireQuotes` has reported the expiry as an event. */
  readonly expiry_reported?: true
  /**
   * The reminders of the offer that `remindQuotes` has recorded, each by another rule. For the
   * store only: a buyer does not get them.
   */
  readonly reminders?: readonly Reminder[]
  /**
   * The approvals that were requested for the quote; of a revision that was sent, those that it
   * needed. For the store only: a buyer does not get them.
   */
  readonly approvals?: readonly Approval[]
  /** Fields that are the host's own: the option `fields`. */
  readonly fields?: Fields['quote']['fields']
  /** Own fields for the store only. Buyers do not get them, and the seal leaves them out. */
  readonly internal_fields?: Fields['quote']['internal_fields']
}

/** One version of a stored quote. Deeply frozen. */
export interface QuoteRecord<Fields extends FieldTypes = FieldTypes> {
  /** The store that owns the quote. */
  readonly storeId: string
  /** Unique in its store. */
  readonly quoteId: string
  /** 1 for a new quote, incremented with every change. */
  readonly version: number
  /** When this version was created, in milliseconds since the Unix epoch. */
  readonly updated: number
  /** The full quote at this version. */
  readonly quote: Quote<Fields>
}
