import type { Patch } from 'immer'
import { estimateJsonLength } from '../../validation/json-length.js'
import type { ReplayState } from '../record.js'

/**
 * Maximum size of the patches since the last full value, as a multiple of the size of the value.
 * Higher values save space in the history; lower values make past versions faster to read.
 */
const maxPatchesPerValue = 4

/** Size of the other fields in the JSON of an entry: version, time, operation, by. */
const entryOverhead = 100

/**
 * Returns the replay state after a change. If its `base` is the new version, the history entry must
 * hold the full value.
 *
 * @param state The state before the change.
 * @param version The new version.
 * @param valueLength Estimated length of the new value's JSON.
 */
export function nextReplayState(
  state: ReplayState,
  version: number,
  valueLength: number,
  patches: readonly Patch[],
): ReplayState {
  const size = state.size + estimateJsonLength(patches) + entryOverhead
  return size > maxPatchesPerValue * valueLength
    ? { base: version, size: 0 }
    : { base: state.base, size }
}
