import { storeUsers, type User } from '../../../store/users-record.js'
import type { CallOptions } from '../../call-options.js'
import type { StoreContext } from '../../context.js'
import { loadList } from '../named-lists.js'
import { defineOperation, sellers } from '../operation.js'

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
