import type { Page } from '../../engine/execution/pages.js'
import { isQuoteError } from '../../errors.js'
import type { User } from '../../features/users/users.js'
import { estimateJsonLength } from '../../validation/json-length.js'
import type { DeskCall } from '../desk-call.js'

/**
 * Returns a result that a page can do without, or `otherwise` if the user must not have it.
 *
 * @throws Every other error than `not_permitted`
 */
export async function ifPermitted<T>(result: PromiseLike<T>, otherwise: T): Promise<T> {
  try {
    return await result
  } catch (error) {
    if (isQuoteError(error) && error.code === 'not_permitted') return otherwise
    throw error
  }
}

const loadedUsers = new WeakMap<DeskCall, Promise<readonly User[]>>()

/**
 * Loads all users of the store, of whom it has at most `limits.maxStoreUsers`: once for each call,
 * however many parts of its page need them.
 */
export function loadAllUsers(call: DeskCall): Promise<readonly User[]> {
  const users = loadedUsers.get(call) ?? loadUsers(call)
  loadedUsers.set(call, users)
  return users
}

async function loadUsers({ engine, user }: DeskCall): Promise<readonly User[]> {
  const users: User[] = []
  for await (const each of engine.listUsers(user, { limit: 200 })) users.push(each)
  return users
}

/** Returns the id of the user of the store who uses the desk; empty if it is none, or unknown. */
export async function ownUserId(call: DeskCall): Promise<string> {
  const { actor = '' } = call.user
  if (actor === '') return ''
  const users = await ifPermitted(loadAllUsers(call), [])
  return users.some(({ id }) => id === actor) ? actor : ''
}

/** Loads a page of items that are numbered from 1 without gaps: those after a number. */
export type LoadAfter<T> = (after: number, limit: number) => PromiseLike<Page<T>>

/** What a page loads of values that it shows only in part, in characters of their JSON. */
export const maxLoadedLength = 4 * 2 ** 20

/**
 * Loads the items up to a number, the latest first: at most `count`, and fewer if they are large.
 * Lists begin with the oldest item, so a page that its length has cut short lacks the newest: it is
 * loaded again with fewer. So no more than about two pages and two items are in memory.
 *
 * @param last The number of the latest item; 0 if there is none.
 */
export async function loadNewest<T>(
  load: LoadAfter<T>,
  last: number,
  count: number,
): Promise<readonly T[]> {
  const newest: T[] = []
  let length = 0
  let size = count
  while (newest.length < Math.min(count, last) && length < maxLoadedLength) {
    const before = last - newest.length
    const limit = Math.min(size, count - newest.length, before)
    const { items, next } = await load(before - limit, limit)
    if (items.length === 0) break
    if (items.length < limit && next !== undefined) {
      size = Math.max(1, Math.floor(items.length / 2))
      continue
    }
    newest.push(...items.toReversed())
    length += estimateJsonLength(items)
  }
  return newest
}

/**
 * Returns the number of the latest item, or 0. Lists begin with the oldest item, so it is found by
 * doubling a step and halving it again: about 2 log₂ n reads of one item, and two if `known` still
 * is the latest.
 *
 * @param known A number that an item has, or 0.
 */
export async function loadLatestNumber<T>(load: LoadAfter<T>, known = 0): Promise<number> {
  const hasAfter = async (after: number) => (await load(after, 1)).items.length > 0
  // A database can be replaced by an older one while the process runs.
  let low = known === 0 || (await hasAfter(known - 1)) ? known : 0
  let step = 1
  while (await hasAfter(low + step - 1)) {
    low += step
    step *= 2
  }
  // The latest number is at least `low` and less than `high`.
  let high = low + step
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (await hasAfter(middle - 1)) low = middle
    else high = middle
  }
  return low
}
