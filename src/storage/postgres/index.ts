/** @module quotewright/postgres: quotes in PostgreSQL, through any client that has `query`. */
import { isQuoteError, QuoteError } from '../../errors.js'
import { type EntryRow, pageOfRows } from '../../ports/pages.js'
import type { QuoteStorage } from '../../ports/storage.js'
import type { IdempotencyRecord } from '../../quote/commit.js'
import type { HistoryEntry, QuoteEvent } from '../../quote/history/entry.js'
import type { Tag } from '../../store/tags.js'
import { batchCommits } from './batch-commits.js'
import {
  createQuery,
  isStatementError,
  isUniqueViolation,
  type PostgresClient,
  retrySerializationFailure,
} from './client.js'
import { commitStatements, insertIdempotencyStatement } from './commit-statements.js'
import { historyPageStatement } from './history.js'
import type { PostgresStorageOptions } from './options.js'
import { batchLoads } from './records.js'
import { assertSchemaVersion, isSchemaName, schemaNameMessage, schemaSql } from './schema.js'
import {
  batchParams,
  commitParams,
  createBatchParams,
  idempotencyParams,
  serializeCommit,
} from './serialized-commit.js'

export type { PostgresClient } from './client.js'
export type { PostgresStorageOptions } from './options.js'

export interface PostgresStorage extends QuoteStorage {
  /**
   * Creates the schema and its tables where they are missing. Repeat it at every start: it does nothing then, and any number of
   * processes may do it at once. Needs the right to create a schema only where there is none of this name.
   *
   * @throws QuoteError `storage_schema_mismatch` where the tables are those of another release or program; `storage_permission_denied` where a right
   * is missing; `storage_failed` with what the client threw
   */
  migrate(): Promise<void>
  /** What `migrate` runs, for teams that run their own migrations. */
  readonly migrationSql: string
}

/**
 * Keeps quotes in PostgreSQL; it is tested on version 15 and on PGlite. Every operation is one statement, so one round trip and one
 * transaction, as durable as the server's `synchronous_commit` says. Commits of a store that come in the same moment share one, each with
 * its own outcome, and so do loads. No state is kept in the connection, unless `preparedStatements` says so. The client stays the host's.
 *
 * @throws QuoteError `invalid_options` where `schema` is no plain name
 *
 * @example
 * const storage = postgresStorage(new Pool({ connectionString }))
 * await storage.migrate()
 */
export function postgresStorage(
  client: PostgresClient,
  { schema: name = 'quotewright', preparedStatements = false }: PostgresStorageOptions = {},
): PostgresStorage {
  if (!isSchemaName(name))
    throw new QuoteError('invalid_options', { errors: { schema: schemaNameMessage } })
  // Quoted in every statement, as words of SQL are names, too: "order".quotes
  const schema = `"${name}"`
  const migrationSql = schemaSql(schema)
  const commits = commitStatements(schema)
  const addKey = insertIdempotencyStatement(schema)
  const historyPage = historyPageStatement(schema, 'version', 'quote_id = $5')
  const eventsPage = historyPageStatement(schema, 'position')
  const query = createQuery(client, { schema: name, preparedStatements })

  const load = batchLoads(query, schema)
  const inGroup = batchCommits({
    isStatementError,

    async commitOne(change) {
      const { plain, keyed } = change.version === 1 ? commits.create : commits.update
      const statement = change.idempotency === undefined ? plain : keyed
      try {
        const written = await retrySerializationFailure(() =>
          query(statement, commitParams(change)),
        )
        return written.length === 1 ? 'committed' : 'conflict'
      } catch (error) {
        if (isUniqueViolation(error)) return 'conflict'
        throw error
      }
    },

    async commitBatch(changes) {
      const areCreations = changes.every(
        ({ version, idempotency }) => version === 1 && idempotency === undefined,
      )
      const statement = areCreations ? commits.group.creations : commits.group.any
      const values = areCreations ? createBatchParams(changes) : batchParams(changes)
      const rows = await retrySerializationFailure(() =>
        query<{ readonly quote_id: string }>(statement, values),
      )
      return new Set(rows.map((row) => row.quote_id))
    },
  })

  return {
    migrationSql,

    async migrate() {
      try {
        await query(migrationSql)
        await assertSchemaVersion(query, schema)
      } catch (cause) {
        if (isQuoteError(cause)) throw cause
        throw new QuoteError('storage_failed', { operation: 'migrate' }, { cause })
      }
    },

    load: (storeId, quoteId, call) => load({ storeId, quoteId }, call),

    commit: async (change, call) => inGroup(serializeCommit(change), call),

    async listHistory(storeId, quoteId, { afterVersion, limit, maxBytes }) {
      const values = [storeId, afterVersion, limit + 1, maxBytes, quoteId]
      const rows = await query<EntryRow>(historyPage, values)
      return pageOfRows(rows, limit, ({ entry }) => JSON.parse(entry) as HistoryEntry)
    },

    async listEvents(storeId, { afterPosition, limit, maxBytes }) {
      const values = [storeId, afterPosition, limit + 1, maxBytes]
      return pageOfRows(await query<EventRow>(eventsPage, values), limit, toEvent)
    },

    async findIdempotencyRecord(storeId, key) {
      const [row] = await query<IdempotencyRow>(
        `select fingerprint, quote_id, version, time::text, expires::text
         from ${schema}.idempotency where store_id = $1 and key = $2`,
        [storeId, key],
      )
      return row && toIdempotencyRecord(key, row)
    },

    async addIdempotencyRecord(storeId, record) {
      const values = [storeId, record.quoteId, record.version, ...idempotencyParams(record)]
      return (await retrySerializationFailure(() => query(addKey, values))).length === 1
    },

    listTags: (storeId) =>
      query<Tag>(
        `select background_color as "backgroundColor", color, label, name as value
         from ${schema}.tags where store_id = $1 order by place, name`,
        [storeId],
      ),

    async setTag(storeId, { value, label, color, backgroundColor }) {
      await query(
        `insert into ${schema}.tags (store_id, name, place, label, color, background_color)
         select $1, $2, coalesce(max(place), 0) + 1, $3, $4, $5 from ${schema}.tags where store_id = $1
         on conflict (store_id, name) do update set
           label = excluded.label, color = excluded.color, background_color = excluded.background_color`,
        [storeId, value, label, color, backgroundColor],
      )
    },

    async removeTag(storeId, name) {
      const removed = await query(
        `delete from ${schema}.tags where store_id = $1 and name = $2 returning name`,
        [storeId, name],
      )
      return removed.length === 1
    },
  }
}

interface EventRow extends EntryRow {
  readonly position: string
  readonly quote_id: string
}

function toEvent({
  position,
  quote_id: quoteId,
  entry,
}: EventRow & { readonly entry: string }): QuoteEvent {
  return { position: Number(position), quoteId, entry: JSON.parse(entry) as HistoryEntry }
}

interface IdempotencyRow {
  readonly fingerprint: string
  readonly quote_id: string
  readonly version: number
  readonly time: string
  readonly expires: string
}

function toIdempotencyRecord(
  key: string,
  { fingerprint, quote_id: quoteId, version, time, expires }: IdempotencyRow,
): IdempotencyRecord {
  return { key, fingerprint, quoteId, version, createdAt: Number(time), expiresAt: Number(expires) }
}
