import type { MaybePromise } from '../../ports/storage.js'
import type { RecordChange } from '../../record/commit.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import type { UpdateOptions } from '../call-options.js'
import type { StoreContext } from '../context.js'

/** A method that writes, called with its arguments. */
export interface Command<Value> {
  readonly caller: StoreContext
  readonly options: UpdateOptions
  /** The name of the operation, and everything that the caller sent. */
  readonly payload: readonly unknown[]
  /** The record to change. Absent if each attempt creates a record with an id of its own. */
  readonly ref?: RecordRef
  /** Other records that `decide` reads, loaded in the same round trip. */
  readonly also?: readonly RecordRef[]
  /** The result if nothing changes and there is no record. */
  readonly empty?: StoredRecord<Value>
  /**
   * Rejects a record that the command cannot change, before anything else is checked.
   *
   * @throws QuoteError `quote_not_found`
   */
  assertExists?(record: StoredRecord<Value> | undefined): void
  /**
   * Returns the change of the record, or undefined if nothing changes. Repeated after a conflict.
   *
   * @param record The stored record. Undefined if there is none, or the command has no `ref`.
   * @param others The records of `also`, in their order.
   */
  decide(
    record: StoredRecord<Value> | undefined,
    others: OtherRecords,
  ): MaybePromise<Decision<Value>>
  /**
   * Rejects a change that the option `permit` does not allow.
   *
   * @throws QuoteError `not_permitted`
   */
  authorize?(
    record: StoredRecord<Value> | undefined,
    next: StoredRecord<Value> | undefined,
  ): Promise<void>
  /** Keeps records, so that an attempt can skip loading one. */
  readonly cache?: CommandCache<Value>
}

/** Records of any kind, undefined for those that the store does not have. */
export type OtherRecords = readonly (StoredRecord | undefined)[]

/** The change of a record, or several changes to commit together; undefined if nothing changes. */
export type Decision<Value> = RecordChange<Value> | JointChange<Value> | undefined

/** Changes of several records, all of which are committed or none. */
export interface JointChange<Value> {
  /** The change of the command's own record. */
  readonly change: RecordChange<Value>
  readonly others: readonly RecordChange[]
}

/** Records that may be out of date. A change of one counts only if it can be committed. */
export interface CommandCache<Value> {
  get(id: string): StoredRecord<Value> | undefined
  set(record: StoredRecord<Value>): void
  delete(id: string): void
}
