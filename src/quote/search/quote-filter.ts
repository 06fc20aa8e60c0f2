import * as z from 'zod'
import { QuoteError } from '../../errors.js'
import type { TimeField, TimeRange } from '../../record/search/find-query.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { isValidString } from '../../validation/identifiers.js'
import { declaredKeyword, isPlainObject } from '../../validation/json-value.js'
import { unknownFieldMessage } from '../../validation/known-fields.js'
import { lazy } from '../../validation/lazy.js'
import { withReceived } from '../../validation/schemas/scalars.js'
import { isDate } from '../../validation/times.js'
import { type ApprovalStatus, approvalStatuses } from '../model/approval.js'
import { endOfDay, startOfDay } from '../model/expiry.js'
import { type DateRange, daySchema } from '../model/follow-up.js'
import {
  type HostIdFilter,
  type HostIds,
  hostIdNames,
  hostIds,
  mapHostIdFilters,
  mapHostIds,
} from '../model/host-ids.js'
import type { FieldTypes, SearchedField } from '../model/own-fields.js'
import { isProductId, type ProductId } from '../model/product-fields.js'
import { parseSearchedText } from './quote-words.js'

/** A value, or several of which any may match. */
export type OneOrMore<T> = T | readonly T[]

/**
 * A range of times in milliseconds since the Unix epoch, or of days, YYYY-MM-DD, in the time zone
 * of the store: the option `timeZone` of the engine.
 *
 * @example
 * { from: '2026-11-01', to: '2026-11-30' } // the whole of November
 */
export interface QuoteTimeRange {
  /** Only times at or after this one, or on this day or later. */
  readonly from?: number | string | undefined
  /** Only times before this one, or on this day or before: the whole day. */
  readonly to?: number | string | undefined
}

/**
 * Selects quotes. All fields must match; of several values in one field, any may match. Absent
 * fields match every quote.
 */
export interface QuoteFilter<Fields extends FieldTypes = FieldTypes> {
  /**
   * Status in the life cycle. `expired` finds the quotes that are sent and have expired by now;
   * `sent` finds those that have not.
   */
  readonly status?: OneOrMore<string> | undefined
  /** The id of the user who is responsible for the quote. */
  readonly owner?: OneOrMore<string> | undefined
  /** The quote's `customer_id`: the id of the customer in your own records. */
  readonly customerId?: OneOrMore<string> | undefined
  /** The quote's `company_id`: the id of the customer's company in your own records. */
  readonly companyId?: OneOrMore<string> | undefined
  /**
   * The status of an approval that the quote has: `pending` finds the quotes that wait for one.
   * Canceled quotes are not found by it. Not for buyers.
   */
  readonly approval?: OneOrMore<ApprovalStatus> | undefined
  /**
   * The day on which a seller looks at the quote again: `{ to: '2026-12-01' }` finds the quotes
   * that are due on 1 December 2026, or were before. Finds only quotes with such a day. Not for
   * buyers.
   */
  readonly followUp?: DateRange | undefined
  /**
   * True for offers that stand or have expired, and whose last revision the customer has opened, as
   * a delivery of type `opened` says; false for those that the customer has not. Quotes in other
   * statuses are found by neither. Not for buyers.
   */
  readonly opened?: boolean | undefined
  /** True for quotes with a line whose price is not known yet, which cannot be sent. */
  readonly unpriced?: true | undefined
  /**
   * True for quotes that customers have requested, and that were neither sent nor canceled since:
   * those that a seller is to answer. Without those that are `suspicious`.
   */
  readonly requested?: true | undefined
  /** True for such requests that look like those of a program. Not for buyers. */
  readonly suspicious?: true | undefined
  /** The number of the quote. */
  readonly number?: OneOrMore<string> | undefined
  /** Name of a tag, as in the quote's `tags`. */
  readonly tag?: OneOrMore<string> | undefined
  /** The customer's `email`, regardless of case. */
  readonly customer?: OneOrMore<string> | undefined
  /** Identifier of a product that a line of the quote has. */
  readonly product?: OneOrMore<ProductId> | undefined
  /**
   * Exact values of own fields by name, of quotes, lines and customers: those that are declared
   * with `search`.
   */
  readonly fields?: Fields['filter'] | undefined
  /**
   * Words to search for in the fields of the customer, the number and the id of the quote, the
   * reference of its acceptance, the id of its order, and the names and SKUs of the lines. Each
   * must be the beginning of a word there, in any order, regardless of case and accents. The last
   * six characters of the id, and the last digits of number, reference and order without leading
   * zeros, are words, too. 1 to 200 characters with at most 10 words.
   */
  readonly text?: string | undefined
  /** When the quote was created. */
  readonly created?: QuoteTimeRange | undefined
  /**
   * When the quote was last changed, which a deletion is as well. A copy of the quotes that is kept
   * up to date by it needs `deleted: 'all'`, and learns of erased quotes by `listEvents` only.
   */
  readonly updated?: QuoteTimeRange | undefined
  /**
   * When the offer expires: a day is the last one on which it can be accepted. Finds only quotes
   * whose offer expires at some time.
   */
  readonly expires?: QuoteTimeRange | undefined
  /**
   * True for deleted quotes only; `'all'` for both: those that are deleted have the time in
   * `deleted`.
   *
   * @default false, for quotes that are not deleted
   */
  readonly deleted?: boolean | 'all' | undefined
}

