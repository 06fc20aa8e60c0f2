import { QuoteError } from '../../errors.js'
import type { DeskCall } from '../desk-call.js'

/**
 * Rejects a buyer, to whom the engine shows quotes, but who has no business at the desk.
 *
 * @throws QuoteError `not_permitted`
 */
export function assertSeller({ user }: DeskCall): void {
  if (user.role !== 'buyer') return
  const reason = 'the desk is for sellers; the role of the caller is buyer'
  throw new QuoteError('not_permitted', { operation: 'desk', reason })
}
