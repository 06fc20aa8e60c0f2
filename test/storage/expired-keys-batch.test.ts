import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RecordCommit } from '../../src/record/commit.js'
import { createCommit, keyCommit } from '../../src/testing/samples.js'
import { createRecord, now, type OpenStorage, openPostgres, withKey } from './expired-keys.js'

describe.each([
  ['with its index', () => {}],
  ['without its index', ({ dropIndex }: OpenStorage) => dropIndex()],
] as const)('postgresStorage %s, in a batch of commits', (_, prepare) => {
  let opened: OpenStorage
  beforeEach(async () => {
    opened = await openPostgres()
    await prepare(opened)
  })
  afterEach(() => opened.close())

  const oldKeys = Array.from({ length: 70 }, (_, index) => `old ${index}`)
  /** Adds 70 expired keys, the last of which expires at `now`, and one in use. Newest first. */
  async function addOldKeys(storeId: string) {
    const { storage } = opened
    const records = oldKeys.map((key, index) => createRecord(key, now - 69 + index))
    for (const each of [createRecord('in use', now + 1), ...records.toReversed()])
      await storage.commit(storeId, keyCommit(each))
  }
  const commitTogether = (changes: readonly RecordCommit[]) =>
    opened.statementsOf(() =>
      Promise.all(changes.map((change) => opened.storage.commit('store-1', change))),
    )
  const newChange = (quoteId: string) => createCommit({ quoteId, lines: 1 })

  it('commit deletes the 64 oldest of the keys that have expired by the latest commit', async () => {
    const { keys } = opened
    for (const storeId of ['store-1', 'store-2']) await addOldKeys(storeId)
    const first = [
      withKey(newChange('1'), 'new 1', now - 100),
      withKey(newChange('2'), 'new 2', now),
      withKey(newChange('3'), 'new 3', now - 100),
      newChange('4'),
    ]
    expect(await commitTogether(first)).toBe(1)
    const added = ['new 1', 'new 2', 'new 3']
    expect(await keys('store-1')).toEqual(['in use', ...oldKeys.slice(64), ...added].toSorted())
    const second = [withKey(newChange('5'), 'new 4'), newChange('6')]
    expect(await commitTogether(second)).toBe(1)
    expect(await keys('store-1')).toEqual(['in use', ...added, 'new 4'].toSorted())
    expect(await keys('store-2')).toEqual(['in use', ...oldKeys].toSorted())
  })

  it('commit conflicts with a key that expired after its own request but before another', async () => {
    const { storage, keys } = opened
    await storage.commit('store-1', keyCommit(createRecord('a', now - 50)))
    await storage.commit('store-1', keyCommit(createRecord('b', now - 50)))
    const early = withKey(newChange('1'), 'a', now - 100)
    const late = withKey(newChange('2'), 'z', now)
    let outcomes: readonly unknown[] = []
    const commitBoth = async () => {
      outcomes = await Promise.all([early, late].map((change) => storage.commit('store-1', change)))
    }
    expect(await opened.statementsOf(commitBoth)).toBe(1)
    expect(outcomes).toEqual(['conflict', 'committed'])
    expect(await keys('store-1')).toEqual(['a', 'z'])
  })

  it('commit replaces expired keys, and deletes 64 others', async () => {
    const { storage, keys } = opened
    await addOldKeys('store-1')
    const taken = oldKeys.slice(0, 3)
    const changes = taken.map((key) => withKey(newChange(key), key))
    expect(await commitTogether(changes)).toBe(1)
    expect(await keys('store-1')).toEqual(['in use', ...taken, ...oldKeys.slice(67)].toSorted())
    for (const key of taken)
      expect(await storage.findIdempotencyRecord('store-1', key)).toMatchObject({ created: now })
  })
})