const maxValues = 100
const maxValueLength = 255
const maxTextLength = 200
const maxQueryWords = 10

const stringMessage = withReceived(`must be a string of 1 to ${maxValueLength} characters`)
const filterString = lazy(() =>
  z
    .string({ error: stringMessage })
    .check(
      z.minLength(1, { error: stringMessage }),
      z.maxLength(maxValueLength, { error: stringMessage, abort: true }),
      z.refine(isValidString, { error: 'must not have NUL or lone surrogates' }),
    ),
)

const productMessage = withReceived('must be the id of a product')
const filteredProduct = lazy(() =>
  z.custom<ProductId>(isProductId, { error: productMessage }).meta({
    anyOf: [
      { type: 'integer', minimum: 1 },
      { type: 'string', minLength: 1 },
    ],
  }),
)

/** Accepts one value, or an array of 1 to 100. */
function oneOrMore<Schema extends z.ZodType>(schema: Schema) {
  const error = `must have 1 to ${maxValues} values`
  const list = z.array(schema).check(z.minLength(1, { error }), z.maxLength(maxValues, { error }))
  return z.preprocess((value) => (Array.isArray(value) ? value : [value]), list).optional()
}

const timeMessage = withReceived(
  'must be an integer in milliseconds, or a day of the calendar, YYYY-MM-DD',
)

/** Accepts a time in milliseconds since the Unix epoch, a day, or undefined. */
const time = lazy(() =>
  z
    .custom<number | string>((value) => Number.isSafeInteger(value) || isDate(value), {
      error: timeMessage,
    })
    .meta({ anyOf: [{ type: 'integer' }, { type: 'string', format: 'date' }] })
    .optional(),
)

const fieldValueMessage = withReceived(
  `must be a string of 1 to ${maxValueLength} characters, a number, true or false`,
)
const fieldValue = lazy(() =>
  z.union([filterString(), z.number(), z.boolean()], { error: fieldValueMessage }),
)

const fieldValueList = lazy(() => oneOrMore(fieldValue()))

type FieldValues = NonNullable<z.output<ReturnType<typeof fieldValueList>>>

/** Maximum number of fields of a filter. */
const maxFilterFields = 100

/** Accepts values of own fields. `assertSearched` checks their names. */
const fieldValues = lazy(() =>
  z
    .custom<Readonly<Record<string, unknown>>>(isPlainObject, {
      error: withReceived('must be an object of values by name'),
    })
    .transform((fields, context): Readonly<Record<string, FieldValues>> => {
      const names = Object.keys(fields).slice(0, maxFilterFields)
      const entries = names.flatMap((name): readonly (readonly [string, FieldValues])[] => {
        if (fields[name] === undefined) return []
        const { data, error } = fieldValueList().safeParse(fields[name])
        if (data !== undefined) return [[name, data]]
        const [{ message = '' } = {}] = error?.issues ?? []
        context.issues.push({ code: 'custom', input: fields, path: [name], message })
        return []
      })
      return Object.fromEntries(entries)
    })
    .optional(),
)

/**
 * Rejects own fields that quotes are not found by.
 *
 * @param isForBuyers True to reject those for the store only as well, as if there were none.
 * @throws QuoteError `invalid_request` with one error per field
 */
export function assertSearched(
  fields: NonNullable<ParsedQuoteFilter['fields']>,
  searched: readonly SearchedField[],
  isForBuyers: boolean,
): void {
  const errors = new FieldErrorCollector()
  const known = searched.filter(({ isInternal }) => !(isForBuyers && isInternal))
  const names = known.map(({ name }) => name)
  for (const name of Object.keys(fields))
    if (!names.includes(name)) errors.add(['fields', name], notSearchedMessage(name, names))
  if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
}

