import type { ColumnTypes } from './column-types.js'
import { getQuoting } from './identifiers.js'
import type { SqlCatalogOptions, SqlDialect } from './options.js'
import { copiedFields } from './product-row.js'

/** What a statement that finds products depends on. */
export interface StatementShape {
  readonly dialect: SqlDialect
  readonly types: ColumnTypes
  /** The number of placeholders for ids in MySQL. The others have one, for a JSON array. */
  readonly idCount: number
  readonly hasCurrency: boolean
}

/**
 * Returns the statement that finds products. Its parameters are strings: the ids, then the store if
 * it has a column, then the currency if both the quote and the table have one.
 */
export function findStatement(
  { table, columns }: SqlCatalogOptions,
  { dialect, types, idCount, hasCurrency }: StatementShape,
): string {
  const quoting = getQuoting(dialect)
  const column = (name: string) => `p.${quoting.name(name)}`
  const asText = (sql: string) => toText(sql, dialect)
  const placeholder = placeholders(dialect)

  const fields = [...copiedFields, 'priceBreaks', 'store', 'currency'] as const
  const id = dialect === 'sqlite' ? column(columns.id) : asText(column(columns.id))
  const selected = fields.flatMap((field) => {
    const name = columns[field]
    return name === undefined ? [] : [`${asText(column(name))} as ${quoting.name(field)}`]
  })

  const idColumn = types.id.column(column(columns.id))
  const ids = Array.from({ length: idCount }, placeholder)
  const conditions = [`${idColumn} ${matchIds(ids, dialect, types)}`]
  if (columns.store !== undefined && types.store !== undefined) {
    const store = types.store.parameter(placeholder())
    conditions.push(`${types.store.column(column(columns.store))} = ${store}`)
  }
  if (columns.currency !== undefined) {
    const currency = column(columns.currency)
    conditions.push(hasCurrency ? `${asText(currency)} = ${placeholder()}` : `${currency} is null`)
  }
  return [
    `select ${[`${id} as ${quoting.name('id')}`, ...selected].join(', ')}`,
    `from ${quoting.table(table)} p`,
    `where ${conditions.join(' and ')}`,
  ].join(' ')
}

/** The array is a subquery without the table, so that the database looks each id up in an index. */
function matchIds(ids: readonly string[], dialect: SqlDialect, { id }: ColumnTypes): string {
  const [json = ''] = ids
  if (dialect === 'sqlite') return `in (select value from json_each(${json}))`
  if (dialect === 'mysql') return `in (${ids.map(id.parameter).join(', ')})`
  const value = id.parameter('value')
  return `= any(array(select ${value} from json_array_elements_text(${json}::json) value))`
}

function toText(sql: string, dialect: SqlDialect): string {
  return dialect === 'postgres'
    ? `${sql}::text`
    : `cast(${sql} as ${dialect === 'mysql' ? 'char' : 'text'})`
}

function placeholders(dialect: SqlDialect): () => string {
  let count = 0
  return () => {
    count += 1
    return dialect === 'postgres' ? `$${count}` : '?'
  }
}
