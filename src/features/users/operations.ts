import * as z from 'zod'
import {
  type CallOptions,
  type CommandOptions,
  parseContext,
  type StoreContext,
} from '../../engine/arguments.js'
import {
  createPagedResult,
  cursorFields,
  decodeCursor,
  defaultCursorLimit,
  encodeCursor,
  type Page,
  type PagedResult,
} from '../../engine/execution/pages.js'
import { defineOperation, internalRoles, type OperationsOf } from '../../engine/operation.js'
import { QuoteError } from '../../errors.js'
import { takePage } from '../../ports/pages.js'
import type { PageSize } from '../../ports/storage.js'
import type { OrderPosition } from '../../record/search/find-query.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import { lazy } from '../../validation/lazy.js'
import { mustBeObject, optionalSignal } from '../../validation/schemas/scalars.js'
import { loadList, runRemoveEntry, runSetEntry } from '../store-lists/operations.js'
import {
  parseUser,
  storeUsers,
  type User,
  type UserDefinition,
  type UserList,
  userDefinitionSchema,
} from './users.js'

/** Selects the users that `listUsers` returns. */
export interface ListUsersOptions extends CallOptions {
  /** The `next` of the previous page. */
  readonly after?: string | undefined
  /**
   * Maximum number of users of one page, from 1 to 200. A page has fewer users if their JSON
   * reaches the limit `maxPageBytes`.
   *
   * @default 50
   */
  readonly limit?: number | undefined
}

interface ListUsers {
  /**
   * Lists the users of a store in the order in which they were first set. Await the result for one
   * page, or iterate over all users. If the last user of a page is removed, the next page starts at
   * the same place of the list.
   *
   * @throws QuoteError `invalid_request` with one error per invalid field, for example at `after`
   * if it is not the `next` of a page of this store's users
   *
   * @example
   * for await (const { id, name, position } of engine.listUsers(context))
   *   console.log(id, name, position)
   */
  listUsers(context: StoreContext, options?: ListUsersOptions): PagedResult<User, string>
}

const listUsersSchema = lazy(() =>
  z.strictObject({ ...cursorFields(), signal: optionalSignal }, mustBeObject),
)

const listUsersOperation = defineOperation<ListUsers['listUsers']>({
  roles: internalRoles,
  isPaged: true,
  route: {
    method: 'GET',
    path: '/users',
    summary: 'List users',
    query: () => z.strictObject(cursorFields()),
    status: 200,
    response: 'users',
  },
  create: (runtime, operation) => (context, options) =>
    createPagedResult(() => {
      const caller = parseContext(context)
      const parsed = parseOrThrow(listUsersSchema(), options ?? {}, 'invalid_request')
      const { after, limit = defaultCursorLimit, signal } = parsed
      const identity = [caller.storeId, storeUsers.ref.kind]
      const size = { limit, maxBytes: runtime.options.limits.maxPageBytes }
      const start = after === undefined ? undefined : getPosition(after, identity)
      return async (cursor) => {
        const position = cursor === undefined ? start : getPosition(cursor, identity)
        const list = { list: storeUsers, operation }
        return getPage(await loadList(runtime, list, caller, { signal }), position, size, identity)
      }
    }),
})

/** @throws QuoteError `invalid_request` if this is no cursor of the list */
function getPosition(cursor: string, identity: readonly unknown[]): OrderPosition {
  const position = decodeCursor(cursor, identity)
  if (position !== undefined) return position
  const message = "must be the next of a page of this store's users"
  throw new QuoteError('invalid_request', { errors: { after: message } })
}

/** @param after The last user of the previous page, and its index there as the time */
function getPage(
  users: UserList,
  after: OrderPosition | undefined,
  size: PageSize,
  identity: readonly unknown[],
): Page<User, string> {
  const last = users.findIndex(({ id }) => id === after?.id)
  const start = last === -1 ? (after?.time ?? 0) : last + 1
  const { items, hasMore } = takePage(users.slice(start), size)
  const page = { items: Object.freeze(items) }
  const lastItem = items.at(-1)
  if (!hasMore || lastItem === undefined) return Object.freeze(page)
  const position = { time: start + items.length - 1, id: lastItem.id }
  return Object.freeze({ ...page, next: encodeCursor(position, identity) })
}

interface SetUser {
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
   *
   * @example
   * const bob = { name: 'Bob', email: 'bob@example.com', position: 'manager' } as const
   * await engine.setUser(context, 'u1', bob)
   * await engine.updateQuote(context, quoteId, { owner: 'u1' })
   */
  setUser(
    context: StoreContext,
    userId: string,
    definition: UserDefinition,
    options?: CommandOptions,
  ): Promise<User>
}

const setUserOperation = defineOperation<SetUser['setUser']>({
  roles: internalRoles,
  route: {
    method: 'PUT',
    path: '/users/{userId}',
    summary: 'Add or replace a user',
    body: userDefinitionSchema,
    example: { name: 'Bob', email: 'bob@example.com', position: 'manager' },
    status: 200,
    response: 'user',
  },
  create: (runtime, operation) => (context, userId, definition, options) => {
    const parse = () => parseUser(userId, definition)
    return runSetEntry(runtime, { list: storeUsers, operation }, context, parse, options)
  },
})

interface RemoveUser {
  /**
   * Removes a user from a store. Does nothing if the store has no such user. Quotes keep their
   * `owner`, and can be found by it.
   */
  removeUser(context: StoreContext, userId: string, options?: CommandOptions): Promise<void>
}

const removeUserOperation = defineOperation<RemoveUser['removeUser']>({
  roles: internalRoles,
  route: {
    method: 'DELETE',
    path: '/users/{userId}',
    summary: 'Remove a user',
    status: 204,
    response: 'none',
  },
  create: (runtime, operation) => (context, userId, options) =>
    runRemoveEntry(runtime, { list: storeUsers, operation }, context, userId, options),
})

/** The methods of the engine for the users of a store. */
export interface UserMethods extends ListUsers, SetUser, RemoveUser {}

/** What the engine does with the users of a store. */
export const userOperations: OperationsOf<UserMethods> = {
  listUsers: listUsersOperation,
  setUser: setUserOperation,
  removeUser: removeUserOperation,
}
