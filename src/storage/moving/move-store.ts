import * as z from 'zod'
import { QuoteError } from '../../errors.js'
import type { MaybePromise, MovableStorage, StoragePort } from '../../ports/storage.js'
import type { OwnFields } from '../../quote/model/own-fields.js'
import { ownFieldsSchema } from '../../quote/model/own-fields.js'
import { toSearchRowWith } from '../../store/search-rows.js'
import { hasMethods } from '../../validation/database-library.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import {
  idSchema,
  mustBeObject,
  optionalFunction,
  optionalSignal,
  requiredFunction,
} from '../../validation/schemas/scalars.js'
import { assertMovable } from './assert-movable.js'
import { compareCounts, createFinder } from './compare-found.js'
import { compareEvents, compareHistories, findCopied } from './compare-stores.js'
import { copyEvents, type Move, moveError } from './copy-events.js'
import { copyKeys } from './copy-keys.js'
import { copyState, removeStaleState } from './copy-state.js'
import { guardStorage } from './guard-storage.js'

/** Options of {@link moveStore}. */
export interface MoveStoreOptions {
  /** The store to move. */
  readonly storeId: string
  /** Where the store is. Other stores in it are not changed. */
  readonly from: MovableStorage
  /** Where the store goes. It must not have this store, or only what an earlier move copied. */
  readonly to: StoragePort
  /**
   * Makes all processes use the new storage for this store, for example by writing its name to the
   * table that `route` of `routedStorage` reads. Called while the store is frozen, once everything
   * is copied and compared. It may be called again after a process was killed.
   */
  readonly switchStore: (storeId: string) => MaybePromise<void>
  /**
   * The option `fields` of the engine, so that quotes are found by own fields in the new storage.
   *
   * @default none: then run `rebuildSearch({ fields })` of the new storage
   */
  readonly fields?: OwnFields | undefined
  /** Called with each step, at most once per page of events. A promise is awaited. */
  readonly onProgress?: ((progress: MoveProgress) => void) | undefined
  /** Ends the move. The store stays in the old storage. */
  readonly signal?: AbortSignal | undefined
}

/** What a move has done so far. */
export interface MoveProgress {
  /** `frozen` is the time in which nothing of the store can be changed. */
  readonly phase: 'copying' | 'comparing' | 'frozen'
  /** Number of events of the store that are in the new storage. */
  readonly events: number
}

/** What was moved. Zero except `events` if an earlier call had moved the store. */
export interface MoveReport {
  /** Number of events, and so of history entries. */
  readonly events: number
  /** Number of quotes and templates, with those that were deleted. */
  readonly records: number
  /** Number of idempotency keys that this call copied. Expired ones stay behind. */
  readonly keys: number
  /** How long nothing of the store could be changed, in milliseconds. */
  readonly frozenMs: number
}

const storageSchema = (methods: readonly string[]) =>
  z.custom<object>((value) => hasMethods(value, methods), {
    error: `must be a storage with the methods ${methods.join(', ')}`,
  })

const moveStoreOptionsSchema = z.strictObject(
  {
    storeId: idSchema,
    from: storageSchema(['listEvents', 'listIdempotencyRecords', 'freezeStore', 'unfreezeStore']),
    to: storageSchema(['load', 'commit', 'listEvents']),
    switchStore: requiredFunction,
    fields: ownFieldsSchema().optional(),
    onProgress: optionalFunction,
    signal: optionalSignal,
  },
  mustBeObject,
)

/** By how much clocks of processes that create idempotency records can differ, in milliseconds. */
const maxClockDifferenceMs = 60 * 60 * 1_000

/** The store is frozen once fewer events than this were added while the others were copied. */
const maxEventsWhileFrozen = 100

/** Maximum number of passes over the events that are added during the pass before. */
const maxPasses = 20

/**
 * Moves a store to another storage while it is in use. Copies its records, history, idempotency
 * keys and what a relay keeps, faster than they are changed; compares every entry and every record
 * with the old storage, and looks for records in the new one by what they are found by; freezes the
 * store, copies what was added, and calls `switchStore`. Positions of events stay the same.
 *
 * Nothing is lost if the process is killed: call it again with the same storages, and it continues.
 * The old storage keeps its data and stays frozen, so that a process that still uses it cannot
 * write. A move that fails before `switchStore` leaves the store as it was: it can be used, unless
 * it was frozen before.
 *
 * @throws QuoteError `invalid_options`; `move_failed` if there is no such store, if it was moved
 * away before, if both storages have the same database, if the storages differ or find different
 * quotes, or if another process writes to the new one; `storage_failed` with the error of a storage
 * as its cause; `callback_failed` if `onProgress` or `switchStore` throws: after `switchStore` the
 * store stays frozen, because it may have been switched, and the call must be repeated
 *
 * @example
 * const report = await moveStore({
 *   storeId: 's1',
 *   from: sqliteStorage(file),
 *   to: postgresStorage(pool),
 *   switchStore: (storeId) => routes.set(storeId, 'postgres'),
 * })
 */
