import { isQuoteError, QuoteError } from '../../errors.js'
import type { StateStorage } from '../../ports/state.js'
import type { MovableStorage } from '../../ports/storage.js'
import {
  parseRebuildOptions,
  type RebuildSearchOptions,
  type ToSearchRow,
} from '../../store/search-rows.js'

/** A storage on a server, with its migration. */
export interface ServerStorage extends MovableStorage, StateStorage {
  /**
   * Creates the tables if they are missing, and the schema or the database of the options. Call it
   * at every start; concurrent calls are safe. A call that was interrupted is completed by the next
   * one.
   *
   * @throws QuoteError `storage_schema_mismatch` if the tables are of another release or program;
   * `storage_permission_denied` if a privilege is missing; `storage_failed` with the client's error
   */
  migrate(): Promise<void>
  /** The SQL by which `migrate` creates the tables, for teams that run their own migrations. */
  readonly migrationSql: string
  /**
   * Computes again what all quotes can be found by, store by store, while others read and write.
   * Necessary only after own fields are declared to be searched, or no longer, and if the table of
   * search terms was changed or restored without the others.
   *
   * @param options The own fields by which quotes are found: only the engine knows them.
   * @throws QuoteError `invalid_options`; `storage_failed` with the client's error
   */
  rebuildSearch(options?: RebuildSearchOptions): Promise<void>
}

/** How a storage on a server creates its tables, and computes its search rows. */
export interface SchemaSteps {
  readonly migrationSql: string
  /** Creates the tables if they are missing. */
  migrate(): Promise<void>
  rebuildSearch(toSearchRow: ToSearchRow): Promise<void>
}

/**
 * Returns the methods of a storage that create its tables and compute its search rows. The driver's
 * errors become the cause of `storage_failed`, because the engine does not call these methods.
 */
export function createSchemaMethods({
  migrationSql,
  migrate,
  rebuildSearch,
}: SchemaSteps): Pick<ServerStorage, keyof SchemaSteps> {
  return {
    migrationSql,
    migrate: () => withStorageError('migrate', migrate),
    rebuildSearch: async (options?: RebuildSearchOptions) => {
      const toSearchRow = parseRebuildOptions(options)
      await withStorageError('rebuildSearch', () => rebuildSearch(toSearchRow))
    },
  }
}

/** Returns the error for tables that this release does not support. */
export function schemaError(found: string, supported: string, cause?: unknown): QuoteError {
  const details = { found, supported }
  return new QuoteError('storage_schema_mismatch', details, cause === undefined ? {} : { cause })
}

/** @param place What contains the tables. */
export function tablesMissingError(place: string, supported: string, cause: unknown): QuoteError {
  return schemaError(
    `no quotewright tables in ${place}`,
    `${supported}: call migrate() first; if they are in another database, connect to that one, ` +
      'also in orders.transaction',
    cause,
  )
}

/** @param option The option that says what contains the tables. */
export function otherTablesError(
  place: string,
  supported: string,
  option: string,
  cause: unknown,
): QuoteError {
  return schemaError(
    `tables of another program in ${place}`,
    `${supported} in a ${option} of its own: choose one with the option ${option}`,
    cause,
  )
}

async function withStorageError(operation: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (cause) {
    if (isQuoteError(cause)) throw cause
    throw new QuoteError('storage_failed', { operation }, { cause })
  }
}
