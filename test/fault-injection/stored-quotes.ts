import type { QuoteStorage } from '../../src/ports/storage.js'
import { applyPatches } from '../../src/quote/history/apply-patches.js'
import { type HistoryEntry, replayQuote } from '../../src/quote/history/entry.js'
import type { Customer, Quote, QuoteRecord } from '../../src/quote/quote.js'
import { verifyQuote } from '../../src/quote/verify-quote.js'

const storeId = 'store-1'

/** A write that a writer process was told is stored: the value that a customer field has in a version. */
export interface AcknowledgedWrite {
  readonly quoteId: string
  readonly version: number
  readonly field: string
  readonly value: string
}

/** A row of either table, with the stored text of the quote where it has one. */
export interface QuoteText {
  readonly quote_id: string
  readonly quote: string | null
}

/** All that a database has of a quote. */
export interface StoredQuote {
  readonly quoteId: string
  /** The quote to the byte, as the table has it. */
  readonly text: string | null
  readonly record: QuoteRecord | undefined
  readonly entries: readonly HistoryEntry[]
}

export async function readStored(
  storage: QuoteStorage,
  texts: readonly QuoteText[],
): Promise<StoredQuote[]> {
  const everything = { afterVersion: 0, limit: 1_000_000, maxBytes: 2 ** 30 }
  const stored: StoredQuote[] = []
  for (const { quote_id: quoteId, quote: text } of texts) {
    const record = await storage.load(storeId, quoteId)
    const { items: entries } = await storage.listHistory(storeId, quoteId, everything)
    stored.push({ quoteId, text, record, entries })
  }
  return stored
}

/** What shows that a write is half there, or that record and history disagree. */
export function faultsIn({ quoteId, text, record, entries }: StoredQuote): string[] {
  const says = (fault: string) => `${quoteId}: ${fault}`
  if (record === undefined) return [says(`${entries.length} history entries, but no record`)]
  const faults: string[] = []
  if (record.version !== entries.length)
    faults.push(says(`version ${record.version}, but ${entries.length} history entries`))
  const versions = entries.map(({ version }) => version)
  if (versions.length === 0 || versions.some((version, index) => version !== index + 1))
    return [...faults, says(`its versions are ${versions}`)]
  if (JSON.stringify(replayQuote(entries)) !== text)
    faults.push(says('it is not what its history replays to'))
  if (record.updated !== entries.at(-1)?.timestamp)
    faults.push(says('its time is not that of its last history entry'))
  const broken = verifyQuote(record.quote)
  return [...faults, ...broken.map(({ path, message }) => says(`${path} ${message}`))]
}

/** The acknowledged writes that are not in the version that they were acknowledged with. Takes quotes without faults. */
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

/** The customer of every version. Takes a quote without faults. */
export function customersByVersion({ entries }: StoredQuote): Customer[] {
  let quote: unknown
  return entries.map(({ patches }) => {
    quote = applyPatches(quote, patches)
    return (quote as Quote).customer
  })
}
