import type { QuoteView } from '../engine/operations/get-quote.js'
import type { QuoteRecord } from '../quote/quote.js'

/** Returns the response body of a creation: `{ quote_id, quote, success }`. */
export function serializeCreated({ quoteId, quote }: QuoteRecord): object {
  return { quote_id: quoteId, quote, success: true }
}

/** Returns the response body of an update and a get: the fields of the quote, and its id. */
export function serializeQuote({ quoteId, quote, visibleTags }: QuoteView): object {
  const tagFields = visibleTags === undefined ? undefined : { visible_tags: visibleTags }
  return { ...quote, quote_id: quoteId, success: true, ...tagFields }
}

/**
 * Returns the changes in the body of an update: removes the fields that
 * {@link serializeQuote} adds, so that a client can send back a response. Changes `body` in place,
 * because it can be too large to copy.
 */
export function stripReadOnly(body: unknown, quoteId: string): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const fields = body as Record<string, unknown>
  if (Object.hasOwn(fields, 'visible_tags')) delete fields.visible_tags
  if (fields.success === true) delete fields.success
  if (fields.quote_id === quoteId) delete fields.quote_id
  return body
}
