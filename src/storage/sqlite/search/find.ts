import type { FindQuery, StoragePage, StoragePort } from '../../../ports/storage.js'
import type { StoredRecord } from '../../../record/record.js'
import type { SqliteDatabase } from '../client.js'
import { selectRow, toRecord } from '../records.js'
import type { Prepare } from '../statements.js'
import { beginUnlessOpen, tryRollback } from '../write-lock.js'
import { countByIndex, findByIndex } from './find-by-index.js'
import { countBySegments, findBySegments } from './find-by-segments.js'
import { hasTokens } from './match.js'

/** Returns the methods of the storage that find records. */
export function findMethods(
  database: SqliteDatabase,
  prepare: Prepare,
): Pick<StoragePort, 'find' | 'count'> {
  return {
    find: (storeId, query) =>
      readAtOnce(database, () => {
        const find = hasTokens(query) ? findBySegments : findByIndex
        return loadPage(prepare, storeId, query, find(prepare, storeId, query))
      }),

    count: (storeId, filter, max) =>
      readAtOnce(database, () => {
        const count = hasTokens(filter) ? countBySegments : countByIndex
        return count(prepare, storeId, filter, max)
      }),
  }
}

/** Runs several statements in one transaction, so that all of them see the same commits. */
function readAtOnce<T>(database: SqliteDatabase, read: () => T): T {
  const isOwn = beginUnlessOpen(database)
  try {
    return read()
  } finally {
    if (isOwn) tryRollback(database, 'rollback')
  }
}

/** Loads records until the page is full. `numbers` has one more than `limit` if there is one. */
function loadPage(
  prepare: Prepare,
  storeId: string,
  { kind, limit, maxBytes }: FindQuery,
  numbers: readonly number[],
): StoragePage<StoredRecord> {
  const items: StoredRecord[] = []
  let length = 0
  for (const number of numbers.slice(0, limit)) {
    if (length >= maxBytes) break
    const row = selectRow(prepare, storeId, number)
    length += (row.value ?? row.first_entry ?? '').length
    items.push(toRecord(kind, row))
  }
  return { items, hasMore: items.length < numbers.length }
}
