import * as z from 'zod'
import type { FieldErrors } from '../../errors.js'
import type { StoredRecord } from '../../record/record.js'
import type { RecordFilter } from '../../record/search/find-query.js'
import { describeKind } from '../../validation/describe-value.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { truncate } from '../../validation/identifiers.js'
import { isPlainObject } from '../../validation/json-value.js'
import { hostIds, mapHostIdFilters } from '../host-ids.js'
import type { Quote } from '../quote.js'
import { type OneOrMore, type QuoteFilter, quoteFilterFields } from './quote-filter.js'
import { exactFields, exactGroups, exactTerms } from './search-terms.js'

/**
 * Selects the quotes that a caller sees. All fields must match; of several values in one field, any
 * may match. Each field that is there must have a value: an absent id of a session, which is
 * undefined, is an error and never stands for all quotes.
 */
export interface QuoteScope extends Pick<QuoteFilter, ScopeFilter> {
  /** The ids of single quotes. */
  readonly quoteId?: OneOrMore<string> | undefined
}

/** What limits a caller who does not see all quotes: no quote, or those that match. */
export type ScopeLimit = 'none' | ParsedScope

/** A scope whose fields have been checked. */
export interface ParsedScope {
  /** The ids of single quotes, if it names any. */
  readonly quoteIds: readonly string[] | undefined
  /** Of each group, a quote must have one term. */
  readonly terms: RecordFilter['terms']
  /** The values that it permits for fields of a quote. */
  readonly fields: readonly (readonly [ScopeField, readonly string[]])[]
}

const scopeFilters = {
  owner: exactFields.owner,
  ...mapHostIdFilters((name) => exactFields[hostIds[name].filter]),
}

type ScopeFilter = keyof typeof scopeFilters

/** A field of a quote by which a scope selects. */
export type ScopeField = (typeof scopeFilters)[ScopeFilter]

const scopeFilterNames = Object.keys(scopeFilters) as readonly ScopeFilter[]

const scopeSchema = z.strictObject({
  quoteId: quoteFilterFields.owner,
  owner: quoteFilterFields.owner,
  ...mapHostIdFilters((name) => quoteFilterFields[hostIds[name].filter]),
})

const expected = "must return 'all', 'none' or a filter such as { customerId: '7' }"

/**
 * Parses what the option `scope` has returned. Returns undefined for a caller who sees all quotes.
 *
 * @throws TypeError if it is no scope
 */
export function parseScope(value: unknown): ScopeLimit | undefined {
  if (value === 'all') return undefined
  if (value === 'none') return value
  if (!isPlainObject(value)) throw new TypeError(`it ${expected}, received ${describeKind(value)}`)
  const errors = new FieldErrorCollector()
  for (const [name, field] of Object.entries(value))
    if (field === undefined) errors.add([name], 'must have a value, received undefined')
  if (Object.keys(value).length === 0) errors.add([], "must have a field; return 'all' for all")
  const { data, error } = scopeSchema.safeParse(value)
  if (error !== undefined) errors.addIssues(error.issues, [], scopeSchema)
  if (data === undefined || !errors.isEmpty)
    throw new TypeError(`it ${expected}: ${describeErrors(errors.toFieldErrors())}`)
  return {
    quoteIds: data.quoteId && [...new Set(data.quoteId)].sort(),
    terms: exactGroups(data),
    fields: scopeFilterNames.flatMap((name) => {
      const values = data[name]
      return values === undefined ? [] : [[scopeFilters[name], [...new Set(values)]] as const]
    }),
  }
}

function describeErrors(errors: FieldErrors): string {
  return Object.entries(errors)
    .map(([path, message]) => `${path} ${message}`.trim())
    .join('; ')
}

/** Returns the scope of a caller who sees a single quote. */
export function singleQuoteScope(quoteId: string): ParsedScope {
  return { quoteIds: [quoteId], terms: [], fields: [] }
}

/** Returns true if a scope has this version of a quote. An erased quote is in no scope. Pure. */
export function isInScope(limit: ScopeLimit, { id, value }: StoredRecord<Quote | null>): boolean {
  if (limit === 'none' || value === null) return false
  const { quoteIds, terms } = limit
  if (quoteIds !== undefined && !quoteIds.includes(id)) return false
  if (terms.length === 0) return true
  const own = exactTerms(value)
  return terms.every((group) => group.some((term) => own.includes(term)))
}

/** Equal for scopes that have the same quotes, and for no others. Pure. */
export function scopeIdentity(limit: ScopeLimit): readonly unknown[] {
  return limit === 'none' ? [limit] : [limit.quoteIds ?? null, limit.terms]
}

/** Returns the fields that a new quote of the caller gets: those with a single value. Pure. */
export function scopedFields(limit: ScopeLimit): Pick<Quote, ScopeField> {
  if (limit === 'none') return {}
  const single = limit.fields.filter(([, values]) => values.length === 1)
  return Object.fromEntries(single.map(([field, [value]]) => [field, value]))
}

const maxShown = 5

/** Returns the errors of the fields by which a quote is outside of a scope. Pure. */
export function scopeErrors({ fields }: ParsedScope, quote: Quote): FieldErrors {
  const wrong = fields.filter(([field, values]) => !values.includes(quote[field] ?? ''))
  return Object.fromEntries(
    wrong.map(([field, values]) => {
      const shown = values.slice(0, maxShown).map((value) => JSON.stringify(truncate(value)))
      const others = values.length > maxShown ? ', …' : ''
      const problem =
        quote[field] === undefined ? 'is required' : 'is outside of the scope of the caller'
      return [field, `${problem}: must be ${shown.join(' or ')}${others}`]
    }),
  )
}
