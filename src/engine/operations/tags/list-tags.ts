import type { StoreTags } from '../../../store/tags.js'
import { storeTags, tagsByName } from '../../../store/tags-record.js'
import type { CallOptions } from '../../call-options.js'
import type { StoreContext } from '../../context.js'
import { loadList } from '../named-lists.js'
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
  create: (runtime, operation) => async (context, options) =>
    tagsByName(await loadList(runtime, { list: storeTags, operation }, context, options)),
})
