import type { FindQuery } from '../../../ports/storage.js'
import type { RecordFilter, TimeField } from '../../../record/search/find-query.js'
import { sortOrders, timeFields } from '../../sql/orders.js'
import type { Tables } from '../schema/tables.js'
import { andConditions, literal } from '../sql.js'
import { beginsWith, getScope, hasToken, hasTokenFrom, termToken, wordToken } from './tokens.js'

/** One condition of a filter that an index can find the records of. */
export type Source =
  | { readonly type: 'terms'; readonly tokens: readonly string[] }
  | { readonly type: 'word'; readonly beginning: string }
  | { readonly type: 'time'; readonly field: TimeField }

/** Returns the conditions of a filter that an index can find the records of. */
export function listSources({ terms, words, times }: RecordFilter): readonly Source[] {
  return [
    ...terms.map((group) => ({ type: 'terms', tokens: group.map(termToken) }) as const),
    ...words.map((word) => ({ type: 'word', beginning: wordToken(word) }) as const),
    ...timeFields
      .filter((field) => times[field] !== undefined)
      .map((field) => ({ type: 'time', field }) as const),
  ]
}

/** Builds the parts of queries that find records by a filter. */
export function createCandidates(tables: Tables, storeId: string, filter: RecordFilter) {
  const { kind, deleted, times } = filter
  const scope = `scope = ${literal(getScope(storeId, kind, deleted))}`
  const ofKind = (table: string) =>
    `${table}.store_id = ${literal(storeId)} and ${table}.kind = ${literal(kind)}`

  const inRange = (column: string, field: TimeField): readonly string[] => {
    const { from, to } = times[field] ?? {}
    return [
      ...(times[field] === undefined ? [] : [`${column} is not null`]),
      ...(from === undefined ? [] : [`${column} >= ${literal(from)}`]),
      ...(to === undefined ? [] : [`${column} < ${literal(to)}`]),
    ]
  }

  const matches = (source: Source): readonly string[] => {
    if (source.type === 'time') return inRange(`stored.${source.field}`, source.field)
    if (source.type === 'word') return [hasTokenFrom('stored.tokens', source.beginning)]
    const anyOf = source.tokens.map((token) => hasToken('stored.tokens', token))
    return [`(${anyOf.join(' or ')})`]
  }

  /** The records of the kind, read in the order of an index. */
  const byIndex = (field: TimeField, sources: readonly Source[], others: readonly string[] = []) =>
    `from ${tables.records} as stored force index (by_${field})
     where ${andConditions([
       ofKind('stored'),
       `stored.is_deleted = ${literal(deleted)}`,
       ...sources.flatMap(matches),
       ...others,
     ])}`

  /** The rows of one or several tokens, which are found by the beginning of the primary key. */
  const ofTokens = (source: Exclude<Source, { type: 'time' }>) => {
    if (source.type === 'word') return `${scope} and ${beginsWith('token', source.beginning)}`
    return `${scope} and token in (${source.tokens.map(literal).join(', ')})`
  }

  /** What the terms say about a record that was found by a term: no other table is read. */
  const inTerms = (source: Extract<Source, { type: 'terms' }>) =>
    `(select 1 from ${tables.terms} as other force index (primary)
      where other.${ofTokens(source)} and other.created = found.created and other.id = found.id
      limit 1) = 1`

  /**
   * Returns what remains to be checked of records that were found by a term, as `found`: a join
   * of the records, if anything but the terms is needed of them, and conditions.
   */
  const checkFound = (sources: readonly Source[], needsRecord: boolean): Check => {
    const conditions = [
      ...inRange('found.created', 'created'),
      ...sources.flatMap((each) => (each.type === 'terms' ? inTerms(each) : [])),
    ]
    const others = sources.filter(
      (each) => each.type === 'word' || (each.type === 'time' && each.field !== 'created'),
    )
    if (others.length === 0 && !needsRecord) return { join: '', conditions }
    const join = `straight_join ${tables.records} as stored force index (primary)
      on ${andConditions([ofKind('stored'), 'stored.id = found.id', ...others.flatMap(matches)])}`
    return { join, conditions }
  }

  /** The places of the records that a term or a word has, each once. */
  const distinctPlaces = (source: Exclude<Source, { type: 'time' }>, end = '') =>
    `from (select distinct created, id from ${tables.terms} as term force index (primary)
      where term.${ofTokens(source)} ${end}) as found`

  /** The records that a source has, each once, and that match the other sources. */
  const bySource = (source: Source, sources: readonly Source[], needsRecord: boolean) => {
    if (source.type === 'time') return byIndex(source.field, sources)
    const rest = sources.filter((each) => each !== source)
    const { join, conditions } = checkFound(rest, needsRecord)
    return `${distinctPlaces(source)} ${join} where ${andConditions(['true', ...conditions])}`
  }

  /** Counts what a source has, up to a maximum. Counts a record twice if it has two tokens. */
  const countOf = (source: Source, max: number) => {
    const rows =
      source.type === 'time'
        ? `select 1 ${byIndex(source.field, [source])} limit ${max}`
        : `select 1 from ${tables.terms} force index (primary) where ${ofTokens(source)} limit ${max}`
    return `(select count(*) from (${rows}) as counted)`
  }

  return { scope, byIndex, bySource, checkFound, distinctPlaces, countOf }
}

