import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RecordCommit } from '../../../src/record/commit.js'
import { postgresStorage } from '../../../src/storage/postgres/index.js'
import {
  createCommit,
  getRecord,
  keyCommit,
  updateCommit,
  withKey,
} from '../../../src/testing/samples.js'

const url = process.env.QUOTEWRIGHT_POSTGRES_URL
const missing = url === undefined ? 'QUOTEWRIGHT_POSTGRES_URL is not set' : undefined
const schema = `quotewright_races_${process.pid}`
const quoteRef = { kind: 'quote', id: 'quote-1' }
const everything = { afterPosition: 0, limit: 1_000, maxBytes: 2 ** 30 }

const insertKey = (key: string) =>
  `insert into ${schema}.idempotency (store_id, key, fingerprint, kind, id, version, created_at, expires_at)
   values ('store-1', '${key}', 'x', 'quote', 'other', 1, 0, 1)`

const insertRecord = (id: string) =>
  `insert into ${schema}.records (store_id, kind, id, version, updated)
   values ('store-1', 'quote', '${id}', 1, 0)`

const lockRecord = (id: string) => `select from ${schema}.records where id = '${id}' for update`

describe.skipIf(missing !== undefined)(
  `postgresStorage on a PostgreSQL server (${missing ?? 'here'})`,
  () => {
    let pool: pg.Pool
    beforeEach(async () => {
      pool = new pg.Pool({ connectionString: url })
      await postgresStorage(pool, { schema }).migrate()
    })
    afterEach(async () => {
      await pool.query(`drop schema ${schema} cascade`)
      await pool.end()
    })

    const backendOf = async (client: pg.Client) =>
      (await client.query('select pg_backend_pid() as pid')).rows[0].pid as number

    /** Waits until one backend is blocked by the other. */
    async function untilBlocked(blocked: number, blocking: number, isOver: () => boolean) {
      while (!isOver()) {
        const { rows } = await pool.query('select $1 = any(pg_blocking_pids($2)) as waits', [
          blocking,
          blocked,
        ])
        if (rows[0].waits) return
      }
      throw new Error('the commit was not blocked')
    }

    /** Commits while another transaction holds a row, which commits once it blocks this one. */
    async function commitBehind(change: RecordCommit, statement: string, values: unknown[]) {
      const [first, second] = [new pg.Client(url), new pg.Client(url)]
      await Promise.all([first.connect(), second.connect()])
      try {
        await first.query('begin')
        await first.query(statement, values)
        const pids = [await backendOf(second), await backendOf(first)] as const
        let isOver = false
        const committing = Promise.resolve(
          postgresStorage(second, { schema }).commit('store-1', change),
        )
        const outcome = committing.finally(() => {
          isOver = true
        })
        await Promise.race([outcome, untilBlocked(...pids, () => isOver)])
        expect(isOver).toBe(false)
        await first.query('commit')
        return await outcome
      } finally {
        await Promise.all([first.end(), second.end()])
      }
    }

    it('commit of a creation conflicts with a concurrent one of the same id, and leaves its key unused', async () => {
      const change = withKey(createCommit(), 'key-1')
      const outcome = await commitBehind(
        change,
        `insert into ${schema}.records (store_id, kind, id, version, updated, value)
         values ($1, 'quote', $2, 1, 0, '{}')`,
        ['store-1', 'quote-1'],
      )
      expect(outcome).toBe('conflict')
      const storage = postgresStorage(pool, { schema })
      expect(await storage.findIdempotencyRecord('store-1', 'key-1')).toBeUndefined()
      expect((await storage.listEvents('store-1', everything)).items).toEqual([])
      const other = withKey(createCommit({ quoteId: 'quote-2' }), 'key-1')
      expect(await storage.commit('store-1', other)).toBe('committed')
    })

    it('commit of an update conflicts with a concurrent one of the same version, and leaves its key unused', async () => {
      const storage = postgresStorage(pool, { schema })
      const first = createCommit()
      await storage.commit('store-1', first)
      const second = updateCommit(getRecord(first), { tag_list: ['a'] })
      const outcome = await commitBehind(
        withKey(second, 'key-1'),
        `update ${schema}.records set version = 2 where store_id = $1 and id = $2`,
        ['store-1', 'quote-1'],
      )
      expect(outcome).toBe('conflict')
      expect(await storage.findIdempotencyRecord('store-1', 'key-1')).toBeUndefined()
      expect((await storage.listEvents('store-1', everything)).items).toHaveLength(1)
    })

    it('commit of a creation conflicts with a concurrent one under the same key, and stores nothing', async () => {
      const change = withKey(createCommit(), 'key-1')
      const { created, expires } = change.idempotency
      const outcome = await commitBehind(
        change,
        `insert into ${schema}.idempotency (store_id, key, fingerprint, kind, id, version, created_at, expires_at)
         values ('store-1', 'key-1', 'x', 'quote', 'quote-2', 1, $1, $2)`,
        [created, expires],
      )
      expect(outcome).toBe('conflict')
      const storage = postgresStorage(pool, { schema })
      expect(await storage.load('store-1', [quoteRef])).toEqual([undefined])
      expect((await storage.listEvents('store-1', everything)).items).toEqual([])
    })

    const backwards = ['z', 'y', 'c', 'b', 'a'].map((quoteId) => createCommit({ quoteId }))
    it.each<[string, () => readonly RecordCommit[], string, string]>([
      ['creations', () => backwards, insertRecord('a'), insertRecord('b')],
      [
        'updates',
        () => backwards.map((change) => updateCommit(getRecord(change), { tag_list: ['x'] })),
        lockRecord('a'),
        lockRecord('b'),
      ],
      [
        'keys',
        () => backwards.map((change) => withKey(change, `key ${getRecord(change).id}`)),
        insertKey('key a'),
        insertKey('key b'),
      ],
    ])(
      'commit locks %s of one statement in the order of their ids',
      async (what, changes, holdFirst, holdSecond) => {
        const storage = postgresStorage(pool, { schema })
        if (what === 'updates')
          for (const change of backwards) await storage.commit('store-1', change)
        const other = new pg.Client(url)
        await other.connect()
        try {
          await other.query("set lock_timeout = '50ms'")
          await other.query('begin')
          await other.query(holdFirst)
          const pid = await backendOf(other)
          const outcomes = Promise.all(changes().map((change) => storage.commit('store-1', change)))
          for (let waiting = 0; waiting === 0; ) {
            const blocked = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
            waiting = (await pool.query(blocked, [pid])).rows.length
          }
          await other.query(holdSecond)
          await other.query('rollback')
          expect(await outcomes).toEqual(Array(5).fill('committed'))
        } finally {
          await other.end()
        }
      },
    )

    it('a new key deletes expired keys without waiting for those that are locked', async () => {
      const options = '-c lock_timeout=1s'
      const withTimeout = new pg.Pool({ connectionString: url, max: 4, options })
      const storage = postgresStorage(withTimeout, { schema })
      const first = createCommit({ quoteId: 'first' })
      await storage.commit('store-1', first)
      const record = { ...withKey(first, 'x').idempotency, created: 0 }
      const oldKeys = Array.from({ length: 12 }, (_, index) => `old ${index + 10}`)
      for (const [index, key] of oldKeys.entries())
        await storage.commit('store-1', keyCommit({ ...record, key, expires: index + 1 }))
      const other = new pg.Client(url)
      await other.connect()
      try {
        await other.query('begin')
        await other.query(`select from ${schema}.idempotency where key = 'old 10' for update`)
        const oldKeysLeft = async () => {
          const { rows } = await pool.query(
            `select key from ${schema}.idempotency where key like 'old %' order by key`,
          )
          return rows.map(({ key }) => key)
        }
        const add = { ...record, key: 'add', created: record.expires - 1 }
        expect(await storage.commit('store-1', keyCommit(add))).toBe('committed')
        expect(await oldKeysLeft()).toEqual(['old 10', ...oldKeys.slice(3)])
        const created = withKey(createCommit({ quoteId: 'second' }), 'create')
        expect(await storage.commit('store-1', created)).toBe('committed')
        expect(await oldKeysLeft()).toEqual(['old 10', ...oldKeys.slice(5)])
        const updated = withKey(updateCommit(getRecord(first), { tag_list: ['x'] }), 'update')
        expect(await storage.commit('store-1', updated)).toBe('committed')
        expect(await oldKeysLeft()).toEqual(['old 10', ...oldKeys.slice(7)])
        const together = ['third', 'fourth'].map((quoteId) =>
          withKey(createCommit({ quoteId }), quoteId),
        )
        const outcomes = await Promise.all(
          together.map((change) => storage.commit('store-1', change)),
        )
        expect(outcomes).toEqual(['committed', 'committed'])
        expect(await oldKeysLeft()).toEqual(['old 10'])
      } finally {
        await other.query('rollback')
        await Promise.all([other.end(), withTimeout.end()])
      }
    })
  },
)
