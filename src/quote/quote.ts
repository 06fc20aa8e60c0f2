import { z } from 'zod'

/**
 * The customer of a quote. All fields are optional texts; a shop's own text fields (`email`, `company`, …) are kept beside
 * the named ones.
 */
export interface Customer {
  readonly name?: string
  /** Street address. */
  readonly address?: string
  /** Second address line. */
  readonly 'address-2'?: string
  readonly city?: string
  /** The full name of the state, where the short code that was sent is known for the country. */
  readonly state?: string
  readonly zipcode?: string
  /** Short country code. A quote without one is taken to be in the US when its state is resolved. */
  readonly country?: string
  readonly [field: string]: string | undefined
}

/** One line of a quote. Amounts are exact: numbers have up to four decimals, texts have exactly two. */
export interface ProductLine {
  /** The product's identifier in the store's catalogue, 1 or greater. */
  readonly id: number
  readonly qty: number
  /** Unit list price, as the catalogue gave it when the line was added. */
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
  /** The catalogue's sale-aware unit price when the line was added. */
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

const twoPlaces = z
  .string({ error: 'must be a text' })
  .regex(/^(?!-0\.00$)-?(0|[1-9][0-9]*)\.[0-9]{2}$/, {
    error: 'must be a decimal text with two places',
  })

const amount = z.number({ error: 'must be a number' })
const key = z.string({ error: 'must be a text or null' }).min(1, { error: 'must not be empty' })

const productLineSchema = z.strictObject({
  id: z.int({ error: 'must be an integer' }).min(1, { error: 'must be 1 or greater' }),
  qty: z.int({ error: 'must be an integer' }).min(1, { error: 'must be 1 or greater' }),
  price: amount.min(0, { error: 'must not be negative' }),
  price_total: amount,
  quote: twoPlaces,
  quote_total: twoPlaces,
  discount: amount,
  discount_total: amount,
  calculated_price: amount.min(0, { error: 'must not be negative' }),
  key: key.nullable(),
})

/** Written as a check of its own because zod's objects pass over the key `__proto__`, and here every key is data. */
const customerSchema = z
  .custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: 'must be an object',
  })
  .transform((customer, context) => {
    for (const [field, input] of Object.entries(customer)) {
      if (typeof input !== 'string')
        context.issues.push({ code: 'custom', input, path: [field], message: 'must be a text' })
    }
    return customer
  })

/** The shape of a quote alone; what its numbers owe each other is the business of `verifyQuote`. */
export const quoteSchema = z.strictObject({
  customer: customerSchema,
  products: z.array(productLineSchema).min(1, { error: 'must have at least one line' }),
  product_order: z.array(key).nullable(),
  quote_total: twoPlaces,
  price_total: twoPlaces,
  shipping: z.strictObject({ type: z.literal('no_additional'), product: z.null() }),
  created: z.int({ error: 'must be whole milliseconds' }),
  status: z.literal('new', { error: 'must be "new"' }),
  tags: z
    .array(z.string().min(1, { error: 'must not be empty' }))
    .min(1, { error: 'must be null where there are no tags' })
    .nullable(),
  total: amount,
}) satisfies z.ZodType<unknown>
