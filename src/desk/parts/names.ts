import type { ProductLine, QuoteRecord } from '../../quote/quote.js'

/** The ids of an engine begin with their time, so their ends tell them apart. */
const shortIdLength = 6

/** Returns the end of an id, which is enough to tell quotes apart. */
export function shortId(quoteId: string): string {
  return quoteId.slice(-shortIdLength)
}

/** Returns the name of a quote for people: its number, or `New 3f9a2c` until it has one. */
export function quoteName({ quoteId, quote }: Pick<QuoteRecord, 'quoteId' | 'quote'>): string {
  return quote.number ?? `New ${shortId(quoteId)}`
}

/** Returns what people call a line: the name of its product, or its id. */
export function lineName({ id, name, sku }: Pick<ProductLine, 'id' | 'name' | 'sku'>): string {
  const shown = name ?? (id === 0 ? 'Line without a name' : `Product ${id}`)
  return sku === undefined ? shown : `${shown} (${sku})`
}
