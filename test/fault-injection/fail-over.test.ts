import { rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type PostgresServer, postgresServer, serverFolder } from '../../.ci/postgres-server.mjs'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import {
  type PostgresClient,
  postgresJsClient,
  postgresStorage,
} from '../../src/storage/postgres/index.js'
import { catalog } from '../engine/ports.js'
import { findInconsistencies, lostWrites, readStored } from './stores/stored-quotes.js'
import { storedValues, writeLog } from './stores/write-log.js'

const programs = process.env.QUOTEWRIGHT_POSTGRES_PROGRAMS ?? ''
const isMissing = programs === ''
const reason = isMissing ? 'QUOTEWRIGHT_POSTGRES_PROGRAMS does not name their folder' : 'here'

const workers = 8
/** Acknowledged writes before replication is paused, and after the standby is promoted. */
const writesBefore = 200
const writesAfter = 200
/** Only what hangs takes as long. */
const timeout = 300_000
/** What the engine reports while there is no server that accepts writes. */
const expectedCodes = new Set(['storage_failed', 'timeout'])

interface Connected extends PostgresClient {
  /** Called when the standby has been promoted, with its port. */
  readonly promoted: (port: number) => void
  readonly end: () => Promise<unknown>
}

/** A pool of pg, which knows one address: a proxy leads it to the server that is the primary. */
async function throughProxy({ port: first }: PostgresServer): Promise<Connected> {
  let port = first
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
      from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port: proxyPort } = proxy.address() as AddressInfo
  const connectionString = `postgres://postgres@127.0.0.1:${proxyPort}/postgres`
  const pool = new pg.Pool({ connectionString, max: workers })
  // Without a listener, losing an idle connection would end the process.
  pool.on('error', () => {})
  return {
    query: (text, values) => pool.query(text, values),
    promoted(next) {
      port = next
    },
    async end() {
      await pool.end()
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}

/** A pool of postgres.js, which knows both servers, and looks for the one that accepts writes. */
async function byListOfHosts(first: PostgresServer, second: PostgresServer): Promise<Connected> {
  const hosts = [first, second].map(({ port }) => `127.0.0.1:${port}`).join()
  const sql = postgres(`postgres://postgres@${hosts}/postgres`, {
    max: workers,
    target_session_attrs: 'read-write',
    backoff: () => 0.1,
    onnotice() {},
  })
  return { ...postgresJsClient(sql), promoted() {}, end: () => sql.end({ timeout: 5 }) }
}

async function query({ url }: PostgresServer, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

describe.skipIf(isMissing)(`fail-over to a synchronous standby (${reason})`, () => {
  let folder: string
  let primary: PostgresServer
  let standby: PostgresServer
  beforeEach(async () => {
    folder = serverFolder('fail-over')
    // Of the standby with this name, each commit awaits that it has written the commit to its disk.
    const settings = { synchronous_standby_names: 'standby', max_wal_senders: 4 }
    primary = await postgresServer(programs, join(folder, 'primary'), settings)
    primary.initialize()
    primary.start()
    standby = await postgresServer(programs, join(folder, 'standby'), {})
    standby.copy(primary, 'standby')
    standby.start()
  })
  afterEach(() => {
    primary.stop()
    standby.stop()
    rmSync(folder, { recursive: true })
  })

  /** Pauses the process that receives commits, and returns what lets it go on. */
  async function pauseReplication(): Promise<() => void> {
    const [row] = await query(standby, 'select pid from pg_stat_wal_receiver')
    const pid = Number(row?.pid)
    process.kill(pid, 'SIGSTOP')
    return () => process.kill(pid, 'SIGCONT')
  }

  /** Waits until the primary has a commit that the standby has not. */
  const waitForStandby = () =>
    vi.waitFor(
      async () => {
        const sql = `select 1 from pg_stat_activity where wait_event = 'SyncRep'`
        expect(await query(primary, sql)).not.toEqual([])
      },
      { timeout },
    )

  it.each([
    ['pg through a proxy', throughProxy],
    ['postgres.js with a list of hosts', byListOfHosts],
  ])('%s loses no acknowledged write, and goes on without a restart', async (name, open) => {
    const client = await open(primary, standby)
    const storage = postgresStorage(client)
    await storage.migrate()
    const engine = createQuoteEngine({ storage, catalog })
    const { acknowledged, rejected, quoteIds, ...write } = writeLog(engine)

    let writes = 0
    let isDone = false
    const writeOn = async () => {
      while (!isDone) {
        writes += 1
        const quoteId = quoteIds[(writes * 7) % (quoteIds.length || 1)]
        await (quoteId === undefined || writes % 5 === 0
          ? write.create(1)
          : write.update(quoteId, (writes % 2) + 1))
      }
    }
    const acknowledgedBy = (count: number) =>
      vi.waitFor(() => expect(acknowledged.length).toBeGreaterThanOrEqual(count), {
        timeout,
      })
    const writers = Array.from({ length: workers }, writeOn)
    let before = 0
    let killed = 0
    let seconds = 0
    try {
      await acknowledgedBy(writesBefore)
      const resume = await pauseReplication()
      await waitForStandby()
      before = acknowledged.length
      primary.kill()
      resume()
      killed = performance.now()
      standby.promote()
      client.promoted(standby.port)
      await acknowledgedBy(before + 1)
      seconds = (performance.now() - killed) / 1_000
      await acknowledgedBy(before + writesAfter)
    } finally {
      isDone = true
      await Promise.all(writers)
    }
    expect(rejected.filter(({ error }) => !expectedCodes.has(error.code))).toEqual([])

    const { rows } = await client.query(
      'select quote_id, quote::text from quotewright.current_quotes order by quote_id',
    )
    const stored = await readStored(storage, rows as Parameters<typeof readStored>[1])
    expect(stored.flatMap(findInconsistencies)).toEqual([])
    expect(lostWrites(stored, acknowledged)).toEqual([])
    const values = storedValues(stored)
    const tried = new Set([...acknowledged, ...rejected].map(({ value }) => value))
    expect(values.filter((value) => !tried.delete(value))).toEqual([])

    const positions: number[] = []
    for await (const { position } of engine.listEvents({ storeId: 'store-1' }))
      positions.push(position)
    expect(positions).toEqual(values.map((_, index) => index + 1))
    await client.end()
    console.log(
      `fail-over, ${name}: acknowledged writes: ${before} before, ${acknowledged.length - before} ` +
        `after, failed: ${rejected.length}, first write ${seconds.toFixed(1)} s after the kill, ` +
        `stored without being acknowledged: ${values.length - acknowledged.length}, lost: 0`,
    )
  })
})
