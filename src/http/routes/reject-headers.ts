import type { Context } from 'hono'
import { QuoteError } from '../../errors.js'
import { isCommand, type ServedRoute, versionedParameter } from './route.js'

/** The headers of requests under a condition, and of those that are applied once. */
type CommandHeader = 'If-Match' | 'Idempotency-Key'

/**
 * Rejects a request that changes something, if it has a header that its route would ignore: it
 * could change what must not be changed. A message with `If-Match` changes no quote.
 *
 * @throws QuoteError `invalid_request`
 */
export function rejectHeaders(
  c: Context,
  route: ServedRoute['route'],
  headers: readonly CommandHeader[],
): void {
  if (!isCommand(route) || versionedParameter(route) !== undefined) return
  const found = headers.filter((name) => c.req.header(name) !== undefined)
  if (found.length === 0) return
  const errors = Object.fromEntries(found.map((name) => [name, 'is not taken by this request']))
  throw new QuoteError('invalid_request', { errors })
}
