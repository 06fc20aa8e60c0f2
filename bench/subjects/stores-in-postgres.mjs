import { randomUUID } from 'node:crypto'
import { sampleEngine } from './sample-engine.mjs'
import { sampleRequest } from './sample-store.mjs'

/**
 * Returns operations on several stores in one schema. Each caller uses one of the stores.
 *
 * @param {ReturnType<typeof import('./postgres-server.mjs').postgresServer>} server
 * @param {number} count
 * @param {import('quotewright/postgres').PostgresStorageOptions} [options]
 */
export async function storesInPostgres({ pool, newStorage }, count, options) {
  const { schema, storage } = await newStorage(options)
  const stores = Array.from({ length: count }, (_, index) => `store-${index + 1}`)
  const engine = sampleEngine(storage, { stores })
  const request = sampleRequest()
  const contextOf = (/** @type {number} */ caller) => ({ storeId: stores[caller % count] ?? '' })
  let updates = 0
  return {
    create: (/** @type {number} */ caller) => engine.createQuote(contextOf(caller), request),

    createWithKey: (/** @type {number} */ caller) =>
      engine.createQuote(contextOf(caller), request, { idempotencyKey: randomUUID() }),

    update(/** @type {number} */ caller, /** @type {string} */ quoteId) {
      updates += 1
      const changes = { customer: { city: `City ${updates}` } }
      return engine.updateQuote(contextOf(caller), quoteId, changes)
    },

    /**
     * Returns the bytes by which tables and indexes grow. Vacuums before and after, so that
     * replaced
     * rows don't count.
     *
     * @param {() => Promise<unknown>} work
     */
    async spaceTakenBy(work) {
      const before = await packedSize(pool, schema)
      await work()
      return (await packedSize(pool, schema)) - before
    },
  }
}

/**
 * @param {import('pg').Pool} pool
 * @param {string} schema
 */
async function packedSize(pool, schema) {
  const tables = await pool.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = $1`,
    [schema],
  )
  const names = tables.rows.map(({ name }) => name)
  for (const name of names) await pool.query(`vacuum full ${name}`)
  const { rows } = await pool.query(
    'select sum(pg_total_relation_size(name::regclass)) as bytes from unnest($1::text[]) as name',
    [names],
  )
  return Number(rows[0].bytes)
}
