import { isQuoteError, QuoteError } from '../../errors.js'
import type { PortCallOptions } from '../../ports/call-options.js'
import {
  type MaybePromise,
  type PageSize,
  type StoragePort,
  storageMethods,
} from '../../ports/storage.js'
import { callPort } from './call-port.js'
import {
  parseCount,
  parseEventPage,
  parseFoundPage,
  parseHistoryPage,
  parseIdempotencyRecord,
  parseOutcome,
  parseRecords,
} from './storage-responses.js'

type Method = keyof StoragePort

/** The arguments of a method before `call`. */
type Args<M extends Method> =
  Required<Parameters<StoragePort[M]>> extends [...infer Args, PortCallOptions] ? Args : never

type Result<M extends Method> = Awaited<ReturnType<StoragePort[M]>>

/** The engine sets `maxBytes` of every page. */
type WithoutMaxBytes<Arg> = Arg extends PageSize ? Omit<Arg, 'maxBytes'> : Arg

type CheckedArgs<Given extends readonly unknown[]> = {
  [Index in keyof Given]: WithoutMaxBytes<Given[Index]>
}

/**
 * A storage whose responses are validated and whose calls time out. The last argument of each
 * method is the signal of the caller.
 *
 * @throws QuoteError `storage_failed` if the storage throws anything but a `QuoteError`;
 * `storage_invalid_response`, `timeout` or `aborted`
 */
export type CheckedStorage = {
  readonly [M in Method]: (
    ...args: [...CheckedArgs<Args<M>>, signal: AbortSignal | undefined]
  ) => Promise<Result<M>>
}

/** How a method is checked. */
interface Check<M extends Method> {
  /** The index of the argument that limits a page. */
  readonly page?: number
  /**
   * Checks an untrusted response, and returns it or a copy.
   *
   * @throws QuoteError `storage_invalid_response`
   */
  parse(response: Result<M>, ...args: Args<M>): Result<M>
}

const checks: { readonly [M in Method]: Check<M> } = {
  load: { parse: parseRecords },
  commit: { parse: parseOutcome },
  find: { parse: parseFoundPage, page: 1 },
  count: { parse: parseCount },
  listHistory: { parse: parseHistoryPage, page: 2 },
  listEvents: { parse: parseEventPage, page: 1 },
  findIdempotencyRecord: { parse: parseIdempotencyRecord },
}

/** What the engine learns from, and adds to, the calls of its storage. */
export interface StorageHooks {
  /** Called after a commit, with its store. */
  onCommitted?(storeId: string): void
  /** Returns true if a transaction of the host may hold the lock for which a commit waits. */
  isLockedByHost?(storeId: string): boolean
}

const noHooks: StorageHooks = Object.freeze({})

/** @param maxBytes Maximum length of a page, in bytes of JSON. */
export function createCheckedStorage(
  storage: StoragePort,
  timeoutMs: number,
  maxBytes: number,
  hooks: StorageHooks = noHooks,
): CheckedStorage {
  const methods = storageMethods.map((method) => {
    const { parse, page } = checks[method] as Check<'load'>
    const port = storage as unknown as Record<Method, PortMethod>
    const wrapError = (cause: unknown) =>
      new QuoteError('storage_failed', { operation: method }, { cause })
    const callMethod = async (...args: unknown[]) => {
      const signal = args.pop() as AbortSignal | undefined
      if (page !== undefined) args[page] = { ...(args[page] as object), maxBytes }
      const policy = { operation: method, timeoutMs, signal, wrapError }
      const response = await callPort((call) => port[method](...args, call), policy)
      try {
        return parse(response as never, ...(args as Args<'load'>))
      } catch (cause) {
        throw responseError(method, cause)
      }
    }
    return [method, callMethod]
  })
  const checked = Object.fromEntries(methods) as CheckedStorage
  return { ...checked, commit: hookedCommit(checked.commit, hooks) }
}

/** Names the likely cause of a commit that waits for a transaction of the host itself. */
function hookedCommit(
  commit: CheckedStorage['commit'],
  { onCommitted, isLockedByHost }: StorageHooks,
): CheckedStorage['commit'] {
  if (onCommitted !== undefined)
    return async (...args) => {
      const outcome = await commit(...args)
      onCommitted(args[0] as string)
      return outcome
    }
  if (isLockedByHost === undefined) return commit
  return async (...args) => {
    try {
      return await commit(...args)
    } catch (error) {
      const isTimeout = isQuoteError(error) && error.code === 'timeout'
      if (!isTimeout || !isLockedByHost(args[0] as string)) throw error
      throw new QuoteError('timeout', { ...error.details, lockedByHost: true })
    }
  }
}

type PortMethod = (...args: unknown[]) => MaybePromise<unknown>

/** A response can throw while it is read, for example from a getter. */
function responseError(operation: Method, cause: unknown): unknown {
  if (isQuoteError(cause)) return cause
  const errors = { '': 'cannot be read' }
  return new QuoteError('storage_invalid_response', { operation, errors }, { cause })
}
