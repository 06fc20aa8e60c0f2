/** The strings of a document in one language. */
export interface DocumentStrings {
  /** The heading of an offer. */
  readonly quote: string
  /** Shown if the quote is not sent, or changed since. */
  readonly draftNotice: string
  /** Shown if the quote is canceled. */
  readonly canceledNotice: string
  readonly number: string
  readonly revision: string
  readonly date: string
  readonly validUntil: string
  readonly from: string
  readonly for: string
  readonly item: string
  readonly quantity: string
  readonly listPrice: string
  readonly unitPrice: string
  readonly lineTotal: string
  /** The name of a product without one; `{id}` is replaced. */
  readonly product: string
  readonly sku: string
  readonly subtotal: string
  readonly discount: string
  readonly shipping: string
  /** A tax that the prices include; `{tax}` is replaced. */
  readonly includedTax: string
  readonly taxesNotCalculated: string
  readonly total: string
  /** A label with its percent or its name; `{label}` and `{detail}` are replaced: `VAT (19%)`. */
  readonly labelWithDetail: string
  readonly terms: string
  readonly acceptance: string
  readonly acceptedBy: string
  readonly acceptedOn: string
  readonly reference: string
  /** The number of a page; `{page}` and `{pages}` are replaced. */
  readonly page: string
  readonly stepList: string
  readonly stepSale: string
  readonly stepPriceBreak: string
  readonly stepRounding: string
  readonly stepOffered: string
  /** What the customer pays for a line, after its last step. */
  readonly stepTotal: string
}

/** Replaces `{name}` by the value of that name, and nothing within the values. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? placeholder) : placeholder,
  )
}
