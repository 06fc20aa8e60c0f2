import type { RecordChange } from '../../../record/commit.js'
import type { StoredRecord } from '../../../record/record.js'
import { type UserList, usersRef } from '../../../store/users-record.js'
import type { EngineRuntime } from '../../runtime.js'
import { type RecordCommand, runRecordCommand } from '../record-command.js'

/** A method that changes the users of a store, called with its arguments. */
export interface UsersCommand
  extends Pick<RecordCommand<UserList>, 'operation' | 'caller' | 'options' | 'payload'> {
  /** Returns the change, or undefined if nothing changes. Repeated after a conflict. */
  decide(record: StoredRecord<UserList> | undefined): RecordChange<UserList> | undefined
}

/** The users of a store that never had any. */
const noUsers: StoredRecord<UserList> = Object.freeze({
  ...usersRef,
  version: 0,
  updated: 0,
  replay: Object.freeze({ base: 0, size: 0 }),
  value: Object.freeze([]),
})

/** Runs a command of a store's users after the earlier ones, and returns the users. */
export async function runUsersCommand(
  runtime: EngineRuntime,
  command: UsersCommand,
): Promise<UserList> {
  return (await runRecordCommand(runtime, { ...command, ref: usersRef, empty: noUsers })).value
}
