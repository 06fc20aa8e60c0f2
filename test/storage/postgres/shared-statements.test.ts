import { expect, it } from 'vitest'
import type { QuoteChange } from '../../../src/quote/model/quote-record.js'
import type { RecordCommit } from '../../../src/record/commit.js'
import { postgresStorage } from '../../../src/storage/postgres/index.js'
import {
  commitOf,
  createCommit,
  getRecord,
  updateCommit,
  withKey,
} from '../../../src/testing/samples.js'
import { describeOnPostgres } from './schemas.js'

type Creation = ReturnType<typeof withKey<QuoteChange>>

describeOnPostgres('postgresStorage', (server) => {
  it('runs concurrent commits in one statement, and concurrent loads', async () => {
    const schema = server.schemas.next()
    const { storage, statementsOf } = await server.schemas.openCounted(schema)
    const changes = Array.from({ length: 16 }, (_, index) =>
      createCommit({ quoteId: `quote-${index}` }),
    )
    const commitAll = () => Promise.all(changes.map((change) => storage.commit('store-1', change)))
    expect(await statementsOf(commitAll)).toBe(1)

    const records = changes.map(getRecord)
    let loaded: unknown[] = []
    const loadAll = async () => {
      const loads = [...records, ...records].map((ref) => storage.load('store-1', [ref]))
      loaded = (await Promise.all(loads)).flat()
    }
    expect(await statementsOf(loadAll)).toBe(1)
    expect(JSON.stringify(loaded)).toBe(JSON.stringify([...records, ...records]))
    expect(loaded[0]).not.toBe(loaded[records.length])
    await server.schemas.drop(schema)
  })

  it('numbers the commits of a batch without gaps, even if others of it conflict', async () => {
    const schema = server.schemas.next()
    const { storage, statementsOf } = await server.schemas.openCounted(schema)
    const other = postgresStorage(server.client, { schema, ...server.options })
    for (const quoteId of ['b', 'd']) await other.commit('store-1', createCommit({ quoteId }))
    let outcomes: unknown[] = []
    const ids = ['e', 'd', 'c', 'b', 'a']
    const statements = await statementsOf(async () => {
      const changes = ids.map((quoteId) => createCommit({ quoteId }))
      outcomes = await Promise.all(changes.map((change) => storage.commit('store-1', change)))
    })
    // A batch of creations fails if an id is taken. Then each is sent alone; on Citus, none fails.
    expect(statements).toBe(server.options.citus ? 1 : 1 + ids.length)
    expect(outcomes).toEqual(['committed', 'conflict', 'committed', 'conflict', 'committed'])
    const { items: events } = await storage.listEvents('store-1', {
      afterPosition: 0,
      limit: 10,
      maxBytes: 2 ** 30,
    })
    expect(events.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
    expect(events.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
    await server.schemas.drop(schema)
  })

  it('inserts the keys of a statement, each with its own outcome', async () => {
    const schema = server.schemas.next()
    const { storage, statementsOf } = await server.schemas.openCounted(schema)
    const other = postgresStorage(server.client, { schema, ...server.options })
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    const first = ids.map((quoteId) => withKey(createCommit({ quoteId }), `key ${quoteId}`))
    const commitAll = (changes: readonly RecordCommit[]) =>
      Promise.all(changes.map((change) => storage.commit('store-1', change)))
    expect(await statementsOf(() => commitAll(first))).toBe(1)
    for (const { idempotency } of first)
      expect(await storage.findIdempotencyRecord('store-1', idempotency.key)).toEqual(idempotency)

    const [a, b, c] = first as [Creation, Creation, Creation]
    await other.commit('store-1', updateCommit(getRecord(c), { tag_list: ['x'] }))
    const { expires } = a.idempotency
    const withLaterKey = (change: RecordCommit, key: string): RecordCommit => ({
      ...change,
      idempotency: {
        ...a.idempotency,
        key,
        created: expires,
        expires: expires + 1_000,
      },
    })
    const second = [
      withKey(createCommit({ quoteId: 'g' }), 'key d'),
      withLaterKey(createCommit({ quoteId: 'h' }), 'key e'),
      withKey(updateCommit(getRecord(b), { tag_list: ['x'] }), 'update b'),
      withKey(updateCommit(getRecord(c), { tag_list: ['y'] }), 'stale update c'),
      withKey(createCommit({ quoteId: 'a' }), 'taken id'),
      createCommit({ quoteId: 'i' }),
    ]
    let outcomes: unknown[] = []
    const statements = await statementsOf(async () => {
      outcomes = await commitAll(second)
    })
    expect(statements).toBe(1)
    expect(outcomes).toEqual([
      'conflict',
      'committed',
      'committed',
      'conflict',
      'conflict',
      'committed',
    ])
    const found = async (key: string) =>
      (await storage.findIdempotencyRecord('store-1', key)) !== undefined
    expect(await found('update b')).toBe(true)
    for (const key of ['stale update c', 'taken id']) expect(await found(key)).toBe(false)
    const replaced = await storage.findIdempotencyRecord('store-1', 'key e')
    expect(replaced?.expires).toBe(expires + 1_000)
    const { items: events } = await storage.listEvents('store-1', {
      afterPosition: 6,
      limit: 10,
      maxBytes: 2 ** 30,
    })
    expect(events.map(({ position, id }) => `${position} ${id}`)).toEqual([
      '7 c',
      '8 h',
      '9 b',
      '10 i',
    ])
    await server.schemas.drop(schema)
  })

  it('commits the rest of a statement if the database rejects one commit', async () => {
    const schema = server.schemas.next()
    const storage = postgresStorage(server.client, { schema, ...server.options })
    await storage.migrate()
    const changes = Array.from({ length: 5 }, (_, index) =>
      createCommit({ quoteId: `quote-${index}` }),
    )
    const [change] = (changes[2] as (typeof changes)[0]).changes
    const rejected = commitOf({ ...change, record: { ...change.record, updated: 2 ** 70 } })
    const results = await Promise.allSettled(
      changes.with(2, rejected).map((change) => storage.commit('store-1', change)),
    )
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    const { items: events } = await storage.listEvents('store-1', {
      afterPosition: 0,
      limit: 10,
      maxBytes: 2 ** 30,
    })
    expect(events.map(({ position }) => position)).toEqual([1, 2, 3, 4])
    await server.schemas.drop(schema)
  })
})
