import { QuoteError } from '../errors.js'
import { describeValue } from '../validation/describe-value.js'
import { isValidId, validId } from '../validation/identifiers.js'
import type { DeskUser } from './options.js'

const roles: ReadonlySet<unknown> = new Set([undefined, 'seller', 'system'])

/**
 * Checks what `authenticate` has returned. The engine would only say that it is no context.
 *
 * @throws QuoteError `invalid_context`
 */
export function assertUser(user: unknown): asserts user is DeskUser {
  const { storeId } = Object(user) as { readonly storeId?: unknown }
  if (isValidId(storeId)) return
  const message = `must be ${validId}, in the user that the option authenticate returns, received ${describeValue(storeId)}`
  throw new QuoteError('invalid_context', { errors: { storeId: message } })
}

/**
 * Rejects a buyer, to whom the engine shows quotes, but who has no business at the desk.
 *
 * @throws QuoteError `not_permitted`
 */
export function assertSeller({ role }: DeskUser): void {
  if (roles.has(role)) return
  const reason = `the desk is for sellers; the role of the caller is ${role}`
  throw new QuoteError('not_permitted', { operation: 'desk', reason })
}