export async function moveStore(options: MoveStoreOptions): Promise<MoveReport> {
  parseOrThrow(moveStoreOptionsSchema, options, 'invalid_options')
  const { storeId, onProgress } = options
  const signal = options.signal ?? new AbortController().signal
  const from = guardStorage(options.from, signal)
  const to = guardStorage(options.to, signal)
  const move: Move = { storeId, from, to, signal, toSearchRow: toSearchRowWith(options.fields) }
  const report = async (phase: MoveProgress['phase'], events: number) => {
    try {
      await onProgress?.({ phase, events })
    } catch (cause) {
      throw new QuoteError('callback_failed', { option: 'onProgress' }, { cause })
    }
  }
  const copy = (position: number) =>
    copyEvents(move, position, (events) => report('copying', events))

  const began = Date.now()
  const wasFrozen = await assertMovable(move)
  const found = await findCopied(move)
  if (found.isAhead) return confirmSwitch(move, options, wasFrozen)
  if (wasFrozen && found.position === 0) throw movedAwayError(storeId)
  const copied = await copy(found.position)
  const earlierKeys = await copyKeys(move, 0)
  await report('comparing', copied)
  const finder = createFinder(move)
  await compareEvents(move, 0, finder)
  const caughtUp = await catchUp(copied, copy)

  const frozenAt = performance.now()
  const frozen = await whileFrozen(move, wasFrozen, async () => {
    await report('frozen', caughtUp)
    const events = await copyEvents(move, caughtUp, () => undefined)
    const keys = earlierKeys + (await copyKeys(move, began - maxClockDifferenceMs))
    await copyState(move)
    if (options.from.isStoreFrozen !== undefined && !wasFrozen) await removeStaleState(move)
    await compareHistories(move, await compareEvents(move, copied, finder))
    return { events, keys, records: await compareCounts(move, finder.statuses) }
  })
  await callSwitch(options)
  return { ...frozen, frozenMs: performance.now() - frozenAt }
}

/**
 * Ends a move that was interrupted after the switch: the new storage has every event of the old one
 * and later ones.
 */
async function confirmSwitch(
  move: Move,
  options: MoveStoreOptions,
  wasFrozen: boolean,
): Promise<MoveReport> {
  const events = await whileFrozen(move, wasFrozen, async () => {
    const { position, isAhead } = await findCopied(move)
    if (!isAhead) throw moveError(move.storeId, 'both storages are written to')
    return position
  })
  await callSwitch(options)
  return { events, records: 0, keys: 0, frozenMs: 0 }
}

function movedAwayError(storeId: string): QuoteError {
  return moveError(
    storeId,
    'it is frozen in the old storage, because it was moved away from there, and the new storage ' +
      'has nothing of it; move it from where it is now, or call unfreezeStore of the old storage ' +
      'first if it is used there again',
  )
}

async function callSwitch({ storeId, switchStore }: MoveStoreOptions): Promise<void> {
  try {
    await switchStore(storeId)
  } catch (cause) {
    throw new QuoteError('callback_failed', { option: 'switchStore' }, { cause })
  }
}

/** Copies what is added meanwhile, until little is left. Returns the position of the last event. */
async function catchUp(
  position: number,
  copy: (position: number) => Promise<number>,
): Promise<number> {
  let last = position
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const next = await copy(last)
    const added = next - last
    last = next
    if (added < maxEventsWhileFrozen) break
  }
  return last
}

/**
 * Freezes the store, and runs the part of a move that needs it. If that fails, the store is as it
 * was before.
 */
async function whileFrozen<T>(
  { storeId, from }: Move,
  wasFrozen: boolean,
  run: () => Promise<T>,
): Promise<T> {
  try {
    // One that rejects, such as by a timeout, may have taken effect.
    await from.freezeStore(storeId)
    return await run()
  } catch (error) {
    // The error of the move says more than one of unfreezing, which often is the same.
    if (!wasFrozen) await Promise.resolve(from.unfreezeStore(storeId)).catch(() => undefined)
    throw error
  }
}
