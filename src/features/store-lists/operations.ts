import {
  type CallOptions,
  type CommandOptions,
  parseCallOptions,
  parseCommandOptions,
  parseContext,
  type StoreContext,
} from '../../engine/arguments.js'
import { type RecordCommand, runRecordCommand } from '../../engine/commands/run-command.js'
import { currentTime, type EngineRuntime } from '../../engine/runtime.js'
import type { StoredRecord } from '../../record/record.js'
import { createEmptyList, type NamedList, removeEntry, setEntry } from './named-list.js'

/** An operation on a list of a store. */
interface ListOperation<Entry> {
  readonly list: NamedList<Entry>
  /** The name of the operation. */
  readonly operation: string
}

/** Loads a list of a store. */
export async function loadList<Entry>(
  { storage, permit, run }: EngineRuntime,
  { list: { ref }, operation }: ListOperation<Entry>,
  context: StoreContext,
  options: CallOptions | undefined,
): Promise<readonly Entry[]> {
  const caller = parseContext(context)
  const { signal } = parseCallOptions(options)
  return run(signal, async () => {
    await permit?.({ caller, operation, signal })
    const [record] = await storage.load(caller.storeId, [ref], signal)
    return (record as StoredRecord<readonly Entry[]> | undefined)?.value ?? noEntries
  })
}

/**
 * Adds an entry to a list, or replaces the one of the same name, and returns it.
 *
 * @param parse Parses the entry, after the context and the options.
 */
export async function runSetEntry<Entry>(
  runtime: EngineRuntime,
  { list, operation }: ListOperation<Entry>,
  context: StoreContext,
  parse: () => Entry,
  options: CommandOptions | undefined,
): Promise<Entry> {
  const caller = parseContext(context)
  const parsedOptions = parseCommandOptions(options)
  const entry = parse()
  const { limits } = runtime.options
  const entries = await runListCommand(runtime, list, {
    operation,
    caller,
    options: parsedOptions,
    payload: [entry],
    decide(record) {
      const input = { actor: caller.actor, now: currentTime(runtime.options) }
      return setEntry(list, record, entry, input, limits)
    },
  })
  return entries.find((each) => list.getName(each) === list.getName(entry)) ?? entry
}

/** Removes an entry from a list. */
export async function runRemoveEntry<Entry>(
  runtime: EngineRuntime,
  { list, operation }: ListOperation<Entry>,
  context: StoreContext,
  name: string,
  options: CommandOptions | undefined,
): Promise<void> {
  const caller = parseContext(context)
  const parsedOptions = parseCommandOptions(options)
  await runListCommand(runtime, list, {
    operation,
    caller,
    options: parsedOptions,
    payload: [name],
    decide(record) {
      const input = { actor: caller.actor, now: currentTime(runtime.options) }
      // A key is remembered with a record, so a store without the list gets one.
      const hasKey = parsedOptions.idempotencyKey !== undefined
      return record === undefined && hasKey
        ? createEmptyList(list, input)
        : removeEntry(list, record, name, input)
    },
  })
}

const noEntries: readonly never[] = Object.freeze([])

/** Runs a command of a list after the earlier ones, and returns the list. */
async function runListCommand<Entry>(
  runtime: EngineRuntime,
  { ref }: NamedList<Entry>,
  command: RecordCommand<readonly Entry[]>,
): Promise<readonly Entry[]> {
  const replay = Object.freeze({ base: 0, size: 0 })
  const empty = Object.freeze({ ...ref, version: 0, updated: 0, replay, value: noEntries })
  return (await runRecordCommand(runtime, { ...command, ref, empty })).value
}
