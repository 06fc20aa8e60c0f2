import { EventEmitter, once } from 'node:events'
import fc from 'fast-check'
import type { RowDataPacket } from 'mysql2'
import { createPoolCluster } from 'mysql2/promise'
import { expect, inject, it } from 'vitest'
import { isQuoteError } from '../../src/errors.js'
import type { QuoteRecord } from '../../src/quote/model/quote.js'
import { createQuoteEngine, type QuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { mysqlStorage } from '../../src/storage/mysql/index.js'
import { catalog } from '../engine/ports.js'
import { context, describeOnGalera, request } from '../storage/mysql/galera-databases.js'
import {
  type AcknowledgedWrite,
  findInconsistencies,
  lostWrites,
  readStored,
} from './stores/stored-quotes.js'
import { runSize } from './support/run-size.js'

const kills = runSize('GALERA_KILLS', 3)
const seed = inject('seed')
const callersPerEngine = 2

/** A node counts as lost after one second, instead of five. */
const provider = {
  'evs.suspect_timeout': 'PT1S',
  'evs.keepalive_period': 'PT0.3S',
  'evs.inactive_check_period': 'PT0.3S',
}

/** What the engine reports of a node that is down, or that has lost the others. */
const expectedCodes = ['storage_failed', 'timeout']

describeOnGalera('writes of quotes', provider, (servers) => {
  /** Opens engines: one on each node, and one on the first node that accepts connections. */
  async function openEngines() {
    const { database, clients } = await servers.open()
    const cluster = createPoolCluster({ restoreNodeTimeout: 200 })
    for (const { url } of servers.cluster.nodes)
      cluster.add(url, { uri: url, connectionLimit: callersPerEngine })
    const storage = mysqlStorage(cluster.of('*', 'ORDER'), { database })
    const engines = [
      ...clients.map(({ engine }) => engine),
      createQuoteEngine({ storage, catalog }),
    ] as const
    return { database, clients, engines, close: () => cluster.end() }
  }

  /**
   * Writes with each engine until it is over. A call that fails is repeated with its key, by the
   * next engine, as a host does behind a load balancer.
   */
  function writeUntil(engines: readonly QuoteEngine[], isOver: () => boolean, prefix: string) {
    const acknowledged: AcknowledgedWrite[] = []
    const errors = new Map<string, number>()
    const written = engines.map(() => 0)
    const writes = new EventEmitter()

    async function write(
      first: number,
      call: (engine: QuoteEngine) => Promise<QuoteRecord>,
    ): Promise<QuoteRecord> {
      for (let turn = first; ; turn = (turn + 1) % engines.length)
        try {
          const result = await call(engines[turn] as QuoteEngine)
          written[turn] = (written[turn] ?? 0) + 1
          writes.emit('write')
          return result
        } catch (error) {
          if (!isQuoteError(error) || !expectedCodes.includes(error.code)) throw error
          const { errno, code } = Object(error.cause)
          const key = `${error.code} ${errno ?? code}`
          errors.set(key, (errors.get(key) ?? 0) + 1)
        }
    }

    const callers = Array.from({ length: callersPerEngine * engines.length }, async (_, caller) => {
      const first = caller % engines.length
      for (let number = 0; !isOver(); number += 1) {
        const value = `${prefix} ${caller} ${number}`
        const { quoteId } = await write(first, (engine) =>
          engine.createQuote(context, request, { idempotencyKey: `create ${value}` }),
        )
        const { version } = await write(first, (engine) =>
          engine.updateQuote(
            context,
            quoteId,
            { customer: { note: value } },
            { idempotencyKey: `update ${value}` },
          ),
        )
        acknowledged.push({ quoteId, version, field: 'note', value })
      }
    })
    const finished = Promise.all(callers)

    /** Waits until each of these engines has written some more. */
    async function progress(of: readonly number[], count: number): Promise<void> {
      const before = [...written]
      const isEnough = () =>
        of.every((engine) => (written[engine] ?? 0) >= (before[engine] ?? 0) + count)
      const wait = async () => {
        while (!isEnough()) await once(writes, 'write')
      }
      await Promise.race([wait(), finished])
    }
    return { acknowledged, errors, finished, progress }
  }

  /** Writes during an action, and expects that everything is stored once, on each node. */
  async function writeDuring(
    prefix: string,
    action: (progress: ReturnType<typeof writeUntil>['progress']) => Promise<void>,
  ): Promise<void> {
    const { database, clients, engines, close } = await openEngines()
    let isOver = false
    const writing = writeUntil(engines, () => isOver, prefix)
    try {
      await writing.progress([0, 1, 2, 3], 3)
      await action(writing.progress)
      await writing.progress([0, 1, 2, 3], 3)
    } finally {
      isOver = true
      await writing.finished
      await close()
    }

    const [{ pool, storage, engine }] = clients
    const [rows] = await pool.query<RowDataPacket[]>(
      `select quote_id, quote from ${database}.quotewright_current_quotes`,
    )
    const stored = await readStored(storage, rows as never)
    expect(stored.flatMap(findInconsistencies)).toEqual([])
    expect(lostWrites(stored, writing.acknowledged)).toEqual([])
    // Nothing is stored twice, although calls that failed were repeated.
    expect(stored).toHaveLength(writing.acknowledged.length)
    const positions: number[] = []
    for await (const { position } of engine.listEvents(context)) positions.push(position)
    expect(positions).toEqual(stored.flatMap(() => [0, 0]).map((_, index) => index + 1))

    const checksums = await Promise.all(clients.map((client) => checksum(client.pool, database)))
    expect(new Set(checksums).size).toBe(1)
    const errors = [...writing.errors].map(([error, count]) => `${error}: ${count}`).join(', ')
    console.log(`Galera, ${prefix}: ${2 * stored.length} writes, lost: 0, failed calls: ${errors}`)
  }

  async function checksum(pool: (typeof servers.pools)[0], database: string): Promise<string> {
    const tables = ['stores', 'records', 'terms', 'history', 'idempotency']
    const names = tables.map((table) => `${database}.quotewright_${table}`)
    await pool.query(`select * from ${names[0]}`)
    const [rows] = await pool.query(`checksum table ${names.join(', ')}`)
    return JSON.stringify(rows)
  }

  const moments = fc.sample(fc.integer({ min: 0, max: 30 }), { seed, numRuns: kills })
  it.each(moments.map((moment, index) => [moment, index % 3] as const))(
    'are all there, once, if after %i more of them node %i is killed, and it has them when it is back',
    async (moment, killed) => {
      const node = servers.cluster.nodes[killed] as (typeof servers.cluster.nodes)[0]
      const others = [0, 1, 2, 3].filter((engine) => engine !== killed)
      await writeDuring(`killed node ${killed}`, async (progress) => {
        await progress([killed], moment)
        await node.kill()
        await progress(others, 10)
        // What it has lost, it copies from another node.
        if (killed === 2) node.deleteData()
        await node.start()
      })
    },
  )

  it('are all there, once, if a node loses the others, and finds them again', async () => {
    const [pool] = servers.pools
    const isolate = (value: number) =>
      pool.query(`set global wsrep_provider_options = 'gmcast.isolate=${value}'`)
    await writeDuring('isolated node', async (progress) => {
      await isolate(1)
      // The last engine stays on the isolated node, which accepts connections.
      await progress([1, 2], 10)
      await isolate(0)
    })
  })

  it('reject on a node without a majority, and go on when another node is back', async () => {
    const { engines, close } = await openEngines()
    const [engine] = engines
    const { nodes } = servers.cluster
    await Promise.all([nodes[1]?.kill(), nodes[2]?.kill()])
    const idempotencyKey = 'key-1'
    const rejection = { code: 'storage_failed' }
    const create = () => engine.createQuote(context, request, { idempotencyKey })
    await expect(create()).rejects.toMatchObject(rejection)
    await expect(create()).rejects.toMatchObject(rejection)
    await Promise.all([nodes[1]?.start(), nodes[2]?.start()])
    const { quoteId } = await create()
    for (const each of engines) expect(await each.getQuote(context, quoteId)).toBeDefined()
    expect(await engine.countQuotes(context)).toEqual({ count: 1, isCapped: false })
    await close()
  })
})
