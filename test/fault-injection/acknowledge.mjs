import { writeSync } from 'node:fs'

/**
 * Tells the parent that a write was acknowledged. Synchronously, so that no line is left in a buffer of a process that is
 * killed, and so that a writer ends by itself where its parent is gone.
 *
 * @param {import('./stored-quotes.js').AcknowledgedWrite} write
 */
export function acknowledge({ quoteId, version, field, value }) {
  writeSync(1, `${JSON.stringify({ quoteId, version, field, value })}\n`)
}
