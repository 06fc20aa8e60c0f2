import * as z from 'zod'
import { idSchema, withReceived } from '../../validation/schemas/scalars.js'
import { daySchema } from './follow-up.js'
import { shortString, storedId, textSchema } from './lifecycle-fields.js'

/**
 * What a scalar is: `user` is the id of a user of the store, `hostId` the id of one of the host's
 * own records, `day` a day of the calendar, `line` a text of one line, `text` one that can have
 * several, and `days` a number of days.
 */
type ScalarKind = 'user' | 'hostId' | 'day' | 'line' | 'text' | 'days'

/**
 * For whom a scalar is. `customer`: it is part of the offer, so that the seal covers it; the store
 * sets it, as long as the lines can be changed. `store`: the store sets it, at any time, and the
 * seal leaves it out; a buyer reads it. `internal`: as `store`, and a buyer does not get it.
 */
type ScalarAudience = 'customer' | 'store' | 'internal'

/** Describes a scalar field of a quote. */
interface QuoteScalarFieldDescription {
  readonly kind: ScalarKind
  readonly audience: ScalarAudience
  /** What people call the field. */
  readonly label: string
  /** What an error calls it. */
  readonly noun: string
  /** What the OpenAPI document says of it. */
  readonly description: string
  /**
   * Maximum length of a `line` or a `text`, in UTF-16 code units, or maximum number of `days`. The
   * minimum is 1.
   */
  readonly max?: number
  /** True if the words of a `line` find the quote. */
  readonly isSearched?: boolean
  /** For the id of a record of the host: its name in a filter. */
  readonly filter?: string
}

const maxTextLength = 20_000

/**
 * Lists the scalar fields of a quote that requests set, in the order of forms. Types, schemas,
 * requests, merging, templates, seals, buyers' views, imports, exports, labels and the desk follow
 * from this list, so a field that is added here exists everywhere.
 */
export const quoteScalarFields = {
  /** What the quote is about, beside its number: one line of 1 to 255 characters. */
  title: {
    kind: 'line',
    audience: 'customer',
    label: 'Title',
    noun: 'a title',
    description: 'What the quote is about, in one line',
    max: 255,
    isSearched: true,
  },
  /** What the customer reads before the lines: 1 to 20,000 characters. */
  introduction: {
    kind: 'text',
    audience: 'customer',
    label: 'Introduction',
    noun: 'an introduction',
    description: 'What the customer reads before the lines',
    max: maxTextLength,
  },
  /**
   * The terms of the quote, instead of those that documents have by their options: 1 to 20,000
   * characters.
   */
  terms: {
    kind: 'text',
    audience: 'customer',
    label: 'Terms',
    noun: 'terms',
    description: 'The terms, instead of those of documents',
    max: maxTextLength,
  },
  /** When and how the customer pays: 1 to 20,000 characters. */
  payment_terms: {
    kind: 'text',
    audience: 'customer',
    label: 'Terms of payment',
    noun: 'terms of payment',
    description: 'When and how the customer pays',
    max: maxTextLength,
  },
  /** When and how the goods are delivered: 1 to 20,000 characters. */
  delivery_terms: {
    kind: 'text',
    audience: 'customer',
    label: 'Terms of delivery',
    noun: 'terms of delivery',
    description: 'When and how the goods are delivered',
    max: maxTextLength,
  },
  /**
   * For how many days an offer is valid after the day on which it is sent, from 1 to 3,650: it
   * expires at the end of the last one, unless `sendQuote` gets another `expires`.
   */
  valid_days: {
    kind: 'days',
    audience: 'customer',
    label: 'Valid for days',
    noun: 'the days of validity',
    description: 'For how many days an offer is valid after the day on which it is sent',
    max: 3_650,
  },
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
} as const satisfies Readonly<Record<string, QuoteScalarFieldDescription>>

/** The name of a scalar field of a quote. */
export type QuoteScalarField = keyof typeof quoteScalarFields

/** The type of the value of a scalar field. */
type ScalarValue<Name extends QuoteScalarField> =
  (typeof quoteScalarFields)[Name]['kind'] extends 'days' ? number : string

/**
 * The scalar fields of a quote, which can also be `Absent`. The comments of
 * {@link quoteScalarFields} stay.
 */
