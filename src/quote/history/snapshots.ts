import type { Patch } from 'immer'
import { estimateJsonLength } from '../../validation/json-length.js'
import type { Quote } from '../quote.js'
import type { ReplayState } from '../stored-record.js'

/**
 * How many times the length of the quote the patches may reach before an entry holds the full quote again. Higher values save
 * space in the history, lower ones make past versions faster to read.
 */
const maxPatchesPerQuote = 4

/** What the JSON of an entry has beside its patches: version, time, operation, actor. */
const entryOverhead = 100

/**
 * Returns the replay state that follows a change. The entry of the change must hold the full quote if `base` is its version.
 *
 * @param state The state before the change.
 * @param version The version that the change makes.
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

/** A line with prices of usual length. Line fields are bounded, so an average is as good as counting. */
const lineLength = 200
const lineKeyLength = 8
/** The fields of a quote that always have about the same length. */
const fixedLength = 200

/** Estimates the length of a quote's JSON in time that does not grow with its lines. */
function estimateQuoteLength({ customer, products, product_order: order, tags }: Quote): number {
  return (
    fixedLength +
    products.length * lineLength +
    (order?.length ?? 0) * lineKeyLength +
    estimateJsonLength(customer) +
    estimateJsonLength(tags)
  )
}