/** Returns the message for an own field that quotes are not found by. */
export function notSearchedMessage(name: string, searched: readonly string[]): string {
  const message = unknownFieldMessage(name, searched).replace('known', 'searched')
  return message.includes('did you mean') ? message : `${message}; declare it with search: true`
}

/** A Date has no fields of its own, so as an object it would select every quote. */
function rangeOf<Limit extends z.ZodType>(limit: Limit) {
  return z
    .custom<object>(isPlainObject, { error: withReceived('must be { from, to }') })
    .pipe(
      z
        .strictObject({ from: limit, to: limit })
        .superRefine((range, context) => rejectReversedDays(range, ['from', 'to'], context)),
    )
    .optional()
}

/**
 * Rejects two days of which the last is before the first. Times are not compared: a range of them
 * can be computed, and then none is in it.
 */
function rejectReversedDays(
  range: object,
  [from, to]: readonly [string, string],
  { issues }: z.core.$RefinementCtx,
): void {
  const { [from]: first, [to]: last } = range as Readonly<Record<string, unknown>>
  if (!isDate(first) || !isDate(last) || first <= last) return
  const message = `must not be before ${from}, ${first}, received ${last}`
  issues.push({ code: 'custom', input: range, path: [to], message })
}

const timeRange = lazy(() => rangeOf(time()))
const followUpLimit = lazy(() => daySchema.optional())

const textMessage = withReceived(`must be a string of 1 to ${maxTextLength} characters`)

/** Accepts a string with words to search for, before they are split. */
export const searchText = lazy(() =>
  z.string({ error: textMessage }).max(maxTextLength, { error: textMessage }),
)

const strings = lazy(() => oneOrMore(filterString()))

const onlyTrue = lazy(() =>
  z.literal(true, { error: withReceived('must be true or absent') }).optional(),
)

/** The fields of a filter. Strict, so that a misspelled one does not select every quote. */
export const quoteFilterFields = lazy(() => ({
  status: strings(),
  owner: strings(),
  ...mapHostIdFilters(() => strings()),
  approval: oneOrMore(
    z.enum(approvalStatuses, {
      error: withReceived(`must be one of ${approvalStatuses.join(', ')}`),
    }),
  ),
  followUp: rangeOf(followUpLimit()),
  opened: z.boolean({ error: withReceived('must be true or false') }).optional(),
  unpriced: onlyTrue(),
  requested: onlyTrue(),
  suspicious: onlyTrue(),
  number: strings(),
  tag: strings(),
  customer: strings(),
  product: oneOrMore(filteredProduct()),
  fields: fieldValues(),
  text: searchText()
    .transform(parseSearchedText)
    .check(
      z.refine((text) => text.words.length > 0, {
        error: 'must have at least one letter or digit',
      }),
      z.refine((text) => text.words.length <= maxQueryWords, {
        error: `must have at most ${maxQueryWords} words`,
      }),
    )
    .optional(),
  created: timeRange(),
  updated: timeRange(),
  expires: timeRange(),
  deleted: z
    .union([z.boolean(), z.literal('all')], { error: withReceived('must be true, false or all') })
    .optional(),
}))

/** A filter whose fields have been checked. */
export type ParsedQuoteFilter = z.output<z.ZodObject<ReturnType<typeof quoteFilterFields>>>

/** A filter without days, but for those of follow-ups. */
export type ResolvedQuoteFilter = Omit<ParsedQuoteFilter, TimeField> & {
  readonly [Field in TimeField]?: TimeRange | undefined
}

/**
 * Returns a filter in which the days of ranges of times are times.
 *
 * @param getTimeZone Returns the time zone of the days. Called only if there are any.
 */
export function resolveDays(
  filter: ParsedQuoteFilter,
  getTimeZone: () => string,
): ResolvedQuoteFilter {
  const { created, updated, expires } = filter
  const limits = [created, updated, expires].flatMap((range) => [range?.from, range?.to])
  const timeZone = limits.some((limit) => typeof limit === 'string') ? getTimeZone() : 'UTC'
  return {
    ...filter,
    created: created && toTimeRange(created, timeZone),
    updated: updated && toTimeRange(updated, timeZone),
    expires: expires && toTimeRange(expires, timeZone, 1),
  }
}

/**
 * Returns a range in which days are times in a time zone: the first day begins it, and with the
 * last day it ends.
 *
 * @param offset What is added to days. An offer expires at the first moment at which it cannot be
 * accepted any more, which is a millisecond after the last one of its last day.
 */
