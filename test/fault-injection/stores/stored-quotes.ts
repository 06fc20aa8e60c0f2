import type { StoragePort } from '../../../src/ports/storage.js'
import { hideNewKeys } from '../../../src/quote/model/line-keys.js'
import type { AnyCustomer, Quote } from '../../../src/quote/model/quote.js'
import { quoteRef, replayQuote } from '../../../src/quote/model/quote-record.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { applyPatches } from '../../../src/record/history/apply-patches.js'
import type { HistoryEntry } from '../../../src/record/history/entry.js'
import type { StoredRecord } from '../../../src/record/record.js'

const storeId = 'store-1'

/** A write that was acknowledged: the value of a customer field in a version of a quote. */
export interface AcknowledgedWrite {
  readonly quoteId: string
  readonly version: number
  readonly field: string
  readonly value: string
}

/** A row of the table of quotes (with the quote's JSON) or of the history (with null). */
export interface QuoteJson {
  readonly quote_id: string
  readonly quote: string | null
}

/** Everything that a database contains of a quote. */
export interface StoredQuote {
  readonly quoteId: string
  /** The stored JSON, byte for byte. */
  readonly json: string | null
  readonly record: StoredRecord<Quote> | undefined
  readonly entries: readonly HistoryEntry[]
}

export async function readStored(
  storage: StoragePort,
  rows: readonly QuoteJson[],
): Promise<StoredQuote[]> {
  const everything = { afterVersion: 0, limit: 1_000_000, maxBytes: 2 ** 30 }
  const stored: StoredQuote[] = []
  for (const { quote_id: quoteId, quote: json } of rows) {
    const ref = quoteRef(quoteId)
    const [record] = await storage.load(storeId, [ref])
    const { items: entries } = await storage.listHistory(storeId, ref, everything)
    stored.push({ quoteId, json, record: record as StoredRecord<Quote> | undefined, entries })
  }
  return stored
}

/** Returns descriptions of partial writes and of contradictions between record and history. */
export function findInconsistencies({ quoteId, json, record, entries }: StoredQuote): string[] {
  const describe = (problem: string) => `${quoteId}: ${problem}`
  if (record === undefined) return [describe(`${entries.length} history entries, but no record`)]
  const problems: string[] = []
  if (record.version !== entries.length)
    problems.push(describe(`version ${record.version}, but ${entries.length} history entries`))
  const versions = entries.map(({ version }) => version)
  if (versions.length === 0 || versions.some((version, index) => version !== index + 1))
    return [...problems, describe(`has the versions ${versions}`)]
  const replayed = replayQuote(entries)
  if (JSON.stringify(replayed && hideNewKeys(replayed)) !== json)
    problems.push(describe('differs from its replayed history'))
  if (record.updated !== entries.at(-1)?.time)
    problems.push(describe('differs in time from its last history entry'))
  const violations = verifyQuote(record.value)
  return [...problems, ...violations.map(({ path, message }) => describe(`${path} ${message}`))]
}

/**
 * Returns the acknowledged writes that are missing from their version.
 *
 * @param stored Quotes without inconsistencies.
 */
export function lostWrites(
  stored: readonly StoredQuote[],
  acknowledged: readonly AcknowledgedWrite[],
): AcknowledgedWrite[] {
  const customers = new Map(stored.map((quote) => [quote.quoteId, customersByVersion(quote)]))
  return acknowledged.filter(
    ({ quoteId, version, field, value }) =>
      customers.get(quoteId)?.[version - 1]?.[field] !== value,
  )
}

/** Returns the customer of every version of a quote without inconsistencies. */
export function customersByVersion({ entries }: StoredQuote): AnyCustomer[] {
  let quote: unknown
  return entries.map(({ patches }) => {
    quote = applyPatches(quote, patches)
    return (quote as Quote).customer
  })
}
