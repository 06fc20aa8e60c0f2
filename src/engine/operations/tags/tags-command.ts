import type { RecordChange } from '../../../record/commit.js'
import type { StoredRecord } from '../../../record/record.js'
import { type TagList, tagsRef } from '../../../store/tags-record.js'
import type { EngineRuntime } from '../../runtime.js'
import { type RecordCommand, runRecordCommand } from '../record-command.js'

/** A method that changes the tags of a store, called with its arguments. */
export interface TagsCommand
  extends Pick<RecordCommand<TagList>, 'operation' | 'caller' | 'options' | 'payload'> {
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
  command: TagsCommand,
): Promise<TagList> {
  return (await runRecordCommand(runtime, { ...command, ref: tagsRef, empty: noTags })).value
}
