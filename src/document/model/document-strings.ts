/** The strings of a document in one language. */
export interface DocumentStrings {
  /** The heading of an offer. */
  readonly quote: string
  /** The heading of a part of a quote that was ordered by itself. */
  readonly orderConfirmation: string
  /** The id of the order, on the document of a part. */
  readonly order: string
  /** The number of the part, on its document. */
  readonly part: string
  /** Shown if the quote is not sent, or changed since. */
  readonly draftNotice: string
  /** Shown if the quote is canceled. */
  readonly canceledNotice: string
  /** Number */
  readonly number: string
  /** Revision */
  readonly revision: string
  /** Date */
  readonly date: string
  /** Valid until */
  readonly validUntil: string
  /** Exchange rate */
  readonly exchangeRate: string
  /**
   * An exchange rate with its source and day; `{from}`, `{to}`, `{rate}`, `{source}` and `{date}`
   * are replaced.
   */
  readonly exchange: string
  /** The person of the seller whom the customer can ask. */
  readonly contact: string
  /** From */
  readonly from: string
  /** For */
  readonly for: string
  /** Deliver to */
  readonly shipTo: string
  /** The tax id of the customer, below the address. */
  readonly taxId: string
  /** The number of a line: a short heading of its column. */
  readonly position: string
  /** Item */
  readonly item: string
  /** Quantity */
  readonly quantity: string
  /** List price */
  readonly listPrice: string
  /** Unit price */
  readonly unitPrice: string
  /** Amount */
  readonly lineTotal: string
  /** The name of a product without one; `{id}` is replaced. */
  readonly product: string
  /** SKU */
  readonly sku: string
  /** Subtotal */
  readonly subtotal: string
  /** Discount */
  readonly discount: string
  /** A charge of the quote, such as a fee. */
  readonly charge: string
  /** Shipping */
  readonly shipping: string
  /** A tax that the prices include; `{tax}` is replaced. */
  readonly includedTax: string
  /** A tax that the prices include, and that is taken off; `{tax}` is replaced. */
  readonly removedTax: string
  /** Taxes are not calculated yet, and not part of the total. */
  readonly taxesNotCalculated: string
  /** Taxes */
  readonly taxes: string
  /** Stands instead of the amount of the taxes: calculated when sent. */
  readonly taxesOnSend: string
  /** Total */
  readonly total: string
  /** Stands instead of the amount of a line whose price is not known yet. */
  readonly toBePriced: string
  /** Says of a total that the lines without a known price are no part of it. */
  readonly withoutUnpriced: string
  /** A tax that the customer withholds from what is paid; `{tax}` is replaced. */
  readonly withheldTax: string
  /** What rounding to a step of cash adds or takes off. */
  readonly cashRounding: string
  /** What the customer pays, if it is not the total. */
  readonly payable: string
  /** A label with its percent or its name; `{label}` and `{detail}` are replaced: `VAT (19%)`. */
  readonly labelWithDetail: string
  /** What a percent is of; `{percent}` and `{base}` are replaced: `19% of €100.00`. */
  readonly percentOf: string
  /** The percent of taxes that are rounded for each line; `{percent}` is replaced. */
  readonly roundedPerItem: string
  /** A discount on shipping; `{value}` is replaced by its percent, or by nothing. */
  readonly onShipping: string
  /** A discount on lines and shipping; `{value}` is replaced by its percent, or by nothing. */
  readonly onAll: string
  /** A price of several units; `{price}` and `{quantity}` are replaced: `€9.90 / 100 m`. */
  readonly pricePer: string
  /** What can be left out. */
  readonly optional: string
  /** Whether it counts in the total. */
  readonly included: string
  /** Not included */
  readonly notIncluded: string
  /** The sum of a section; `{section}` is replaced by its title. */
  readonly sectionTotal: string
  /** The quantities to choose from; `{min}` and `{max}` are replaced. */
  readonly quantityRange: string
  /** The same in steps; `{step}` is replaced as well. */
  readonly quantitySteps: string
  /** Charged each day. */
  readonly perDay: string
  /** Charged each week. */
  readonly perWeek: string
  /** Charged each month. */
  readonly perMonth: string
  /** Charged each year. */
  readonly perYear: string
  /** Charged in longer periods; `{duration}` is replaced: `every 3 months`. */
  readonly everyDuration: string
  /** Charged in one period only; `{period}` is replaced. */
  readonly oneCycle: string
  /** Charged in several periods; `{period}` and `{count}` are replaced: `per month, 12 times`. */
  readonly cycles: string
  /** Charged once. */
  readonly once: string
  /** When a part of a payment plan is due. */
  readonly dueOnAcceptance: string
  /** Due when the order is placed. */
  readonly dueOnOrder: string
  /** Due when the goods are delivered. */
  readonly dueOnDelivery: string
  /** Due on a day; `{date}` is replaced. */
  readonly dueOnDay: string
  /** Due after the acceptance; `{duration}` is replaced: `30 days after acceptance`. */
  readonly dueAfterAcceptance: string
  /** Due after the order; `{duration}` is replaced. */
  readonly dueAfterOrder: string
  /** Due after the delivery; `{duration}` is replaced. */
  readonly dueAfterDelivery: string
  /** A part of the total; `{period}` is replaced by when it is charged: `Of which per month`. */
  readonly partOfTotal: string
  /** Terms */
  readonly terms: string
  /** Payment */
  readonly paymentTerms: string
  /** Delivery */
  readonly deliveryTerms: string
  /** Above the link of a QR code. */
  readonly acceptOnline: string
  /** What the picture is, for readers who don't see it. */
  readonly qrCode: string
  /** Acceptance */
  readonly acceptance: string
  /** Accepted by */
  readonly acceptedBy: string
  /** Accepted on */
  readonly acceptedOn: string
  /** Your reference */
  readonly reference: string
  /** Signature */
  readonly signature: string
  /** Below a line to write on. */
  readonly placeAndDate: string
  /** Below a line to sign on; `{name}` is replaced by who signs. */
  readonly signatureOf: string
  /** Certificate of the acceptance */
  readonly certificate: string
  /** Time in UTC */
  readonly timeInUtc: string
  /** Agreed to */
  readonly consent: string
  /** Network address */
  readonly address: string
  /** Seal of the offer */
  readonly sealOfOffer: string
  /** Seal of the acceptance */
  readonly sealOfAcceptance: string
  /** How to verify the seals. */
  readonly toVerify: string
  /** What a seal without a key proves, and what it does not. */
  readonly whatSealsProve: string
  /** The number of a page; `{page}` and `{pages}` are replaced. */
  readonly page: string
  /** Stands before the sum of the lines at the end of a page. */
  readonly carriedForward: string
  /** Stands before the same sum on the next page. */
  readonly broughtForward: string
  /** List price */
  readonly stepList: string
  /** Sale */
  readonly stepSale: string
  /** Quantity discount */
  readonly stepPriceBreak: string
  /** Rounding */
  readonly stepRounding: string
  /** Special price */
  readonly stepOffered: string
  /** What the customer pays for a line, after its last step. */
  readonly stepTotal: string
  /** The value of a field of the host's own that is true. */
  readonly yes: string
  /** The value of a field of the host's own that is false. */
  readonly no: string
}

/** Replaces `{name}` by the value of that name, and nothing within the values. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? placeholder) : placeholder,
  )
}
