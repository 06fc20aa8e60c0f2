import { hash } from 'node:crypto'
import { QuoteError } from '../../errors.js'
import type { PostgresStorageOptions } from './options.js'
import { foreignTables, missingTables } from './tables.js'

/** What `postgresStorage` needs of a client. A `pg` Pool and a PGlite instance fit as they are. */
export interface PostgresClient {
  query(text: string, values?: (string | number)[]): Promise<{ readonly rows: readonly unknown[] }>
}

/** The rows of a statement. */
export type Query = <Row>(text: string, values?: (string | number)[]) => Promise<readonly Row[]>

/** A client whose errors say what to do where the tables, or the rights to use them, are not there. */
export function queryWith(
  client: PostgresClient,
  { schema, preparedStatements }: Required<PostgresStorageOptions>,
): Query {
  const asked = preparedStatements ? preparing(client) : client
  return async <Row>(text: string, values?: (string | number)[]) => {
    try {
      return (await asked.query(text, values)).rows as readonly Row[]
    } catch (error) {
      throw explained(error, schema)
    }
  }
}

/** Named by their text, so that storages of other schemas and releases never share a name on one connection. */
function preparing(client: PostgresClient): PostgresClient {
  const named = client as unknown as NamingClient
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
interface NamingClient {
  query(statement: {
    readonly name: string
    readonly text: string
    readonly values: (string | number)[]
  }): Promise<{ readonly rows: readonly unknown[] }>
}

/** What PostgreSQL calls the errors (SQLSTATE) that are told apart here. */
const states = {
  undefinedTable: '42P01',
  undefinedSchema: '3F000',
  undefinedColumn: '42703',
  duplicateTable: '42P07',
  insufficientPrivilege: '42501',
  uniqueViolation: '23505',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
} as const

function explained(error: unknown, schema: string): unknown {
  switch (stateOf(error)) {
    case states.undefinedTable:
    case states.undefinedSchema:
      return missingTables(schema, error)
    case states.undefinedColumn:
    case states.duplicateTable:
      return foreignTables(schema, error)
    case states.insufficientPrivilege:
      return new QuoteError('storage_denied', { needed: rightsIn(schema) }, { cause: error })
    default:
      return error
  }
}

function rightsIn(schema: string): string {
  return (
    `usage of the schema ${schema}, and select, insert, update and delete on its tables; ` +
    'for migrate(), where the tables are not there yet, the right to create them'
  )
}

/** Whether a statement failed as a whole because another one had written the same key first. */
export function wasSecond(error: unknown): boolean {
  return stateOf(error) === states.uniqueViolation
}

const mostRepetitions = 100

/**
 * Repeats a statement that had no effect because of another one under way: the two waited for one another, or the connection's
 * isolation is stricter than READ COMMITTED, with which PostgreSQL comes.
 */
export async function untilSerialized<T>(statement: () => Promise<T>): Promise<T> {
  for (let repetitions = 0; ; repetitions += 1) {
    try {
      return await statement()
    } catch (error) {
      const state = stateOf(error)
      const isOnlyLate = state === states.serializationFailure || state === states.deadlockDetected
      if (!isOnlyLate || repetitions === mostRepetitions) throw error
    }
  }
}

/** Classes of errors by which a statement has had no effect, while the connection and the server are well. */
const classesOfRefusals = ['22', '23', '40', '54']

export function isRefusal(error: unknown): boolean {
  const state = stateOf(error)
  return typeof state === 'string' && classesOfRefusals.includes(state.slice(0, 2))
}

function stateOf(error: unknown): unknown {
  return (Object(error) as { readonly code?: unknown }).code
}
