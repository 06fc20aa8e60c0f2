import { randomUUID } from 'node:crypto'
import { isQuoteError } from '../../errors.js'
import { type StateStorage, stateMethods } from '../../ports/state.js'
import type { MovableStorage, StoragePort } from '../../ports/storage.js'
import { hasMethods } from '../../validation/database-library.js'
import { type Move, moveError } from './copy-events.js'

/**
 * Rejects a move that would not end well before it changes anything.
 *
 * @returns true if the store is frozen in the old storage
 *
 * @throws QuoteError `move_failed` if there is no such store, if both storages have the same
 * database, or if the store was moved away from the new storage
 */
export async function assertMovable(move: Move): Promise<boolean> {
  const { storeId, from, to, signal } = move
  const first = { afterPosition: 0, limit: 1, maxBytes: 1 }
  const { items } = await from.listEvents(storeId, first, { signal })
  if (items.length === 0)
    throw moveError(storeId, `the old storage has no store ${JSON.stringify(storeId)}`)
  if (await isSameDatabase(move))
    throw moveError(
      storeId,
      'the old and the new storage have the same database; pass as to the storage that the store ' +
        'is to go to',
    )
  if (await isFrozen(to, storeId))
    throw moveError(
      storeId,
      'it is frozen in the new storage, because it was moved away from there; to move it back, ' +
        'call unfreezeStore of the new storage and delete its rows of this store there',
    )
  return isFrozen(from, storeId)
}

async function isFrozen(
  storage: StoragePort & Pick<MovableStorage, 'isStoreFrozen'>,
  storeId: string,
): Promise<boolean> {
  return (await storage.isStoreFrozen?.(storeId)) === true
}

/** Two storages can have one database: two files by two paths are one, and two pools. */
async function isSameDatabase(move: Move): Promise<boolean> {
  const { from, to } = move
  return hasState(from) && hasState(to) ? sharesState(move, from, to) : sharesKeys(move)
}

function hasState(storage: object): storage is StateStorage {
  return hasMethods(storage, stateMethods)
}

/** The key of a value that exists only while one storage looks for it in the other. */
const markKey = 'quotewright.move'

/** Looks in the new storage for a value that the old one keeps meanwhile. */
async function sharesState(
  { storeId, signal }: Move,
  from: StateStorage,
  to: StateStorage,
): Promise<boolean> {
  const key = markKey
  const call = { signal }
  const value = randomUUID()
  // One that was left behind by a process that was killed.
  const [left] = await from.loadState(storeId, [key], call)
  const previousVersion = left?.version ?? 0
  const version = previousVersion + 1
  if (!(await from.saveState(storeId, { key, previousVersion, version, value }, call)))
    throw moveError(storeId, 'another process has just begun to move it')
  try {
    const [found] = await to.loadState(storeId, [key], call)
    return found?.value === value
  } finally {
    const removal = { key, previousVersion: version, version: version + 1, value: null }
    await from.saveState(storeId, removal)
  }
}

/**
 * Looks in the old storage for an idempotency key of the new one, which has long expired: storages
 * delete those by themselves.
 */
async function sharesKeys({ storeId, from, to, signal }: Move): Promise<boolean> {
  const key = `${markKey} ${randomUUID()}`
  const times = { created: 0, expires: 1 }
  const record = { key, fingerprint: key, kind: 'move', id: 'move', version: 1, ...times }
  try {
    await to.commit(storeId, { changes: [], idempotency: Object.freeze(record) }, { signal })
  } catch (error) {
    if (isQuoteError(error) && error.code === 'store_frozen') return false
    throw error
  }
  return (await from.findIdempotencyRecord(storeId, key, { signal })) !== undefined
}
