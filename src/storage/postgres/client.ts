import { hash } from 'node:crypto'
import { QuoteError } from '../../errors.js'
import type { PostgresStorageOptions } from './options.js'
import { schemaConflictError, schemaMissingError } from './schema.js'

/** What `postgresStorage` needs of a client. A `pg` Pool and a PGlite instance fit as they are. */
export interface PostgresClient {
  query(text: string, values?: (string | number)[]): Promise<{ readonly rows: readonly unknown[] }>
}

/** The rows of a statement. */
export type Query = <Row>(text: string, values?: (string | number)[]) => Promise<readonly Row[]>

/** A client whose errors say what to do where the tables, or the rights to use them, are not there. */
export function createQuery(
  client: PostgresClient,
  { schema, preparedStatements }: Required<PostgresStorageOptions>,
): Query {
  const asked = preparedStatements ? withPreparedStatements(client) : client
  return async <Row>(text: string, values?: (string | number)[]) => {
    try {
      return (await asked.query(text, values)).rows as readonly Row[]
    } catch (error) {
      throw mapDriverError(error, schema)
    }
  }
}

/** Named by their text, so that storages of other schemas and releases never share a name on one connection. */
function withPreparedStatements(client: PostgresClient): PostgresClient {
  const named = client as unknown as PreparedStatementClient
  const names = new Map<string, string>()
  return {
    query(text, values) {
      if (values === undefined) return client.query(text)
      const name = names.get(text) ?? hash('sha256', text, 'base64url')
      names.set(text, name)
      return named.query({ name, text, values })
    },
  }
}

/** A client as `pg` has it. */
interface PreparedStatementClient {
  query(statement: {
    readonly name: string
    readonly text: string
    readonly values: (string | number)[]
  }): Promise<{ readonly rows: readonly unknown[] }>
}

/** What PostgreSQL calls the errors (SQLSTATE) that are told apart here. */
const sqlState = {
  undefinedTable: '42P01',
  undefinedSchema: '3F000',
  undefinedColumn: '42703',
  duplicateTable: '42P07',
  insufficientPrivilege: '42501',
  uniqueViolation: '23505',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
} as const

function mapDriverError(error: unknown, schema: string): unknown {
  switch (sqlStateOf(error)) {
    case sqlState.undefinedTable:
    case sqlState.undefinedSchema:
      return schemaMissingError(schema, error)
    case sqlState.undefinedColumn:
    case sqlState.duplicateTable:
      return schemaConflictError(schema, error)
    case sqlState.insufficientPrivilege:
      return new QuoteError(
        'storage_permission_denied',
        { requiredPrivileges: requiredPrivileges(schema) },
        { cause: error },
      )
    default:
      return error
  }
}

function requiredPrivileges(schema: string): string {
  return (
    `usage of the schema ${schema}, and select, insert, update and delete on its tables; ` +
    'for migrate(), where the tables are not there yet, the right to create them'
  )
}

/** Whether a statement failed as a whole because another one had written the same key first. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlStateOf(error) === sqlState.uniqueViolation
}

const maxRetries = 100

/**
 * Repeats a statement that had no effect because of another one under way: the two waited for one another, or the connection's
 * isolation is stricter than READ COMMITTED, with which PostgreSQL comes.
 */
export async function retrySerializationFailure<T>(statement: () => Promise<T>): Promise<T> {
  for (let repetitions = 0; ; repetitions += 1) {
    try {
      return await statement()
    } catch (error) {
      const state = sqlStateOf(error)
      const isOnlyLate =
        state === sqlState.serializationFailure || state === sqlState.deadlockDetected
      if (!isOnlyLate || repetitions === maxRetries) throw error
    }
  }
}

/** Classes of errors by which a statement has had no effect, while the connection and the server are well. */
const statementErrorClasses = ['22', '23', '40', '54']

export function isStatementError(error: unknown): boolean {
  const state = sqlStateOf(error)
  return typeof state === 'string' && statementErrorClasses.includes(state.slice(0, 2))
}

function sqlStateOf(error: unknown): unknown {
  return (Object(error) as { readonly code?: unknown }).code
}
