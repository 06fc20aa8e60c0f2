import type { Catalog } from '../../ports/catalog.js'
import { rejectOptions } from '../../validation/reject-options.js'
import { createRunQuery, type RunQuery, resolveDialect, type SqlClient } from './client.js'
import { type ColumnTypes, loadMysqlTypes, loadPostgresTypes, sqliteTypes } from './column-types.js'
import { findProducts } from './find-products.js'
import { quotingOf } from './identifiers.js'
import { parseOptions, type SqlCatalogOptions, type SqlDialect } from './options.js'

export type {
  SqlClient,
  SqlMysqlClient,
  SqlPostgresClient,
  SqlSqliteDatabase,
} from './client.js'
export type { SqlCatalogColumns, SqlCatalogOptions, SqlDialect } from './options.js'

/**
 * Creates a catalog of the rows of a table or view in PostgreSQL, MySQL, MariaDB or SQLite.
 *
 * Each call is one statement; in MySQL, one for each 1,024 ids. The first call also loads the types
 * of the columns `id` and `store`. Ids that the column can't have are unknown products. Strings are
 * compared exactly, whatever the collation of the column is.
 *
 * All values are read as text, so that no price is rounded. If the table has other units or names,
 * such as prices in cents, create a view.
 *
 * @param client A `pg` Pool or Client, a PGlite instance, a pool of `mysql2/promise`, or a
 * synchronous SQLite database. The caller closes it.
 * @throws QuoteError `invalid_options` if the client or an option is invalid or unknown
 *
 * @example
 * sqlCatalog(new Pool(), {
 *   table: 'products',
 *   columns: { id: 'id', price: 'price', salePrice: 'sale_price', store: 'store_id' },
 * })
 */
export function sqlCatalog(
  client: SqlClient,
  options: SqlCatalogOptions,
  ...unexpected: []
): Catalog {
  rejectOptions(unexpected)
  const parsed = parseOptions(options)
  const dialect = resolveDialect(client, parsed.dialect)
  const run = createRunQuery(client, dialect)
  let types: Promise<ColumnTypes> | undefined

  return {
    async findProducts(storeId, ids, call) {
      try {
        types ??= loadTypes(run, dialect, parsed)
        const source = { run, dialect, options: parsed, types: await types }
        return await findProducts(source, { storeId, ids, currency: call?.currency })
      } catch (error) {
        // The table may have been changed: the next call loads the types again.
        types = undefined
        throw error
      }
    },
  }
}

async function loadTypes(
  run: RunQuery,
  dialect: SqlDialect,
  options: SqlCatalogOptions,
): Promise<ColumnTypes> {
  if (dialect === 'sqlite') return sqliteTypes
  if (dialect === 'mysql') return loadMysqlTypes(run, options)
  return loadPostgresTypes(run, options, quotingOf(dialect))
}
