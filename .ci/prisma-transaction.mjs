// Proves `prismaClient` in the project of the recipe of Prisma, which `recipes.mjs` has installed:
// commits and rolls back a row of Prisma with a quote, and runs the storage suite.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
// biome-ignore lint/correctness/noUndeclaredDependencies: recipes.mjs installs it
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { createQuoteEngine, memoryCatalog } from 'quotewright'
import { postgresStorage, prismaClient } from 'quotewright/postgres'
import { storageSuite } from 'quotewright/testing'
import { PrismaClient } from './generated/prisma/client.js'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
after(async () => {
  await prisma.$disconnect()
  await pool.end()
})

const schema = 'prisma_transaction'
const storage = postgresStorage(pool, { schema })
await storage.migrate()
await pool.query('create table "Customer" (id serial primary key, name text not null)')

const catalog = memoryCatalog({ shop: [{ id: 118, price: '200.00' }] })
const context = { storeId: 'shop' }
const request = { customer: { name: 'Ada' }, products: [{ id: 118, qty: 2 }] }

/** Writes a customer and a quote of the same name in one transaction. */
function createTogether(name, end = () => {}) {
  const engine = createQuoteEngine({ storage, catalog, generateId: () => name })
  return prisma.$transaction(async (tx) => {
    await tx.customer.create({ data: { name } })
    await engine.using(prismaClient(tx)).createQuote(context, request)
    end()
  })
}

async function stored(name) {
  const customers = await prisma.customer.count({ where: { name } })
  const [quote] = await storage.load('shop', [{ kind: 'quote', id: name }])
  return { customers, quotes: quote === undefined ? 0 : 1 }
}

describe('prismaClient', () => {
  it('commits a row of Prisma and a quote together', async () => {
    await createTogether('Ada')
    assert.deepEqual(await stored('Ada'), { customers: 1, quotes: 1 })
  })

  it('rolls back a row of Prisma and a quote together', async () => {
    const rollBack = new Error('roll back')
    const rolledBack = createTogether('Grace', () => {
      throw rollBack
    })
    await assert.rejects(rolledBack, rollBack)
    assert.deepEqual(await stored('Grace'), { customers: 0, quotes: 0 })
  })

  // Each test is one transaction, which is rolled back in the end.
  storageSuite({ describe, it }, async () => {
    const { tx, rollBack } = await openTransaction()
    const reopen = () => storage.using(withSavepoints(prismaClient(tx)))
    return { storage: reopen(), reopen, dispose: rollBack }
  })
})

function openTransaction() {
  return new Promise((resolve, reject) => {
    const finished = prisma.$transaction(
      (tx) =>
        new Promise((_, end) => {
          const rollBack = async () => {
            end(new Error('roll back'))
            await finished.catch(() => {})
          }
          resolve({ tx, rollBack })
        }),
      { timeout: 60_000 },
    )
    finished.catch(reject)
  })
}

/** Takes a rejected statement back alone: the suite goes on after a rejected commit. */
function withSavepoints(client) {
  return {
    async query(text, values) {
      await client.query('savepoint before_statement')
      try {
        return await client.query(text, values)
      } catch (error) {
        await client.query('rollback to savepoint before_statement')
        throw error
      }
    },
  }
}
