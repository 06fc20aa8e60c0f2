import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { type MysqlStorage, mysqlStorage } from '../../../src/storage/mysql/index.js'
import { storageModel } from '../../../src/testing/model/index.js'
import { storageSuite } from '../../../src/testing/storage-suite/index.js'
import {
  context,
  describeOnGalera,
  type GaleraServers,
  type NodeClient,
  request,
} from './galera-databases.js'

const { storeId } = context

async function listAll(engine: QuoteEngine) {
  const events: { position: number; id: string; version: number }[] = []
  for await (const { position, id, entry } of engine.listEvents({ storeId }))
    events.push({ position, id, version: entry.version })
  return events
}

/** Expects that every node has the same events, and each version and position once. */
async function expectSameEvents(clients: readonly NodeClient[]): Promise<number> {
  const [events = [], ...others] = await Promise.all(clients.map(({ engine }) => listAll(engine)))
  for (const other of others) expect(other).toEqual(events)
  expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => index + 1))
  const last = new Map<string, number>()
  for (const { id, version } of events) {
    expect(version).toBe((last.get(id) ?? 0) + 1)
    last.set(id, version)
  }
  return events.length
}

describeOnGalera('mysqlStorage', {}, (servers) => {
  let opened: { readonly storage: MysqlStorage; readonly database: string } | undefined

  describe('with each statement on the next node', () => {
    storageSuite({ describe, it }, async () => {
      if (opened === undefined) {
        const { database } = await servers.open()
        opened = { database, storage: mysqlStorage(servers.everyNode, { database }) }
      }
      const { storage, database } = opened
      await emptyTables(servers, database)
      return { storage, reopen: () => mysqlStorage(servers.pools[1], { database }) }
    })
  })

  it('returns and stores what the model does, reopened on other nodes', async () => {
    const { clients, database } = await servers.open()
    const storage = mysqlStorage(servers.everyNode, { database })
    let turns = 0
    const reopen = () => {
      turns += 1
      return clients[turns % 3]?.storage as MysqlStorage
    }
    const numRuns = Math.ceil((fc.readConfigureGlobal()?.numRuns ?? 100) / 5)
    await fc.assert(
      storageModel(fc, () => ({ storage, reopen })),
      { numRuns },
    )
  })

  it('migrate creates the tables once, called on all nodes at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { database, clients } = await servers.open()
      await servers.pools[0].query(`drop database ${database}`)
      const storages = clients.map(({ storage }) => storage)
      await Promise.all([...storages, ...storages].map((storage) => storage.migrate()))
      const [tables] = await servers.everyNode.query(`show tables from ${database}`)
      expect(tables).toHaveLength(8)
      await clients[1].engine.createQuote(context, request)
      const [rows] = await servers.everyNode.query(
        `select count(*) as count from ${database}.quotewright_current_quotes`,
      )
      expect(rows).toEqual([{ count: 1 }])
    }
  })

  it('loses no update of engines on three nodes, and numbers all events', async () => {
    const { clients } = await servers.open()
    const [{ engine }] = clients
    const quotes = await Promise.all([1, 2, 3].map(() => engine.createQuote(context, request)))
    const fields = Array.from({ length: 180 }, (_, index) => `field-${index}`)
    const callers = clients.flatMap((client) => [client, client, client, client])
    let next = 0
    await Promise.all(
      callers.map(async (caller) => {
        while (next < fields.length) {
          const field = fields[next] as string
          const { quoteId = '' } = quotes[next % 3] ?? {}
          next += 1
          await caller.engine.updateQuote(context, quoteId, { customer: { [field]: 'set' } })
        }
      }),
    )
    for (const client of clients)
      for (const [index, { quoteId }] of quotes.entries()) {
        const { version, quote } = await client.engine.getQuote(context, quoteId)
        const own = fields.filter((_, of) => of % 3 === index)
        expect(version).toBe(1 + own.length)
        expect(Object.keys(quote.customer).toSorted()).toEqual(own.toSorted())
      }
    expect(await expectSameEvents(clients)).toBe(3 + fields.length)
  })

  it('executes a request once that is sent to three nodes at once with its key', async () => {
    const { clients } = await servers.open()
    const keys = Array.from({ length: 20 }, (_, index) => `key-${index}`)
    const onEachNode = <T>(call: (engine: QuoteEngine) => Promise<T>) =>
      Promise.all(clients.map(({ engine }) => call(engine)))
    await Promise.all(
      keys.map(async (idempotencyKey) => {
        const [created, ...others] = await onEachNode((engine) =>
          engine.createQuote(context, request, { idempotencyKey }),
        )
        for (const other of others) expect(other).toEqual(created)
        const { quoteId = '' } = created ?? {}
        const change = { products: [{ id: 1, qty: 2 }] }
        const updated = await onEachNode((engine) =>
          engine.updateQuote(context, quoteId, change, { idempotencyKey: `update ${quoteId}` }),
        )
        expect(updated.map(({ version }) => version)).toEqual([2, 2, 2])
      }),
    )
    expect(await expectSameEvents(clients)).toBe(2 * keys.length)
  })

  it('numbers quotes without a gap that are sent on three nodes at once', async () => {
    const { clients } = await servers.open()
    const sent = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const { engine } = clients[index % 3] as NodeClient
        const { quoteId } = await engine.createQuote(context, request)
        return engine.sendQuote(context, quoteId)
      }),
    )
    const numbers = sent.map(({ quote }) => Number(quote.number)).toSorted((a, b) => a - b)
    expect(numbers).toEqual(sent.map((_, index) => index + 1))
  })

  it('freezeStore stops the writes of all nodes, until unfreezeStore of another one', async () => {
    const { clients } = await servers.open()
    let isOver = false
    let written = 0
    const write = async ({ engine }: NodeClient) => {
      while (!isOver)
        try {
          await engine.createQuote(context, request)
          written += 1
        } catch (error) {
          if ((error as { code?: unknown }).code !== 'store_frozen') throw error
        }
    }
    const writing = Promise.all([...clients, ...clients].map(write))
    try {
      for (let round = 0; round < 12; round += 1) {
        const [first, second, third] = [0, 1, 2].map(
          (turn) => clients[(round + turn) % 3] as NodeClient,
        ) as [NodeClient, NodeClient, NodeClient]
        const before = written
        while (written < before + 5)
          await Promise.race([first.engine.countQuotes(context), writing])
        await first.storage.freezeStore(storeId)
        const events = await listAll(first.engine)
        for (const { engine } of [second, third, first])
          await expect(engine.createQuote(context, request)).rejects.toMatchObject({
            code: 'store_frozen',
          })
        for (const { engine } of clients) expect(await listAll(engine)).toEqual(events)
        await second.storage.unfreezeStore(storeId)
      }
    } finally {
      isOver = true
      await writing
    }
    await expectSameEvents(clients)
  })

  it('rebuildSearch repairs the terms while other nodes write', async () => {
    const { clients, database } = await servers.open()
    const [first, second, third] = clients
    const quotes = await Promise.all(
      Array.from({ length: 20 }, () => first.engine.createQuote(context, request)),
    )
    await first.pool.query(
      `insert into ${database}.quotewright_terms (scope, token, created, id)
       select scope, concat(token, '-stale'), created, id from ${database}.quotewright_terms`,
    )
    let isOver = false
    const write = async ({ engine }: NodeClient) => {
      for (let round = 1; !isOver; round += 1)
        for (const { quoteId } of quotes)
          await engine.updateQuote(context, quoteId, { tag_list: [`tag-${round % 5}`] })
    }
    const writing = [write(second), write(third)]
    try {
      await first.storage.rebuildSearch()
    } finally {
      isOver = true
      await Promise.all(writing)
    }
    const [rows] = await first.pool.query(
      `select count(*) as count from ${database}.quotewright_terms where token like '%-stale'`,
    )
    expect(rows).toEqual([{ count: 0 }])
    for (const { engine } of clients) {
      const found: string[] = []
      for (const tag of [0, 1, 2, 3, 4].map((round) => `tag-${round}`))
        for await (const { quoteId, quote } of engine.listQuotes(context, { tag })) {
          expect(quote.tags).toEqual([tag])
          found.push(quoteId)
        }
      expect(found.toSorted()).toEqual(quotes.map(({ quoteId }) => quoteId).toSorted())
    }
  })

  describe('reads of a node that has not applied what another has committed', () => {
    /** Keeps a node from applying what others commit while an action runs. */
    async function whileBehind<T>({ pool }: NodeClient, action: () => Promise<T>): Promise<T> {
      const connection = await pool.getConnection()
      await connection.query('flush tables with read lock')
      try {
        return await action()
      } finally {
        await connection.query('unlock tables')
        connection.release()
      }
    }

    it('wait with wsrep_sync_wait = 1, and are old without', async () => {
      const { clients, database } = await servers.open()
      const [first, second] = clients
      const { quoteId } = await first.engine.createQuote(context, request)
      await second.engine.getQuote(context, quoteId)
      const ref = { kind: 'quote', id: quoteId }
      const connection = await second.pool.getConnection()
      await connection.query('set session wsrep_sync_wait = 0')
      const careless = mysqlStorage(
        { query: (...args) => connection.query(...args), getConnection: async () => connection },
        { database },
      )
      const waiting = await whileBehind(second, async () => {
        await first.engine.updateQuote(context, quoteId, { customer: { name: 'Ada' } })
        expect(await careless.load(storeId, [ref])).toMatchObject([{ version: 1 }])
        return { read: second.engine.getQuote(context, quoteId) }
      })
      expect(await waiting.read).toMatchObject({ version: 2 })
      connection.destroy()
    })
  })

  describe('using', () => {
    /** Begins a transaction of the host on the second node, and commits on the first one. */
    async function openConflict() {
      const { clients, database } = await servers.open()
      const [first, second] = clients
      await first.pool.query(`create table ${database}.orders (id int primary key) engine = InnoDB`)
      const { quoteId } = await first.engine.createQuote(context, request)
      const update = { customer: { name: 'Ada' } }
      const connection = await second.pool.getConnection()
      await connection.beginTransaction()
      await connection.query(`insert into ${database}.orders values (1)`)
      const bound = second.engine.using(connection)
      await bound.updateQuote(context, quoteId, update)
      await first.engine.createQuote(context, request)
      const stored = async () => {
        const [orders] = await first.pool.query(`select * from ${database}.orders`)
        const { version } = await first.engine.getQuote(context, quoteId)
        return { orders: (orders as unknown[]).length, version }
      }
      return { second, connection, bound, quoteId, update, stored, database }
    }

    it('rejects with transaction_failed after a commit of another node, and stores nothing', async () => {
      const { second, connection, bound, quoteId, update, stored, database } = await openConflict()
      // Once the second node has applied it, the transaction of the host is rolled back there.
      await listAll(second.engine)
      await expect(bound.updateQuote(context, quoteId, update)).rejects.toMatchObject({
        code: 'transaction_failed',
        cause: { errno: 1213 },
      })
      await connection.rollback()
      expect(await stored()).toEqual({ orders: 0, version: 1 })

      await connection.beginTransaction()
      await connection.query(`insert into ${database}.orders values (1)`)
      await second.engine.using(connection).updateQuote(context, quoteId, update)
      await connection.commit()
      connection.release()
      expect(await stored()).toEqual({ orders: 1, version: 2 })
    })

    it('leaves the rejection of its commit to the host, and stores nothing', async () => {
      const { connection, stored } = await openConflict()
      await expect(connection.commit()).rejects.toMatchObject({ errno: 1213 })
      connection.release()
      expect(await stored()).toEqual({ orders: 0, version: 1 })
    })
  })
})

/** In a transaction, whose start waits for what other nodes have committed. */
async function emptyTables({ pools: [pool] }: GaleraServers, database: string): Promise<void> {
  const connection = await pool.getConnection()
  await connection.beginTransaction()
  for (const table of ['stores', 'records', 'terms', 'history', 'idempotency'])
    await connection.query(`delete from ${database}.quotewright_${table}`)
  await connection.commit()
  connection.release()
}