/** How the records that were found by a term are checked. */
interface Check {
  readonly join: string
  readonly conditions: readonly string[]
}

type Candidates = ReturnType<typeof createCandidates>

/** Returns the condition of the records after a place; true at the beginning. */
function isAfter({ after, order }: FindQuery, time: string, id: string): readonly string[] {
  if (after === undefined) return []
  const { comparison } = sortOrders[order]
  const [at, before] = [literal(after.time), literal(after.id)]
  // Ranges of an index, which a comparison of rows is not in MariaDB.
  return [`(${time} ${comparison} ${at} or (${time} = ${at} and ${id} ${comparison} ${before}))`]
}

function inOrder({ order, limit }: FindQuery, time: string, id: string): string {
  const { direction } = sortOrders[order]
  return `order by ${time} ${direction}, ${id} ${direction} limit ${limit + 1}`
}

/** Reads the records in order, and stops when the page is full. */
export function walkInOrder(
  { byIndex }: Candidates,
  query: FindQuery,
  sources: readonly Source[],
): string {
  const { by } = sortOrders[query.order]
  const time = `stored.${by}`
  const listed = [`${time} is not null`, ...isAfter(query, time, 'stored.id')]
  return `select stored.id, ${time} as time ${byIndex(by, sources, listed)}
    ${inOrder(query, time, 'stored.id')}`
}

/**
 * Reads the records of each term in order of creation, and stops when the page is full: the primary
 * key of the terms has this order.
 */
export function walkTerms(
  { scope, checkFound }: Candidates,
  { terms }: Tables,
  query: FindQuery,
  source: Extract<Source, { type: 'terms' }>,
  sources: readonly Source[],
): string {
  const rest = sources.filter((each) => each !== source)
  const { join, conditions } = checkFound(rest, false)
  const ofToken = (token: string) => `select found.id, found.created as time
    from ${terms} as found force index (primary) ${join}
    where ${andConditions([
      `found.${scope}`,
      `found.token = ${literal(token)}`,
      ...conditions,
      ...isAfter(query, 'found.created', 'found.id'),
    ])}
    ${inOrder(query, 'found.created', 'found.id')}`
  const [only, ...others] = source.tokens.map(ofToken)
  if (only !== undefined && others.length === 0) return only
  const parts = source.tokens.map((token) => `(${ofToken(token)})`)
  return `${parts.join(' union ')} ${inOrder(query, 'time', 'id')}`
}

/** Reads all records of a source, and sorts those that match. */
export function selectCandidates(
  { bySource }: Candidates,
  query: FindQuery,
  source: Source,
  sources: readonly Source[],
): string {
  const { by } = sortOrders[query.order]
  const needsRecord = by !== 'created' || source.type === 'time'
  const table = needsRecord ? 'stored' : 'found'
  const [time, id] = [`${table}.${by}`, `${table}.id`]
  const conditions = [`${time} is not null`, ...isAfter(query, time, id)]
  return `select ${id}, ${time} as time ${bySource(source, sources, needsRecord)}
    and ${andConditions(conditions)} ${inOrder(query, time, id)}`
}
