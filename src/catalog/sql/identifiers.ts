import type { SqlDialect } from './options.js'

/** Quotes names in one dialect. */
export interface Quoting {
  readonly name: (name: string) => string
  readonly table: (table: string) => string
}

/** Returns the table, after its schema if there is one. */
export function tableParts(table: string): string[] {
  return table.split('.')
}

/** SQLite takes an unknown name in double quotes for a string, but not one in backticks. */
export function getQuoting(dialect: SqlDialect): Quoting {
  const mark = dialect === 'postgres' ? '"' : '`'
  const name = (text: string) => `${mark}${text.replaceAll(mark, mark + mark)}${mark}`
  return { name, table: (table) => tableParts(table).map(name).join('.') }
}
