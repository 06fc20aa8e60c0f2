import { emptyUsers, removeUser, type User } from '../../../store/users-record.js'
import { type CommandOptions, parseCommandOptions } from '../../call-options.js'
import { parseContext, type StoreContext } from '../../context.js'
import { currentTime } from '../../runtime.js'
import { defineOperation, sellers } from '../operation.js'
import { runUsersCommand } from './users-command.js'

export interface RemoveUser {
  /**
   * Removes a user from a store, and returns the users that it has left. Does nothing if the store
   * has no such user. Quotes keep their `owner`, and can be found by it.
   *
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   * @throws QuoteError `conflict` if other writers committed first in all `maxAttempts` attempts
   */
  removeUser(
    context: StoreContext,
    userId: string,
    options?: CommandOptions,
  ): Promise<readonly User[]>
}

export const removeUserOperation = defineOperation<RemoveUser['removeUser']>({
  roles: sellers,
  route: {
    method: 'DELETE',
    path: '/users/{userId}',
    summary: 'Remove a user',
    status: 200,
    response: 'users',
  },

  create: (runtime, operation) => async (context, userId, options) => {
    const caller = parseContext(context)
    const parsedOptions = parseCommandOptions(options)
    return runUsersCommand(runtime, {
      operation,
      caller,
      options: parsedOptions,
      payload: [userId],
      decide(record) {
        const input = { actor: caller.actor, now: currentTime(runtime.options) }
        // A key is remembered with a record, so a store without users gets one.
        const hasKey = parsedOptions.idempotencyKey !== undefined
        return record === undefined && hasKey
          ? emptyUsers(input)
          : removeUser(record, userId, input)
      },
    })
  },
})
