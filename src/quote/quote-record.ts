import type { RecordChange } from '../record/commit.js'
import type { RecordRef, StoredRecord } from '../record/record.js'
import { estimateJsonLength } from '../validation/json-length.js'
import type { Quote, QuoteRecord } from './quote.js'

/** The kind of the records that hold quotes. */
export const quoteKind = 'quote'

/** One change of a quote. */
export type QuoteChange = RecordChange<Quote>

/** Returns the reference to the record of a quote. */
export function quoteRef(quoteId: string): RecordRef {
  return { kind: quoteKind, id: quoteId }
}

/** Returns the part of a stored record that callers of the engine get. */
export function toQuoteRecord(
  storeId: string,
  {
    id,
    version,
    updated,
    value,
  }: Pick<StoredRecord<Quote>, 'id' | 'version' | 'updated' | 'value'>,
): QuoteRecord {
  return Object.freeze({ storeId, quoteId: id, version, updated, quote: value })
}

/** An average line. Line fields are bounded, so an average is accurate enough. */
const lineLength = 200
const lineKeyLength = 8
/** The fields of a quote whose length hardly varies. */
const fixedLength = 200

/** Returns the estimated length of a quote's JSON, in time independent of its number of lines. */
export function estimateQuoteLength({
  customer,
  products,
  product_order: order,
  tags,
}: Quote): number {
  return (
    fixedLength +
    products.length * lineLength +
    (order?.length ?? 0) * lineKeyLength +
    estimateJsonLength(customer) +
    estimateJsonLength(tags)
  )
}
