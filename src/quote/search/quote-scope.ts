import * as z from 'zod'
import type { FieldErrors } from '../../errors.js'
import type { StoredRecord } from '../../record/record.js'
import type { RecordFilter } from '../../record/search/find-query.js'
import { describeKind } from '../../validation/describe-value.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { truncate } from '../../validation/identifiers.js'
import { isPlainObject } from '../../validation/json-value.js'
import { lazy } from '../../validation/lazy.js'
import { type FieldKind, parseField } from '../model/field-rules.js'
import { hostIdNames, hostIds, mapHostIdFilters } from '../model/host-ids.js'
import type { FieldTypes, SearchedField } from '../model/own-fields.js'
import type { RequestLimits } from '../model/policy.js'
import type { Quote } from '../model/quote.js'
import {
  notSearchedMessage,
  type OneOrMore,
  type QuoteFilter,
  quoteFilterFields,
} from './quote-filter.js'
import {
  exactFields,
  exactTerm,
  fieldTerm,
  isSearchable,
  type SearchableValue,
  sortedSet,
} from './search-terms.js'

/**
 * Selects the quotes that a caller sees. All fields must match; of several values in one field, any
 * may match. Each field that is there must have a value: an absent id of a session, which is
 * undefined, is an error and never stands for all quotes.
 */
export interface QuoteScope<Fields extends FieldTypes = FieldTypes>
  extends Pick<QuoteFilter, ScopeFilter> {
  /** The ids of single quotes. */
  readonly quoteId?: OneOrMore<string> | undefined
  /** Exact values of own fields of quotes: those that are declared with `search`. */
  readonly fields?: Fields['scope'] | undefined
}

/** What limits a caller who does not see all quotes: no quote, or those that match. */
export type ScopeLimit = 'none' | ParsedScope

/** A scope whose fields have been checked. */
export interface ParsedScope {
  /** The ids of single quotes, if it names any. */
  readonly quoteIds: readonly string[] | undefined
  /** Of each group, a quote must have one term. */
  readonly terms: RecordFilter['terms']
  /** What a quote must have, each with its group of terms. */
  readonly conditions: readonly ScopeCondition[]
}

/** What a quote must have in one field: one of the values. */
type ScopeCondition = {
  readonly values: readonly SearchableValue[]
  readonly terms: readonly string[]
} & ({ readonly field: ScopeField } | { readonly own: SearchedField })

const scopeFilters = {
  owner: exactFields.owner,
  ...mapHostIdFilters((name) => exactFields[hostIds[name].filter]),
}

type ScopeFilter = keyof typeof scopeFilters

/** A field of a quote by which a scope selects, besides own fields. */
export type ScopeField = (typeof scopeFilters)[ScopeFilter]

const scopeFilterNames = Object.keys(scopeFilters) as readonly ScopeFilter[]

const scopeSchema = lazy(() =>
  z.strictObject({
    quoteId: quoteFilterFields().owner,
    owner: quoteFilterFields().owner,
    ...mapHostIdFilters((name) => quoteFilterFields()[hostIds[name].filter]),
    fields: quoteFilterFields().fields,
  }),
)

const expected = "must return 'all', 'none' or a filter such as { customerId: '7' }"

/**
 * Parses what the option `scope` has returned. Returns undefined for a caller who sees all quotes.
 *
 * @param searched The own fields by which quotes are found.
 * @throws TypeError if it is no scope
 */
export function parseScope(
  value: unknown,
  searched: readonly SearchedField[],
): ScopeLimit | undefined {
  if (value === 'all') return undefined
  if (value === 'none') return value
  if (!isPlainObject(value)) throw new TypeError(`it ${expected}, received ${describeKind(value)}`)
  const errors = new FieldErrorCollector()
  requireValues(value, [], errors)
  const known = searched.filter(({ level }) => level === 'quote')
  const own = Object.hasOwn(value, 'fields') ? value.fields : undefined
  if (isPlainObject(own)) {
    requireValues(own, ['fields'], errors)
    const names = known.map(({ name }) => name)
    for (const name of Object.keys(own))
      if (!names.includes(name)) errors.add(['fields', name], notSearchedMessage(name, names))
  }
  const { data, error } = scopeSchema().safeParse(value)
  if (error !== undefined) errors.addIssues(error.issues, [], scopeSchema())
  if (data === undefined || !errors.isEmpty)
    throw new TypeError(`it ${expected}: ${describeErrors(errors.toFieldErrors())}`)
  const conditions: ScopeCondition[] = []
  for (const name of scopeFilterNames) {
    const field = scopeFilters[name]
    const values = data[name]
    if (values === undefined) continue
    conditions.push({ field, values, terms: values.map((each) => exactTerm(field, each)) })
  }
  for (const field of known) {
    const { fields = {} } = data
    const values = Object.hasOwn(fields, field.name) ? fields[field.name] : undefined
    if (values === undefined) continue
    const terms = values.map((each) => fieldTerm(field.name, each))
    conditions.push({ own: field, values, terms })
  }
  return {
    quoteIds: data.quoteId && [...new Set(data.quoteId)].sort(),
    terms: conditions.map(({ terms }) => sortedSet(terms)),
    conditions,
  }
}

