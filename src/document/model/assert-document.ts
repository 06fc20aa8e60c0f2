import { QuoteError } from '../../errors.js'
import { describeKind } from '../../validation/describe-value.js'
import { guardRead } from '../../validation/field-errors.js'
import type { QuoteDocument } from './quote-document.js'

/**
 * Rejects anything that is obviously no document, such as a quote or the record of one. Checks no
 * field.
 *
 * @throws QuoteError `invalid_options`
 */
export function assertDocument(value: unknown): asserts value is QuoteDocument {
  const received = guardRead('invalid_options', () => {
    const { lines, products, quote } = Object(value) as Readonly<Record<string, unknown>>
    if (quote !== undefined) return 'a record: pass createDocument(record.quote)'
    if (products !== undefined) return 'a quote: pass createDocument(quote)'
    return Array.isArray(lines) ? undefined : describeKind(value)
  })
  if (received === undefined) return
  throw new QuoteError('invalid_options', {
    errors: { '': `must be a document of createDocument, received ${received}` },
  })
}
