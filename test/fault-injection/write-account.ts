import type { QuoteEngine } from '../../src/engine/quote-engine.js'
import { type AnyQuoteError, isQuoteError } from '../../src/errors.js'
import type { QuoteRecord } from '../../src/quote/quote.js'
import type { CreateQuoteRequest } from '../../src/quote/requests/create-request.js'
import { type AcknowledgedWrite, customersByVersion, type StoredQuote } from './stored-quotes.js'

const context = { storeId: 'store-1', actor: 'account' }

/** A write that did not come to a good end. */
export interface RefusedWrite {
  readonly value: string
  readonly error: AnyQuoteError
}

/** Writes through an engine, and keeps account of what every write came to. */
export interface WriteAccount {
  readonly acknowledged: readonly AcknowledgedWrite[]
  readonly refused: readonly RefusedWrite[]
  /** The quotes that were acknowledged. */
  readonly quoteIds: readonly string[]
  /** Resolves to the error of a write that was refused. Throws on what is no QuoteError. */
  create(productId: number): Promise<AnyQuoteError | undefined>
  update(quoteId: string, productId: number): Promise<AnyQuoteError | undefined>
}

export function writeAccount({ createQuote, updateQuote }: QuoteEngine): WriteAccount {
  const acknowledged: AcknowledgedWrite[] = []
  const refused: RefusedWrite[] = []
  const quoteIds: string[] = []
  let writes = 0

  async function account(
    productId: number,
    write: (request: CreateQuoteRequest) => Promise<QuoteRecord>,
  ) {
    writes += 1
    const value = `write-${writes}`
    const products = [{ id: productId, qty: (writes % 9) + 1 }]
    try {
      const record = await write({ customer: { note: value, echo: value }, products })
      const { quoteId, version } = record
      acknowledged.push({ quoteId, version, field: 'note', value })
      if (version === 1) quoteIds.push(quoteId)
      return undefined
    } catch (error) {
      if (!isQuoteError(error)) throw error
      refused.push({ value, error })
      return error
    }
  }

  return {
    acknowledged,
    refused,
    quoteIds,
    create: (productId) => account(productId, (request) => createQuote(context, request)),
    update: (quoteId, productId) =>
      account(productId, (changes) => updateQuote(context, quoteId, changes)),
  }
}

/** The values of the writes that made the stored versions, one for each version. Takes quotes without faults. */
export function storedValues(stored: readonly StoredQuote[]): string[] {
  return stored.flatMap(customersByVersion).map(({ note, echo }) => {
    if (note !== undefined && note === echo) return note
    throw new Error(`half of a write is stored: ${note} beside ${echo}`)
  })
}
