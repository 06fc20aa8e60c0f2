import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QuoteCommit } from '../../../../src/quote/commit.js'
import { postgresStorage } from '../../../../src/storage/postgres/index.js'
import { type IdempotentCommit, withKey } from '../../../../src/testing/idempotent-commits.js'
import { createCommit, updateCommit } from '../../../../src/testing/sample-commits.js'
import { createTestSchemas, type TestSchemas } from '../schemas.js'
import { type OpenClient, postgresServers } from '../servers.js'

for (const { name, missing, open, options } of postgresServers) {
  describe.skipIf(missing !== undefined)(
    `postgresStorage on ${name} (${missing ?? 'here'})`,
    () => {
      let client: OpenClient
      let schemas: TestSchemas
      beforeAll(async () => {
        client = await open()
        schemas = createTestSchemas(client, options)
      })
      afterAll(() => client.close())

      it('runs concurrent commits in one statement, and concurrent loads', async () => {
        const schema = schemas.next()
        const { storage, statementsOf } = await schemas.openCounted(schema)
        const changes = Array.from({ length: 16 }, (_, index) =>
          createCommit({ quoteId: `quote-${index}` }),
        )
        const commitAll = () => Promise.all(changes.map((change) => storage.commit(change)))
        expect(await statementsOf(commitAll)).toBe(1)

        const records = changes.map(({ record }) => record)
        let loaded: unknown[] = []
        const loadAll = async () => {
          const ids = [...records, ...records].map(({ quoteId }) => quoteId)
          loaded = await Promise.all(ids.map((quoteId) => storage.load('store-1', quoteId)))
        }
        expect(await statementsOf(loadAll)).toBe(1)
        expect(JSON.stringify(loaded)).toBe(JSON.stringify([...records, ...records]))
        expect(loaded[0]).not.toBe(loaded[records.length])
        await schemas.drop(schema)
      })

      it('numbers the commits of a statement without gaps, even if others of it conflict', async () => {
        const schema = schemas.next()
        const { storage, statementsOf } = await schemas.openCounted(schema)
        const other = postgresStorage(client, { schema, ...options })
        for (const quoteId of ['b', 'd']) await other.commit(createCommit({ quoteId }))
        let outcomes: unknown[] = []
        const ids = ['e', 'd', 'c', 'b', 'a']
        const statements = await statementsOf(async () => {
          const changes = ids.map((quoteId) => createCommit({ quoteId }))
          outcomes = await Promise.all(changes.map((change) => storage.commit(change)))
        })
        expect(statements).toBe(1)
        expect(outcomes).toEqual(['committed', 'conflict', 'committed', 'conflict', 'committed'])
        const { items: events } = await storage.listEvents('store-1', {
          afterPosition: 0,
          limit: 10,
          maxBytes: 2 ** 30,
        })
        expect(events.map(({ position, quoteId }) => `${position} ${quoteId}`)).toEqual([
          '1 b',
          '2 d',
          '3 e',
          '4 c',
          '5 a',
        ])
        await schemas.drop(schema)
      })

      it('inserts the keys of a statement, each with its own outcome', async () => {
        const schema = schemas.next()
        const { storage, statementsOf } = await schemas.openCounted(schema)
        const other = postgresStorage(client, { schema, ...options })
        const ids = ['a', 'b', 'c', 'd', 'e', 'f']
        const first = ids.map((quoteId) => withKey(createCommit({ quoteId }), `key ${quoteId}`))
        const commitAll = (changes: readonly QuoteCommit[]) =>
          Promise.all(changes.map((change) => storage.commit(change)))
        expect(await statementsOf(() => commitAll(first))).toBe(1)
        for (const { idempotency } of first)
          expect(await storage.findIdempotencyRecord('store-1', idempotency.key)).toEqual(
            idempotency,
          )

        const [a, b, c] = first as [IdempotentCommit, IdempotentCommit, IdempotentCommit]
        await other.commit(updateCommit(c.record, { tag_list: ['x'] }))
        const { expiresAt } = a.idempotency
        const withLaterKey = (change: QuoteCommit, key: string) => ({
          ...change,
          idempotency: {
            ...a.idempotency,
            key,
            createdAt: expiresAt,
            expiresAt: expiresAt + 1_000,
          },
        })
        const second = [
          withKey(createCommit({ quoteId: 'g' }), 'key d'),
          withLaterKey(createCommit({ quoteId: 'h' }), 'key e'),
          withKey(updateCommit(b.record, { tag_list: ['x'] }), 'update b'),
          withKey(updateCommit(c.record, { tag_list: ['y'] }), 'stale update c'),
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
        expect(replaced?.expiresAt).toBe(expiresAt + 1_000)
        const { items: events } = await storage.listEvents('store-1', {
          afterPosition: 6,
          limit: 10,
          maxBytes: 2 ** 30,
        })
        expect(events.map(({ position, quoteId }) => `${position} ${quoteId}`)).toEqual([
          '7 c',
          '8 h',
          '9 b',
          '10 i',
        ])
        await schemas.drop(schema)
      })

      it('commits the rest of a statement if the database rejects one commit', async () => {
        const schema = schemas.next()
        const storage = postgresStorage(client, { schema, ...options })
        await storage.migrate()
        const changes = Array.from({ length: 5 }, (_, index) =>
          createCommit({ quoteId: `quote-${index}` }),
        )
        const { record, ...rest } = changes[2] as (typeof changes)[0]
        const results = await Promise.allSettled(
          changes
            .with(2, { ...rest, record: { ...record, updated: 2 ** 70 } })
            .map((change) => storage.commit(change)),
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
        await schemas.drop(schema)
      })
    },
  )
}
