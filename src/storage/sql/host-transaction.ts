import { isQuoteError, QuoteError } from '../../errors.js'
import type { PortCallOptions } from '../../ports/call-options.js'
import {
  type MaybePromise,
  placesOfCall,
  type StoragePort,
  storageMethods,
} from '../../ports/storage.js'

/**
 * Returns a storage that works in a transaction of the host. Its methods reject with
 * `transaction_failed` if a statement fails, because the transaction cannot continue then.
 *
 * Calls on one client are sent one after the other. A call that waits is not sent if it is aborted,
 * or if the transaction fails: once the host has rolled back, its statement would be committed.
 */
export function transactionStorage(client: object, storage: StoragePort): StoragePort {
  const methods = storageMethods.map((operation) => {
    const method = storage[operation] as (...args: unknown[]) => MaybePromise<unknown>
    const run = (...args: unknown[]) => {
      const call = args[placesOfCall[operation]] as PortCallOptions | undefined
      return runInTurn(client, call, () => rejectFailure(operation, () => method(...args)))
    }
    return [operation, run] as const
  })
  return Object.fromEntries(methods) as unknown as StoragePort
}

async function rejectFailure<T>(operation: string, send: () => MaybePromise<T>): Promise<T> {
  try {
    return await send()
  } catch (cause) {
    throw toTransactionError(operation, cause)
  }
}

/** Returns the error of a statement of this method that failed inside the host's transaction. */
export function toTransactionError(operation: string, cause: unknown): QuoteError {
  return isQuoteError(cause)
    ? cause
    : new QuoteError('transaction_failed', { operation }, { cause })
}

/** Resolves once the last call of a client has settled, to the error that it leaves. */
const lastCallByClient = new WeakMap<object, Promise<QuoteError | undefined>>()

function runInTurn<T>(
  client: object,
  call: PortCallOptions | undefined,
  send: () => Promise<T>,
): Promise<T> {
  const previous = lastCallByClient.get(client)
  const result = previous === undefined ? send() : sendAfter(previous, call, send)
  const settled = result.then(() => undefined, transactionFailure)
  lastCallByClient.set(client, settled)
  settled.then(() => {
    if (lastCallByClient.get(client) === settled) lastCallByClient.delete(client)
  })
  return result
}

async function sendAfter<T>(
  previous: Promise<QuoteError | undefined>,
  call: PortCallOptions | undefined,
  send: () => Promise<T>,
): Promise<T> {
  const failure = await previous
  if (failure !== undefined) throw failure
  call?.signal.throwIfAborted()
  return send()
}

function transactionFailure(error: unknown): QuoteError | undefined {
  return isQuoteError(error) && error.code === 'transaction_failed' ? error : undefined
}

/** A connection that the host has lent for one transaction. */
export interface LentConnection {
  query(sql: string): Promise<unknown>
  /** @param isIntact False if a transaction may be open on the connection, which is closed then. */
  release(isIntact: boolean): void
}

/** Runs a function in a transaction on a connection, and releases the connection. */
export async function runInTransaction(
  { query, release }: LentConnection,
  begin: readonly string[],
  run: () => Promise<void>,
): Promise<void> {
  let isIntact = false
  try {
    for (const sql of begin) await query(sql)
    await run()
    await query('commit')
    isIntact = true
  } catch (error) {
    isIntact = await query('rollback').then(
      () => true,
      () => false,
    )
    throw error
  } finally {
    release(isIntact)
  }
}
