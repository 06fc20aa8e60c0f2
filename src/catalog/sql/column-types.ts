import { QuoteError } from '../../errors.js'
import type { RunQuery } from './client.js'
import { type Quoting, type SqlCatalogOptions, splitTableName } from './options.js'

/** What values of a column look like, and how a parameter is compared with it. */
export interface ColumnType {
  readonly kind: 'integer' | 'uuid' | 'string'
  /** Returns the SQL of a string parameter as a value of this type, so that indexes are used. */
  readonly parameter: (placeholder: string) => string
  /** Returns the SQL of a column to compare with a parameter. */
  readonly column: (column: string) => string
}

/** The types of the columns by which rows are selected. */
export interface ColumnTypes {
  readonly id: ColumnType
  /** Undefined if there is no such column. */
  readonly store: ColumnType | undefined
}

const unchanged = (sql: string) => sql

/** SQLite compares by the affinity of a column, so nothing depends on its type. */
export const sqliteColumnTypes: ColumnTypes = {
  id: { kind: 'string', parameter: unchanged, column: unchanged },
  store: { kind: 'string', parameter: unchanged, column: unchanged },
}

interface TypeRow {
  readonly name: string
  readonly type: string
  readonly category?: string
  readonly charset?: string | null
  readonly collation?: string | null
}

/** Loads the types of the columns of a PostgreSQL table or view. */
export async function loadPostgresColumnTypes(
  run: RunQuery,
  options: SqlCatalogOptions,
  quoting: Quoting,
): Promise<ColumnTypes> {
  // A domain, type 'd', is compared as its base type.
  const rows = await run(
    `select a.attname as name, base.typname as type, base.typcategory as category
     from pg_catalog.pg_attribute a
     join pg_catalog.pg_type own on own.oid = a.atttypid
     join pg_catalog.pg_type base
       on base.oid = case own.typtype when 'd' then own.typbasetype else own.oid end
     where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped
       and a.attname in ($2, $3)`,
    [quoting.table(options.table), options.columns.id, options.columns.store ?? options.columns.id],
  )
  return toColumnTypes(rows as readonly TypeRow[], options, postgresType)
}

const postgresStrings: ReadonlySet<string> = new Set(['text', 'varchar', 'bpchar', 'name'])

function postgresType({ type, category }: TypeRow): ColumnType {
  const cast = (target: string) => (placeholder: string) => `${placeholder}::${target}`
  if (category === 'N') return { kind: 'integer', parameter: cast('bigint'), column: unchanged }
  if (type === 'uuid') return { kind: 'uuid', parameter: cast('uuid'), column: unchanged }
  if (type === 'bpchar') return { kind: 'string', parameter: cast('bpchar'), column: unchanged }
  const column = postgresStrings.has(type) ? unchanged : cast('text')
  return { kind: 'string', parameter: cast('text'), column }
}

/** Loads the types of the columns of a MySQL or MariaDB table or view. */
export async function loadMysqlColumnTypes(
  run: RunQuery,
  options: SqlCatalogOptions,
): Promise<ColumnTypes> {
  const [table, schema] = splitTableName(options.table).toReversed() as [string, string | undefined]
  const rows = await run(
    `select column_name as name, data_type as type, character_set_name as charset,
       collation_name as collation
     from information_schema.columns
     where table_schema = ${schema === undefined ? 'database()' : '?'} and table_name = ?
       and column_name in (?, ?)`,
    [
      ...(schema === undefined ? [] : [schema]),
      table,
      options.columns.id,
      options.columns.store ?? options.columns.id,
    ],
  )
  return toColumnTypes(rows as readonly TypeRow[], options, mysqlType)
}

function mysqlType({ type, charset, collation }: TypeRow): ColumnType {
  if (/int$|^decimal$|^numeric$/i.test(type)) {
    const parameter = (placeholder: string) => `cast(${placeholder} as signed)`
    return { kind: 'integer', parameter, column: unchanged }
  }
  const kind = /^uuid$/i.test(type) ? 'uuid' : 'string'
  const isPlain = charset == null || collation == null || charset === 'utf8mb4'
  if (isPlain || !/^\w+$/.test(charset + collation))
    return { kind, parameter: unchanged, column: unchanged }
  // The server rejects characters that the character set of the column doesn't have.
  const parameter = (placeholder: string) =>
    `convert(${placeholder} using ${charset}) collate ${collation}`
  return { kind, parameter, column: unchanged }
}

function toColumnTypes(
  rows: readonly TypeRow[],
  { table, columns }: SqlCatalogOptions,
  toType: (row: TypeRow) => ColumnType,
): ColumnTypes {
  const getType = (name: string) => {
    const row = rows.find((each) => each.name.toLowerCase() === name.toLowerCase())
    if (row !== undefined) return toType(row)
    const remedy = 'write names as the database stores them'
    const message = `has no column ${name} that this user can read; ${remedy}`
    throw new QuoteError('invalid_options', { errors: { [`table ${table}`]: message } })
  }
  return {
    id: getType(columns.id),
    store: columns.store === undefined ? undefined : getType(columns.store),
  }
}
