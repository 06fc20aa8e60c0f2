import * as z from 'zod'
import { parseOrThrow } from '../../validation/field-errors.js'
import { mustBeObject } from '../../validation/schemas/scalars.js'

/** Options of `mysqlStorage`. */
export interface MysqlStorageOptions {
  /**
   * Database that holds the tables: 1 to 64 letters, digits and underscores. `migrate` creates it
   * if it is missing.
   *
   * @default the database of the connection
   */
  readonly database?: string | undefined
}

/** The options with every default filled in. */
export interface ResolvedOptions {
  /** Undefined for the database of the connection. */
  readonly database: string | undefined
}

const databaseMessage = 'must be 1 to 64 letters, digits and underscores'

const mysqlOptionsSchema = z.strictObject(
  {
    database: z
      .string({ error: databaseMessage })
      .regex(/^\w{1,64}$/, { error: databaseMessage })
      .optional(),
  },
  mustBeObject,
)

/** @throws QuoteError `invalid_options`, naming each option that is invalid or unknown */
export function resolveOptions(options: MysqlStorageOptions): ResolvedOptions {
  const { database } = parseOrThrow(mysqlOptionsSchema, options, 'invalid_options')
  return { database }
}
