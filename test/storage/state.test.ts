import { describe, expect, it } from 'vitest'
import type { StateStorage } from '../../src/ports/state.js'
import type { StoragePort } from '../../src/ports/storage.js'
import { stateSuite } from '../../src/testing/state-suite.js'
import { describeOnEveryStorage } from './every-storage.js'

type Storage = StoragePort & StateStorage

/** Deletes what a test has written, because the tests share a storage. */
function emptiedAfterwards(storage: Storage) {
  const written = new Map<string, Set<string>>()
  const recording: StateStorage = {
    loadState: storage.loadState,
    listState: storage.listState,
    saveState(storeId, write) {
      written.set(storeId, (written.get(storeId) ?? new Set()).add(write.key))
      return storage.saveState(storeId, write)
    },
  }
  const dispose = async () => {
    for (const [storeId, keys] of written)
      for (const value of await storage.loadState(storeId, [...keys]))
        if (value !== undefined) {
          const { key, version } = value
          const deletion = { key, previousVersion: version, version: version + 1, value: null }
          await storage.saveState(storeId, deletion)
        }
  }
  return { storage: recording, reopen: () => recording, dispose }
}

describeOnEveryStorage('state', (opened) => {
  stateSuite({ describe, it }, () => emptiedAfterwards(opened().storage as Storage))

  it('makes no events, no records and no idempotency records', async () => {
    const storage = opened().storage as Storage
    const write = { key: 'quote-1', previousVersion: 0, version: 1, value: { position: 1 } }
    expect(await storage.saveState('store-1', write)).toBe(true)
    const range = { afterPosition: 0, limit: 10, maxBytes: 1_000 }
    expect((await storage.listEvents('store-1', range)).items).toEqual([])
    expect(await storage.load('store-1', [{ kind: 'quote', id: 'quote-1' }])).toEqual([undefined])
    expect(await storage.findIdempotencyRecord('store-1', 'quote-1')).toBeUndefined()
  })
})
