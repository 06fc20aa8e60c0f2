import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StoragePort } from '../../src/ports/storage.js'
import { createCommit, getRecord, keyCommit, updateCommit } from '../../src/testing/samples.js'
import {
  createRecord,
  now,
  type OpenStorage,
  openMemory,
  openPostgres,
  openSqlite,
  withKey,
} from './expired-keys.js'

/** Operations that write a new key at the time `now`. */
const writes: readonly (readonly [string, (storage: StoragePort, key: string) => unknown])[] = [
  [
    'commit of a key',
    (storage, key) => storage.commit('store-1', keyCommit(createRecord(key, now + 1_000, now))),
  ],
  [
    'commit of a creation',
    (storage, key) =>
      storage.commit('store-1', withKey(createCommit({ quoteId: `of ${key}` }), key)),
  ],
  [
    'commit of an update',
    async (storage, key) => {
      const first = createCommit({ quoteId: `of ${key}` })
      await storage.commit('store-1', first)
      return storage.commit(
        'store-1',
        withKey(updateCommit(getRecord(first), { tag_list: ['x'] }), key),
      )
    },
  ],
]

/** Expiry of each key, in order of insertion: `f` expires at `now`, `g` a millisecond later. */
const byExpiry = { a: 100, b: 200, c: 300, d: 400, e: 500, f: now, g: now + 1 }
const scrambled = { d: 400, a: 100, g: now + 1, e: 500, b: 200, f: now, c: 300 }
/** The same with other names, so that the alphabetical order differs from that of expiry. */
const backwards = { c: 500, g: 100, a: now + 1, d: 400, f: 200, b: now, e: 300 }

const storages = [
  ['memoryStorage', openMemory, byExpiry],
  ['sqliteStorage', openSqlite, scrambled],
  ['sqliteStorage, without its index', openSqlite, backwards],
  ['postgresStorage', openPostgres, scrambled],
  ['postgresStorage, without its index', openPostgres, backwards],
] as const

describe.each(storages)('%s', (name, open, expiries) => {
  let opened: OpenStorage
  beforeEach(async () => {
    opened = await open()
    if (name.endsWith('without its index')) await opened.dropIndex()
    for (const storeId of ['store-1', 'store-2'])
      for (const [key, expires] of Object.entries(expiries))
        await opened.storage.commit(storeId, keyCommit(createRecord(key, expires)))
  })
  afterEach(() => opened.close())

  const oldest = Object.entries(expiries)
    .toSorted(([, left], [, right]) => left - right)
    .map(([key]) => key)
  /** Returns the keys that remain after deleting this many of the oldest and adding these. */
  const left = (removed: number, added: readonly string[]) =>
    [...oldest.slice(removed), ...added].toSorted()

  it.each(writes)('%s deletes the two oldest of the expired keys', async (_, write) => {
    const { storage, keys } = opened
    const added: string[] = []
    for (const [key, removed] of [
      ['w', 2],
      ['x', 4],
      ['y', 6],
      ['z', 6],
    ] as const) {
      await write(storage, key)
      added.push(key)
      expect(await keys('store-1')).toEqual(left(removed, added))
    }
    expect(await keys('store-2')).toEqual(left(0, []))
  })

  it.each(writes)('%s replaces an expired key, and deletes two others', async (_, write) => {
    const { storage, keys } = opened
    const [taken = ''] = oldest
    await write(storage, taken)
    expect(await keys('store-1')).toEqual(left(3, [taken]))
    expect(await storage.findIdempotencyRecord('store-1', taken)).toMatchObject({
      created: now,
      expires: now + 1_000,
    })
  })
})
