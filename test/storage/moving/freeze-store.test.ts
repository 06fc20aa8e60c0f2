import { expect, it } from 'vitest'
import type { MovableStorage } from '../../../src/ports/storage.js'
import {
  commitOf,
  createSample,
  keyCommit,
  keyRecord,
  updateSample,
} from '../../../src/testing/samples.js'
import { describeOnEveryStorage } from '../every-storage.js'

describeOnEveryStorage('freezeStore and listIdempotencyRecords', (opened) => {
  const here = () => opened().storage as MovableStorage
  const frozen = (storeId: string) => ({ code: 'store_frozen', details: { storeId } })

  it('freezeStore rejects each commit of the store, also of several at once', async () => {
    const storage = here()
    const first = createSample('a')
    await storage.commit('frozen-1', commitOf(first))
    await storage.freezeStore('frozen-1')
    await storage.freezeStore('frozen-1')
    const key = keyRecord('key-1', { kind: first.record.kind, id: 'b', version: 1 })
    const commits = [
      commitOf(createSample('b')),
      commitOf(updateSample(first.record, { note: 'next' })),
      { ...commitOf(createSample('c')), idempotency: key },
      { changes: [createSample('d'), createSample('e')] },
    ]
    const outcomes = await Promise.allSettled(
      commits.map(async (commit) => storage.commit('frozen-1', commit)),
    )
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: frozen('frozen-1') })
    const all = { afterPosition: 0, limit: 10, maxBytes: 1_000_000 }
    expect((await storage.listEvents('frozen-1', all)).items).toHaveLength(1)
    expect(await storage.findIdempotencyRecord('frozen-1', 'key-1')).toBeUndefined()
    expect(await storage.commit('frozen-2', commitOf(first))).toBe('committed')
  })

  it('freezeStore freezes a store that has nothing', async () => {
    await here().freezeStore('frozen-3')
    const commit = async () => here().commit('frozen-3', commitOf(createSample('a')))
    await expect(commit()).rejects.toMatchObject(frozen('frozen-3'))
    await here().unfreezeStore('frozen-3')
    expect(await commit()).toBe('committed')
  })

  it('unfreezeStore continues with the next position, and leaves other stores frozen', async () => {
    const storage = here()
    for (const storeId of ['frozen-4', 'frozen-5']) {
      await storage.commit(storeId, { changes: [createSample('a'), createSample('b')] })
      await storage.freezeStore(storeId)
    }
    await storage.unfreezeStore('frozen-4')
    await storage.unfreezeStore('frozen-4')
    expect(await storage.commit('frozen-4', commitOf(createSample('c')))).toBe('committed')
    const all = { afterPosition: 0, limit: 10, maxBytes: 1_000_000 }
    const { items } = await storage.listEvents('frozen-4', all)
    expect(items.map(({ position }) => position)).toEqual([1, 2, 3])
    await expect(
      (async () => storage.commit('frozen-5', commitOf(createSample('c'))))(),
    ).rejects.toMatchObject(frozen('frozen-5'))
    await storage.unfreezeStore('frozen-5')
  })

  it('listIdempotencyRecords lists the records of a store in the order of their keys', async () => {
    const storage = here()
    const ref = { kind: 'sample', id: 'a', version: 1 }
    const keys = ['b', 'Z', 'é', 'a', '😀', '~']
    const records = keys.map((key, index) => ({ ...keyRecord(key, ref), created: 1_000 + index }))
    for (const record of records) await storage.commit('keys-1', keyCommit(record))
    await storage.commit('keys-2', keyCommit(keyRecord('c', ref)))
    const list = async (afterKey: string, createdFrom: number, limit: number) => {
      const range = { afterKey, createdFrom, limit }
      const { items, hasMore } = await storage.listIdempotencyRecords('keys-1', range)
      return [items.map(({ key }) => key), hasMore]
    }
    expect(await list('', 0, 4)).toEqual([['Z', 'a', 'b', '~'], true])
    expect(await list('~', 0, 4)).toEqual([['é', '😀'], false])
    expect(await list('', 1_003, 10)).toEqual([['a', '~', '😀'], false])
    const { items } = await storage.listIdempotencyRecords('keys-1', {
      afterKey: 'é',
      createdFrom: 0,
      limit: 1,
    })
    expect(items).toEqual([records[4]])
  })
})
