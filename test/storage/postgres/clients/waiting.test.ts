import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type PostgresStorage, postgresStorage } from '../../../../src/storage/postgres/index.js'
import {
  createCommit,
  getRecord,
  keyCommit,
  keyRecord,
  updateCommit,
} from '../../../../src/testing/samples.js'

const url = process.env.QUOTEWRIGHT_POSTGRES_URL
const missing = url === undefined ? 'QUOTEWRIGHT_POSTGRES_URL is not set' : undefined
const schema = `quotewright_using_${process.pid}`

const storeId = 'store-1'
const creation = (quoteId: string) => createCommit({ quoteId })
const ref = (id: string) => ({ kind: 'quote', id })
const page = { limit: 10, maxBytes: 2 ** 30 }
const filter = { kind: 'quote', deleted: false, terms: [], words: [], times: {} }

describe.skipIf(missing)(`an open transaction that has written (${missing ?? 'here'})`, () => {
  let pool: pg.Pool
  let storage: PostgresStorage
  let host: pg.PoolClient
  const existing = creation('existing')
  const update = updateCommit(getRecord(existing), { tag_list: ['host'] })

  beforeEach(async () => {
    pool = new pg.Pool({ connectionString: url, max: 4 })
    storage = postgresStorage(pool, { schema })
    await storage.migrate()
    await storage.commit(storeId, existing)
    host = await pool.connect()
    await host.query('begin')
    await storage.using(host).commit(storeId, update)
  })
  afterEach(async () => {
    await host.query('rollback')
    host.release()
    await pool.query(`drop schema ${schema} cascade`)
    await pool.end()
  })

  /** Starts a commit that waits for the transaction of the host. */
  async function commitWaiting(commit: typeof existing) {
    const { rows } = await host.query('select pg_backend_pid() as pid')
    let isOver = false
    const committing = Promise.resolve(storage.commit(storeId, commit)).finally(() => {
      isOver = true
    })
    const blocked = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
    while ((await pool.query(blocked, [rows[0].pid])).rows.length === 0)
      if (isOver) throw new Error('the commit did not wait')
    return { outcome: () => committing }
  }

  it('makes a commit of another record of the store wait, and both are stored', async () => {
    const waiting = await commitWaiting(creation('other'))
    await host.query('commit')
    expect(await waiting.outcome()).toBe('committed')
    const { items } = await storage.listEvents(storeId, { afterPosition: 0, ...page })
    expect(items.map(({ position, id }) => [position, id])).toEqual([
      [1, 'existing'],
      [2, 'existing'],
      [3, 'other'],
    ])
  })

  it('makes a commit of the same version wait, which conflicts if the host commits', async () => {
    const waiting = await commitWaiting(update)
    await host.query('commit')
    expect(await waiting.outcome()).toBe('conflict')
  })

  it('makes a commit of the same version wait, which succeeds if the host rolls back', async () => {
    const waiting = await commitWaiting(update)
    await host.query('rollback')
    expect(await waiting.outcome()).toBe('committed')
  })

  it('does not make commits of other stores wait', async () => {
    expect(await storage.commit('store-2', creation('existing'))).toBe('committed')
  })

  it('does not make commits of a key alone wait', async () => {
    const key = keyCommit(keyRecord('key-1', getRecord(existing)))
    expect(await storage.commit(storeId, key)).toBe('committed')
  })

  it('does not make readers wait, who see what was committed before', async () => {
    const [record] = await storage.load(storeId, [ref('existing')])
    expect(record?.version).toBe(1)
    const query = { ...filter, ...page, order: 'newest', after: undefined } as const
    const { items: found } = await storage.find(storeId, query)
    expect(found.map(({ version }) => version)).toEqual([1])
    expect(await storage.count(storeId, { ...filter, terms: [['tag:host']] }, 10)).toBe(0)
    const events = await storage.listEvents(storeId, { afterPosition: 0, ...page })
    expect(events.items).toHaveLength(1)
  })

  it('makes no writer wait if it has only read', async () => {
    await host.query('rollback')
    await host.query('begin')
    await storage.using(host).load(storeId, [ref('existing')])
    expect(await storage.commit(storeId, update)).toBe('committed')
  })
})
