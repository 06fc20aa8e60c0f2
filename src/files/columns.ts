import * as z from 'zod'
import { QuoteError } from '../errors.js'
import { componentFields } from '../quote/model/component-fields.js'
import { type Exchange, exchangeRateSchema } from '../quote/model/exchange.js'
import type { FieldLevel, FieldTypes, OwnField, OwnFields } from '../quote/model/own-fields.js'
import { shownUnitPrice } from '../quote/model/precision.js'
import { type QuoteAmounts, storedStrings } from '../quote/model/pricing-fields.js'
import type { CustomerWith, ProductLine, Quote, QuoteRecord, ShipTo } from '../quote/model/quote.js'
import { productLineSchema, quoteSchema } from '../quote/model/quote-schema.js'
import { addressFields } from '../quote/model/ship-to.js'
import { createOnFirstCall } from '../validation/create-on-first-call.js'
import { describeValue } from '../validation/describe-value.js'
import { isPlainObject } from '../validation/json-value.js'
import { isSameName, nearestName, unknownFieldMessage } from '../validation/known-fields.js'
import { toIsoTime } from '../validation/times.js'

/** A column whose cells a function of the host computes. */
export interface ExportColumn<Fields extends FieldTypes = FieldTypes> {
  /** The name of the column, in the first row. */
  readonly header: string
  /**
   * Returns the value of a cell: a string, a number or a boolean; nothing for an empty cell, and
   * anything else as JSON. `line` is undefined in a file with a row per quote.
   */
  readonly value: (record: QuoteRecord<Fields>, line: ProductLine<Fields> | undefined) => unknown
}

/** The names of fields of an object, with a prefix. */
type Prefixed<Prefix extends string, Values> = `${Prefix}.${keyof Values & string}`

/**
 * The name of a column: a path of a field. Editors suggest the fields of quotes, customers, lines,
 * and those that are the host's own. `exportQuotes` rejects one that does not exist.
 */
export type ExportColumnName<Fields extends FieldTypes = FieldTypes> =
  | keyof Quote
  | 'quoteId'
  | 'version'
  | 'updated'
  | 'deleted'
  | Prefixed<'customer', CustomerWith<Fields>>
  | Prefixed<'ship_to', ShipTo>
  | Prefixed<'amounts', QuoteAmounts>
  | Prefixed<'exchange', Exchange>
  | Prefixed<'products', ProductLine>
  | Prefixed<'fields', Fields['quote']['fields']>
  | Prefixed<'internal_fields', Fields['quote']['internal_fields']>
  | Prefixed<'products.fields', Fields['line']['fields']>
  | Prefixed<'products.internal_fields', Fields['line']['internal_fields']>
  | (string & {})

/** A column of a file, with how its cell is computed. */
export interface Column {
  readonly header: string
  readonly value: (record: QuoteRecord, line: ProductLine | undefined) => unknown
  /** True if its strings are numbers, as those of amounts are. */
  readonly isDecimal?: boolean
}

/** The fields of customers that everyone has; declared ones follow them. */
const customerFields: readonly string[] = [
  ...addressFields.slice(0, 2),
  'email',
  ...addressFields.slice(2),
]

const recordFields = ['quoteId', 'version', 'updated', 'deleted']

/** The paths of times, which a cell has in ISO 8601. */
const timePaths: readonly string[] = [
  'updated',
  'deleted',
  'created',
  'sent',
  'expires',
  'acceptance.time',
  'taxes.date',
]

/**
 * The fields that a file does not have by default: lists and own fields, which a cell has as JSON,
 * and what proves an acceptance.
 */
const onlyIfNamed: readonly string[] = [
  'product_order',
  'sections',
  'choices',
  'discounts',
  'charges',
  'payment_plan',
  'payments',
  'amounts.recurring',
  'taxes',
  'proposals',
  'delivery',
  'approvals',
  'reminders',
  'acceptance.signature',
  'acceptance.consent',
  'acceptance.address',
  'acceptance.digests',
  'acceptance.salt',
  'acceptance.sealed',
  'price_breaks',
  ...componentFields,
  'qty_range',
  'acceptance.selection',
  'acceptance.amounts',
  'acceptance.shipping',
  'acceptance.taxes',
  'acceptance.payment_plan',
  'fields',
  'internal_fields',
]

