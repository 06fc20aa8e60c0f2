import type { StoredRecord } from '../../../record/record.js'
import { type User, type UserList, usersRef } from '../../../store/users-record.js'
import { type CallOptions, parseCallOptions } from '../../call-options.js'
import { parseContext, type StoreContext } from '../../context.js'
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

  create:
    ({ storage, permit, run }, operation) =>
    async (context, options) => {
      const caller = parseContext(context)
      const { signal } = parseCallOptions(options)
      return run(signal, async () => {
        await permit?.({ caller, operation, signal })
        const [record] = await storage.load(caller.storeId, [usersRef], signal)
        return (record as StoredRecord<UserList> | undefined)?.value ?? noUsers
      })
    },
})

const noUsers: UserList = Object.freeze([])
