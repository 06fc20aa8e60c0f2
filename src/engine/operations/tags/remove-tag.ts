import type { StoreTags } from '../../../store/tags.js'
import { emptyTags, removeTag, tagsByName } from '../../../store/tags-record.js'
import { type CommandOptions, parseCommandOptions } from '../../call-options.js'
import { parseContext, type StoreContext } from '../../context.js'
import { currentTime } from '../../runtime.js'
import { defineOperation, sellers } from '../operation.js'
import { runTagsCommand } from './tags-command.js'

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

  create: (runtime, operation) => async (context, name, options) => {
    const caller = parseContext(context)
    const parsedOptions = parseCommandOptions(options)
    const tags = await runTagsCommand(runtime, {
      operation,
      caller,
      options: parsedOptions,
      payload: [name],
      decide(record) {
        const input = { actor: caller.actor, now: currentTime(runtime.options) }
        // A key is remembered with a record, so a store without tags gets one.
        const hasKey = parsedOptions.idempotencyKey !== undefined
        return record === undefined && hasKey ? emptyTags(input) : removeTag(record, name, input)
      },
    })
    return tagsByName(tags)
  },
})
