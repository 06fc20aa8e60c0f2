import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, vi } from 'vitest'
import type { PortCallOptions } from '../../../../src/ports/call-options.js'
import { sqliteStorage } from '../../../../src/storage/sqlite/index.js'
import { createCommit, type SampleCommit } from '../../../../src/testing/samples.js'
import type { OpenDatabase, SqliteDriver } from '../drivers.js'

const events = { afterPosition: 0, limit: 1_000, maxBytes: 2 ** 30 }

/** Opens two connections to a new file before each test, and replaces the timers. */
export function useLockableDatabase(open: SqliteDriver['open']) {
  let folder: string
  let database: OpenDatabase
  /** A second connection. It can release its lock only if the event loop is not blocked. */
  let other: OpenDatabase

  beforeEach(() => {
    vi.useFakeTimers()
    folder = mkdtempSync(join(tmpdir(), 'quotewright-'))
    database = open(join(folder, 'quotes.sqlite'))
    other = open(join(folder, 'quotes.sqlite'))
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
    for (const each of [database, other]) each.close()
    rmSync(folder, { recursive: true })
  })

  const lock = () => other.exec('begin immediate')
  const unlock = () => other.exec('commit')

  /** Creates a storage and records the outcome of each commit. */
  function observedStorage() {
    const storage = sqliteStorage(database)
    const outcomes: Record<string, unknown> = {}
    const commit = (change: SampleCommit, call?: PortCallOptions) => {
      const { id } = change.changes[0].record
      Promise.resolve(storage.commit('store-1', change, call)).then(
        (outcome) => {
          outcomes[id] = outcome
        },
        (error) => {
          outcomes[id] = error
        },
      )
    }
    const create = (quoteId: string, call?: PortCallOptions) =>
      commit(createCommit({ quoteId }), call)
    const storedIds = async () =>
      (await storage.listEvents('store-1', events)).items.map(({ id }) => id)
    return { storage, outcomes, commit, create, storedIds }
  }

  /**
   * Returns a function that counts the attempts to commit that are scheduled. Timers of other tests
   * are not counted: files share a process.
   */
  function countAttempts(): () => number {
    const schedule = setTimeout
    let scheduled = 0
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((callback: () => void, ms?: number) => {
      if (callback.name !== 'attempt') return schedule(callback, ms)
      scheduled += 1
      return schedule(() => {
        scheduled -= 1
        callback()
      }, ms)
    }) as typeof setTimeout)
    return () => scheduled
  }

  return {
    ...{ lock, unlock, observedStorage, countAttempts },
    connections: () => ({ database, other }),
  }
}
