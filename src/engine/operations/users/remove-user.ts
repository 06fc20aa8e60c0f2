import { storeUsers, type User } from '../../../store/users-record.js'
import type { CommandOptions } from '../../call-options.js'
import type { StoreContext } from '../../context.js'
import { runRemoveEntry } from '../named-lists.js'
import { defineOperation, sellers } from '../operation.js'

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
  create: (runtime, operation) => (context, userId, options) =>
    runRemoveEntry(runtime, { list: storeUsers, operation }, context, userId, options),
})
