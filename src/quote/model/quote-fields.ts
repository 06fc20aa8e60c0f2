import type { Quote } from './quote.js'
import { describeScalarField, mapQuoteScalarFields } from './quote-scalar-fields.js'

/**
 * What a field of a quote belongs to: `content` is what is offered, and requests set it;
 * `computed` is what follows from it; `offer` is what sending adds; `outcome` is what has become of
 * an offer; `noted` is what the store notes beside an offer, and `reported` what is reported of it,
 * both of which leave the offer as it is.
 */
type QuotePart = 'content' | 'computed' | 'offer' | 'outcome' | 'noted' | 'reported'

/** Describes a field of a quote. */
interface QuoteFieldDescription {
  readonly part: QuotePart
  /** What people call the field. */
  readonly label: string
  /** True if it is for the store only: buyers do not get it. */
  readonly isInternal?: boolean
  /** The error of an update that sets it. Absent if requests set it. */
  readonly readOnly?: string
  /** True if the page of a version shows it in its list of facts, in the order of the table. */
  readonly isFact?: boolean
  /** True if short descriptions of quotes have it, in the order of the table. */
  readonly isInSummary?: boolean
}

const computed = 'is computed and cannot be set'

const ofScalarFields = mapQuoteScalarFields((name) => {
  const { audience, kind, label } = describeScalarField(name)
  return {
    part: audience === 'customer' ? 'content' : 'noted',
    label,
    isInternal: audience === 'internal',
    isFact: audience !== 'customer',
    // A text is too long for a list.
    isInSummary: kind !== 'text',
  } as const
})

/**
 * Describes each field of a quote once. What is sealed, what buyers get, what requests cannot set,
 * what is approved, and what pages call a field follow from this table. See `quote-schema.ts` for
 * the values, and `quote-scalar-fields.ts` for the scalar fields.
 */
