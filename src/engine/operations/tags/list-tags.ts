import type { StoredRecord } from '../../../record/record.js'
import type { StoreTags } from '../../../store/tags.js'
import { type TagList, tagsByName, tagsRef } from '../../../store/tags-record.js'
import { type CallOptions, parseCallOptions } from '../../call-options.js'
import { parseContext, type StoreContext } from '../../context.js'
import { defineOperation } from '../operation.js'

export interface ListTags {
  /**
   * Returns the tags of a store by name, in the order in which they were first set. As in any
   * object, names that are integers come first.
   *
   * @throws QuoteError `not_permitted` if the option `permit` rejects the call
   */
  listTags(context: StoreContext, options?: CallOptions): Promise<StoreTags>
}

export const listTagsOperation = defineOperation<ListTags['listTags']>({
  roles: 'all',
  route: { method: 'GET', path: '/tags', summary: 'List tags', status: 200, response: 'tags' },

  create:
    ({ storage, permit, run }, operation) =>
    async (context, options) => {
      const caller = parseContext(context)
      const { signal } = parseCallOptions(options)
      return run(signal, async () => {
        await permit?.({ caller, operation, signal })
        const [record] = await storage.load(caller.storeId, [tagsRef], signal)
        return tagsByName((record as StoredRecord<TagList> | undefined)?.value ?? [])
      })
    },
})
