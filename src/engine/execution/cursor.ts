import { hash } from 'node:crypto'
import type { OrderPosition } from '../../record/search/find-query.js'
import { isValidId } from '../../validation/identifiers.js'

/**
 * Returns an opaque string for a place in a list. It belongs to one list: to these selecting
 * conditions, in this order, of this store.
 */
export function encodeCursor({ time, id }: OrderPosition, list: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([time, id, getDigest(list)])).toString('base64url')
}

/** Longer strings are no cursors, and not worth decoding. */
const maxCursorLength = 4_096

/** Returns the place that a string stands for; undefined if it is no cursor of this list. */
export function decodeCursor(cursor: string, list: readonly unknown[]): OrderPosition | undefined {
  if (cursor.length > maxCursorLength) return undefined
  const parts = parseJson(Buffer.from(cursor, 'base64url').toString())
  if (!Array.isArray(parts) || parts.length !== 3) return undefined
  const [time, id, digest] = parts as readonly unknown[]
  const isValid = Number.isSafeInteger(time) && isValidId(id) && digest === getDigest(list)
  return isValid ? { time: time as number, id } : undefined
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const digestLength = 16

function getDigest(list: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(list), 'base64url').slice(0, digestLength)
}
