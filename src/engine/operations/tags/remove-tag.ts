import type { StoreTags } from '../../../store/tags.js'
import { storeTags, tagsByName } from '../../../store/tags-record.js'
import type { CommandOptions } from '../../call-options.js'
import type { StoreContext } from '../../context.js'
import { runRemoveEntry } from '../named-lists.js'
import { defineOperation, sellers } from '../operation.js'

export interface RemoveTag {
  /**
   * Removes a tag from a store, and returns the tags that it has left. Does nothing if the store
   * has no such tag. Quotes keep the name, and show the tag again if the store sets it again.
   *
   * @throws QuoteError `not_permitted` if the option `permit` rejects the call
   * @throws QuoteError `conflict` if other writers committed first in all `maxAttempts` attempts
   */
  removeTag(context: StoreContext, name: string, options?: CommandOptions): Promise<StoreTags>
}

export const removeTagOperation = defineOperation<RemoveTag['removeTag']>({
  roles: sellers,
  route: {
    method: 'DELETE',
    path: '/tags/{name}',
    summary: 'Remove a tag',
    status: 200,
    response: 'tags',
  },
  create: (runtime, operation) => async (context, name, options) =>
    tagsByName(
      await runRemoveEntry(runtime, { list: storeTags, operation }, context, name, options),
    ),
})
