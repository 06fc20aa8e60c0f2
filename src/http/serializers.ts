import type { QuoteView } from '../engine/operations/get-quote.js'
import type { QuoteRecord } from '../quote/quote.js'

/** What answers a creation: `{ quote_id, quote, success }`. */
export function serializeCreated({ quoteId, quote }: QuoteRecord): object {
  return { quote_id: quoteId, quote, success: true }
}

/** What answers an update and a get: the whole quote at top level, and what identifies it. */
export function serializeQuote({ quoteId, quote, visibleTags }: QuoteView): object {
  const shown = visibleTags === undefined ? undefined : { visible_tags: visibleTags }
  return { ...quote, quote_id: quoteId, success: true, ...shown }
}

/**
 * The changes in the body of an update: what {@link serializeQuote} adds to a quote may come back with
 * it, and is no change. Takes it out of the body itself, which is nobody else's and may be too
 * large to be copied.
 */
export function stripReadOnly(body: unknown, quoteId: string): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const fields = body as Record<string, unknown>
  if (Object.hasOwn(fields, 'visible_tags')) delete fields.visible_tags
  if (fields.success === true) delete fields.success
  if (fields.quote_id === quoteId) delete fields.quote_id
  return body
}
