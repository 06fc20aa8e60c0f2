import type { CatalogCallOptions, SearchableCatalog } from '../../ports/catalog.js'
import { rejectOptions } from '../../validation/reject-options.js'
import {
  createRunQuery,
  type RunQuery,
  resolveDialect,
  type SqlClient,
  transactionClients,
} from './client.js'
import {
  type ColumnTypes,
  loadMysqlColumnTypes,
  loadPostgresColumnTypes,
  type SelectedColumns,
  sqliteColumnTypes,
} from './column-types.js'
import { getQuoting, type SqlDialect } from './dialect.js'
import { loadProducts, type SqlSource } from './load-products.js'
import { parseOptions, type SqlCatalogOptions } from './options.js'
import { searchProducts } from './search-products.js'

export type {
  SqlClient,
  SqlMysqlClient,
  SqlPostgresClient,
  SqlSqliteDatabase,
} from './client.js'
export type { SqlDialect } from './dialect.js'
export type {
  SqlCatalogColumns,
  SqlCatalogOptions,
  SqlComponentTable,
  SqlGroupTable,
  SqlPriceTable,
} from './options.js'

/**
 * Creates a catalog of the rows of a table or view in PostgreSQL, MySQL, MariaDB or SQLite.
 *
 * Each call is one statement; in MySQL, one for each 1,024 ids. The first call also loads the types
 * of the columns `id` and `store`, and of the ids in a table of groups. Ids that the column can't
 * have are unknown products. Strings are compared exactly, whatever the collation of the column is.
 *
 * `searchProducts` is one statement as well. It reads all rows of the store, unless the database
 * has an index for the middle of words.
 *
 * Inside `engine.using(client)`, a catalog of the same `pg` Pool reads on that client, and so does
 * any other with the option `inTransaction`.
 *
 * All values are read as text, so that no price is rounded. Of single precision (FLOAT, real), only
 * numbers of six digits are read; others are an error. If the table has other units or names, such
 * as prices in cents, create a view.
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
): SearchableCatalog {
  rejectOptions(unexpected)
  const parsed = parseOptions(options)
  const dialect = resolveDialect(client, parsed.dialect)
  const run = createRunQuery(client, dialect)
  const clientOf = transactionClients(client, dialect, parsed.inTransaction)
  const columns = createColumnTypes((runQuery) => loadTypes(runQuery, dialect, parsed))

  async function withSource<T>(
    call: CatalogCallOptions | undefined,
    load: (source: SqlSource) => Promise<T>,
  ): Promise<T> {
    const transaction = clientOf(call?.client)
    const runQuery = transaction === undefined ? run : createRunQuery(transaction, dialect)
    try {
      const types = await (transaction === undefined
        ? columns.load(runQuery)
        : columns.loadAlone(runQuery))
      return await load({ run: runQuery, dialect, options: parsed, types })
    } catch (error) {
      // The table may have been changed: the next call loads the types again.
      columns.forget()
      throw error
    }
  }

  return {
    findProducts: (storeId, ids, call) =>
      withSource(call, (source) => loadProducts(source, storeId, ids, call)),
    searchProducts: (storeId, text, call) =>
      withSource(call, (source) => searchProducts(source, storeId, text, call)),
  }
}

/** Loads the types of the columns once. */
function createColumnTypes(load: (run: RunQuery) => Promise<ColumnTypes>) {
  let loading: Promise<ColumnTypes> | undefined
  let loaded: ColumnTypes | undefined
  return {
    async load(run: RunQuery): Promise<ColumnTypes> {
      loading ??= load(run)
      loaded = await loading
      return loaded
    },
    /** Does not wait for a load of others, which may wait for the end of this transaction. */
    async loadAlone(run: RunQuery): Promise<ColumnTypes> {
      loaded ??= await load(run)
      return loaded
    },
    forget(): void {
      loading = undefined
      loaded = undefined
    },
  }
}

async function loadTypes(
  run: RunQuery,
  dialect: SqlDialect,
  options: SqlCatalogOptions,
): Promise<ColumnTypes> {
  if (dialect === 'sqlite') return sqliteColumnTypes
  const load = (selected: SelectedColumns) =>
    dialect === 'mysql'
      ? loadMysqlColumnTypes(run, selected)
      : loadPostgresColumnTypes(run, selected, getQuoting(dialect))
  const { table, columns, prices } = options
  const types = await load({ table, id: columns.id, store: columns.store, prices: prices?.table })
  if (prices?.groups === undefined) return types
  const { id: customer } = await load({ table: prices.groups.table, id: prices.groups.id })
  return { ...types, customer }
}
