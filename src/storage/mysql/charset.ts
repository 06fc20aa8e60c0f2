import { QuoteError } from '../../errors.js'
import { toText } from '../sql/rows.js'
import { asBytes, literal } from './sql.js'

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

/** A character that no other character set than UTF-8 has as the same bytes. */
const probe = 'ë'

/** The probe in each type that columns are selected in: `typeCast` can treat them differently. */
const probes = {
  short_probe: literal(probe),
  blob_probe: `coalesce(${literal(probe)}, space(20000))`,
  long_probe: `coalesce(${literal(probe)}, space(20000000))`,
}

/**
 * Asks the server for the character set of a connection. Literals do not depend on it, and what is
 * stored is selected as bytes; but the rest of a statement is ASCII, which some sets change, too.
 * Options of a pool can decode those bytes otherwise, so text is read once to see whether it is
 * the same.
 *
 * @param owner The pool or connection that is not asked again.
 *
 * @throws QuoteError `invalid_options` unless it is utf8mb4, and text is read as the driver does by
 * default; or the driver's error
 */
export async function assertCharset(
  select: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>,
  owner: object,
): Promise<void> {
  const columns = names.map((name) => `@@character_set_${name} as ${name}_set`)
  for (const [name, value] of Object.entries(probes)) columns.push(`${asBytes(value)} as ${name}`)
  const [row] = await select(`select ${columns.join(', ')}`)
  for (const name of Object.keys(probes))
    if (toText(row?.[name]) !== probe) {
      const client =
        'must return the columns of a row by name, and binary ones as bytes, as mysql2 does by ' +
        'default: remove the options typeCast, rowsAsArray and nestTables of createPool'
      throw new QuoteError('invalid_options', { errors: { client } })
    }
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
