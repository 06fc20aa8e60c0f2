import { isQuoteError, type QuoteError } from '../../../src/errors.js'
import type { QuoteRecord } from '../../../src/quote/model/quote.js'
import type { CreateQuoteRequest } from '../../../src/quote/operations/requests.js'
import type { QuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { type AcknowledgedWrite, customersByVersion, type StoredQuote } from './stored-quotes.js'

const context = { storeId: 'store-1', actor: 'write-log' }

/** A write that failed. */
export interface RejectedWrite {
  readonly value: string
  readonly error: QuoteError
}

/** Writes through an engine and records the outcome of every write. */
export interface WriteLog {
  readonly acknowledged: readonly AcknowledgedWrite[]
  readonly rejected: readonly RejectedWrite[]
  /** The ids of acknowledged quotes. */
  readonly quoteIds: readonly string[]
  /** Resolves to the write's QuoteError, if any. Rejects with any other error. */
  create(productId: number): Promise<QuoteError | undefined>
  update(quoteId: string, productId: number): Promise<QuoteError | undefined>
}

export function writeLog({ createQuote, updateQuote }: QuoteEngine): WriteLog {
  const acknowledged: AcknowledgedWrite[] = []
  const rejected: RejectedWrite[] = []
  const quoteIds: string[] = []
  let writes = 0

  async function record(
    productId: number,
    write: (request: CreateQuoteRequest) => Promise<QuoteRecord>,
  ) {
    writes += 1
    const value = `write-${writes}`
    const products = [{ id: productId, qty: (writes % 9) + 1 }]
    try {
      const result = await write({ customer: { note: value, echo: value }, products })
      const { quoteId, version } = result
      acknowledged.push({ quoteId, version, field: 'note', value })
      if (version === 1) quoteIds.push(quoteId)
      return undefined
    } catch (error) {
      if (!isQuoteError(error)) throw error
      rejected.push({ value, error })
      return error
    }
  }

  return {
    acknowledged,
    rejected,
    quoteIds,
    create: (productId) => record(productId, (request) => createQuote(context, request)),
    update: (quoteId, productId) =>
      record(productId, (changes) => updateQuote(context, quoteId, changes)),
  }
}

/** Returns the value of each stored version's write. Takes quotes without inconsistencies. */
export function storedValues(stored: readonly StoredQuote[]): string[] {
  return stored.flatMap(customersByVersion).map(({ note, echo }) => {
    if (note !== undefined && note === echo) return note
    throw new Error(`partial write: note is ${note}, echo is ${echo}`)
  })
}
