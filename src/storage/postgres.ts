/** @module quotewright/postgres: quotes in PostgreSQL, through any client that has `query`. */
import { isQuoteError, QuoteError } from '../errors.js'
import { type EntryRow, pageOfRows } from '../ports/pages.js'
import type { QuoteStorage } from '../ports/storage.js'
import type { IdempotencyRecord } from '../quote/change.js'
import type { HistoryEntry, QuoteEvent } from '../quote/history.js'
import type { Tag } from '../quote/tag.js'
import {
  isRefusal,
  type PostgresClient,
  queryWith,
  untilSerialized,
  wasSecond,
} from './postgres/client.js'
import { groupCommit } from './postgres/group-commit.js'
import { groupLoad } from './postgres/group-load.js'
import type { PostgresStorageOptions } from './postgres/options.js'
import { selectPage } from './postgres/select-page.js'
import { addKeyStatement, commitStatements } from './postgres/statements.js'
import { checkVersion, isSchemaName, nameRules, schemaSql } from './postgres/tables.js'
import {
  keyValues,
  valuesOf,
  valuesOfAny,
  valuesOfCreations,
  writtenChange,
} from './postgres/written-change.js'

export type { PostgresClient } from './postgres/client.js'
export type { PostgresStorageOptions } from './postgres/options.js'

export interface PostgresStorage extends QuoteStorage {
  /**
   * Creates the schema and its tables where they are missing. Repeat it at every start: it does nothing then, and any number of
   * processes may do it at once. Needs the right to create a schema only where there is none of this name.
   *
   * @throws QuoteError `storage_schema` where the tables are those of another release or program; `storage_denied` where a right
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
    throw new QuoteError('invalid_options', { errors: { schema: nameRules } })
  // Quoted in every statement, as words of SQL are names, too: "order".quotes
  const schema = `"${name}"`
  const migrationSql = schemaSql(schema)
  const commits = commitStatements(schema)
  const addKey = addKeyStatement(schema)
  const historyPage = selectPage(schema, 'version', 'quote_id = $5')
  const eventsPage = selectPage(schema, 'position')
  const query = queryWith(client, { schema: name, preparedStatements })

  const load = groupLoad(query, schema)
  const inGroup = groupCommit({
    isRefusal,

    async commitOne(change) {
      const { plain, keyed } = change.version === 1 ? commits.create : commits.update
      const statement = change.idempotency === undefined ? plain : keyed
      try {
        const written = await untilSerialized(() => query(statement, valuesOf(change)))
        return written.length === 1 ? 'committed' : 'conflict'
      } catch (error) {
        if (wasSecond(error)) return 'conflict'
        throw error
      }
    },

    async commitGroup(changes) {
      const areCreations = changes.every(
        ({ version, idempotency }) => version === 1 && idempotency === undefined,
      )
      const statement = areCreations ? commits.group.creations : commits.group.any
      const values = areCreations ? valuesOfCreations(changes) : valuesOfAny(changes)
      const rows = await untilSerialized(() =>
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
        await checkVersion(query, schema)
      } catch (cause) {
        if (isQuoteError(cause)) throw cause
        throw new QuoteError('storage_failed', { operation: 'migrate' }, { cause })
      }
    },

    load: (storeId, quoteId, call) => load({ storeId, quoteId }, call),

    commit: async (change, call) => inGroup(writtenChange(change), call),

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
      const values = [storeId, record.quoteId, record.version, ...keyValues(record)]
      return (await untilSerialized(() => query(addKey, values))).length === 1
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
  return { key, fingerprint, quoteId, version, time: Number(time), expires: Number(expires) }
}
