import { defaultLimits } from '../../../quote/policy.js'
import { parseTag, type TagDefinition, tagDefinitionSchema } from '../../../store/tag-definition.js'
import type { Tag } from '../../../store/tags.js'
import { storeTags } from '../../../store/tags-record.js'
import type { CommandOptions } from '../../call-options.js'
import type { StoreContext } from '../../context.js'
import { runSetEntry } from '../named-lists.js'
import { defineOperation, sellers } from '../operation.js'

export interface SetTag {
  /**
   * Adds a tag to a store, or replaces the tag of the same name. `getQuote` and `listQuotes` return
   * the tags of a quote that its store has.
   *
   * @throws QuoteError `invalid_request` with one error per invalid field: `name`, `color`,
   * `backgroundColor`, `label` or `value`
   * @throws QuoteError `invalid_request` at `name` if the tag is new and the store already has
   * `limits.maxStoreTags` tags
   * @throws QuoteError `not_permitted` if the option `permit` rejects the call
   * @throws QuoteError `conflict` if other writers committed first in all `maxAttempts` attempts
   *
   * @example
   * await engine.setTag(context, 'Approved', {
   *   backgroundColor: 'rgba(0%, 60%, 30%, 0.2)',
   *   color: 'rgb(0%, 40%, 20%)',
   * })
   */
  setTag(
    context: StoreContext,
    name: string,
    tag: TagDefinition,
    options?: CommandOptions,
  ): Promise<Tag>
}

export const setTagOperation = defineOperation<SetTag['setTag']>({
  roles: sellers,
  route: {
    method: 'PUT',
    path: '/tags/{name}',
    summary: 'Add or replace a tag',
    body: () => tagDefinitionSchema(defaultLimits),
    example: { backgroundColor: 'rgba(0%, 60%, 30%, 0.2)', color: 'rgb(0%, 40%, 20%)' },
    status: 200,
    response: 'tag',
  },
  create: (runtime, operation) => (context, name, definition, options) => {
    const parse = () => parseTag(name, definition, runtime.options.limits)
    return runSetEntry(runtime, { list: storeTags, operation }, context, parse, options)
  },
})
