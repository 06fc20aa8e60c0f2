import type { CallOptions, CommandOptions, StoreContext } from '../../engine/arguments.js'
import { defineOperation, internalRoles, type OperationsOf } from '../../engine/operation.js'
import { defaultLimits } from '../../quote/model/policy.js'
import { loadList, runRemoveEntry, runSetEntry } from '../store-lists/operations.js'
import {
  parseTag,
  type StoreTags,
  storeTags,
  type Tag,
  type TagDefinition,
  tagDefinitionSchema,
  tagsByName,
} from './tags.js'

interface ListTags {
  /**
   * Returns the tags of a store by name, in the order in which they were first set. As in any
   * object, names that are integers come first.
   */
  listTags(context: StoreContext, options?: CallOptions): Promise<StoreTags>
}

const listTagsOperation = defineOperation<ListTags['listTags']>({
  roles: 'all',
  tool: {},
  route: { method: 'GET', path: '/tags', summary: 'List tags', status: 200, response: 'tags' },
  create: (runtime, operation) => async (context, options) =>
    tagsByName(await loadList(runtime, { list: storeTags, operation }, context, options)),
})

interface SetTag {
  /**
   * Adds a tag to a store, or replaces the tag of the same name. `getQuote` and `listQuotes` return
   * the tags of a quote that its store has.
   *
   * @throws QuoteError `invalid_request` with one error per invalid field: `name`, `color`,
   * `backgroundColor`, `label` or `value`
   * @throws QuoteError `invalid_request` at `name` if the tag is new and the store already has
   * `limits.maxStoreTags` tags
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

const setTagOperation = defineOperation<SetTag['setTag']>({
  roles: internalRoles,
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

interface RemoveTag {
  /**
   * Removes a tag from a store. Does nothing if the store has no such tag. Quotes keep the name,
   * and show the tag again if the store sets it again.
   */
  removeTag(context: StoreContext, name: string, options?: CommandOptions): Promise<void>
}

const removeTagOperation = defineOperation<RemoveTag['removeTag']>({
  roles: internalRoles,
  route: {
    method: 'DELETE',
    path: '/tags/{name}',
    summary: 'Remove a tag',
    status: 204,
    response: 'none',
  },
  create: (runtime, operation) => (context, name, options) =>
    runRemoveEntry(runtime, { list: storeTags, operation }, context, name, options),
})

/** The methods of the engine for the tags of a store. */
export interface TagMethods extends ListTags, SetTag, RemoveTag {}

/** What the engine does with the tags of a store. */
export const tagOperations: OperationsOf<TagMethods> = {
  listTags: listTagsOperation,
  setTag: setTagOperation,
  removeTag: removeTagOperation,
}
