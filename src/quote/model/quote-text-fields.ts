import type * as z from 'zod'
import { idSchema } from '../../validation/schemas/scalars.js'
import { daySchema } from './follow-up.js'
import { shortString, storedId, textSchema } from './lifecycle-fields.js'

/**
 * What a text is: `user` is the id of a user of the store, `hostId` the id of one of the host's own
 * records, `day` a day of the calendar, and `text` one that people write and read.
 */
type TextKind = 'user' | 'hostId' | 'day' | 'text'

/**
 * For whom a text is. `customer`: it is part of the offer, so that the seal covers it, and it can
 * be changed as long as the lines can. `store`: the store sets it, at any time, and the seal leaves
 * it out; a buyer reads it. `internal`: as `store`, and a buyer does not get it.
 */
type TextAudience = 'customer' | 'store' | 'internal'

/** Describes a text field of a quote. */
interface QuoteTextFieldDescription {
  readonly kind: TextKind
  readonly audience: TextAudience
  /** What people call the field. */
  readonly label: string
  /** What an error calls it. */
  readonly noun: string
  /** What the OpenAPI document says of it. */
  readonly description: string
  /** Maximum length of a `text`, in UTF-16 code units. The minimum is 1. */
  readonly maxLength?: number
  /** For the id of a record of the host: its name in a filter. */
  readonly filter?: string
}

/**
 * Lists the text fields of a quote that requests set, in the order of forms. Types, schemas,
 * requests, merging, seals, buyers' views, imports, exports, labels and the desk follow from this
 * list, so a field that is added here exists everywhere.
 */
export const quoteTextFields = {
  /** The id of the user of the store who is responsible for the quote. */
  owner: {
    kind: 'user',
    audience: 'store',
    label: 'Owner',
    noun: 'the owner',
    description: 'Id of the user of the store who is responsible',
  },
  /** The id of the customer in the host's own records, by which `listQuotes` finds the quote. */
  customer_id: {
    kind: 'hostId',
    audience: 'store',
    label: 'Customer id',
    noun: 'the customer id',
    description: "Id of the customer in the host's own records",
    filter: 'customerId',
  },
  /** The id of the customer's company in the host's own records, by which it is found as well. */
  company_id: {
    kind: 'hostId',
    audience: 'store',
    label: 'Company id',
    noun: 'the company id',
    description: "Id of the company in the host's own records",
    filter: 'companyId',
  },
  /**
   * The day on which a seller looks at the quote again, YYYY-MM-DD, from 2000-01-01 to 2099-12-31.
   * Not for buyers.
   */
  follow_up: {
    kind: 'day',
    audience: 'internal',
    label: 'Follow-up',
    noun: 'a follow-up',
    description: 'The day on which a seller looks at the quote again',
  },
} as const satisfies Readonly<Record<string, QuoteTextFieldDescription>>

/** The name of a text field of a quote. */
export type QuoteTextField = keyof typeof quoteTextFields

/**
 * The text fields of a quote with values of one type. The comments of {@link quoteTextFields} stay.
 */
export type QuoteTextFieldValues<Value> = {
  readonly [Text in keyof typeof quoteTextFields]?: Value
}

/** The names of the text fields of a quote. */
export const quoteTextFieldNames = Object.keys(quoteTextFields) as readonly QuoteTextField[]

/** Returns the description of a text field of a quote. */
export function describeTextField(name: QuoteTextField): QuoteTextFieldDescription {
  return quoteTextFields[name]
}

/** The text fields that only the store sets, whatever the status of the quote is. */
export const storeTextFieldNames = quoteTextFieldNames.filter(
  (name) => describeTextField(name).audience !== 'customer',
)

/** Returns a value for each text field of a quote. */
export function mapQuoteTextFields<Value>(toValue: (name: QuoteTextField) => Value): {
  readonly [Text in QuoteTextField]: Value
} {
  const values = quoteTextFieldNames.map((name) => [name, toValue(name)] as const)
  return Object.fromEntries(values) as { readonly [Text in QuoteTextField]: Value }
}

/** Accepts each text field as it is stored. */
export const storedTextFieldSchemas = mapQuoteTextFields((name): z.ZodType<string> => {
  const { kind, maxLength = 0 } = describeTextField(name)
  if (kind === 'day') return daySchema
  return kind === 'text' ? shortString(maxLength) : storedId
})

/** Accepts each text field as it is sent. */
export const sentTextFieldSchemas = mapQuoteTextFields((name): z.ZodType<string> => {
  const { kind, maxLength = 0, description } = describeTextField(name)
  if (kind === 'day') return daySchema.describe(description)
  if (kind === 'text') return textSchema(maxLength).describe(description)
  return idSchema.meta({ type: 'string', description })
})
