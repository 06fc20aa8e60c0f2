import { createHash } from 'node:crypto'

const keyLength = 16

/**
 * Returns what the forms of a row send instead of an id that people choose: forms lose the spaces
 * around a value, and change its line breaks.
 */
export function rowKey(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, keyLength)
}
