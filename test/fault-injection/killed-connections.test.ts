import { createPool } from 'mysql2/promise'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { mysqlStorage } from '../../src/storage/mysql/index.js'
import { catalog } from '../engine/ports.js'
import { findInconsistencies, lostWrites } from './stores/stored-quotes.js'
import { mariadbKind, type TestStore } from './stores/test-stores.js'
import { storedValues, writeLog } from './stores/write-log.js'
import { runSize } from './support/run-size.js'

const kills = runSize('CONNECTION_KILLS', 30)
const workers = 12
const url = process.env.QUOTEWRIGHT_MARIADB_URL ?? ''

const { name, skipReason, create } = mariadbKind
describe.skipIf(skipReason !== undefined)(`on ${name} (${skipReason ?? 'available'})`, () => {
  let store: TestStore
  beforeEach(() => {
    store = create('killed-connections')
  })
  afterEach(() => store.remove())

  it('killed connections lose no acknowledged write, and are replaced', async () => {
    await store.commit([])
    const [, database] = store.address
    const pool = createPool({ uri: url, connectionLimit: 8 })
    const killer = createPool({ uri: url, connectionLimit: 1 })
    const connections = new Set<number>()
    pool.pool.on('connection', ({ threadId }) => connections.add(Number(threadId)))
    const engine = createQuoteEngine({ storage: mysqlStorage(pool, { database }), catalog })
    const { acknowledged, rejected, quoteIds, ...write } = writeLog(engine)

    let killed = 0
    let writes = 0
    const writeNext = () => {
      writes += 1
      const quoteId = quoteIds[(writes * 7) % (quoteIds.length || 1)]
      const isCreation = quoteId === undefined || writes % 5 === 0
      return isCreation ? write.create(1) : write.update(quoteId, (writes % 2) + 1)
    }
    const writeWhileKilled = async () => {
      while (killed < kills) await writeNext()
    }
    const killOnes = async () => {
      while (killed < kills) {
        const [thread] = connections
        if (thread === undefined) await write.create(1)
        else {
          connections.delete(thread)
          await killer.query(`kill connection ${thread}`).catch(() => undefined)
          killed += 1
        }
      }
    }
    await Promise.all([...Array.from({ length: workers }, writeWhileKilled), killOnes()])
    const failed = rejected.length
    await Promise.all(quoteIds.map((quoteId) => write.update(quoteId, 1)))
    expect(rejected.slice(failed)).toEqual([])
    await pool.end()
    await killer.end()

    expect(acknowledged).not.toEqual([])
    expect(rejected.filter(({ error }) => error.code !== 'storage_failed')).toEqual([])
    const stored = await store.read()
    expect(stored.flatMap(findInconsistencies)).toEqual([])
    expect(lostWrites(stored, acknowledged)).toEqual([])
    const values = storedValues(stored)
    const tried = new Set([...acknowledged, ...rejected].map(({ value }) => value))
    expect(values.filter((value) => !tried.delete(value))).toEqual([])
    console.log(
      `killed connections on ${name}: ${kills}, acknowledged writes: ${acknowledged.length}, ` +
        `failed: ${failed}, ` +
        `stored without being acknowledged: ${values.length - acknowledged.length}, lost: 0`,
    )
  }, 600_000)
})
