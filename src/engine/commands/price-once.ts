import type { Quote } from '../../quote/quote.js'
import type { StoredRecord } from '../../record/record.js'
import { isDomainRejection } from './retry-on-conflict.js'

/**
 * Returns what was computed from a version of a quote, without computing it again.
 *
 * @param compute Gets the version, and the time of its first use.
 */
export function oncePerVersion<T>(
  compute: (record: StoredRecord<Quote>, now: number) => Promise<T>,
): (record: StoredRecord<Quote>, now: number) => Promise<T> {
  let last: { readonly version: number; readonly result: Promise<T> } | undefined
  return (record, now) => {
    if (last?.version !== record.version) {
      const result = compute(record, now)
      last = { version: record.version, result }
      // A failure of a port is not kept, so that another attempt can succeed.
      result.catch((error) => {
        if (last?.result === result && !isDomainRejection(error)) last = undefined
      })
    }
    return (last as { readonly result: Promise<T> }).result
  }
}
