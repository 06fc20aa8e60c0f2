import * as z from 'zod'
import { withReceived } from '../validation/schemas/scalars.js'

/** Strings of your own by the names of a table. Those that are absent stay as they are. */
export type OwnStrings<Table> = {
  readonly [Name in keyof Table]?: Table[Name] extends string | ((...values: never[]) => string)
    ? Table[Name] | undefined
    : OwnStrings<Table[Name]> | undefined
}

/** Returns a table with some of its strings replaced. */
export function withOwnStrings<Table extends object>(
  table: Table,
  own: OwnStrings<Table> = {},
): Table {
  const ownByName = own as Readonly<Record<string, unknown>>
  const entries = Object.entries(table).map(([name, value]) => {
    const replaced = ownByName[name]
    if (replaced === undefined) return [name, value]
    return [name, isGroup(value) ? withOwnStrings(value, replaced as object) : replaced]
  })
  return Object.fromEntries(entries) as Table
}

/** Returns true if own strings replace every string of a table, so that none stays as it was. */
export function hasAllStrings(table: object, own: unknown): boolean {
  if (!isGroup(own)) return false
  const ownByName = own as Readonly<Record<string, unknown>>
  return Object.entries(table).every(([name, value]) =>
    isGroup(value) ? hasAllStrings(value, ownByName[name]) : ownByName[name] !== undefined,
  )
}

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur'])

/** Returns the direction in which the language of a BCP 47 tag is written. */
export function getDirection(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.has(new Intl.Locale(tag).language) ? 'rtl' : 'ltr'
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

const ownString = z.string({ error: withReceived('must be a string') }).optional()
const ownFunction = z
  .custom((value) => typeof value === 'function', {
    error: withReceived('must be a function that returns a string'),
  })
  .optional()

/**
 * Creates the schema of strings that replace those of a table.
 *
 * @param type The name of the table's type, for messages.
 */
export function ownStringsSchema(table: object, type: string): z.ZodType {
  const fields = Object.entries(table).map(([name, value]) => {
    if (isGroup(value)) return [name, ownStringsSchema(value, type).optional()]
    return [name, typeof value === 'function' ? ownFunction : ownString]
  })
  return z.strictObject(Object.fromEntries(fields), {
    error: withReceived(`must be an object of strings by the names of ${type}`),
  })
}
