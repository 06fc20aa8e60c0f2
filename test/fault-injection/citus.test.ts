import { EventEmitter, once } from 'node:events'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { isQuoteError } from '../../src/errors.js'
import type { AnyCustomer } from '../../src/quote/model/quote.js'
import { createQuoteEngine, type QuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { postgresStorage } from '../../src/storage/postgres/index.js'
import { type CitusCluster, noCitusCluster, startCitusCluster } from './support/citus-cluster.js'

const storeIds = Array.from({ length: 16 }, (_, index) => `store-${index}`)
const products = [{ id: 1, price: '9.95' }]
const name = `a Citus cluster (${noCitusCluster ?? 'here'})`

describe.skipIf(noCitusCluster !== undefined)(`updates of quotes on ${name}`, () => {
  let cluster: CitusCluster
  let pool: pg.Pool
  let engine: QuoteEngine
  beforeAll(async () => {
    cluster = await startCitusCluster()
    const options = '-c citus.shard_count=4'
    pool = new pg.Pool({ connectionString: cluster.url, max: 16, options })
    // An idle connection that the server ends is reported here, and replaced.
    pool.on('error', () => {})
    const storage = postgresStorage(pool, { citus: true })
    await storage.migrate()
    const catalog = memoryCatalog(Object.fromEntries(storeIds.map((id) => [id, products])))
    engine = createQuoteEngine({ storage, catalog })
  })
  afterAll(async () => {
    await pool?.end()
    cluster?.stop()
  })

  /** Each caller creates and updates quotes in its store, and repeats with its key what failed. */
  function writeUntil(isOver: () => boolean, prefix: string) {
    const acknowledged = new Map<string, { storeId: string; quoteId: string; note: string }>()
    const errors = new Set<string>()
    const written = new Map<string, number>()
    const writes = new EventEmitter()
    const repeat = async <T>(call: () => Promise<T>): Promise<T> => {
      for (;;) {
        try {
          return await call()
        } catch (error) {
          if (!isQuoteError(error)) throw error
          errors.add(`${error.code} ${(error.cause as { code?: string } | undefined)?.code}`)
          // What the host would do again later must be among these.
          expect(['storage_failed', 'timeout', 'conflict']).toContain(error.code)
        }
      }
    }
    const callers = storeIds.map(async (storeId) => {
      for (let number = 0; !isOver(); number += 1) {
        const key = `${prefix} ${number}`
        const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
        const { quoteId } = await repeat(() =>
          engine.createQuote({ storeId }, request, { idempotencyKey: `create ${key}` }),
        )
        const update = { customer: { note: key } }
        await repeat(() =>
          engine.updateQuote({ storeId }, quoteId, update, { idempotencyKey: `update ${key}` }),
        )
        acknowledged.set(`${storeId} ${key}`, { storeId, quoteId, note: key })
        written.set(storeId, (written.get(storeId) ?? 0) + 1)
        writes.emit('write')
      }
    })
    return { acknowledged, errors, written, writes, finished: Promise.all(callers) }
  }

  type Writing = ReturnType<typeof writeUntil>

  /** Writes, does something meanwhile, and goes on until every store has written afterwards. */
  async function writeDuring(prefix: string, action: () => Promise<void>) {
    let isOver = false
    const writing = writeUntil(() => isOver, prefix)
    try {
      await untilAllWrite(writing)
      await action()
      await untilAllWrite(writing)
    } finally {
      isOver = true
      await writing.finished
    }
    await expectAllStored(writing)
    console.log(
      `${prefix}: ${writing.acknowledged.size} acknowledged, errors: ${[...writing.errors]}`,
    )
  }

  /** Waits until each store has written some more. */
  async function untilAllWrite({ written, writes, finished }: Writing): Promise<void> {
    const before = new Map(written)
    const isEnough = () =>
      storeIds.every((id) => (written.get(id) ?? 0) >= (before.get(id) ?? 0) + 3)
    const progress = async () => {
      while (!isEnough()) await once(writes, 'write')
    }
    await Promise.race([progress(), finished])
  }

  async function expectAllStored({ acknowledged }: Writing): Promise<void> {
    for (const storeId of storeIds) {
      const positions: number[] = []
      const versions: string[] = []
      for await (const event of engine.listEvents({ storeId })) {
        positions.push(event.position)
        versions.push(`${event.id} ${event.entry.version}`)
      }
      expect(positions).toEqual(positions.map((_, index) => index + 1))
      expect(new Set(versions).size).toBe(versions.length)
      const stored = new Map<string, unknown>()
      const notes: unknown[] = []
      for await (const { quoteId, version, quote } of engine.listQuotes({ storeId })) {
        expect(version).toBe(2)
        stored.set(quoteId, (quote.customer as AnyCustomer).note)
        notes.push((quote.customer as AnyCustomer).note)
      }
      // Nothing is stored twice, although calls without a response were repeated.
      expect(new Set(notes).size).toBe(notes.length)
      expect(positions).toHaveLength(2 * notes.length)
      for (const { quoteId, note } of [...acknowledged.values()].filter(
        (write) => write.storeId === storeId,
      ))
        expect(stored.get(quoteId)).toBe(note)
    }
  }

  it.each(['SIGQUIT', 'SIGKILL'] as const)(
    'are all there, once, after %s of each worker, and go on when it is back',
    async (signal) => {
      for (const worker of cluster.workers)
        await writeDuring(`${signal} ${worker}`, async () => {
          cluster.kill(worker, signal)
          await cluster.restart(worker)
        })
    },
  )

  it('are all there, once, after the coordinator ends all connections', async () => {
    await writeDuring('terminated', async () => {
      const other = new pg.Client(cluster.url)
      await other.connect()
      for (let round = 0; round < 5; round += 1)
        await other.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where backend_type = 'client backend' and datname = current_database()
             and pid <> pg_backend_pid()`,
        )
      await other.end()
    })
  })

  it('are all there, once, after their shards were moved to another worker and back', async () => {
    const other = new pg.Client(cluster.url)
    await other.connect()
    const placements = async () => {
      const { rows } = await other.query(
        `select shardid, nodeport from citus_shards
         where table_name = 'quotewright.stores'::regclass order by shardid`,
      )
      return rows as { readonly shardid: string; readonly nodeport: number }[]
    }
    await writeDuring('moved', async () => {
      const before = await placements()
      for (const { shardid, nodeport } of before) {
        const target = cluster.workers.find((worker) => worker !== nodeport)
        await other.query(
          `select citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3,
             shard_transfer_mode => 'force_logical')`,
          [shardid, nodeport, target],
        )
      }
      const after = await placements()
      expect(after.map(({ nodeport }) => nodeport)).toEqual(
        before.map(({ nodeport }) => cluster.workers.find((worker) => worker !== nodeport)),
      )
    })
    await other.end()
  })
})
