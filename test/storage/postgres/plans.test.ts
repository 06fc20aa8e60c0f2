import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QuoteStorage } from '../../../src/ports/storage.js'
import type { IdempotencyRecord, QuoteCommit } from '../../../src/quote/commit.js'
import { type PostgresClient, postgresStorage } from '../../../src/storage/postgres/index.js'
import { createCommit, updateCommit } from '../../../src/testing/sample-commits.js'

interface Statement {
  readonly text: string
  readonly values: (string | number)[]
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Plan[]
}

interface Explained {
  readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[]
}

const quotes = 20_000
const keyed = (change: QuoteCommit, key: string): QuoteCommit => ({
  ...change,
  idempotency: {
    key,
    fingerprint: 'x',
    quoteId: 'quote-1',
    version: 1,
    createdAt: 1,
    expiresAt: 9,
  },
})

/** Copies one quote, its history and its key into a store that has many, as a database is after some months. */
const fill = `
  insert into quotewright.quotes (store_id, quote_id, version, updated, quote)
    select store_id, 'filled-' || n, version, updated, quote from quotewright.quotes, generate_series(1, ${quotes}) as n;
  insert into quotewright.history (store_id, quote_id, version, created_at, position, entry)
    select store_id, 'filled-' || n, version, created_at, n + 1, entry from quotewright.history, generate_series(1, ${quotes}) as n;
  insert into quotewright.idempotency
    select store_id, 'filled-' || n, fingerprint, quote_id, version, created_at, expires_at
    from quotewright.idempotency, generate_series(1, ${quotes}) as n;
  update quotewright.stores set position = ${quotes + 1};
  analyze quotewright.quotes, quotewright.history, quotewright.idempotency;`

let database: PGlite
let storage: QuoteStorage
let asked: Statement[] = []

beforeAll(async () => {
  database = await PGlite.create()
  const client: PostgresClient = {
    query(text, values = []) {
      asked.push({ text, values })
      return database.query(text, values)
    },
  }
  const opened = postgresStorage(client)
  await opened.migrate()
  storage = opened
  await storage.commit(keyed(createCommit(), 'key-1'))
  await database.exec(fill)
})
afterAll(() => database.close())

/** The plan for these values, or the one for any, which a connection settles on for a statement that it keeps. */
async function planOf(
  { text, values }: Statement,
  kind: 'for these values' | 'for any values',
): Promise<readonly Plan[]> {
  // Without values there is only the simple protocol, in which `exec` sends.
  const [answer] =
    kind === 'for these values'
      ? [await database.query(`explain (format json) ${text}`, values)]
      : await database.exec(`explain (format json, generic_plan) ${text}`)
  const rows = (answer?.rows ?? []) as Explained[]
  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)))
}

const record: IdempotencyRecord = {
  key: 'key-2',
  fingerprint: 'x',
  quoteId: 'quote-1',
  version: 1,
  createdAt: 1,
  expiresAt: 9,
}
const first = createCommit()
const operations: readonly (readonly [name: string, operation: () => unknown])[] = [
  ['load', () => storage.load('store-1', 'filled-7')],
  [
    'loads that share a statement',
    () => Promise.all([1, 2, 3].map((number) => storage.load('store-1', `filled-${number}`))),
  ],
  ['a creation', () => storage.commit(createCommit({ quoteId: 'new-1' }))],
  [
    'a creation with a key',
    () => storage.commit(keyed(createCommit({ quoteId: 'new-2' }), 'new-2')),
  ],
  ['an update', () => storage.commit(updateCommit(first.record, { tag_list: ['a'] }))],
  [
    'an update with a key',
    () => storage.commit(keyed(updateCommit(first.record, { tag_list: ['a'] }), 'new-3')),
  ],
  [
    'creations that share a statement',
    () =>
      Promise.all(
        [1, 2, 3].map((number) => storage.commit(createCommit({ quoteId: `together-${number}` }))),
      ),
  ],
  [
    'commits that share a statement',
    () =>
      Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          storage.commit(keyed(createCommit({ quoteId: `group-${index}` }), `group-${index}`)),
        ),
      ),
  ],
  [
    'listHistory',
    () =>
      storage.listHistory('store-1', 'filled-7', { afterVersion: 0, limit: 9, maxBytes: 2 ** 30 }),
  ],
  [
    'listEvents',
    () => storage.listEvents('store-1', { afterPosition: 9_000, limit: 9, maxBytes: 2 ** 30 }),
  ],
  ['findIdempotencyRecord', () => storage.findIdempotencyRecord('store-1', 'filled-7')],
  ['addIdempotencyRecord', () => storage.addIdempotencyRecord('store-1', record)],
]

describe(`in a store of ${quotes} quotes`, () => {
  it.each(operations)('%s scans no table from end to end', async (_, operation) => {
    asked = []
    await operation()
    const statements = asked
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements)
      for (const kind of ['for these values', 'for any values'] as const) {
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
