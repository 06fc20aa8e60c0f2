import { QuoteError } from '../../errors.js'
import type { Tag } from '../../store/tags.js'
import { createKeyedMutex } from '../execution/keyed-mutex.js'
import type { CheckedStorage } from '../ports/checked-storage.js'

/** Adds a tag to a store, or replaces the one of its name. */
export type SetTag = (storeId: string, tag: Tag, signal?: AbortSignal) => Promise<Tag>

/**
 * Holds each store to so many tags. Those of one store are set one after the other, so that callers
 * of this engine cannot exceed them together; those of other engines can, by as many tags as
 * are added at the same moment.
 */
export function createTagSetter(
  storage: CheckedStorage,
  storeTags: number,
  timeoutMs: number,
): SetTag {
  const inTurn = createKeyedMutex({ operation: 'setTag', timeoutMs })

  async function set(storeId: string, tag: Tag, signal: AbortSignal | undefined): Promise<Tag> {
    const tags = await storage.listTags(storeId, signal)
    if (tags.length >= storeTags && !tags.some(({ value }) => value === tag.value))
      throw tooManyTagsError(tags.length)
    await storage.setTag(storeId, tag, signal)
    return tag
  }

  return (storeId, tag, signal) => inTurn(storeId, () => set(storeId, tag, signal), signal)
}

/** @returns QuoteError `invalid_request` */
function tooManyTagsError(count: number): QuoteError {
  const message = `must be the name of one of the ${count} tags of the store; remove one to add another`
  return new QuoteError('invalid_request', { errors: { name: message } })
}
