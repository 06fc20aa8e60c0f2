import * as z from 'zod'
import { type CatalogTextFieldValues, catalogTextFieldNames } from '../../quote/text-fields.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import { isValidString } from '../../validation/identifiers.js'
import { withReceived } from '../../validation/schemas/scalars.js'

/** A dialect of SQL. `mysql` is also that of MariaDB. */
export type SqlDialect = 'postgres' | 'mysql' | 'sqlite'

/** The columns of a table of products, by what a product has. */
export interface SqlCatalogColumns extends CatalogTextFieldValues<string | undefined> {
  /** Integers, UUIDs or strings: the type of the column decides what ids products have. */
  readonly id: string
  /** Unit list price: a decimal type, so that prices are exact. */
  readonly price: string
  /** Unit sale price, or null. */
  readonly salePrice?: string | undefined
  /** JSON: `[{ "qty": 10, "price": "9.50" }]`, or null. */
  readonly priceBreaks?: string | undefined
  /** Columns of own fields of lines, by the name of the field. Their values are strings. */
  readonly fields?: Readonly<Record<string, string>> | undefined
  /**
   * The id of the store of a row.
   *
   * @default none: all stores have all products
   */
  readonly store?: string | undefined
  /**
   * The currency of the prices of a row. A quote with a currency gets rows in this currency; a
   * quote without one gets rows whose currency is null.
   *
   * @default none: the prices are used whatever the currency of the quote is
   */
  readonly currency?: string | undefined
}

/** Options of `sqlCatalog`. */
export interface SqlCatalogOptions {
  /** A table or a view, with or without its schema: `products`, `shop.products`. */
  readonly table: string
  /** The names of the columns, as the database stores them. */
  readonly columns: SqlCatalogColumns
  /**
   * The dialect of the database.
   *
   * @default the one of the client: `mysql` if it has `execute`, `sqlite` if it has `prepare`,
   * else `postgres`
   */
  readonly dialect?: SqlDialect | undefined
  /**
   * Reads on the client of the transaction inside `engine.using(client)`, because the products are
   * in the same PostgreSQL database as the quotes.
   *
   * @default true if both are of the same `pg` Pool, else false
   */
  readonly inTransaction?: boolean | undefined
}

const maxNameLength = 64
const isName = (name: string) =>
  name.length >= 1 &&
  name.length <= maxNameLength &&
  isValidString(name) &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no name has control characters
  !/[\u0000-\u001f\u007f]/.test(name)

const columnMessage = withReceived(
  `must be the name of a column, 1 to ${maxNameLength} characters, as the database stores it`,
)
const column = z.string({ error: columnMessage }).refine(isName, { error: columnMessage })

const optionalColumn = column.optional()
const textColumns = Object.fromEntries(catalogTextFieldNames.map((name) => [name, optionalColumn]))

const tableMessage = withReceived('must be the name of a table, or schema.table')
const table = z
  .string({ error: tableMessage })
  .refine((name) => name.split('.').length <= 2 && name.split('.').every(isName), {
    error: tableMessage,
  })

const optionsSchema: z.ZodType<SqlCatalogOptions> = z.strictObject(
  {
    table,
    columns: z.strictObject(
      {
        id: column,
        price: column,
        salePrice: column.optional(),
        ...textColumns,
        priceBreaks: column.optional(),
        fields: z
          .record(z.string(), column, { error: withReceived('must be an object of columns') })
          .optional(),
        store: column.optional(),
        currency: column.optional(),
      },
      { error: 'must be an object with the names of the columns: { id, price, … }' },
    ),
    dialect: z
      .enum(['postgres', 'mysql', 'sqlite'], {
        error: withReceived('must be postgres, mysql or sqlite'),
      })
      .optional(),
    inTransaction: z.boolean({ error: withReceived('must be true or false') }).optional(),
  },
  { error: 'must be an object with table and columns' },
)

/** @throws QuoteError `invalid_options` */
export function parseOptions(options: unknown): SqlCatalogOptions {
  return parseOrThrow(optionsSchema, options, 'invalid_options')
}

/** Quotes names in one dialect. */
export interface Quoting {
  readonly name: (name: string) => string
  readonly table: (table: string) => string
}

/** Returns the table, after its schema if there is one. */
export function splitTableName(table: string): string[] {
  return table.split('.')
}

/** SQLite takes an unknown name in double quotes for a string, but not one in backticks. */
export function getQuoting(dialect: SqlDialect): Quoting {
  const mark = dialect === 'postgres' ? '"' : '`'
  const name = (text: string) => `${mark}${text.replaceAll(mark, mark + mark)}${mark}`
  return { name, table: (table) => splitTableName(table).map(name).join('.') }
}
