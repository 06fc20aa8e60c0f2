import type { PortCallOptions } from '../../../ports/call-options.js'
import type { MaybePromise } from '../../../ports/storage.js'

/**
 * A write of one operation. It has written nothing if it returns false, and is rolled back if it
 * throws.
 */
export type WriteFn = () => boolean

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
