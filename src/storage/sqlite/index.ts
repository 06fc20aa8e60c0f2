/**
 * A storage in a SQLite file, through any synchronous driver.
 *
 * @module quotewright/sqlite
 */
import type { QuoteStorage } from '../../ports/storage.js'
import { rejectOptions } from '../../validation/reject-options.js'
import { createBatcher } from './batching.js'
import { assertDatabase, type SqliteDatabase } from './client.js'
import { commitMethods } from './commits.js'
import { historyMethods } from './history.js'
import { createIdempotencyTable, idempotencyMethods } from './idempotency.js'
import { recordMethods } from './records.js'
import { ensureSchema } from './schema.js'
import { tagMethods } from './tags.js'

export type { SqliteDatabase, SqliteStatement, SqliteValue } from './client.js'

/**
 * Creates a storage in a SQLite database. Writes made in the same turn of the event loop share a
 * transaction, each with its own outcome.
 *
 * Configures the connection: write-ahead log, `synchronous=FULL`, and a `busy_timeout` of five
 * seconds. Creates its tables (all named `quotewright_…`) if they are missing, so the database can
 * contain other tables. The caller closes the connection, after the engine's last call.
 *
 * A write waits while another connection holds the write lock, up to `busy_timeout` or until its
 * caller aborts. The event loop is not blocked. If the host has a transaction open on the
 * connection when a batch is written (at the end of the turn, or after such a wait), the batch
 * becomes part of that transaction. To commit both together, await the engine's call before your
 * own `commit`.
 *
 * @throws QuoteError `invalid_options` if `database` is not a synchronous, open connection;
 * `storage_schema_mismatch` if the tables are of another release or program, or the file is not a
 * database; `storage_permission_denied` if it cannot be written; `storage_failed` with any other
 * error of the driver
 *
 * @example
 * const storage = sqliteStorage(new DatabaseSync('quotes.sqlite')) // from 'node:sqlite'
 */
export function sqliteStorage(database: SqliteDatabase, ...unexpected: []): QuoteStorage {
  assertDatabase(database)
  rejectOptions(unexpected)
  ensureSchema(database)
  const writeInBatch = createBatcher(database)
  const idempotencyTable = createIdempotencyTable(database)
  return {
    ...recordMethods(database),
    ...commitMethods(database, idempotencyTable, writeInBatch),
    ...historyMethods(database),
    ...idempotencyMethods(idempotencyTable, writeInBatch),
    ...tagMethods(database, writeInBatch),
  }
}
