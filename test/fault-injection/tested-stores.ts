import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import pg from 'pg'
import type { QuoteStorage } from '../../src/ports/storage.js'
import type { QuoteCommit } from '../../src/quote/commit.js'
import { type PostgresStorage, postgresStorage } from '../../src/storage/postgres/index.js'
import { sqliteStorage } from '../../src/storage/sqlite/index.js'
import { type QuoteText, readStored, type StoredQuote } from './stored-quotes.js'

/** A place of its own for quotes, which writer processes share. */
export interface ProofStore {
  /** How `open-storage.mjs` is told of it: its kind, and the file or the schema. */
  readonly address: readonly [kind: string, place: string]
  commit(changes: readonly QuoteCommit[]): Promise<void>
  /** Opens it as a host does at its start, and reads all quotes as they are at one moment. */
  read(): Promise<StoredQuote[]>
  remove(): Promise<void>
}

export interface ProofStoreKind {
  readonly name: string
  /** Why the proof cannot be had on it here, where it cannot. */
  readonly missing: string | undefined
  create(proof: string): ProofStore
}

const url = process.env.QUOTEWRIGHT_POSTGRES_URL

export const sqliteKind: ProofStoreKind = {
  name: 'a SQLite file',
  missing: undefined,
  create: sqliteFile,
}

export const postgresKind: ProofStoreKind = {
  name: 'a PostgreSQL server',
  missing: url === undefined ? 'QUOTEWRIGHT_POSTGRES_URL names none' : undefined,
  create: postgresSchema,
}

export const proofStoreKinds: readonly ProofStoreKind[] = [sqliteKind, postgresKind]

/** Quotes and history, so that a history without a record shows. */
const selectTexts = (prefix: string, text: string) =>
  `select quote_id, max(quote) as quote from (
     select quote_id, ${text} as quote from ${prefix}current_quotes
     union all select quote_id, null as quote from ${prefix}history
   ) as texts group by quote_id order by quote_id`

function sqliteFile(proof: string): ProofStore {
  const folder = mkdtempSync(join(tmpdir(), `quotewright-${proof}-`))
  const file = join(folder, 'quotes.sqlite')
  async function opened<T>(
    use: (storage: QuoteStorage, database: Database.Database) => Promise<T>,
  ): Promise<T> {
    const database = new Database(file)
    try {
      return await use(sqliteStorage(database), database)
    } finally {
      database.close()
    }
  }
  return {
    address: ['sqlite', file],
    commit: (changes) => opened((storage) => commitAll(storage, changes)),
    read: () =>
      opened(async (storage, database) => {
        const check = database.prepare('pragma integrity_check').get()
        if (Object(check).integrity_check !== 'ok')
          throw new Error(`the file is corrupt: ${JSON.stringify(check)}`)
        const sql = selectTexts('quotewright_', 'quote')
        return readStored(storage, database.prepare(sql).all() as QuoteText[])
      }),
    remove: async () => rmSync(folder, { recursive: true }),
  }
}

function postgresSchema(proof: string): ProofStore {
  const schema = `quotewright_${proof.replaceAll('-', '_')}_${process.pid}`
  async function opened<T>(use: (storage: PostgresStorage, client: pg.Client) => Promise<T>) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return await use(postgresStorage(client, { schema }), client)
    } finally {
      await client.end()
    }
  }
  return {
    address: ['postgres', schema],
    commit: (changes) =>
      opened(async (storage) => {
        await storage.migrate()
        await commitAll(storage, changes)
      }),
    read: () =>
      opened(async (storage, client) => {
        await storage.migrate()
        // The server may still be at a statement of a client that was killed; it must not come between two reads.
        await client.query('begin isolation level repeatable read, read only')
        const sql = selectTexts(`${schema}.`, 'quote::text')
        const { rows } = await client.query<QuoteText>(sql)
        return readStored(storage, rows)
      }),
    remove: () =>
      opened(async (_, client) => {
        await client.query(`drop schema if exists ${schema} cascade`)
      }),
  }
}

async function commitAll(storage: QuoteStorage, changes: readonly QuoteCommit[]): Promise<void> {
  for (const change of changes) {
    if ((await storage.commit(change)) !== 'committed') throw new Error('the place was not empty')
  }
}
