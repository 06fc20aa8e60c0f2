import { QuoteError } from '../errors.js'
import type { Tag } from '../quote/tag.js'
import { commandQueue } from './command-queue.js'
import type { GuardedStorage } from './guarded-storage.js'

/** Adds a tag to a store, or replaces the one of its name. */
export type SetTag = (storeId: string, tag: Tag, signal?: AbortSignal) => Promise<Tag>

/**
 * Holds each store to so many tags. Those of one store are set one after the other, so that callers
 * of this engine cannot exceed them together; those of other engines can, by as many tags as
 * are added at the same moment.
 */
export function tagSetter(storage: GuardedStorage, storeTags: number, timeLimit: number): SetTag {
  const inTurn = commandQueue({ operation: 'setTag', timeLimit })

  async function set(storeId: string, tag: Tag, signal: AbortSignal | undefined): Promise<Tag> {
    const tags = await storage.listTags(storeId, signal)
    if (tags.length >= storeTags && !tags.some(({ value }) => value === tag.value))
      throw tooManyTags(tags.length)
    await storage.setTag(storeId, tag, signal)
    return tag
  }

  return (storeId, tag, signal) => inTurn(storeId, () => set(storeId, tag, signal), signal)
}

/** @returns QuoteError `invalid_request` */
function tooManyTags(count: number): QuoteError {
  const message = `must be the name of one of the ${count} tags of the store; remove one to add another`
  return new QuoteError('invalid_request', { errors: { name: message } })
}