/** The prefix of the columns of a line. */
export const linePrefix = 'products.'

/** The names of the columns that a store can have. */
export interface ColumnNames {
  /** The columns of quotes, and those of lines after {@link linePrefix}, in their order. */
  readonly byDefault: readonly string[]
  /** All columns, with those whose cells are JSON. */
  readonly all: readonly string[]
  /** The columns whose cells are decimal numbers. */
  readonly decimal: ReadonlySet<string>
}

/** Returns the columns of stored quotes, and of the own fields that a host declares. */
export function columnNames(fields: OwnFields): ColumnNames {
  const stored = storedColumns()
  const { quote, line } = stored
  const decimal = new Set(stored.decimal)
  const own = (level: FieldLevel, prefix: string) =>
    Object.entries((fields[level] ?? {}) as Readonly<Record<string, OwnField>>).map(
      ([name, { internal = false, input }]) => {
        const path = level === 'customer' ? name : `${fieldsOf(internal)}.${name}`
        if (input === 'number') decimal.add(prefix + path)
        return prefix + path
      },
    )
  const customer = [
    ...customerFields.map((name) => `customer.${name}`),
    ...own('customer', 'customer.'),
  ]
  const ofQuote = quote.flatMap((path) => (path === 'customer' ? [...new Set(customer)] : [path]))
  const all = [
    ...recordFields,
    ...ofQuote,
    ...own('quote', ''),
    ...line,
    ...own('line', linePrefix),
  ]
  const byDefault = all.filter(
    (path) => path !== 'deleted' && !onlyIfNamed.includes(withoutPrefix(path)),
  )
  return { all, byDefault, decimal }
}

const fieldsOf = (isInternal: boolean) => (isInternal ? 'internal_fields' : 'fields')

function withoutPrefix(path: string): string {
  return path.startsWith(linePrefix) ? path.slice(linePrefix.length) : path
}

/** A path of a stored field, and its schema. */
type SchemaPath = readonly [path: string, schema: z.ZodType]

/** Returns the paths of the fields of an object, and of the objects in it. */
function schemaPaths(schema: z.ZodObject, prefix = ''): readonly SchemaPath[] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const inner = unwrap(field as z.ZodType)
    if (!(inner instanceof z.ZodObject) || onlyIfNamed.includes(prefix + name))
      return [[prefix + name, inner]]
    return schemaPaths(inner, `${prefix}${name}.`)
  })
}

/** Numbers that are no integers are amounts, but for quantities. */
const isAmount = (schema: z.ZodType) =>
  schema instanceof z.ZodNumber && !(schema instanceof z.ZodNumberFormat)

/** The columns of stored quotes and lines, whatever own fields are declared. */
interface StoredColumns {
  readonly quote: readonly string[]
  readonly line: readonly string[]
  /** Amounts that are stored as numbers, and shown with the decimals of their quote. */
  readonly amounts: ReadonlySet<string>
  /** The amounts of a line, whatever they are stored as. */
  readonly lineAmounts: ReadonlySet<string>
  readonly decimal: readonly string[]
}

/** Reads them from the schemas once a file is written or read, as most processes never do. */
const storedColumns = createOnFirstCall<void, StoredColumns>(() => {
  const { decimal, percent, unitPrice } = storedStrings()
  const numbers: readonly z.ZodType[] = [
    decimal,
    percent,
    unitPrice,
    exchangeRateSchema().shape.rate,
  ]
  const quote = schemaPaths(quoteSchema()).filter(([path]) => path !== 'products')
  const line = schemaPaths(productLineSchema()).map(
    ([path, schema]): SchemaPath => [linePrefix + path, schema],
  )
  const all = [...quote, ...line]
  const pathsOf = (paths: readonly SchemaPath[]) => paths.map(([path]) => path)
  const amounts = pathsOf(all.filter(([, schema]) => isAmount(schema)))
  const strings = pathsOf(all.filter(([, schema]) => numbers.includes(schema)))
  const columns = {
    quote: pathsOf(quote),
    line: pathsOf(line),
    amounts: new Set(amounts),
    lineAmounts: new Set([...amounts, ...strings].filter((path) => path.startsWith(linePrefix))),
    decimal: [...amounts, ...strings, `${linePrefix}qty`, `${linePrefix}price_quantity`],
  }
  return () => columns
})

