import {
  parseUser,
  storeUsers,
  type User,
  type UserDefinition,
  userDefinitionSchema,
} from '../../store/users.js'
import type { CallOptions, CommandOptions, StoreContext } from '../arguments.js'
import { loadList, runRemoveEntry, runSetEntry } from './named-lists.js'
import { defineOperation, sellers } from './operation.js'

export interface ListUsers {
  /**
   * Returns the users of a store in the order in which they were first set.
   *
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   */
  listUsers(context: StoreContext, options?: CallOptions): Promise<readonly User[]>
}

export const listUsersOperation = defineOperation<ListUsers['listUsers']>({
  roles: sellers,
  route: { method: 'GET', path: '/users', summary: 'List users', status: 200, response: 'users' },
  create: (runtime, operation) => (context, options) =>
    loadList(runtime, { list: storeUsers, operation }, context, options),
})

export interface SetUser {
  /**
   * Adds a user to a store, or replaces the user of the same id. A user can be the `owner` of
   * quotes.
   *
   * @param userId The id of the user in your own system, of 1 to 255 characters.
   *
   * @throws QuoteError `invalid_request` with one error per invalid field: `id`, `name`, `email`,
   * `phone` or `position`
   * @throws QuoteError `invalid_request` at `id` if the user is new and the store already has
   * `limits.maxStoreUsers` users
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   * @throws QuoteError `conflict` if other writers committed first in all `maxAttempts` attempts
   *
   * @example
   * await engine.setUser(context, 'u1', { name: 'Bob', email: 'bob@example.com', position: 'manager' })
   * await engine.updateQuote(context, quoteId, { owner: 'u1' })
   */
  setUser(
    context: StoreContext,
    userId: string,
    definition: UserDefinition,
    options?: CommandOptions,
  ): Promise<User>
}

export const setUserOperation = defineOperation<SetUser['setUser']>({
  roles: sellers,
  route: {
    method: 'PUT',
    path: '/users/{userId}',
    summary: 'Add or replace a user',
    body: () => userDefinitionSchema,
    example: { name: 'Bob', email: 'bob@example.com', position: 'manager' },
    status: 200,
    response: 'user',
  },
  create: (runtime, operation) => (context, userId, definition, options) => {
    const parse = () => parseUser(userId, definition)
    return runSetEntry(runtime, { list: storeUsers, operation }, context, parse, options)
  },
})

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
