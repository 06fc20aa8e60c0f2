import type { IdempotencyRecord } from '../../record/commit.js'
import { type Move, moveError } from './copy-events.js'

const keysPerPage = 500
/** How many are written at once: a storage can write them together. */
const maxConcurrent = 32

/**
 * Copies the idempotency records that have not expired, so that a retry after the move is still
 * recognised. Returns how many it has copied, without those that were copied before.
 *
 * @param createdFrom Copies only records created at this time or later, in milliseconds.
 *
 * @throws QuoteError `move_failed` if the new storage has another record of the same key
 */
export async function copyKeys(move: Move, createdFrom: number): Promise<number> {
  const { storeId, from, signal } = move
  const now = Date.now()
  let copied = 0
  for (let afterKey = ''; ; ) {
    signal.throwIfAborted()
    const range = { afterKey, createdFrom, limit: keysPerPage }
    const { items, hasMore } = await from.listIdempotencyRecords(storeId, range)
    const current = items.filter(({ expires }) => expires > now)
    for (let first = 0; first < current.length; first += maxConcurrent) {
      const batch = current.slice(first, first + maxConcurrent)
      const results = await Promise.all(batch.map((record) => copyKey(move, record)))
      copied += results.filter((isNew) => isNew).length
    }
    if (!hasMore) return copied
    afterKey = (items.at(-1) as IdempotencyRecord).key
  }
}

/** Returns false if the record was copied before. */
async function copyKey({ storeId, to, signal }: Move, record: IdempotencyRecord): Promise<boolean> {
  const outcome = await to.commit(storeId, { changes: [], idempotency: record }, { signal })
  if (outcome === 'committed') return true
  const stored = await to.findIdempotencyRecord(storeId, record.key, { signal })
  if (stored?.fingerprint === record.fingerprint && stored.created === record.created) return false
  throw moveError(storeId, 'the new storage has another request under one of its idempotency keys')
}