export function toTimeRange(
  { from, to }: QuoteTimeRange,
  timeZone: string,
  offset: 0 | 1 = 0,
): TimeRange {
  const first = typeof from === 'string' ? startOfDay(from, timeZone) + offset : from
  const last = typeof to === 'string' ? endOfDay(to, timeZone) + offset : to
  return {
    ...(first === undefined ? undefined : { from: first }),
    ...(last === undefined ? undefined : { to: last }),
  }
}

/** The fields of a {@link QuoteFilter} in a query string, where no value has fields of its own. */
export const quoteFilterQuery = lazy(() => {
  const known = quoteFilterFields()
  return {
    status: known.status.describe('Status, expired among them; several match any'),
    owner: known.owner.describe('Id of the responsible user; several match any'),
    ...mapHostIds((name) => {
      const { filter, description } = hostIds[name]
      return known[filter].describe(`${description}; several match any`)
    }),
    approval: known.approval.describe(
      'Status of an approval that the quote has; several match any',
    ),
    opened: known.opened.describe('Offers that the customer has opened, or that are not'),
    unpriced: known.unpriced.describe('With a line to be priced'),
    requested: known.requested.describe('Requested, and not answered'),
    suspicious: known.suspicious.describe('Suspicious requests'),
    number: known.number.describe('Number of the quote; several match any'),
    tag: known.tag.describe('Name of a tag; several match any'),
    customer: known.customer.describe(
      "The customer's email, regardless of case; several match any",
    ),
    product: known.product.describe('Id of a product on a line; several match any'),
    fields: known.fields.meta({ [declaredKeyword]: 'filter' }),
    text: searchText()
      .optional()
      .describe(
        'Beginnings of words in the addresses, number, id, references, names and SKUs of lines',
      ),
    created_from: time().describe(
      "Created from this time on, in ms since the Unix epoch, or this day of the store's: YYYY-MM-DD",
    ),
    created_to: time().describe('Created before this time, or until this day'),
    updated_from: time().describe('Last changed from this time or day on'),
    updated_to: time().describe('Last changed before this time, or until this day'),
    expires_from: time().describe('Whose offer expires from this time or day on'),
    expires_to: time().describe('Whose offer expires before this time, or until this day'),
    follow_up_from: followUpLimit().describe(
      'To be looked at again on this day or later: YYYY-MM-DD',
    ),
    follow_up_to: followUpLimit().describe(
      'To be looked at again on this day or before: YYYY-MM-DD',
    ),
    deleted: known.deleted.describe('True for deleted quotes only, all for both'),
  }
})

/**
 * Returns the filter of a parsed query string, and its other fields as they are. Rejects reversed
 * days by the names of their parameters.
 */
export function toFilterOptions<Query extends NamedInQuery>(
  query: Query,
  context: z.core.$RefinementCtx,
): Omit<Query, keyof NamedInQuery> &
  Pick<QuoteFilter, HostIdFilter | 'created' | 'updated' | 'expires' | 'followUp'> {
  for (const names of rangesInQuery) rejectReversedDays(query, names, context)
  const {
    created_from,
    created_to,
    updated_from,
    updated_to,
    expires_from,
    expires_to,
    follow_up_from,
    follow_up_to,
    ...options
  } = query
  const others: Record<string, unknown> = { ...options }
  for (const name of hostIdNames) {
    const ids = others[name]
    delete others[name]
    if (ids !== undefined) others[hostIds[name].filter] = ids
  }
  return {
    ...(others as Omit<Query, keyof NamedInQuery> & Pick<QuoteFilter, HostIdFilter>),
    created: toRange(created_from, created_to),
    updated: toRange(updated_from, updated_to),
    expires: toRange(expires_from, expires_to),
    followUp: toRange(follow_up_from, follow_up_to),
  }
}

const rangesInQuery = [
  ['created_from', 'created_to'],
  ['updated_from', 'updated_to'],
  ['expires_from', 'expires_to'],
  ['follow_up_from', 'follow_up_to'],
] as const

function toRange<Limit>(from: Limit | undefined, to: Limit | undefined) {
  return from === undefined && to === undefined ? undefined : { from, to }
}

/** The fields that have another name in a query string. */
interface NamedInQuery extends HostIds<OneOrMore<string> | undefined> {
  readonly created_from?: number | string | undefined
  readonly created_to?: number | string | undefined
  readonly updated_from?: number | string | undefined
  readonly updated_to?: number | string | undefined
  readonly expires_from?: number | string | undefined
  readonly expires_to?: number | string | undefined
  readonly follow_up_from?: string | undefined
  readonly follow_up_to?: string | undefined
}
