/**
 * A storage in PostgreSQL, through any client that has `query`.
 *
 * @module quotewright/postgres
 */
import type { QuoteStorage } from '../../ports/storage.js'
import {
  assertClient,
  assertPreparesStatements,
  createQuery,
  type PostgresClient,
} from './client.js'
import { commitMethods } from './commits.js'
import { historyMethods } from './history.js'
import { idempotencyMethods } from './idempotency.js'
import { type PostgresStorageOptions, resolveOptions } from './options.js'
import { recordMethods } from './records.js'
import { schemaMethods } from './schema.js'
import { tagMethods } from './tags.js'

export type { PostgresClient } from './client.js'
export type { PostgresStorageOptions } from './options.js'

/** A {@link QuoteStorage} in PostgreSQL, with its migration. */
export interface PostgresStorage extends QuoteStorage {
  /**
   * Creates the schema and its tables if they are missing. Call it at every start; concurrent calls
   * are safe. Needs the right to create a schema only if the schema does not exist.
   *
   * @throws QuoteError `storage_schema_mismatch` if the tables are of another release or program;
   * `storage_permission_denied` if a privilege is missing; `storage_failed` with the client's error
   */
  migrate(): Promise<void>
  /** The SQL that `migrate` runs, for teams that run their own migrations. */
  readonly migrationSql: string
}

/**
 * Creates a storage in PostgreSQL. It is tested on PostgreSQL 15 and on PGlite.
 *
 * Every operation is one statement, so it needs one round trip and one transaction. Durability
 * follows the server's `synchronous_commit`. Concurrent commits of a store share a statement, each
 * with its own outcome, and so do concurrent loads. The connection keeps no state unless
 * `preparedStatements` is set. The caller closes the client.
 *
 * @throws QuoteError `invalid_options` if `client` has no `query` function or is closed, if an
 * option is invalid or unknown, or if `preparedStatements` is set with PGlite
 *
 * @example
 * const storage = postgresStorage(new Pool({ connectionString }))
 * await storage.migrate()
 */
export function postgresStorage(
  client: PostgresClient,
  options: PostgresStorageOptions = {},
): PostgresStorage {
  assertClient(client)
  const resolved = resolveOptions(options)
  if (resolved.preparedStatements) assertPreparesStatements(client)
  const query = createQuery(client, resolved)
  // Quoted in every statement, because the name may be an SQL keyword.
  const schema = `"${resolved.schema}"`
  return {
    ...schemaMethods(query, schema),
    ...recordMethods(query, schema),
    ...commitMethods(query, schema),
    ...historyMethods(query, schema),
    ...idempotencyMethods(query, schema),
    ...tagMethods(query, schema),
  }
}
