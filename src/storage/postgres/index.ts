/**
 * A storage in PostgreSQL, through any client that has `query`.
 *
 * @module quotewright/postgres
 */
import type { StoragePort } from '../../ports/storage.js'
import { createCommitMethods, createUnbatchedCommitMethods } from '../sql/commits.js'
import { transactionStorage } from '../sql/host-transaction.js'
import { createLoadMethods, createUnbatchedLoadMethods } from '../sql/read-methods.js'
import { createSchemaMethods, type ServerStorage } from '../sql/schema-methods.js'
import { distributedCommits, distributedSearch, distributeTables } from './citus/distribution.js'
import {
  assertClient,
  assertInTransaction,
  assertPreparesStatements,
  createQuery,
  type PostgresClient,
} from './client.js'
import { commitExecutor, plainCommits, retryCommits } from './commits/commits.js'
import { commitsInTransaction } from './commits/commits-in-transaction.js'
import { createFindMethods } from './find.js'
import { createFreezeMethods, frozenStoreErrors } from './freeze.js'
import { type PostgresStorageOptions, resolveOptions } from './options.js'
import { createHistoryMethods, recordSelection } from './records.js'
import { createMigration } from './schema/migrate.js'
import { createRebuildSearch } from './schema/rebuild-search.js'
import { createPostgresState } from './state.js'
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

/** A storage in PostgreSQL, with its migration. */
export interface PostgresStorage extends ServerStorage {
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
  const commits = retryCommits(commitExecutor(query, write), frozenStoreErrors(query, schema))
  const rebuildSearch = citus
    ? createRebuildSearch(query, schema, distributedSearch(schema))
    : createRebuildSearch(query, schema)
  const migration = createMigration(query, schema, citus ? distributeTables(schema) : undefined)
  return {
    ...createSchemaMethods({ ...migration, rebuildSearch }),
    ...createLoadMethods(recordSelection(query, schema)),
    ...createCommitMethods(commits),
    ...createFreezeMethods(query, schema),
    ...createFindMethods(search, statements),
    ...createHistoryMethods(query, schema),
    ...createPostgresState(query, schema),

    using(transaction) {
      assertInTransaction(transaction)
      const run = createQuery(transaction, { ...resolved, preparedStatements: false })
      const commits = createUnbatchedCommitMethods(commitExecutor(run, write))
      return transactionStorage(transaction, {
        ...createUnbatchedLoadMethods(recordSelection(run, schema)),
        ...commitsInTransaction(run, commits),
        ...createFindMethods(run, statements),
        ...createHistoryMethods(run, schema),
      })
    },
  }
}
