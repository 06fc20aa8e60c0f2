import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Quote } from '../../../src/quote/model/quote.js'
import type { QuoteChange } from '../../../src/quote/model/quote-record.js'
import type { RecordCommit } from '../../../src/record/commit.js'
import type { StoredRecord } from '../../../src/record/record.js'
import { type PostgresStorage, postgresStorage } from '../../../src/storage/postgres/index.js'
import {
  createCommit,
  getRecord,
  type SampleCommit,
  updateCommit,
  withKey,
} from '../../../src/testing/samples.js'

const url = process.env.QUOTEWRIGHT_POSTGRES_URL
const missing = url === undefined ? 'QUOTEWRIGHT_POSTGRES_URL is not set' : undefined
const schema = `quotewright_isolation_${process.pid}`
const everything = { afterPosition: 0, limit: 1_000, maxBytes: 2 ** 30 }

describe.skipIf(missing !== undefined)(
  `postgresStorage under repeatable read (${missing ?? 'here'})`,
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

    it('commit batches concurrent commits', async () => {
      const options = '-c default_transaction_isolation=repeatable\\ read'
      const repeatable = new pg.Pool({ connectionString: url, max: 10, options })
      let statements = 0
      const storage = postgresStorage(
        {
          query(text, values) {
            statements += 1
            return repeatable.query(text, values)
          },
        },
        { schema },
      )
      try {
        const changes = Array.from({ length: 96 }, (_, index) =>
          createCommit({ quoteId: `${index}` }),
        )
        const outcomes = await Promise.all(
          changes.map((change) => storage.commit('store-1', change)),
        )
        expect(outcomes).toEqual(Array(96).fill('committed'))
        expect(statements).toBeLessThan(20)
      } finally {
        await repeatable.end()
      }
    })

    it('commit succeeds for one of many writers of a version, and for all writers of different quotes', async () => {
      const options = '-c default_transaction_isolation=repeatable\\ read'
      const repeatable = new pg.Pool({ connectionString: url, max: 10, options })
      // One storage per writer, as in separate processes: one storage would serialize its calls.
      const writers = Array.from({ length: 10 }, (_, index) => ({ name: `Writer ${index}` }))
      const storages = writers.map(() => postgresStorage(repeatable, { schema }))
      const [storage] = storages as [PostgresStorage]
      const commitAll = (changes: readonly RecordCommit[]) =>
        Promise.all(changes.map((change, writer) => storages[writer]?.commit('store-1', change)))
      const expectOne = async (changes: readonly RecordCommit[]) => {
        const outcomes = await commitAll(changes)
        expect(outcomes.toSorted()).toEqual(['committed', ...Array(9).fill('conflict')])
      }
      try {
        const { rows } = await repeatable.query('show transaction_isolation')
        expect(rows).toEqual([{ transaction_isolation: 'repeatable read' }])
        for (let round = 0; round < 10; round += 1) {
          const withKeys = (change: SampleCommit<QuoteChange>, index: number) =>
            round % 2 === 0
              ? change
              : withKey(change, `${round} ${index} ${getRecord(change).version}`)
          const quoteId = `quote-${round}`
          const creations = writers.map((customer) => createCommit({ quoteId, customer }))
          await expectOne(creations.map(withKeys))
          const [record] = await storage.load('store-1', [{ kind: 'quote', id: quoteId }])
          if (record === undefined) throw new Error('the quote is missing')
          const updates = writers.map(({ name }) =>
            updateCommit(record as StoredRecord<Quote>, { customer: { note: name } }),
          )
          await expectOne(updates.map(withKeys))
        }
        const others = writers.map(({ name }) => createCommit({ quoteId: name }))
        expect(await commitAll(others)).toEqual(Array(10).fill('committed'))
        expect((await storage.listEvents('store-1', everything)).items).toHaveLength(30)
      } finally {
        await repeatable.end()
      }
    })
  },
)
