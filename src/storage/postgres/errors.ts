import { readProperty } from '../../errors/thrown.js'
import { QuoteError } from '../../errors.js'
import { retryWithBackoff } from '../sql/retry.js'
import { otherTablesError, schemaError, tablesMissingError } from '../sql/schema-methods.js'
import { schemaVersion } from './schema/tables.js'

/** The supported version, as error messages name it. */
export const supportedSchema = `schema version ${schemaVersion}`

/** The SQLSTATE codes that are handled specially. */
const sqlState = {
  undefinedTable: '42P01',
  undefinedSchema: '3F000',
  undefinedColumn: '42703',
  duplicateTable: '42P07',
  insufficientPrivilege: '42501',
  numericValueOutOfRange: '22003',
  uniqueViolation: '23505',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  undefinedFunction: '42883',
  citusMissing: 'QW001',
} as const

/** The SQLSTATE that the migration raises if the database has no extension citus. */
export const { citusMissing } = sqlState

/** Returns a QuoteError if the host can fix the cause, otherwise the driver's error. */
export function mapDriverError(error: unknown, schema: string): unknown {
  switch (getSqlState(error)) {
    case sqlState.undefinedTable:
    case sqlState.undefinedSchema:
      return tablesMissingError(`the schema ${schema}`, supportedSchema, error)
    case sqlState.undefinedColumn:
    case sqlState.duplicateTable:
      return otherTablesError(`the schema ${schema}`, supportedSchema, 'schema', error)
    case sqlState.insufficientPrivilege:
      return permissionError(schema, error)
    case sqlState.undefinedFunction:
      return functionMissingError(schema, error)
    case sqlState.citusMissing:
      return citusMissingError(error)
    default:
      return error
  }
}

/** Only commits on Citus call functions of the schema. */
function functionMissingError(schema: string, cause: unknown): QuoteError {
  return schemaError(
    `no functions of this release in the schema ${schema}`,
    `${supportedSchema} with functions on Citus: call migrate() first`,
    cause,
  )
}

function citusMissingError(cause: unknown): QuoteError {
  return schemaError(
    'a database without the extension citus',
    'it with the option citus: run "create extension citus" on the coordinator and all workers, ' +
      'or leave out the option',
    cause,
  )
}

/** Returns the error for tables that are distributed, while the option `citus` is not set. */
export function distributedTablesError(schema: string): QuoteError {
  return schemaError(
    `tables that Citus distributes in the schema ${schema}`,
    'the option citus for them: postgresStorage(pool, { citus: true })',
  )
}

function permissionError(schema: string, cause: unknown): QuoteError {
  const requiredPrivileges =
    `usage of the schema ${schema}, and select, insert, update and delete on its tables; ` +
    'for migrate(), if the tables do not exist yet, the right to create them'
  return new QuoteError('storage_permission_denied', { requiredPrivileges }, { cause })
}

/** Returns true if a concurrent statement inserted the same key first. */
export function isUniqueViolation(error: unknown): boolean {
  return getSqlState(error) === sqlState.uniqueViolation
}

/** Returns true if a number was too large for its type. */
export function isOutOfRange(error: unknown): boolean {
  return getSqlState(error) === sqlState.numericValueOutOfRange
}

/** SQLSTATE classes of a statement that had no effect, on a connection that still works. */
const statementErrorClasses = ['22', '23', '40', '54']

/** Returns true if PostgreSQL rejected the statement, so that nothing of it was applied. */
export function isStatementError(error: unknown): boolean {
  const state = getSqlState(error)
  return typeof state === 'string' && statementErrorClasses.includes(state.slice(0, 2))
}

/**
 * Retries a statement that failed because of a concurrent one. That happens in a deadlock, and if
 * the connection's isolation level is stricter than READ COMMITTED, PostgreSQL's default.
 */
export function retrySerializationFailure<T>(statement: () => Promise<T>): Promise<T> {
  return retryWithBackoff(statement, (error) => {
    const state = getSqlState(error)
    return state === sqlState.serializationFailure || state === sqlState.deadlockDetected
  })
}

function getSqlState(error: unknown): unknown {
  return readProperty(error, 'code')
}
