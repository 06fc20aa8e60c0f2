import { QuoteError } from '../../errors.js'
import { toText } from './sql.js'

/** Pools and connections whose character set was found to be right. */
const checked = new WeakSet<object>()

export function hasCharset(owner: object): boolean {
  return checked.has(owner)
}

/** Returns what is the same each time a pool lends a connection: `mysql2` wraps it each time. */
export function getOwner(connection: object): object {
  const { connection: inner } = connection as { readonly connection?: unknown }
  return typeof inner === 'object' && inner !== null ? inner : connection
}

const names = ['client', 'connection', 'results'] as const

/**
 * Asks the server for the character set of a connection. Literals do not depend on it, and what is
 * stored is selected as bytes; but the rest of a statement is ASCII, which some sets change, too.
 *
 * @param owner The pool or connection that is not asked again.
 *
 * @throws QuoteError `invalid_options` unless it is utf8mb4; or the driver's error
 */
export async function assertCharset(
  select: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>,
  owner: object,
): Promise<void> {
  const columns = names.map((name) => `@@character_set_${name} as ${name}_set`)
  const [row] = await select(`select ${columns.join(', ')}`)
  for (const name of names) {
    const found = toText(row?.[`${name}_set`])
    if (found === 'utf8mb4') continue
    const message =
      `must use the character set utf8mb4; received one with character_set_${name} ${found}: set ` +
      'the option charset of createPool to utf8mb4, or leave it out; if it is right, remove ' +
      '"set names" from what runs on new connections, also in init_connect of the server'
    throw new QuoteError('invalid_options', { errors: { client: message } })
  }
  checked.add(owner)
}
