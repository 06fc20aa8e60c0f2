import type { PortCallOptions } from '../../../ports/call-options.js'
import type { MaybePromise } from '../../../ports/storage.js'
import type { SegmentWriter } from '../search/segment-writer.js'

/**
 * A write of one operation. It has written nothing if it returns false, and is rolled back if it
 * throws.
 *
 * @param segments Shared by the writes of a transaction, and flushed before it commits.
 */
export type WriteFn = (segments: SegmentWriter) => boolean

/**
 * Runs a write in a transaction and returns its result.
 *
 * @param operation The method of the storage, for errors.
 */
export type Write = (
  write: WriteFn,
  operation: string,
  call?: PortCallOptions,
) => MaybePromise<boolean>