export type QuoteScalarValues<Absent = never> = {
  readonly [Name in keyof typeof quoteScalarFields]?: ScalarValue<Name> | Absent
}

/** The name of a scalar field of the offer. */
export type OfferedScalarField = {
  [Name in QuoteScalarField]: (typeof quoteScalarFields)[Name]['audience'] extends 'customer'
    ? Name
    : never
}[QuoteScalarField]

/** The scalar fields of the offer, which can also be `Absent`. */
export type OfferedScalars<Absent = never> = Pick<QuoteScalarValues<Absent>, OfferedScalarField>

/** The names of the scalar fields of a quote. */
export const quoteScalarFieldNames = Object.keys(quoteScalarFields) as readonly QuoteScalarField[]

/** Returns the description of a scalar field of a quote. */
export function describeScalarField(name: QuoteScalarField): QuoteScalarFieldDescription {
  return quoteScalarFields[name]
}

/** Returns the names of the scalar fields whose descriptions fulfil a condition. */
export function scalarFieldsWith(
  isIncluded: (field: QuoteScalarFieldDescription) => boolean,
): readonly QuoteScalarField[] {
  return quoteScalarFieldNames.filter((name) => isIncluded(describeScalarField(name)))
}

/** The scalar fields of the offer, which buyers read, the store sets and templates have. */
export const offeredScalarFieldNames = scalarFieldsWith(
  ({ audience }) => audience === 'customer',
) as readonly OfferedScalarField[]

/** The scalar fields that are no part of the offer: the store sets them in every status. */
export const storeScalarFieldNames = scalarFieldsWith(({ audience }) => audience !== 'customer')

/**
 * Sets scalar fields of an object to those of another one: null removes one, and one that is
 * undefined stays.
 */
export function assignScalars(
  target: object,
  values: { readonly [Name in QuoteScalarField]?: string | number | null | undefined },
  names: readonly QuoteScalarField[] = quoteScalarFieldNames,
): void {
  const fields = target as { [Name in QuoteScalarField]?: string | number }
  for (const name of names) {
    const value = values[name]
    if (value === null) delete fields[name]
    else if (value !== undefined) fields[name] = value
  }
}

/** Returns a value for each scalar field of a quote. */
export function mapQuoteScalarFields<Value>(toValue: (name: QuoteScalarField) => Value): {
  readonly [Name in QuoteScalarField]: Value
} {
  const values = quoteScalarFieldNames.map((name) => [name, toValue(name)] as const)
  return Object.fromEntries(values) as { readonly [Name in QuoteScalarField]: Value }
}

/** Returns a value for each scalar field of the offer. */
export function mapOfferedScalars<Value>(toValue: (name: OfferedScalarField) => Value): {
  readonly [Name in OfferedScalarField]: Value
} {
  const values = offeredScalarFieldNames.map((name) => [name, toValue(name)] as const)
  return Object.fromEntries(values) as { readonly [Name in OfferedScalarField]: Value }
}

const lineBreak = /[\p{Cc}\u2028\u2029]/u

function daysSchema(max: number) {
  const error = withReceived(`must be an integer from 1 to ${max}`)
  return z.int({ error }).min(1, { error }).max(max, { error })
}

/** Creates the schema of a scalar field as it is stored. */
export function storedScalarSchema(name: QuoteScalarField): z.ZodType<string | number> {
  const { kind, max = 0 } = describeScalarField(name)
  if (kind === 'day') return daySchema
  if (kind === 'days') return daysSchema(max)
  return kind === 'text' || kind === 'line' ? shortString(max) : storedId
}

/** Creates the schema of a scalar field as it is sent. */
export function sentScalarSchema(name: QuoteScalarField): z.ZodType<string | number> {
  const { kind, max = 0, description } = describeScalarField(name)
  if (kind === 'day') return daySchema.describe(description)
  if (kind === 'days') return daysSchema(max).describe(description)
  if (kind === 'text') return textSchema(max).describe(description)
  if (kind === 'line')
    return textSchema(max)
      .refine((text) => !lineBreak.test(text), {
        error: 'must be one line, without control characters such as tabs',
      })
      .describe(description)
  return idSchema.meta({ type: 'string', description })
}
