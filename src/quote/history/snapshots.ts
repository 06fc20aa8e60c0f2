import type { Patch } from 'immer'
import { estimateJsonLength } from '../../validation/json-length.js'
import type { Quote } from '../quote.js'
import type { ReplayState } from '../stored-record.js'

/**
 * Maximum size of the patches since the last full quote, as a multiple of the size of the quote.
 * Higher values save space in the history; lower values make past versions faster to read.
 */
const maxPatchesPerQuote = 4

/** Size of the other fields in the JSON of an entry: version, timestamp, operation, actor. */
const entryOverhead = 100

/**
 * Returns the replay state after a change. If its `base` is the new version, the history entry must
 * hold the full quote.
 *
 * @param state The state before the change.
 * @param version The new version.
 * @param quote The quote after the change.
 */
export function nextReplayState(
  state: ReplayState,
  version: number,
  quote: Quote,
  patches: readonly Patch[],
  inversePatches: readonly Patch[],
): ReplayState {
  const added = estimateJsonLength(patches) + estimateJsonLength(inversePatches) + entryOverhead
  const size = state.size + added
  return size > maxPatchesPerQuote * estimateQuoteLength(quote)
    ? { base: version, size: 0 }
    : { base: state.base, size }
}

/** An average line. Line fields are bounded, so an average is accurate enough. */
const lineLength = 200
const lineKeyLength = 8
/** The fields of a quote whose length hardly varies. */
const fixedLength = 200

/** Returns the estimated length of a quote's JSON, in time independent of its number of lines. */
function estimateQuoteLength({ customer, products, product_order: order, tags }: Quote): number {
  return (
    fixedLength +
    products.length * lineLength +
    (order?.length ?? 0) * lineKeyLength +
    estimateJsonLength(customer) +
    estimateJsonLength(tags)
  )
}
