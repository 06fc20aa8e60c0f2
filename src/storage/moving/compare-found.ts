import type { FindQuery, StoragePort } from '../../ports/storage.js'
import { statusTerm } from '../../quote/search/search-terms.js'
import { getSnapshot } from '../../record/history/entry.js'
import type { StoredRecord } from '../../record/record.js'
import type { RecordFilter } from '../../record/search/find-query.js'
import type { SearchRow } from '../../record/search/search-row.js'
import { findableKinds } from '../../store/search-rows.js'
import { type Move, moveError } from './copy-events.js'

/** What of a record is compared with what it is found by. */
type FoundBy = Pick<RecordFilter, 'terms' | 'words'>

/** Every record is looked for in a store with as many; of those after them, one in ten. */
const alwaysLookedFor = 1_000
const oneIn = 10

/** How many records are looked for at once. */
const maxConcurrent = 8

/** Databases take longer than in proportion for queries of hundreds of terms. */
const maxTokens = 20

/** Looks for records in the new storage. */
export interface Finder {
  /**
   * Looks for each record by its terms and words, and by what it had when it was created.
   *
   * @throws QuoteError `move_failed` if one is not found, or found by what it no longer has
   */
  lookFor(records: readonly StoredRecord[]): Promise<void>
  /** The statuses of all records that were given, not only of those that were looked for. */
  readonly statuses: ReadonlySet<string>
}

export function createFinder(move: Move): Finder {
  const statuses = new Set<string>()
  let seen = 0

  const isLookedFor = (): boolean => {
    seen += 1
    return seen <= alwaysLookedFor || seen % oneIn === 0
  }

  return {
    statuses,

    async lookFor(records) {
      const findable = records.filter(({ value }) => value !== null)
      for (const { value } of findable) {
        const { status } = value as { readonly status?: unknown }
        if (typeof status === 'string') statuses.add(status)
      }
      const wanted = findable.filter(isLookedFor)
      for (let first = 0; first < wanted.length; first += maxConcurrent) {
        move.signal.throwIfAborted()
        const batch = wanted.slice(first, first + maxConcurrent)
        await Promise.all(batch.map((record) => lookForRecord(move, record)))
      }
    },
  }
}

async function lookForRecord(move: Move, record: StoredRecord): Promise<void> {
  const search = move.toSearchRow(record)
  if (search === undefined) return
  for (const [name, foundBy] of filtersOf(search))
    if (!(await isFound(move, record, search, foundBy)))
      throw searchError(move, `does not find the ${record.kind} ${record.id} by all of its ${name}`)
  if (record.version === 1) return
  const created = await loadCreated(move, record)
  const before = created && move.toSearchRow(created)
  if (before === undefined) return
  for (const [name, foundBy] of filtersOfRemoved(before, search))
    if (await isFound(move, record, search, foundBy))
      throw searchError(move, `finds the ${record.kind} ${record.id} by ${name} of its version 1`)
}

/** Returns filters that select a record by all of its terms and words. */
function* filtersOf({ terms, words }: SearchRow): Iterable<readonly [name: string, FoundBy]> {
  for (const some of parts(terms, maxTokens))
    yield ['terms', { terms: some.map((term) => [term]), words: [] }]
  for (const some of parts(words, maxTokens)) yield ['words', { terms: [], words: some }]
}

/** Returns filters each of which selects a record by something that it no longer has. */
function* filtersOfRemoved(
  before: SearchRow,
  { terms, words }: SearchRow,
): Iterable<readonly [name: string, FoundBy]> {
  const oldTerms = before.terms.filter((term) => !terms.includes(term))
  for (const some of parts(oldTerms, maxTokens)) yield ['a term', { terms: [some], words: [] }]
  const oldWords = before.words.filter((old) => !words.some((word) => word.startsWith(old)))
  for (const word of oldWords.slice(0, maxTokens)) yield ['a word', { terms: [], words: [word] }]
}

function* parts<T>(items: readonly T[], size: number): Iterable<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

/** Comes after an id and before every longer one that begins with it. */
const afterId = '\u0001'

/** Returns true if the new storage finds a record. Reads no other: the page begins with it. */
async function isFound(
  { to, storeId, signal }: Move,
  { kind, id }: StoredRecord,
  { created, deleted }: SearchRow,
  foundBy: FoundBy,
): Promise<boolean> {
  const query: FindQuery = {
    ...{ kind, deleted, ...foundBy, order: 'newest', limit: 1, maxBytes: 1 },
    times: { created: { from: created, to: created + 1 } },
    after: { time: created, id: `${id}${afterId}` },
  }
  const { items } = await to.find(storeId, query, { signal })
  return items[0]?.id === id
}

/** Returns version 1 of a record; undefined if it was erased. */
async function loadCreated(
  { to, storeId, signal }: Move,
  record: StoredRecord,
): Promise<StoredRecord | undefined> {
  const range = { afterVersion: 0, limit: 1, maxBytes: 1 }
  const { items } = await to.listHistory(storeId, record, range, { signal })
  const value = getSnapshot(items[0] ?? null)
  if (value === undefined) return undefined
  return { ...record, version: 1, updated: items[0]?.time ?? 0, value }
}

/**
 * Compares the numbers of records of each kind, and of quotes in each status.
 *
 * @throws QuoteError `move_failed` if the two find different numbers of records
 */
export async function compareCounts(
  { storeId, from, to, signal, ...move }: Move,
  statuses: ReadonlySet<string>,
): Promise<number> {
  const compare = async (filter: RecordFilter, name: string): Promise<number> => {
    const count = async (storage: StoragePort): Promise<number> =>
      storage.count(storeId, filter, Number.MAX_SAFE_INTEGER, { signal })
    const [expected, found] = await Promise.all([count(from), count(to)])
    if (expected === found) return found
    const numbers = `finds ${found} ${name}, and the old one ${expected}`
    throw searchError({ storeId, from, to, signal, ...move }, numbers)
  }

  let records = 0
  for (const kind of findableKinds)
    for (const deleted of [false, true]) {
      const filter = { kind, deleted, terms: [], words: [], times: {} }
      const state = deleted ? 'deleted' : 'not deleted'
      records += await compare(filter, `records of the kind ${kind} that are ${state}`)
      if (kind !== findableKinds[0]) continue
      for (const status of statuses)
        await compare(
          { ...filter, terms: [[statusTerm(status)]] },
          `records of the kind ${kind} in the status ${status} that are ${state}`,
        )
    }
  return records
}

function searchError({ storeId }: Move, found: string) {
  return moveError(
    storeId,
    `the new storage ${found}; call rebuildSearch() of the storage that is wrong, and then ` +
      'moveStore again',
  )
}
