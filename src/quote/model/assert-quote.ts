import { QuoteError } from '../../errors.js'
import { describeKind } from '../../validation/describe-value.js'
import { guardRead } from '../../validation/field-errors.js'
import type { Quote } from './quote.js'

/**
 * Rejects anything that is obviously no quote, such as the record around it. Checks no field.
 *
 * @throws QuoteError `invalid_request`
 */
export function assertQuote(value: unknown): asserts value is Quote {
  const message = guardRead('invalid_request', () => {
    const { products, quote } = Object(value) as { products?: unknown; quote?: unknown }
    if (Array.isArray(products)) return undefined
    if (quote !== undefined) return 'must be a quote, received a record: pass record.quote'
    return `must be a quote, received ${describeKind(value)}`
  })
  if (message !== undefined) throw new QuoteError('invalid_request', { errors: { '': message } })
}
