import { QuoteError } from '../../errors.js'
import { parseTag, type TagDefinition } from '../../store/tag-definition.js'
import type { StoreTags, Tag } from '../../store/tags.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { isValidId } from '../../validation/identifiers.js'
import { type CallOptions, parseCallOptions, parseContext, type StoreContext } from '../context.js'
import { createKeyedMutex } from '../execution/keyed-mutex.js'
import type { EngineRuntime } from '../runtime.js'

/** Creates the engine's `listTags`, `setTag` and `removeTag`. */
export function tagOperations({ options: { limits, timeoutMs }, storage, run }: EngineRuntime) {
  const withStoreLock = createKeyedMutex({ operation: 'setTag', timeoutMs })

  async function setTag(storeId: string, tag: Tag, signal: AbortSignal | undefined): Promise<Tag> {
    const tags = await storage.listTags(storeId, signal)
    if (tags.length >= limits.maxStoreTags && !tags.some(({ value }) => value === tag.value))
      throw tooManyTagsError(tags.length)
    await storage.setTag(storeId, tag, signal)
    return tag
  }

  return {
    async listTags(context: StoreContext, options?: CallOptions): Promise<StoreTags> {
      const { storeId } = parseContext(context)
      const { signal } = parseCallOptions(options)
      return run(signal, async () => tagsByName(await storage.listTags(storeId, signal)))
    },

    /**
     * Locks the store while it counts its tags, so that concurrent calls of this engine cannot
     * exceed `maxStoreTags`. Concurrent calls of other engines can, by one tag each.
     */
    async setTag(
      context: StoreContext,
      name: string,
      definition: TagDefinition,
      options?: CallOptions,
    ): Promise<Tag> {
      const { storeId } = parseContext(context)
      const { signal } = parseCallOptions(options)
      const tag = parseTag(name, definition, limits)
      return run(signal, () => withStoreLock(storeId, () => setTag(storeId, tag, signal), signal))
    },

    async removeTag(context: StoreContext, name: string, options?: CallOptions): Promise<boolean> {
      const { storeId } = parseContext(context)
      const { signal } = parseCallOptions(options)
      return run(signal, async () => isValidId(name) && storage.removeTag(storeId, name, signal))
    },
  }
}

/** Returns the tags by name. A tag called `__proto__` becomes an own key like any other. */
export function tagsByName(tags: readonly Tag[]): StoreTags {
  return deepFreeze(Object.fromEntries(tags.map((tag) => [tag.value, { ...tag }])))
}

/** @returns QuoteError `invalid_request` */
function tooManyTagsError(count: number): QuoteError {
  const expected = `must be the name of one of the ${count} tags of the store`
  const message = `${expected}; remove one to add another`
  return new QuoteError('invalid_request', { errors: { name: message } })
}
