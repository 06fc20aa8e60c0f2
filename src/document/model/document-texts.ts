/** The texts of a document in one language. */
export interface DocumentTexts {
  /** The heading of an offer. */
  readonly quote: string
  /** Shown if the quote is not sent, or changed since. */
  readonly draftNotice: string
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
  readonly terms: string
  readonly acceptance: string
  readonly acceptedBy: string
  readonly acceptedOn: string
  readonly reference: string
  readonly page: string
  readonly stepList: string
  readonly stepSale: string
  readonly stepPriceBreak: string
  readonly stepRounding: string
  readonly stepOffered: string
}
