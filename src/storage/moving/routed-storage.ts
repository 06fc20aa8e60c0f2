import * as z from 'zod'
import { isQuoteError, QuoteError } from '../../errors.js'
import type { PortCallOptions } from '../../ports/call-options.js'
import { type StateStorage, stateMethods } from '../../ports/state.js'
import {
  type CommitOutcome,
  type MaybePromise,
  type StoragePort,
  storageMethods,
} from '../../ports/storage.js'
import type { RecordCommit } from '../../record/commit.js'
import { hasMethods } from '../../validation/database-library.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import {
  mustBeObject,
  optionalPositiveInteger,
  requiredFunction,
} from '../../validation/schemas/scalars.js'

/** Options of {@link routedStorage}. */
export interface RoutedStorageOptions {
  /**
   * Returns the storage of a store. Called for each call of the storage, so cache what you look up.
   * A call that is frozen, because its store is being moved, asks again.
   */
  readonly route: (storeId: string) => MaybePromise<StoragePort>
  /**
   * How long a commit waits for the end of a move, in milliseconds. Then it rejects with
   * `store_frozen`.
   *
   * @default 5_000
   */
  readonly maxWaitMs?: number | undefined
}

const routedStorageOptionsSchema = z.strictObject(
  { route: requiredFunction, maxWaitMs: optionalPositiveInteger },
  mustBeObject,
)

/** Pause between two attempts of a commit whose store is frozen, in milliseconds. */
const pauseMs = 20

/**
 * Creates a storage that passes each call to the storage of its store, so that one engine serves
 * stores in several storages, and goes on while {@link moveStore} moves one of them.
 *
 * @throws QuoteError `invalid_options`
 *
 * @example
 * const storages = { file: sqliteStorage(database), postgres: postgresStorage(pool) }
 * const storage = routedStorage({ route: (storeId) => storages[routes.get(storeId) ?? 'file'] })
 */
export function routedStorage(options: RoutedStorageOptions): StoragePort & StateStorage {
  const { maxWaitMs = 5_000 } = parseOrThrow(routedStorageOptionsSchema, options, 'invalid_options')
  const { route } = options

  async function commit(
    storeId: string,
    change: RecordCommit,
    call?: PortCallOptions,
  ): Promise<CommitOutcome> {
    const deadline = performance.now() + maxWaitMs
    for (;;) {
      try {
        return await (await route(storeId)).commit(storeId, change, call)
      } catch (error) {
        const isFrozen = isQuoteError(error) && error.code === 'store_frozen'
        if (!isFrozen || performance.now() >= deadline) throw error
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
        call?.signal.throwIfAborted()
      }
    }
  }

  async function routeState(storeId: string): Promise<StateStorage> {
    const storage = await route(storeId)
    if (hasMethods(storage, stateMethods)) return storage as StoragePort & StateStorage
    const message = `must have the methods ${stateMethods.join(', ')} for a relay`
    throw new QuoteError('invalid_options', { errors: { storage: message } })
  }

  return {
    ...routeMethods(route, storageMethods),
    ...routeMethods(routeState, stateMethods),
    commit,
  }
}

/** Returns methods that call those of the storage of their first argument, a store. */
function routeMethods<Storage extends object>(
  route: (storeId: string) => MaybePromise<Storage>,
  names: readonly (keyof Storage)[],
): Storage {
  const methods = names.map((name) => [
    name,
    async (storeId: string, ...args: unknown[]) => {
      const storage = (await route(storeId)) as Record<
        keyof Storage,
        (...args: unknown[]) => unknown
      >
      return storage[name](storeId, ...args)
    },
  ])
  return Object.fromEntries(methods) as Storage
}
