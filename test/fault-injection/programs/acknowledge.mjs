import { writeSync } from 'node:fs'

/**
 * Reports an acknowledged write to the parent process. Writes synchronously, so that a kill loses
 * no
 * line and a writer exits if its parent has ended.
 *
 * @param {import('../stores/stored-quotes.js').AcknowledgedWrite} write
 */
export function acknowledge({ quoteId, version, field, value }) {
  writeSync(1, `${JSON.stringify({ quoteId, version, field, value })}\n`)
}
