import type { QuoteRecord } from '../../quote/quote.js'
import { type Command, runCommand } from '../commands/run-command.js'
import type { RecordVersion } from '../execution/load-version.js'
import type { EngineRuntime } from '../runtime.js'

/** A method that changes a record other than a quote, called with its arguments. */
export interface RecordCommand<Value>
  extends Omit<Command<Value>, 'payload' | 'authorize' | 'cache'> {
  readonly operation: string
  /** Everything that the caller sent. */
  readonly payload: readonly unknown[]
  /** Returns the quote that the record is made from, for the option `permit`. */
  source?(): QuoteRecord | undefined
}

/** Runs a command of a record after the earlier ones of the same record. */
export async function runRecordCommand<Value>(
  runtime: EngineRuntime,
  { operation, payload, source, ...command }: RecordCommand<Value>,
): Promise<RecordVersion<Value>> {
  const { permit, withLock } = runtime
  const {
    caller,
    ref,
    options: { signal },
  } = command
  const run = () =>
    runCommand(runtime, {
      ...command,
      payload: [operation, ...payload],
      ...(permit && {
        authorize: () => permit({ caller, operation, record: source?.(), signal }),
      }),
    })
  // An id has no NUL, so no quote has this key.
  const key = ref && `${caller.storeId}\0${ref.kind}\0${ref.id}`
  return runtime.run(signal, () =>
    key === undefined ? run() : withLock({ key, operation, signal }, run),
  )
}
