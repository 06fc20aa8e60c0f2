import { hash } from 'node:crypto'

/** A value of a statement. Strings are well-formed, and numbers are safe integers. */
export type SqlValue = string | number | boolean | Buffer | null | undefined

/**
 * All characters but those of ASCII that mean the same in every character set, `sql_mode` and tool:
 * a backslash and control characters are among them.
 */
const unsafeCharacters = /[^\t\n\r -[\]-~]/

/**
 * Returns the literal of a value. Statements contain their values, because the parameters of
 * `mysql2` are either put into the text with backslashes, which means something else in the
 * `sql_mode` `NO_BACKSLASH_ESCAPES`, or need a prepared statement for each number of rows.
 *
 * Only quotes are escaped, by a second one, which is the same in every mode. Other strings are
 * written as hexadecimal bytes of UTF-8: whatever the character set of the connection, a statement
 * has no character that the client could encode as another one, such as U+0127 as a quote.
 */
export function literal(value: SqlValue): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'string')
    return unsafeCharacters.test(value) ? hex(Buffer.from(value)) : quote(value)
  if (Buffer.isBuffer(value)) return hex(value)
  if (Number.isSafeInteger(Number(value))) return String(Number(value))
  throw new TypeError(`must be a safe integer; received ${String(value)}`)
}

function hex(bytes: Buffer): string {
  return `x'${bytes.toString('hex')}'`
}

function quote(string: string): string {
  return string.includes("'") ? `'${string.replaceAll("'", "''")}'` : `'${string}'`
}

/** Returns the literals of some values, in parentheses: a row, or a list. */
export function tuple(values: readonly SqlValue[]): string {
  return `(${values.map(literal).join(', ')})`
}

/** Returns rows for `values`, or for a comparison with `in`. */
export function tuples(rows: readonly (readonly SqlValue[])[]): string {
  return rows.map(tuple).join(', ')
}

/** Combines conditions, of which there is at least one. */
export function andConditions(conditions: readonly string[]): string {
  return conditions.join(' and ')
}

/**
 * Returns the expression that a text column is selected by: as bytes, which the server does not
 * convert to the character set of the connection.
 */
export function asBytes(column: string): string {
  return `cast(${column} as binary)`
}

/** Returns the first 16 bytes of a hash, which two strings never share. */
export function shortHash(string: string): Buffer {
  return hash('sha256', string, 'buffer').subarray(0, 16)
}
