import { isQuoteError, QuoteError } from '../errors.js'
import type { PortCallOptions } from './call-options.js'
import type { MaybePromise, StoragePort } from './storage.js'

/**
 * Returns a storage that works in a transaction of the host. Its methods reject with
 * `transaction_failed` if a statement fails, because the transaction cannot continue then.
 *
 * Calls on one client are sent one after the other. A call that waits is not sent if it is aborted,
 * or if the transaction fails: once the host has rolled back, its statement would be committed.
 */
export function transactionStorage(client: object, storage: StoragePort): StoragePort {
  const run = <T>(
    operation: string,
    call: PortCallOptions | undefined,
    send: () => MaybePromise<T>,
  ) => runInTurn(client, call, () => rejectFailure(operation, send))
  return {
    load: (storeId, refs, call) => run('load', call, () => storage.load(storeId, refs)),
    commit: (storeId, commit, call) => run('commit', call, () => storage.commit(storeId, commit)),
    find: (storeId, query, call) => run('find', call, () => storage.find(storeId, query)),
    count: (storeId, filter, max, call) =>
      run('count', call, () => storage.count(storeId, filter, max)),
    listHistory: (storeId, ref, range, call) =>
      run('listHistory', call, () => storage.listHistory(storeId, ref, range)),
    listEvents: (storeId, range, call) =>
      run('listEvents', call, () => storage.listEvents(storeId, range)),
    findIdempotencyRecord: (storeId, key, call) =>
      run('findIdempotencyRecord', call, () => storage.findIdempotencyRecord(storeId, key)),
  }
}

async function rejectFailure<T>(operation: string, send: () => MaybePromise<T>): Promise<T> {
  try {
    return await send()
  } catch (cause) {
    if (isQuoteError(cause)) throw cause
    throw new QuoteError('transaction_failed', { operation }, { cause })
  }
}

/** The last call on each client. Resolves once it has settled, to the error that it leaves. */
const lastCalls = new WeakMap<object, Promise<QuoteError | undefined>>()

function runInTurn<T>(
  client: object,
  call: PortCallOptions | undefined,
  send: () => Promise<T>,
): Promise<T> {
  const previous = lastCalls.get(client)
  const result = previous === undefined ? send() : sendAfter(previous, call, send)
  const settled = result.then(() => undefined, transactionFailure)
  lastCalls.set(client, settled)
  settled.then(() => {
    if (lastCalls.get(client) === settled) lastCalls.delete(client)
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
