/** A dialect of SQL. `mysql` is also that of MariaDB. */
export type SqlDialect = 'postgres' | 'mysql' | 'sqlite'

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

/**
 * How the values of a column are read: `single` if they have seven digits, of which databases show
 * six; `money` if they are shown with the sign of a currency.
 */
export type ValueFormat = 'text' | 'single' | 'money'

/** Writes the parts of one statement, and collects its parameters. */
export interface SqlWriter extends Quoting {
  readonly dialect: SqlDialect
  /** The parameters so far, in the order of their placeholders. */
  readonly values: string[]
  /** Adds a parameter, and returns its placeholder. */
  bind(value: string): string
  /** Returns a value as text, so that no price is rounded. */
  asText(sql: string): string
  /** Returns a value of a column as text that {@link readValue} reads. */
  value(sql: string, format: ValueFormat): string
  /** Returns a string to compare exactly, whatever the collation of its column ignores. */
  exact(text: string): string
}

/** Creates a writer for a statement without parameters. */
export function createSqlWriter(dialect: SqlDialect): SqlWriter {
  const values: string[] = []
  const type = dialect === 'mysql' ? 'char' : 'text'
  const asText = (sql: string) =>
    dialect === 'postgres' ? `${sql}::text` : `cast(${sql} as ${type})`
  return {
    ...getQuoting(dialect),
    dialect,
    values,
    asText,
    value(sql, format) {
      if (format === 'money') return asText(`${sql}::numeric`)
      if (format === 'single')
        return asText(dialect === 'mysql' ? `(${sql} + 0e0)` : `${sql}::float8`)
      return asText(sql)
    },
    bind(value) {
      values.push(value)
      return dialect === 'postgres' ? `$${values.length}` : '?'
    },
    exact(text) {
      if (dialect === 'mysql') return `cast(${text} as binary)`
      return `${text} collate ${dialect === 'postgres' ? '"C"' : 'binary'}`
    },
  }
}