const quoteFields = {
  number: {
    part: 'offer',
    label: 'Number',
    readOnly: 'is assigned once and cannot be set',
    isFact: true,
    isInSummary: true,
  },
  status: { part: 'outcome', label: 'Status', isFact: true, isInSummary: true },
  customer: { part: 'content', label: 'Customer', isInSummary: true },
  ship_to: { part: 'content', label: 'Delivery address' },
  products: { part: 'content', label: 'Lines' },
  product_order: { part: 'content', label: 'Order of the lines' },
  sections: { part: 'content', label: 'Sections' },
  choices: { part: 'content', label: 'Choices' },
  shipping: { part: 'content', label: 'Shipping' },
  discounts: { part: 'content', label: 'Discounts' },
  charges: { part: 'content', label: 'Charges' },
  payment_plan: { part: 'content', label: 'Payment plan' },
  fields: { part: 'content', label: 'Own fields' },
  quote_total: {
    part: 'computed',
    label: 'Sum of the lines',
    readOnly: computed,
    isInSummary: true,
  },
  price_total: { part: 'computed', label: 'Sum at list prices', readOnly: computed },
  taxes: { part: 'computed', label: 'Taxes', readOnly: 'cannot be set; call priceTaxes' },
  amounts: {
    part: 'computed',
    label: 'Total with discounts, shipping, taxes',
    readOnly: computed,
  },
  total: {
    part: 'computed',
    label: 'Total of the offer',
    readOnly: computed,
    isInSummary: true,
  },
  currency: {
    part: 'computed',
    label: 'Currency',
    readOnly: 'is set when a quote is created; copy the quote with copyQuote',
    isInSummary: true,
  },
  decimals: { part: 'computed', label: 'Decimals', readOnly: computed },
  exchange: {
    part: 'computed',
    label: 'Exchange rate',
    readOnly: 'is that of the catalog and cannot be set; call repriceQuote for the rate of now',
    isFact: true,
  },
  revision: {
    part: 'offer',
    label: 'Revision',
    readOnly: computed,
    isFact: true,
    isInSummary: true,
  },
  created: {
    part: 'computed',
    label: 'Created',
    readOnly: computed,
    isFact: true,
    isInSummary: true,
  },
  request: {
    part: 'reported',
    label: 'Request',
    readOnly: 'cannot be set; call requestQuote',
    isFact: true,
  },
  suspicious: {
    part: 'reported',
    label: 'Suspicious',
    isInternal: true,
    readOnly: 'cannot be set; pass it to requestQuote',
    isFact: true,
  },
  sent: { part: 'offer', label: 'Sent', readOnly: computed, isFact: true },
  expires: {
    part: 'offer',
    label: 'Valid through',
    readOnly: 'cannot be set; pass it to sendQuote',
    isFact: true,
    isInSummary: true,
  },
  ...ofScalarFields,
  tags: {
    part: 'noted',
    label: 'Tags',
    readOnly: 'cannot be set; set tags with tag_list',
    isFact: true,
    isInSummary: true,
  },
  acceptance: {
    part: 'outcome',
    label: 'Acceptance',
    readOnly: 'cannot be set; call acceptQuote',
    isFact: true,
  },
  order: {
    part: 'outcome',
    label: 'Order',
    readOnly: 'cannot be set; call orderQuote',
    isFact: true,
  },
  order_parts: {
    part: 'outcome',
    label: 'Parts of the order',
    readOnly: 'cannot be set; call orderQuote with lines',
    isFact: true,
  },
  payments: {
    part: 'reported',
    label: 'Payments',
    readOnly: 'cannot be set; call recordPayment',
    isFact: true,
  },
  proposals: {
    part: 'reported',
    label: 'Counter-offers',
    readOnly: 'cannot be set; call requestRevision',
    isFact: true,
  },
  delivery: {
    part: 'reported',
    label: 'Deliveries',
    readOnly: 'cannot be set; call recordDelivery',
    isFact: true,
  },
  reminders: {
    part: 'reported',
    label: 'Reminders',
    isInternal: true,
    readOnly: 'cannot be set; call remindQuotes',
    isFact: true,
  },
  expiry_reported: { part: 'reported', label: 'Expiry reported', readOnly: computed },
  reason: { part: 'outcome', label: 'Reason', readOnly: computed, isFact: true },
  approvals: {
    part: 'reported',
    label: 'Approvals',
    isInternal: true,
    readOnly: 'cannot be set; call requestApproval',
    isFact: true,
  },
  seal: { part: 'outcome', label: 'Checksum of the offer', readOnly: computed, isFact: true },
  internal_fields: {
    part: 'noted',
    label: 'Own fields, for the store only',
    isInternal: true,
  },
} as const satisfies Readonly<Record<keyof Quote, QuoteFieldDescription>>

type Fields = typeof quoteFields

/** A field of a quote that requests do not set. */
export type ReadOnlyField = {
  [Name in keyof Fields]: Fields[Name] extends { readonly readOnly: string } ? Name : never
}[keyof Fields]

const descriptions: Readonly<Record<keyof Quote, QuoteFieldDescription>> = quoteFields

const fieldNames = Object.keys(quoteFields) as readonly (keyof Quote)[]

/** Returns the names of the fields of a quote whose descriptions fulfil a condition. */
export function quoteFieldsWith(
  isIncluded: (field: QuoteFieldDescription) => boolean,
): readonly (keyof Quote)[] {
  return fieldNames.filter((name) => isIncluded(descriptions[name]))
}

/** Returns the names of the fields of some parts of a quote. */
export function quoteFieldsOf(...parts: readonly QuotePart[]): readonly (keyof Quote)[] {
  return quoteFieldsWith(({ part }) => parts.includes(part))
}

/** The names of the fields of a quote that requests do not set. */
export const readOnlyFields = quoteFieldsWith(
  ({ readOnly }) => readOnly !== undefined,
) as readonly ReadOnlyField[]

/** Returns the error of an update that sets a field that requests do not set. */
export function readOnlyError(name: ReadOnlyField): string {
  return quoteFields[name].readOnly
}

/** Returns what people call each field of a quote. */
export function quoteLabels(): Readonly<Record<keyof Quote, string>> {
  return Object.fromEntries(fieldNames.map((name) => [name, descriptions[name].label])) as Readonly<
    Record<keyof Quote, string>
  >
}