/**
 * Returns the column that was meant if one of a customer is neither a field that all customers can
 * have, nor declared, but nearly so: `customer.nmae`. Customers can have any other field.
 */
export function meantCustomerColumn(column: string, { all }: ColumnNames): string | undefined {
  const prefix = 'customer.'
  if (!column.startsWith(prefix) || all.includes(column)) return undefined
  const name = column.slice(prefix.length)
  const known = all
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length))
  const nearest = nearestName(name, known)
  if (nearest === undefined) return undefined
  // One with a known one in it is another field: `first_name`, `phone2`.
  const isOther = name.includes(nearest) || nearest.includes(name)
  if (isOther && !isSameName(name, nearest)) return undefined
  return prefix + nearest
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return unwrap(schema.out as z.ZodType)
  const isOptional =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodExactOptional
  return isOptional ? unwrap(schema.unwrap() as z.ZodType) : schema
}

/**
 * Returns the columns of a file.
 *
 * @param chosen Names and functions; undefined for the columns by default.
 * @param hasLines True for a file with a row per line.
 * @throws QuoteError `invalid_options` for unknown names
 */
export function resolveColumns(
  chosen: readonly (string | ExportColumn)[] | undefined,
  fields: OwnFields,
  hasLines: boolean,
): readonly Column[] {
  const names = columnNames(fields)
  const { all, byDefault, decimal } = names
  const isShown = (path: string) => hasLines || !path.startsWith(linePrefix)
  const columns = chosen ?? byDefault.filter(isShown)
  const known = all.filter(isShown)
  const errors: Record<string, string> = {}
  const resolved = columns.map((column, index): Column => {
    if (typeof column !== 'string') return column as Column
    const isCustomers = column.startsWith('customer.') && column !== 'customer.'
    const meant = meantCustomerColumn(column, names)
    if (meant !== undefined)
      errors[`columns[${index}]`] =
        `is not a known field of customers; did you mean ${meant}? A field of your own that is ` +
        'named like this has to be declared, or be a column with a function'
    else if (!known.includes(column) && !isCustomers)
      errors[`columns[${index}]`] = all.includes(column)
        ? "is a column of lines: pass rows: 'lines'"
        : `must be the name of a column, received ${describeValue(column)}: ${unknownFieldMessage(column, known)}`
    return {
      header: column,
      value: (record, line) => valueAt(column, record, line),
      isDecimal: decimal.has(column),
    }
  })
  if (Object.keys(errors).length > 0) throw new QuoteError('invalid_options', { errors })
  return resolved
}

function valueAt(path: string, record: QuoteRecord, line: ProductLine | undefined): unknown {
  // The 0 of a price that is not known would be taken for a price.
  if (line?.unpriced && storedColumns().lineAmounts.has(path)) return undefined
  const value = path.startsWith(linePrefix)
    ? getPath(line, path.slice(linePrefix.length))
    : getPath(recordFields.includes(path) ? record : record.quote, path)
  if (typeof value === 'number' && timePaths.includes(path)) return toIsoTime(value)
  if (typeof value === 'number' && storedColumns().amounts.has(path))
    return shownUnitPrice(value, record.quote)
  return path === 'tags' && Array.isArray(value) ? JSON.stringify(value) : value
}

/** A name with a point in it is one step below `customer` and own fields. */
function getPath(value: unknown, path: string): unknown {
  if (!isPlainObject(value)) return undefined
  if (Object.hasOwn(value, path)) return value[path]
  const point = path.indexOf('.')
  if (point === -1) return undefined
  const first = path.slice(0, point)
  return Object.hasOwn(value, first) ? getPath(value[first], path.slice(point + 1)) : undefined
}
