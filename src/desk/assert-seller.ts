import { QuoteError } from '../errors.js'
import type { DeskUser } from './options.js'

const roles: ReadonlySet<unknown> = new Set([undefined, 'seller', 'system'])

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
