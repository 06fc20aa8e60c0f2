import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresStorage, postgresStorage } from '../../../src/storage/postgres/index.js'
import {
  firstCommit,
  operations,
  recordStatements,
  type Statement,
} from './statements/operations.js'

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Plan[]
}

interface ExplainRow {
  readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[]
}

const quotes = 20_000

/** Copies the first quote, its history and its key, so that the tables have a realistic size. */
const fill = `
  insert into quotewright.quotes (store_id, quote_id, version, updated, quote)
    select store_id, 'filled-' || n, version, updated, quote
    from quotewright.quotes, generate_series(1, ${quotes}) as n;
  insert into quotewright.history (store_id, quote_id, version, created_at, position, entry)
    select store_id, 'filled-' || n, version, created_at, n + 1, entry
    from quotewright.history, generate_series(1, ${quotes}) as n;
  insert into quotewright.idempotency
    select store_id, 'filled-' || n, fingerprint, quote_id, version, created_at, expires_at
    from quotewright.idempotency, generate_series(1, ${quotes}) as n;
  update quotewright.stores set position = ${quotes + 1};
  analyze quotewright.quotes, quotewright.history, quotewright.idempotency;`

let database: PGlite
let storage: PostgresStorage
let statementsOf: ReturnType<typeof recordStatements>['statementsOf']

beforeAll(async () => {
  database = await PGlite.create()
  const recording = recordStatements(database)
  statementsOf = recording.statementsOf
  storage = postgresStorage(recording.client)
  await storage.migrate()
  await storage.commit(firstCommit)
  await database.exec(fill)
})
afterAll(() => database.close())

/** Returns the plan for these values, or the generic plan that prepared statements may use. */
async function planOf(
  { text, values }: Statement,
  kind: 'custom' | 'generic',
): Promise<readonly Plan[]> {
  // A generic plan of a statement with parameters needs the simple protocol, which `exec` uses.
  const [result] =
    kind === 'custom'
      ? [await database.query(`explain (format json) ${text}`, values)]
      : await database.exec(`explain (format json, generic_plan) ${text}`)
  const rows = (result?.rows ?? []) as ExplainRow[]
  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)))
}

describe(`postgresStorage with ${quotes} quotes in a store`, () => {
  it.each(operations)('%s scans no large table sequentially', async (_, run) => {
    const statements = await statementsOf(() => run(storage))
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements)
      for (const kind of ['custom', 'generic'] as const) {
        const plan = await planOf(statement, kind)
        expect(plan).not.toEqual([])
        const scanned = plan
          .filter((node) => node['Node Type'].endsWith('Seq Scan'))
          .map((node) => node['Relation Name'])
        expect(scanned, statement.text).not.toContain('quotes')
        expect(scanned, statement.text).not.toContain('history')
        expect(scanned, statement.text).not.toContain('idempotency')
      }
  })
})
