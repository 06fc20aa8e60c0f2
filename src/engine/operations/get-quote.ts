import { z } from 'zod'
import type { QuoteRecord } from '../../quote/quote.js'
import { toQuoteRecord } from '../../quote/stored-record.js'
import { type Tag, visibleTags } from '../../store/tags.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import { optionalPositiveInteger, optionalSignal } from '../../validation/schemas/scalars.js'
import { type CallOptions, parseContext, type StoreContext } from '../context.js'
import type { EngineRuntime } from '../runtime.js'
import { loadRecordAt } from './load-record-at.js'
import { assertQuoteId, requireRecord } from './require-record.js'
import { tagsByName } from './tags.js'

/** Selects the version that `getQuote` returns: by default the current one. */
export interface GetOptions extends CallOptions {
  /** Returns this version. Cannot be combined with `at`. */
  readonly version?: number | undefined
  /**
   * Returns the version that was current at this time, in milliseconds since the Unix epoch. Cannot
   * be combined with `version`.
   */
  readonly at?: number | undefined
}

/** A quote with the tags to display. */
export interface QuoteView extends QuoteRecord {
  /** The tags of the quote that the store defines now. Absent if there are none. */
  readonly visibleTags?: readonly Tag[]
}

const getOptionsSchema = z
  .strictObject(
    {
      signal: optionalSignal,
      version: optionalPositiveInteger,
      at: z.int({ error: 'must be an integer in milliseconds' }).optional(),
    },
    { error: 'must be an object' },
  )
  .refine(({ version, at }) => version === undefined || at === undefined, {
    path: ['at'],
    error: 'cannot be combined with version; pass one of them',
  })

/** Creates the engine's `getQuote`. */
export function getQuoteOperation({ storage, cache, run }: EngineRuntime) {
  async function loadCurrent(
    storeId: string,
    quoteId: string,
    signal: AbortSignal | undefined,
  ): Promise<QuoteRecord> {
    const record = await requireRecord(storage, storeId, quoteId, signal)
    cache.set(record)
    return toQuoteRecord(record)
  }

  return async (
    context: StoreContext,
    quoteId: string,
    options?: GetOptions,
  ): Promise<QuoteView> => {
    const { storeId } = parseContext(context)
    const selected = parseOrThrow(getOptionsSchema, options ?? {}, 'invalid_options')
    const { version, at, signal } = selected
    assertQuoteId(quoteId)
    return run(signal, async () => {
      const isCurrent = version === undefined && at === undefined
      const record = isCurrent
        ? await loadCurrent(storeId, quoteId, signal)
        : await loadRecordAt(storage, storeId, quoteId, selected)
      if (record.quote.tags === null) return record
      const storeTags = tagsByName(await storage.listTags(storeId, signal))
      const tags = visibleTags(record.quote, storeTags)
      return tags.length === 0 ? record : Object.freeze({ ...record, visibleTags: tags })
    })
  }
}
