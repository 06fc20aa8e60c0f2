import { type StateStorage, type StateValue, stateMethods } from '../../ports/state.js'
import { hasMethods } from '../../validation/database-library.js'
import { type Move, moveError } from './copy-events.js'

const valuesPerPage = 100
/** After every key. */
const beforeKey = '\u{10ffff}'

/**
 * Copies the values that background processes keep, with their versions, in the order of their
 * keys. A relay may still write to the old storage meanwhile: the key of a position comes before
 * those of its dead letters, so one that is missed is of an event that is delivered again.
 *
 * @throws QuoteError `move_failed` if there are values, and the new storage cannot keep them
 */
export async function copyState({ storeId, from, to, signal }: Move): Promise<void> {
  if (!isStateStorage(from)) return
  for (let afterKey = ''; ; ) {
    signal.throwIfAborted()
    const range = { afterKey, beforeKey, limit: valuesPerPage }
    const { items, hasMore } = await from.listState(storeId, range, { signal })
    if (items.length > 0 && !isStateStorage(to))
      throw moveError(
        storeId,
        `a relay keeps positions in the old storage, and the new one has no ${stateMethods[1]}`,
      )
    for (const value of items) await copyValue(to as unknown as StateStorage, storeId, value)
    if (!hasMore) return
    afterKey = (items.at(-1) as StateValue).key
  }
}

/**
 * Removes the values of the new storage that the old one no longer has, such as dead letters that
 * an earlier move has copied before it failed. Only for a store that was not frozen before: the
 * new storage may already be used instead of one that was.
 */
export async function removeStaleState({ storeId, from, to, signal }: Move): Promise<void> {
  if (!isStateStorage(from) || !isStateStorage(to)) return
  for (let afterKey = ''; ; ) {
    signal.throwIfAborted()
    const range = { afterKey, beforeKey, limit: valuesPerPage }
    const { items, hasMore } = await to.listState(storeId, range, { signal })
    if (items.length === 0) return
    const keys = items.map(({ key }) => key)
    const stored = await from.loadState(storeId, keys, { signal })
    for (const [index, { key, version }] of items.entries())
      if (stored[index] == null)
        await to.saveState(storeId, {
          key,
          previousVersion: version,
          version: version + 1,
          value: null,
        })
    if (!hasMore) return
    afterKey = keys.at(-1) as string
  }
}

/** Keeps a value of the new storage that is later, because a relay uses it already. */
async function copyValue(to: StateStorage, storeId: string, value: StateValue): Promise<void> {
  const [stored] = await to.loadState(storeId, [value.key])
  const previousVersion = stored?.version ?? 0
  if (previousVersion < value.version) await to.saveState(storeId, { ...value, previousVersion })
}

function isStateStorage(storage: object): storage is StateStorage {
  return hasMethods(storage, stateMethods)
}
