import type { RecordChange } from '../../../record/commit.js'
import type { StoredRecord } from '../../../record/record.js'
import { type TagList, tagsRef } from '../../../store/tags-record.js'
import type { CommandOptions } from '../../call-options.js'
import type { StoreContext } from '../../context.js'
import { runCommand } from '../../execution/run-command.js'
import type { EngineRuntime } from '../../runtime.js'
import type { OperationName } from '../operation-name.js'

/** A method that changes the tags of a store, called with its arguments. */
export interface TagsCommand {
  readonly operation: OperationName
  readonly caller: StoreContext
  readonly options: CommandOptions
  /** Everything else that the caller sent. */
  readonly payload: readonly unknown[]
  /** Returns the change, or undefined if nothing changes. Repeated after a conflict. */
  decide(record: StoredRecord<TagList> | undefined): RecordChange<TagList> | undefined
}

/** The tags of a store that never had any. */
const noTags: StoredRecord<TagList> = Object.freeze({
  ...tagsRef,
  version: 0,
  updated: 0,
  replay: Object.freeze({ base: 0, size: 0 }),
  value: Object.freeze([]),
})

/** Runs a command of a store's tags after the earlier ones, and returns the tags. */
export async function runTagsCommand(
  runtime: EngineRuntime,
  { operation, caller, options, payload, decide }: TagsCommand,
): Promise<TagList> {
  const { permit } = runtime
  const { signal } = options
  const command = {
    caller,
    options,
    payload: [operation, ...payload],
    ref: tagsRef,
    empty: noTags,
    decide,
    ...(permit && { authorize: () => permit({ caller, operation, signal }) }),
  }
  const lock = { key: caller.storeId, operation, signal }
  const run = async () => (await runCommand(runtime, command)).value
  return runtime.run(signal, () => runtime.withLock(lock, run))
}