/** Requires a field, and a value of each. */
function requireValues(
  fields: Readonly<Record<string, unknown>>,
  path: readonly string[],
  errors: FieldErrorCollector,
): void {
  const entries = Object.entries(fields)
  for (const [name, field] of entries)
    if (field === undefined) errors.add([...path, name], 'must have a value, received undefined')
  if (entries.length === 0) errors.add(path, "must have a field; return 'all' for all")
}

function describeErrors(errors: FieldErrors): string {
  return Object.entries(errors)
    .map(([path, message]) => `${path} ${message}`.trim())
    .join('; ')
}

/** Returns the scope of a caller who sees a single quote. */
export function singleQuoteScope(quoteId: string): ParsedScope {
  return { quoteIds: [quoteId], terms: [], conditions: [] }
}

/** Returns true if a scope has this version of a quote. An erased quote is in no scope. Pure. */
export function isInScope(limit: ScopeLimit, { id, value }: StoredRecord<Quote | null>): boolean {
  if (limit === 'none' || value === null) return false
  const { quoteIds } = limit
  if (quoteIds !== undefined && !quoteIds.includes(id)) return false
  return hasFields(limit, value)
}

/** Returns true if fields of a quote are those of quotes in a scope. Pure. */
export function hasFields(limit: ScopeLimit, fields: FieldsInScope): boolean {
  return limit !== 'none' && limit.conditions.every((condition) => meets(fields, condition))
}

/** Returns what a scope requires of the ids of the host, and of nothing else. Pure. */
export function limitOfHostIds(limit: ScopeLimit): ScopeLimit {
  if (limit === 'none') return limit
  const isOfIds = (condition: ScopeCondition) =>
    !('own' in condition) && hostIdNames.some((name) => name === condition.field)
  return { quoteIds: undefined, terms: [], conditions: limit.conditions.filter(isOfIds) }
}

function meets(quote: FieldsInScope, condition: ScopeCondition): boolean {
  const value = getValue(quote, condition)
  if (!isSearchable(value)) return false
  const term =
    'own' in condition
      ? fieldTerm(condition.own.name, value)
      : exactTerm(condition.field, String(value))
  return condition.terms.includes(term)
}

function getValue(quote: FieldsInScope, condition: ScopeCondition): unknown {
  if (!('own' in condition)) return quote[condition.field]
  const values = quote[kindOf(condition.own)]
  const { name } = condition.own
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
}

function kindOf({ isInternal }: SearchedField): FieldKind {
  return isInternal ? 'internal_fields' : 'fields'
}

/** Equal for scopes that have the same quotes, and for no others. Pure. */
export function scopeIdentity(limit: ScopeLimit): readonly unknown[] {
  return limit === 'none' ? [limit] : [limit.quoteIds ?? null, limit.terms]
}

/** Fields of a quote by which a scope selects. */
export type FieldsInScope = Pick<Quote, FieldKind> & {
  readonly [Field in ScopeField]?: string | undefined
}

/** What a new quote of a caller gets. */
export type ScopedFields = Pick<Quote, ScopeField | FieldKind>

/**
 * Returns the fields that a new quote of the caller gets: those with a single value. Own fields
 * that their schema rejects are left out. Pure.
 */
export function scopedFields(
  limit: ScopeLimit,
  { fields: rules, maxFieldLength }: Pick<RequestLimits, 'fields' | 'maxFieldLength'>,
): ScopedFields {
  if (limit === 'none') return {}
  const scoped: { [Field in ScopeField]?: string } & {
    [Kind in FieldKind]?: Record<string, unknown>
  } = {}
  for (const condition of limit.conditions) {
    const [value, ...others] = new Set(condition.values)
    if (others.length > 0) continue
    if (!('own' in condition)) {
      scoped[condition.field] = String(value)
      continue
    }
    const { name } = condition.own
    const kind = kindOf(condition.own)
    const validate = rules.quote[kind].get(name)
    const ignored = new FieldErrorCollector()
    const valid = validate && parseField(validate, value, maxFieldLength, [], ignored)
    if (valid?.value !== undefined) scoped[kind] = { ...scoped[kind], [name]: valid.value }
  }
  return scoped
}

/** Returns true if a buyer can set all fields by which a scope selects. Pure. */
export function isByBuyers({ conditions }: ParsedScope): boolean {
  return conditions.every((condition) => 'own' in condition && !condition.own.isInternal)
}

const maxShown = 5

/** Returns the errors of the fields by which a quote is outside of a scope. Pure. */
export function scopeErrors({ conditions }: ParsedScope, quote: FieldsInScope): FieldErrors {
  const errors = new FieldErrorCollector()
  for (const condition of conditions) {
    if (meets(quote, condition)) continue
    const problem =
      getValue(quote, condition) === undefined
        ? 'is required'
        : 'is outside of the scope of the caller'
    const values = [...new Set(condition.values)]
    const shown = values.slice(0, maxShown).map((value) => JSON.stringify(truncateText(value)))
    const isShort = values.length <= maxShown
    const path =
      'own' in condition ? [kindOf(condition.own), condition.own.name] : [condition.field]
    errors.add(path, `${problem}: must be ${shown.join(' or ')}${isShort ? '' : ', …'}`)
  }
  return errors.toFieldErrors()
}

function truncateText(value: SearchableValue): SearchableValue {
  return typeof value === 'string' ? truncate(value) : value
}
