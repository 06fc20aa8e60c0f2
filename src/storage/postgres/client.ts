import { missingTables } from './tables.js'

/** What `postgresStorage` needs of a client. A `pg` Pool and a PGlite instance fit as they are. */
export interface PostgresClient {
  query(text: string, values?: (string | number)[]): Promise<{ readonly rows: readonly unknown[] }>
}

export type Query = <Row>(text: string, values?: (string | number)[]) => Promise<readonly Row[]>

/** The rows of a statement; a table that is not there is an error that says what to do. */
export function queryWith(client: PostgresClient, schema: string): Query {
  return async <Row>(text: string, values?: (string | number)[]) => {
    try {
      return (await client.query(text, values)).rows as readonly Row[]
    } catch (error) {
      throw isUndefinedTable(error) ? missingTables(schema, error) : error
    }
  }
}

/** What PostgreSQL says (SQLSTATE) of a table, or of a schema, that is not there. */
function isUndefinedTable(error: unknown): boolean {
  const { code } = Object(error) as { readonly code?: unknown }
  return code === '42P01' || code === '3F000'
}
