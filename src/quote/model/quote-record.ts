import type { RecordChange } from '../../record/commit.js'
import type { HistoryEntry } from '../../record/history/entry.js'
import { Replay } from '../../record/history/replay.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import { estimateJsonLength } from '../../validation/json-length.js'
import { showKeys } from './line-keys.js'
import type { ProductLine, Quote, QuoteRecord } from './quote.js'
import { textFieldNames } from './text-fields.js'

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
  return Object.freeze({ storeId, quoteId: id, version, updated, quote: showKeys(value) })
}

/** An average line without the facts of its product. */
const lineLength = 200
const lineKeyLength = 8
/** A share of a discount with its key. */
const shareLength = 18
/** One tax of one line. */
const portionLength = 80
/** The fields of a quote whose length hardly varies. */
const fixedLength = 200
/** Facts of products can be long, so some lines stand for all. */
const sampleSize = 8

/** Returns the estimated length of a quote's JSON, in time independent of its number of lines. */
export function estimateQuoteLength({
  customer,
  products,
  product_order: lineOrder,
  tags,
  discounts = [],
  taxes,
  approvals,
  proposals,
  acceptance,
  order: placed,
  order_parts: parts,
  fields,
  internal_fields: internalFields,
}: Quote): number {
  return (
    fixedLength +
    (approvals === undefined ? 0 : estimateJsonLength(approvals)) +
    (proposals === undefined ? 0 : estimateJsonLength(proposals)) +
    (acceptance?.sealed === undefined ? 0 : estimateJsonLength(acceptance)) +
    (placed?.lines === undefined ? 0 : estimateJsonLength(placed)) +
    (parts === undefined ? 0 : estimateJsonLength(parts)) +
    products.length * (lineLength + discounts.length * shareLength) +
    factsLength(products) +
    (taxes?.portions.length ?? 0) * portionLength +
    (lineOrder?.length ?? 0) * lineKeyLength +
    estimateJsonLength(customer) +
    estimateJsonLength(tags) +
    ownLength(fields) +
    ownLength(internalFields)
  )
}

function ownLength(fields: object | undefined): number {
  return fields === undefined ? 0 : estimateJsonLength(fields)
}

/** Returns the estimated length of what lines have frozen of their products, and of own fields. */
function factsLength(products: readonly ProductLine[]): number {
  const interval = Math.max(1, Math.ceil(products.length / sampleSize))
  let length = 0
  let count = 0
  for (let index = 0; index < products.length; index += interval) {
    const line = products[index] as ProductLine
    for (const name of textFieldNames) length += line[name]?.length ?? 0
    const { note, price_breaks: breaks } = line
    length += note?.length ?? 0
    length += (breaks?.length ?? 0) * shareLength * 2
    length += ownLength(line.fields) + ownLength(line.internal_fields)
    length += ownLength(line.components) + ownLength(line.tax_shares)
    count += 1
  }
  return count === 0 ? 0 : Math.round((length / count) * products.length)
}

/**
 * Returns the quote after the last of these history entries, byte for byte as `getQuote` returned
 * it then. Pure.
 *
 * @param entries Entries in order of version and without gaps. The first entry is the creation of
 * the quote, or any other entry without `base`.
 * @throws TypeError if entries are missing
 *
 * @example
 * const { items } = await engine.listHistory(context, quoteId)
 * const firstQuote = replayQuote(items.slice(0, 1))
 */
export function replayQuote(entries: readonly HistoryEntry[]): Quote {
  const replay = new Replay()
  for (const entry of entries) replay.apply(entry)
  return showKeys(replay.value as Quote)
}
