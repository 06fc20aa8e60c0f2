import * as z from 'zod'
import { parseOrThrow } from '../../validation/field-errors.js'
import { mustBeObject } from '../../validation/schemas/scalars.js'

/** Options of `postgresStorage`. */
export interface PostgresStorageOptions {
  /**
   * Schema that holds the tables: 1 to 63 lower-case letters, digits and underscores. It must not
   * begin with a digit or `pg_`. SQL keywords such as `order` are allowed.
   *
   * @default 'quotewright'
   */
  readonly schema?: string | undefined
  /**
   * Prepares statements once per connection, which saves the server parsing and planning them
   * again. Requires a `pg` client (`query({ name, text, values })`) and a connection to the server
   * itself or to a pooler that supports prepared statements (PgBouncer 1.21 or later).
   *
   * @default false
   */
  readonly preparedStatements?: boolean | undefined
  /**
   * Set if the database is a cluster of Citus: `migrate` distributes the tables by store, and a
   * commit is one call of a function on the worker that has the store. Requires the extension
   * `citus` in the database, and a connection to its coordinator.
   *
   * @default false
   */
  readonly citus?: boolean | undefined
}

/** The options with every default filled in. */
export interface ResolvedOptions {
  readonly schema: string
  readonly preparedStatements: boolean
  readonly citus: boolean
}

/** PostgreSQL reserves names that begin with `pg_`. */
const schemaNamePattern = /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/
const schemaNameMessage =
  'must be 1 to 63 lower-case letters, digits and underscores, and not begin with a digit or pg_'

const postgresOptionsSchema = z.strictObject(
  {
    schema: z
      .string({ error: schemaNameMessage })
      .regex(schemaNamePattern, { error: schemaNameMessage })
      .optional(),
    preparedStatements: z.boolean({ error: 'must be true or false' }).optional(),
    citus: z.boolean({ error: 'must be true or false' }).optional(),
  },
  mustBeObject,
)

/** @throws QuoteError `invalid_options`, naming each option that is invalid or unknown */
export function resolveOptions(options: PostgresStorageOptions): ResolvedOptions {
  const parsed = parseOrThrow(postgresOptionsSchema, options, 'invalid_options')
  const { schema = 'quotewright', preparedStatements = false, citus = false } = parsed
  return { schema, preparedStatements, citus }
}
