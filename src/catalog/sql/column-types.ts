import { QuoteError } from '../../errors.js'
import type { RunQuery } from './client.js'
import { type Quoting, splitTableName, type ValueFormat } from './dialect.js'

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
  /** That of the ids in the table of groups. Undefined if there is no such table. */
  readonly customer?: ColumnType | undefined
  /** How the values of the table are read. */
  readonly formats: ColumnFormats
  /** How the values of the table of prices are read, if there is one. */
  readonly priceFormats?: ColumnFormats | undefined
}

/** How the values of columns are read, by the name in small letters; as text if it is absent. */
export type ColumnFormats = ReadonlyMap<string, ValueFormat>

/** Returns how the values of a column are read. */
export function formatOf(column: string, formats: ColumnFormats | undefined): ValueFormat {
  return formats?.get(column.toLowerCase()) ?? 'text'
}

/** A table or a view, and the columns by which its rows are selected. */
export interface SelectedColumns {
  readonly table: string
  readonly id: string
  readonly store?: string | undefined
  /** The table of prices, if there is one. */
  readonly prices?: string | undefined
}

const unchanged = (sql: string) => sql

const noFormats: ColumnFormats = new Map()

/** SQLite compares by the affinity of a column, so nothing depends on its type. */
export const sqliteColumnTypes: ColumnTypes = {
  id: { kind: 'string', parameter: unchanged, column: unchanged },
  store: { kind: 'string', parameter: unchanged, column: unchanged },
  customer: { kind: 'string', parameter: unchanged, column: unchanged },
  formats: noFormats,
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const integerPattern = /^(?:0|-?[1-9][0-9]{0,17})$/

/** Returns the text of an id in a column of this kind, or undefined if the column can't have it. */
export function textOfKind(id: string, kind: ColumnType['kind']): string | undefined {
  if (kind === 'integer') return integerPattern.test(id) ? id : undefined
  if (kind === 'string') return id
  return uuidPattern.test(id) ? id.toLowerCase() : undefined
}

interface TypeRow {
  /** The table with the column: that of prices, or the table itself if it is anything else. */
  readonly source?: string | null
  readonly name: string
  readonly type: string
  readonly category?: string
  readonly charset?: string | null
  readonly collation?: string | null
}

/** Loads the types of the columns of a PostgreSQL table or view. */
export async function loadPostgresColumnTypes(
  run: RunQuery,
  selected: SelectedColumns,
  quoting: Quoting,
): Promise<ColumnTypes> {
  // A domain, type 'd', is compared as its base type.
  const rows = await run(
    `select case a.attrelid
         when to_regclass($1) then case a.attrelid when to_regclass($2) then 'both' end
         else 'prices'
       end as source,
       a.attname as name, base.typname as type, base.typcategory as category
     from pg_catalog.pg_attribute a
     join pg_catalog.pg_type own on own.oid = a.atttypid
     join pg_catalog.pg_type base
       on base.oid = case own.typtype when 'd' then own.typbasetype else own.oid end
     where a.attrelid in (to_regclass($1), to_regclass($2))
       and a.attnum > 0 and not a.attisdropped`,
    [quoting.table(selected.table), quoting.table(selected.prices ?? selected.table)],
  )
  return toColumnTypes(rows as readonly TypeRow[], selected, postgresType)
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
  selected: SelectedColumns,
): Promise<ColumnTypes> {
  const columnsOf = (name: string, isOwn: boolean) => {
    const [table = '', schema] = splitTableName(name).toReversed()
    return {
      values: schema === undefined ? [table] : [table, schema],
      sql: `select ${isOwn ? "'own' as source" : "'prices'"}, column_name as name,
        data_type as type, character_set_name as charset, collation_name as collation
        from information_schema.columns where table_name = ?
        and table_schema = ${schema === undefined ? 'database()' : '?'}`,
    }
  }
  const { table, prices } = selected
  const selects = [
    columnsOf(table, true),
    ...(prices === undefined ? [] : [columnsOf(prices, false)]),
  ]
  const rows = await run(
    selects.map(({ sql }) => sql).join(' union all '),
    selects.flatMap(({ values }) => values),
  )
  return toColumnTypes(rows as readonly TypeRow[], selected, mysqlType)
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
  { table, id, store }: SelectedColumns,
  toType: (row: TypeRow) => ColumnType,
): ColumnTypes {
  const getType = (name: string) => {
    const row = rows.find((each) => isOwn(each) && each.name.toLowerCase() === name.toLowerCase())
    if (row !== undefined) return toType(row)
    const remedy = 'write names as the database stores them'
    const message = `has no column ${name} that this user can read; ${remedy}`
    throw new QuoteError('invalid_options', { errors: { [`table ${table}`]: message } })
  }
  return {
    id: getType(id),
    store: store === undefined ? undefined : getType(store),
    formats: toFormats(rows.filter(isOwn)),
    priceFormats: toFormats(rows.filter(isOfPrices)),
  }
}

const isOwn = ({ source }: TypeRow) => source !== 'prices'
const isOfPrices = ({ source }: TypeRow) => source === 'prices' || source === 'both'

/** The types whose text is not the number, by their names in PostgreSQL and MySQL. */
const formatsByType: ReadonlyMap<string, ValueFormat> = new Map([
  ['float4', 'single'],
  ['float', 'single'],
  ['money', 'money'],
])

function toFormats(rows: readonly TypeRow[]): ColumnFormats {
  const formats = rows.flatMap(({ name, type }) => {
    const format = formatsByType.get(type.toLowerCase())
    return format === undefined ? [] : [[name.toLowerCase(), format] as const]
  })
  return new Map(formats)
}
