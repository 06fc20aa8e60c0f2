import type { TimeField } from '../../../record/search/find-query.js'
import { usesUpdateIndex } from '../schema/tables.js'

/** What the text of a filter's conditions depends on. The values are parameters. */
export interface FilterShape {
  readonly deleted: boolean
  /** True if the filter has terms or words. */
  readonly hasTerms: boolean
  /** The times that the filter restricts. */
  readonly times: readonly TimeField[]
}

/** A filter whose parameters are numbered. */
export interface NumberedFilter extends FilterShape {
  /** The number of its first parameter: the terms if it has some, then the times in pairs. */
  readonly firstParameter: number
}

/** The index that finds candidates: that of a time, or that of the terms. */
export type Source = TimeField | 'terms'

/** Returns the index that finds the records of a filter among the fewest others. */
export function narrowestSource({ hasTerms, times }: FilterShape): Source {
  if (hasTerms) return 'terms'
  return (['updated', 'expires'] as const).find((field) => times.includes(field)) ?? 'created'
}

/** Selects which rows of an index are examined. */
export interface Candidates {
  readonly source: Source
  /** More conditions, an order and a limit. */
  readonly condition: string
  /** True if the query uses `updated`, which is in another table than the other times. */
  readonly needsUpdated: boolean
}

/**
 * Returns the part of a query from `from` on that selects the records of a filter, with `id` and
 * their times. $1 is the store and $2 the kind.
 */
export function matchingRecords(
  schema: string,
  filter: NumberedFilter,
  candidates: Candidates,
): string {
  const { source, needsUpdated } = candidates
  const isDeleted = isDeletedIn(filter)
  const others = filter.times.flatMap((field) => (field === source ? [] : inRange(filter, field)))
  const terms = filter.hasTerms ? [matchesTerms(filter)] : []
  // A limit of one makes PostgreSQL look up each row in the index, whatever it estimates.
  const join = (columns: string, table: string, conditions: readonly string[]) =>
    `cross join lateral (select ${columns} from ${schema}.${table}
      where ${all([...isOfKind, ...conditions])} and id = candidate.id limit 1) as joined`
  const from = candidateRows(schema, filter, candidates)
  if (source === 'updated') {
    const place = [isDeleted, 'created = candidate.created']
    return `${from} ${join('expires, terms', 'search', place)} where ${all([...terms, ...others])}`
  }
  const joined = needsUpdated ? join('updated', 'records', []) : ''
  const rest = source === 'terms' ? ['kind = $2', isDeleted] : terms
  return `${from} ${joined} where ${all([...rest, ...others])}`
}

/** Returns the clause that selects the candidates, as rows named `candidate`. */
export function candidateRows(
  schema: string,
  filter: NumberedFilter,
  { source, condition }: Candidates,
): string {
  const range = filter.times.includes(source as TimeField)
    ? inRange(filter, source as TimeField)
    : []
  const rows = (columns: string, table: string, conditions: readonly string[], end = '') =>
    `from (select ${columns} from ${schema}.${table}
      where ${all(conditions)} ${condition} ${end}) as candidate`
  const found = 'id, created, expires, terms'
  if (source === 'updated')
    return rows('id, created, updated', 'records', [...isOfKind, usesUpdateIndex, ...range])
  // With only these conditions, PostgreSQL has no index to use but that of the terms. The offset
  // keeps it from adding the conditions on the kind and on `deleted`.
  if (source === 'terms') {
    const ofStore = ['store_id = $1', matchesTerms(filter)]
    return rows(`kind, deleted, ${found}`, 'search', ofStore, 'offset 0')
  }
  // The index contains no other rows, which PostgreSQL cannot infer from a comparison of rows.
  const isIndexed = source === 'expires' ? ['expires is not null'] : []
  return rows(found, 'search', [...isOfKind, isDeletedIn(filter), ...isIndexed, ...range])
}

const isOfKind = ['store_id = $1', 'kind = $2']

function all(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'true' : conditions.join(' and ')
}

function isDeletedIn({ deleted }: FilterShape): string {
  return deleted ? 'deleted' : 'not deleted'
}

function matchesTerms({ firstParameter }: NumberedFilter): string {
  return `terms @@ $${firstParameter}::text::tsquery`
}

function inRange({ firstParameter, hasTerms, times }: NumberedFilter, field: TimeField): string[] {
  const from = firstParameter + (hasTerms ? 1 : 0) + 2 * times.indexOf(field)
  return [`${field} >= $${from}`, `${field} < $${from + 1}`]
}
