/**
 * A storage in PostgreSQL, through any client that has `query`.
 *
 * @module quotewright/postgres
 */
import type { StateStorage } from '../../ports/state.js'
import type { MovableStorage, StoragePort } from '../../ports/storage.js'
import { transactionStorage } from '../../ports/transaction-storage.js'
import type { RebuildSearchOptions } from '../../store/search-rows.js'
import { distributedCommits, distributedSearch, distributeTables } from './citus/distribution.js'
import {
  assertClient,
  assertInTransaction,
  assertPreparesStatements,
  createQuery,
  type PostgresClient,
} from './client.js'
import {
  createCommitMethods,
  createUnbatchedCommitMethods,
  plainCommits,
} from './commits/commits.js'
import { commitsInTransaction } from './commits/commits-in-transaction.js'
import { createFindMethods } from './find.js'
import { createFreezeMethods, frozenStoreErrors } from './freeze.js'
import { createIdempotencyMethods } from './idempotency.js'
import { type PostgresStorageOptions, resolveOptions } from './options.js'
import {
  createHistoryMethods,
  createRecordMethods,
  createUnbatchedRecordMethods,
} from './records.js'
import { createSchemaMethods } from './schema/migrate.js'
import { searchRebuild } from './schema/rebuild-search.js'
import { createStateMethods } from './state.js'
import { createStatements } from './statements/statements.js'

export type { RebuildSearchOptions } from '../../store/search-rows.js'
export type { PostgresClient } from './client.js'
export {
  drizzleClient,
  knexClient,
  kyselyClient,
  postgresJsClient,
  prismaClient,
  typeormClient,
} from './clients.js'
export {
  type PostgresInstance,
  type PostgresPool,
  postgresTransaction,
  type TransactionClient,
} from './host-transaction.js'
export type { PostgresStorageOptions } from './options.js'

/** A {@link StoragePort} in PostgreSQL, with its migration. */
export interface PostgresStorage extends MovableStorage, StateStorage {
  /**
   * Creates the schema and its tables if they are missing. Call it at every start; concurrent calls
   * are safe. Needs the right to create a schema only if the schema does not exist.
   *
   * @throws QuoteError `storage_schema_mismatch` if the tables are of another release or program;
   * `storage_permission_denied` if a privilege is missing; `storage_failed` with the client's error
   */
  migrate(): Promise<void>
  /**
   * The SQL by which `migrate` creates the tables, for teams that run their own migrations.
   */
  readonly migrationSql: string
  /**
   * Computes again what all quotes can be found by, store by store, while others read and write.
   * Necessary only after own fields are declared to be searched, or no longer, and if the table
   * `search` was changed or restored without the others.
   *
   * @param options The own fields by which quotes are found: only the engine knows them.
   * @throws QuoteError `invalid_options`; `storage_failed` with the client's error
   */
  rebuildSearch(options?: RebuildSearchOptions): Promise<void>
  /**
   * Returns a storage that works in a transaction of the host, so that its rows and quotes are
   * committed together. It costs almost nothing to create. Use it only until the transaction ends.
   *
   * It never retries, and sends one statement for each call, without preparing it. Calls on the
   * same client are sent one after the other. A commit makes other writers of the store wait until
   * the transaction ends.
   *
   * Its methods reject with `transaction_failed` if the database rejects a statement. Calls that
   * wait for their turn reject with the same error. The transaction is aborted then: roll it back.
   *
   * @param client Runs statements inside the transaction: a client of `pg` after `begin`, or the
   * result of `knexClient`, `kyselyClient`, `drizzleClient`, `typeormClient`, `postgresJsClient`
   * or `prismaClient`.
   * A commit rejects with `invalid_options`, and writes nothing, if the client is not inside a
   * transaction: before `begin`, or after `commit` or `rollback`.
   *
   * @throws QuoteError `invalid_options` if `client` has no `query` function, or is a Pool
   */
  using(client: PostgresClient): StoragePort
}

/**
 * Creates a storage in PostgreSQL. It is tested on PostgreSQL 15, on PGlite and on Citus 13.
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
  // Quoted in every statement, because the name may be an SQL keyword.
  const schema = `"${resolved.schema}"`
  const statements = createStatements(schema)
  const query = createQuery(client, resolved)
  // A search is planned for its terms: the plan for unknown terms can read those of all stores.
  const search = createQuery(client, { ...resolved, preparedStatements: false })
  const { citus } = resolved
  const write = citus ? distributedCommits(schema) : plainCommits(statements)
  const rebuildSearch = citus
    ? searchRebuild(query, schema, distributedSearch(schema))
    : searchRebuild(query, schema)
  return {
    ...createSchemaMethods(
      query,
      schema,
      rebuildSearch,
      citus ? distributeTables(schema) : undefined,
    ),
    ...createRecordMethods(query, schema),
    ...createCommitMethods(query, write, frozenStoreErrors(query, schema)),
    ...createFreezeMethods(query, schema),
    ...createFindMethods(search, statements),
    ...createHistoryMethods(query, schema),
    ...createIdempotencyMethods(query, schema),
    ...createStateMethods(query, schema),

    using(transaction) {
      assertInTransaction(transaction)
      const run = createQuery(transaction, { ...resolved, preparedStatements: false })
      return transactionStorage(transaction, {
        ...createUnbatchedRecordMethods(run, schema),
        ...commitsInTransaction(run, createUnbatchedCommitMethods(run, write)),
        ...createFindMethods(run, statements),
        ...createHistoryMethods(run, schema),
        ...createIdempotencyMethods(run, schema),
      })
    },
  }
}
