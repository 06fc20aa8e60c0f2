import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresStorage, postgresStorage } from '../../../src/storage/postgres/index.js'
import { createPglite } from '../../setup/pglite.js'
import { firstCommit, operations, recordStatements } from './statements/operations.js'
import { type PlanNode, planOf } from './statements/plans.js'

const quotes = 20_000
const otherStores = 2_000

/** Copies the first quote, its history and its key, so that the tables have a realistic size. */
const fill = `
  insert into quotewright.records (store_id, kind, id, version, updated, value, created)
    select store_id, kind, 'filled-' || n, version, n, value, n
    from quotewright.records, generate_series(1, ${quotes}) as n;
  insert into quotewright.records (store_id, kind, id, version, updated, value, created)
    select 'other-' || n % ${otherStores}, 'quote', 'filled-' || n, 1, n, '{}', n
    from generate_series(1, ${4 * quotes}) as n;
  insert into quotewright.history (store_id, kind, id, version, created_at, position, entry)
    select store_id, kind, 'filled-' || n, version, created_at, n + 1, entry
    from quotewright.history, generate_series(1, ${quotes}) as n;
  insert into quotewright.idempotency
    (store_id, key, fingerprint, kind, id, version, created_at, expires_at)
    select store_id, 'filled-' || n, fingerprint, kind, id, version, created_at, expires_at
    from quotewright.idempotency, generate_series(1, ${quotes}) as n;
  insert into quotewright.search (store_id, kind, id, deleted, created, expires, terms)
    select store_id, kind, id, updated % 2 = 0, updated, updated, array_to_tsvector(array['x'])
    from quotewright.records where id like 'filled-%';
  update quotewright.stores set position = ${quotes + 1};`

const analyze =
  'analyze quotewright.records, quotewright.history, quotewright.search, quotewright.idempotency'
const large = ['records', 'history', 'search', 'idempotency']

let database: PGlite
let storage: PostgresStorage
let statementsOf: ReturnType<typeof recordStatements>['statementsOf']

beforeAll(async () => {
  database = await createPglite()
  const recording = recordStatements(database)
  statementsOf = recording.statementsOf
  storage = postgresStorage(recording.client)
  await storage.migrate()
  await storage.commit('store-1', firstCommit)
  await database.exec(fill)
  // Moves what is pending into the index of the terms, as autovacuum does.
  await database.exec('vacuum quotewright.search')
})
afterAll(() => database.close())

/** Returns true if a node reads all of a large table, or all rows of a store and a kind in it. */
function readsWholeStore(node: PlanNode): boolean {
  const isScan = node['Node Type'].endsWith('Scan') && node['Node Type'] !== 'Bitmap Heap Scan'
  if (!isScan || !large.includes(tableOf(node))) return false
  return !narrowingCondition.test(node['Index Cond'] ?? '')
}

/** A condition on another column than the store and the kind, or on a place in an order. */
const narrowingCondition = /\b(?!store_id|kind)\w+"? (?:=|<|>|@@)|ROW\(/

/** Returns the table that a node reads. A scan that creates a bitmap names only the index. */
function tableOf(node: PlanNode): string {
  const index = node['Index Name'] ?? ''
  return node['Relation Name'] ?? large.find((name) => index.startsWith(name)) ?? ''
}

/** Searches are never prepared, so they have no generic plan. */
const kindsOfPlans = (name: string) =>
  /^(?:find|count) of/.test(name) ? (['custom'] as const) : (['custom', 'generic'] as const)

async function expectIndexScans([name, run]: (typeof operations)[number]): Promise<void> {
  const statements = await statementsOf(() => run(storage))
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements)
    for (const kind of kindsOfPlans(name)) {
      const plan = await planOf(database, statement, kind)
      expect(plan).not.toEqual([])
      const scanned = plan.filter(readsWholeStore)
      expect(scanned, `${kind} plan of ${statement.text}`).toEqual([])
    }
}

// These run first: nothing is known about the tables yet.
describe(`postgresStorage with ${quotes} quotes in a store, without statistics`, () => {
  it.each(operations)('%s reads only what it needs of the large tables', async (...operation) => {
    await expectIndexScans(operation)
  })
})

describe(`postgresStorage with ${quotes} quotes in a store, with statistics`, () => {
  beforeAll(async () => {
    await database.exec(analyze)
  })

  it.each(operations)('%s reads only what it needs of the large tables', async (...operation) => {
    await expectIndexScans(operation)
  })

  it.each(operations)('%s looks up terms only by their index', async (name, run) => {
    for (const statement of await statementsOf(() => run(storage)))
      for (const kind of kindsOfPlans(name)) {
        const plan = await planOf(database, statement, kind)
        const byTerms = plan.filter(
          (node) => node['Relation Name'] === 'search' && node.Filter?.includes('@@'),
        )
        expect(byTerms.map((node) => node['Index Name'])).not.toContain('search_pkey')
      }
  })

  it.each([
    ['store and id', `quote_id = 'filled-7'`, 'records_pkey'],
    ['time of the update', 'updated between 100 and 110', 'records_by_update'],
  ])('a query of current_quotes by %s uses an index', async (_, condition, index) => {
    const text = `select quote from quotewright.current_quotes where store_id = 'store-1' and ${condition}`
    const plan = await planOf(database, { text, values: [] }, 'custom')
    expect(plan.map((node) => node['Index Name'])).toContain(index)
    expect(plan.map((node) => node['Node Type'])).not.toContain('Seq Scan')
  })
})

describe('postgresStorage filters every table by the store', () => {
  it.each(operations)('%s', async (_, run) => {
    for (const statement of await statementsOf(() => run(storage))) {
      const plan = await planOf(database, statement, 'generic')
      const scans = plan.filter(
        (node) => node['Relation Name'] !== undefined && node['Node Type'].includes('Scan'),
      )
      for (const node of scans) {
        const conditions = `${node['Index Cond']} ${node['Recheck Cond']} ${node.Filter}`
        expect(conditions, `${node['Relation Name']} in ${statement.text}`).toMatch(
          /store_id = \$1/,
        )
      }
    }
  })
})
