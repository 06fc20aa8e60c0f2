import { hash } from 'node:crypto'
import { QuoteError } from '../../errors.js'
import {
  type DatabaseLibrary,
  hasMethods,
  identifyLibrary,
} from '../../validation/database-library.js'
import { describeKind } from '../../validation/describe-value.js'
import { rejectIfInvalid } from '../../validation/field-errors.js'
import { mapDriverError } from './errors.js'
import type { ResolvedOptions } from './options.js'

/**
 * The part of a PostgreSQL client that `postgresStorage` uses. A `pg` Pool, a connected `pg` Client
 * and a PGlite instance have it.
 */
export interface PostgresClient {
  /**
   * Runs one statement with its parameters `$1`, `$2`, … and resolves to its rows as objects.
   * Without `values`, `text` can be several statements.
   */
  query(text: string, values?: (string | number)[]): Promise<{ readonly rows: readonly unknown[] }>
}

/** Runs a statement and returns its rows. */
export type Query = <Row>(text: string, values?: (string | number)[]) => Promise<readonly Row[]>

/** Returns a function that runs statements and maps driver errors to errors with a remedy. */
export function createQuery(
  client: PostgresClient,
  { schema, preparedStatements }: ResolvedOptions,
): Query {
  const target = preparedStatements ? withPreparedStatements(client) : client
  return async <Row>(text: string, values?: (string | number)[]) => {
    try {
      const result: { readonly rows: unknown } | undefined = await target.query(text, values)
      return getRows<Row>(result)
    } catch (error) {
      throw mapDriverError(error, schema)
    }
  }
}

function getRows<Row>(result: { readonly rows: unknown } | undefined): readonly Row[] {
  if (Array.isArray(result?.rows)) return result.rows
  throw new TypeError(
    `client.query must resolve to { rows: […] }; received ${describeKind(result)}`,
  )
}

/** Names each statement by a hash of its SQL, so that schemas and releases never share a name. */
function withPreparedStatements(client: PostgresClient): PostgresClient {
  const preparing = client as unknown as PreparedStatementClient
  const names = new Map<string, string>()
  return {
    query(text, values) {
      if (values === undefined) return client.query(text)
      const name = names.get(text) ?? hash('sha256', text, 'base64url')
      names.set(text, name)
      return preparing.query({ name, text, values })
    },
  }
}

/** The `query` overload of `pg` for prepared statements. */
interface PreparedStatementClient {
  query(statement: {
    readonly name: string
    readonly text: string
    readonly values: (string | number)[]
  }): Promise<{ readonly rows: readonly unknown[] }>
}

const expected =
  'must have a query(text, values) function: ' +
  'pass a pg Pool, a pg Client or a PGlite instance; received'

type Remedies = Readonly<Record<DatabaseLibrary, string>>

const remedies: Remedies = {
  Drizzle: 'pass db.$client',
  Knex: 'pass a pg Pool, or knexClient(knex)',
  Kysely: 'pass the Pool of its dialect',
  Prisma: 'pass a pg Pool',
  Sequelize: 'pass a pg Pool',
  TypeORM: 'pass dataSource.driver.master, its Pool',
  'postgres.js': 'pass postgresJsClient(sql)',
}

/** What to pass instead of a transaction of the library itself. */
const transactionRemedies: Remedies = {
  Drizzle: 'pass drizzleClient(tx)',
  Knex: 'pass knexClient(trx)',
  Kysely: 'pass kyselyClient(trx)',
  Prisma: 'pass prismaClient(tx)',
  Sequelize: 'pass { query } that runs SQL in the transaction',
  TypeORM: 'pass typeormClient(manager)',
  'postgres.js': 'pass postgresJsClient(tx)',
}

/** @throws QuoteError `invalid_options` if this is no client, or one known to be disconnected */
export function assertClient(client: unknown): asserts client is PostgresClient {
  rejectIfInvalid('client', () => clientError(client, remedies))
}

/** @throws QuoteError `invalid_options` if this is no client that is inside a transaction */
export function assertInTransaction(client: unknown): asserts client is PostgresClient {
  rejectIfInvalid('client', () => transactionError(client))
}

/** A Pool runs each statement on any connection, so never in a transaction. */
function transactionError(client: unknown): string | undefined {
  const { totalCount } = Object(client) as { readonly totalCount?: unknown }
  if (typeof totalCount === 'number')
    return 'must be inside a transaction; received a pg Pool: pass the client on which begin ran'
  return clientError(client, transactionRemedies)
}

function clientError(client: unknown, remedies: Remedies): string | undefined {
  const library = identifyLibrary(client)
  // These have a `query` method with other parameters and results.
  const isIncompatible = library === 'TypeORM' || library === 'Sequelize'
  if (hasMethods(client, ['query']) && !isIncompatible) return connectionError(client as object)
  if (library !== undefined) return `${expected} a ${library} instance: ${remedies[library]}`
  const remedy = clientRemedy(client)
  return `${expected} ${describeKind(client)}${remedy === undefined ? '' : `: ${remedy}`}`
}

function clientRemedy(client: unknown): string | undefined {
  if (typeof client === 'string') return 'pass new Pool({ connectionString })'
  if (hasMethods(client, ['then'])) return 'await it'
  const { connectionString, prototype } = Object(client) as Partial<Record<string, unknown>>
  if (typeof connectionString === 'string') return 'pass new Pool({ connectionString })'
  if (typeof client !== 'function' || !hasMethods(prototype, ['query'])) return undefined
  return 'pass an instance, new Pool(…)'
}

/** @throws QuoteError `invalid_options` if the client cannot prepare statements */
export function assertPreparesStatements(client: PostgresClient): void {
  if (!hasMethods(client, ['execProtocol'])) return
  const message = 'requires a pg Pool or Client, received a PGlite instance'
  throw new QuoteError('invalid_options', { errors: { preparedStatements: message } })
}

/** Reads what `pg` and PGlite show of their state. Other clients fail in their first statement. */
function connectionError(client: ConnectionState): string | undefined {
  const { ended, ending, closed, _ended, _ending, _connected, _connecting } = client
  if ([ended, ending, closed, _ended, _ending].includes(true))
    return 'must be open; received a client that was closed'
  if (_connected === false && _connecting === false)
    return 'must be connected; received a pg Client that is not: await client.connect() first'
  return undefined
}

interface ConnectionState {
  readonly ended?: unknown
  readonly ending?: unknown
  readonly closed?: unknown
  readonly _ended?: unknown
  readonly _ending?: unknown
  readonly _connected?: unknown
  readonly _connecting?: unknown
}
