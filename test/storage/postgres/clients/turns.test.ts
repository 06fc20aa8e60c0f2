import type { PGlite, Transaction } from '@electric-sql/pglite'
import { beforeAll, describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../../src/catalog/memory.js'
import { createQuoteEngine } from '../../../../src/quote-engine/quote-engine.js'
import {
  type PostgresClient,
  type PostgresStorage,
  postgresStorage,
} from '../../../../src/storage/postgres/index.js'
import { commitOf, createCommit } from '../../../../src/testing/samples.js'
import { borrowPglite } from '../../../setup/pglite.js'

const storeId = 'store-1'
const refs = [{ kind: 'quote', id: 'quote-1' }]

/** A client that counts its statements, and how many of them run at once. */
function countRunning(inner: Pick<Transaction, 'query'>) {
  const counts = { sent: 0, running: 0, maxRunning: 0 }
  const client: PostgresClient = {
    async query(text, values) {
      counts.sent += 1
      counts.running += 1
      counts.maxRunning = Math.max(counts.maxRunning, counts.running)
      try {
        return await inner.query(text, values)
      } finally {
        counts.running -= 1
      }
    },
  }
  return { client, counts }
}

/** A commit that the database rejects, because its time is too large. */
function rejectedCommit() {
  const [change] = createCommit({ quoteId: 'rejected' }).changes
  return commitOf({ ...change, record: { ...change.record, updated: 2 ** 70 } })
}

describe('postgresStorage.using, for calls made at the same time on one client', () => {
  let database: PGlite
  let storage: PostgresStorage
  beforeAll(async () => {
    const borrowed = await borrowPglite()
    database = borrowed.database
    storage = postgresStorage(database)
    await storage.migrate()
    return borrowed.giveBack
  })

  it('sends one statement after the other, also those of several engines', async () => {
    const catalog = memoryCatalog({ [storeId]: [{ id: 1, price: 1 }] })
    const engine = createQuoteEngine({ storage, catalog })
    const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
    await database.transaction(async (tx) => {
      const { client, counts } = countRunning(tx)
      const creations = [1, 2, 3].map(() =>
        engine.using(client).createQuote({ storeId }, request, { idempotencyKey: 'key' }),
      )
      const ids = (await Promise.all(creations)).map(({ quoteId }) => quoteId)
      expect(new Set(ids).size).toBe(1)
      expect(counts.maxRunning).toBe(1)
    })
  })

  it('does not make calls on different clients wait for each other', async () => {
    const { client, counts } = countRunning(database)
    const clients = [1, 2].map((): PostgresClient => ({ query: client.query }))
    await Promise.all(clients.map((each) => storage.using(each).load(storeId, refs)))
    expect(counts.maxRunning).toBe(2)
  })

  it('rejects calls that wait for one that fails, without sending them', async () => {
    await database.transaction(async (tx) => {
      const { client, counts } = countRunning(tx)
      const commits = [rejectedCommit(), createCommit({ quoteId: 'b' }), createCommit()]
      const outcomes = await Promise.allSettled(
        commits.map(async (commit) => storage.using(client).commit(storeId, commit)),
      )
      const failed = { status: 'rejected', reason: { code: 'transaction_failed' } }
      expect(outcomes).toMatchObject([failed, failed, failed])
      // Two statements make sure that there is a transaction.
      expect(counts.sent).toBe(3)
      await tx.rollback()
    })
  })

  it('sends a call after one that failed, if it did not wait for it', async () => {
    await database.transaction(async (tx) => {
      const inside = storage.using(tx)
      await tx.query('savepoint before')
      await expect(inside.commit(storeId, rejectedCommit())).rejects.toThrow()
      await tx.query('rollback to savepoint before')
      expect(await inside.commit(storeId, createCommit({ quoteId: 'after' }))).toBe('committed')
      await tx.rollback()
    })
  })

  it('does not send a call that was aborted while it waited', async () => {
    const sent: string[] = []
    let respond = () => {}
    const responded = new Promise<void>((resolve) => {
      respond = resolve
    })
    const held: PostgresClient = {
      async query(text) {
        sent.push(text)
        await responded
        return { rows: [] }
      },
    }
    const inside = storage.using(held)
    const controller = new AbortController()
    const loads = [undefined, { signal: controller.signal }, undefined].map(async (call) =>
      inside.load(storeId, refs, call),
    )
    const timedOut = new Error('timed out')
    controller.abort(timedOut)
    respond()
    const outcomes = await Promise.allSettled(loads)
    const loaded = { status: 'fulfilled', value: [undefined] }
    expect(outcomes).toEqual([loaded, { status: 'rejected', reason: timedOut }, loaded])
    expect(sent).toHaveLength(2)
  })
})
