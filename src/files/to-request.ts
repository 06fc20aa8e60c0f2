import { isDeepStrictEqual } from 'node:util'
import { QuoteError } from '../errors.js'
import { isCustomLine, mergeCustomFields } from '../quote/lines/custom-line.js'
import { getChoiceFields } from '../quote/model/choice-fields.js'
import { displayedLines, newKey, withKeys } from '../quote/model/line-keys.js'
import { getFields } from '../quote/model/merge-fields.js'
import type { OwnFields } from '../quote/model/own-fields.js'
import type { ProductLine, Quote } from '../quote/model/quote.js'
import { quoteScalarFieldNames, scalarFieldsWith } from '../quote/model/quote-scalar-fields.js'
import { addressFields } from '../quote/model/ship-to.js'
import { textFieldNames } from '../quote/model/text-fields.js'
import type { CreateQuoteRequest } from '../quote/operations/requests.js'
import { getChargeTerms } from '../quote/pricing/charges.js'
import { getTerms } from '../quote/pricing/discounts.js'
import { getPartTerms } from '../quote/pricing/payment-plan.js'
import { noShipping } from '../quote/pricing/shipping.js'
import { FieldErrorCollector } from '../validation/field-errors.js'
import { truncate } from '../validation/identifiers.js'
import { fromNumberCell, toCellText, unguardCell } from './cells.js'
import { columnNames, linePrefix } from './columns.js'

/** A quote to create, and the tags that it gets. */
export interface ImportRequest extends CreateQuoteRequest {
  /** The tags of the quote. */
  readonly tags?: readonly string[] | null | undefined
}

/**
 * Returns the request that creates a quote with the content of another one: its customer, address
 * of delivery, wording, lines with their offered prices, discounts, charges, the payment plan,
 * shipping, ids, own fields and tags. What belongs to its life stays with it. Pure.
 */
export function toImportRequest(quote: Quote): ImportRequest {
  const lines = displayedLines({ ...quote, products: withKeys(quote.products) })
  const newKeys = new Map(lines.map(({ key }, index) => [key, newKey(1, index)]))
  const { customer, ship_to, shipping, currency, tags, sections, choices } = quote
  const { payment_plan: plan } = quote
  const discounts = (quote.discounts ?? []).map((discount) =>
    getTerms({ ...discount, lines: discount.lines?.map((key) => newKeys.get(key) ?? key) }),
  )
  const charges = (quote.charges ?? []).map((charge) => {
    const lines = charge.lines?.map((key) => newKeys.get(key) ?? key)
    const { key: _, ...terms } = getChargeTerms({ ...charge, lines })
    return terms
  })
  const strings = quoteScalarFieldNames.flatMap((name) =>
    quote[name] === undefined ? [] : [[name, quote[name]]],
  )
  return {
    customer,
    ...(ship_to !== undefined && { ship_to }),
    products: lines.map(toLineRequest),
    ...(sections !== undefined && { sections }),
    ...(choices !== undefined && { choices }),
    ...(currency !== undefined && { currency }),
    ...(discounts.length > 0 && { discounts }),
    ...(charges.length > 0 && { charges }),
    ...(plan !== undefined && { payment_plan: plan.map(getPartTerms) }),
    ...(shipping.type !== 'no_additional' && { shipping: toShippingRequest(shipping) }),
    ...Object.fromEntries(strings),
    ...getFields(quote),
    ...(tags !== null && { tags }),
  }
}

/** An option of a shipping provider is chosen again, at its price now. */
function toShippingRequest({ type, product }: Quote['shipping']) {
  return type === 'custom' ? { type, product } : { type }
}

function toLineRequest(line: ProductLine): CreateQuoteRequest['products'][number] {
  const { id, qty, price, quote, note, billing, discount_percent: percent } = line
  const offered = percent === undefined ? { quote } : { discount_percent: percent }
  const said = getChoiceFields(line)
  const noted = { ...(note !== undefined && { note }), ...said, ...getFields(line) }
  // Null, as the product can have another billing in the catalog.
  if (!isCustomLine(line)) return { id, qty, ...offered, billing: billing ?? null, ...noted }
  const { name = '', ...facts } = mergeCustomFields(line, {})
  const { price_quantity: per, unpriced } = line
  const ofPrice = unpriced ? { unpriced } : { price, ...offered }
  return {
    qty,
    ...ofPrice,
    ...(per !== undefined && { price_quantity: per }),
    name,
    ...facts,
    ...(billing !== undefined && { billing }),
    ...noted,
  }
}

/** How the cells of a file are read. */
export interface CellOptions {
  readonly fields: OwnFields
  /** Ids of products are integers, or strings. */
  readonly idType: 'integer' | 'string'
  readonly decimalSeparator: '.' | ','
}

/** A row of a file, with the line on which it begins. */
export interface FileRow {
  readonly row: number
  readonly cells: readonly string[]
}

/** Fields of a request, at the paths of their columns. */
const requestFields = [
  'currency',
  ...quoteScalarFieldNames,
  'shipping.type',
  ...addressFields.map((name) => `ship_to.${name}`),
]
const shippingFields = [
  'shipping.product.name',
  'shipping.product.price',
  'shipping.product.tax_code',
]
const billingColumns = ['billing.interval', 'billing.count', 'billing.cycles']
const lineFields = [
  'id',
  'qty',
  'quote',
  'discount',
  'discount_percent',
  'note',
  'price',
  'price_quantity',
  ...billingColumns,
  'unpriced',
  ...textFieldNames,
]

const dayCounts: readonly string[] = scalarFieldsWith(({ kind }) => kind === 'days')
const numberFields = ['qty', 'price_quantity', 'billing.count', 'billing.cycles']

/** A column that a request has. */
interface RequestColumn {
  readonly index: number
  readonly name: string
  readonly isLine: boolean
  /** Where its value is in a request, or in a line of one. */
  readonly path: readonly string[]
  /** Returns the value of a cell. */
  readonly read: (cell: string) => unknown
  readonly isDecimal: boolean
}

/** Returns a function that makes a request of the rows of a quote. */
export function createRowReader(
  header: readonly string[],
  options: CellOptions,
): (rows: readonly FileRow[]) => unknown {
  const { decimal } = columnNames(options.fields)
  const columns = header.flatMap((name, index): readonly RequestColumn[] => {
    const isLine = name.startsWith(linePrefix)
    const field = isLine ? name.slice(linePrefix.length) : name
    const path = toPath(field, isLine)
    if (path === undefined) return []
    const read = cellReader(field, isLine, options)
    return [{ index, name, isLine, path, read, isDecimal: decimal.has(name) }]
  })
  return (rows) => {
    const errors = new FieldErrorCollector()
    assertNoLoss(header, rows, errors)
    const request = readQuoteCells(columns, rows, options, errors)
    request.set('products', readLineCells(columns, rows, options, errors))
    if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
    return toObject(request)
  }
}

/** The columns that say that a quote has what has no cells of its own. */
const lostColumns = [
  'discounts',
  'amounts.discounts',
  'charges',
  'amounts.charges',
  'payment_plan',
  ...['section', 'selected', 'qty_range'].map((name) => linePrefix + name),
]

/** Adds an error if a quote has any: without them, it would not cost what the file says. */
function assertNoLoss(
  header: readonly string[],
  rows: readonly FileRow[],
  errors: FieldErrorCollector,
): void {
  for (const column of lostColumns) {
    const index = header.indexOf(column)
    const isSet = ({ cells }: FileRow) => !/^[\s0.,]*$|^\[\]$/.test(cells[index] ?? '')
    if (index !== -1 && rows.some(isSet))
      errors.add([column], 'cannot be read from CSV: export this quote as JSON Lines')
  }
}

/** Reads the fields of the quote, which must be the same in all rows that have them. */
function readQuoteCells(
  columns: readonly RequestColumn[],
  rows: readonly FileRow[],
  options: CellOptions,
  errors: FieldErrorCollector,
): Tree {
  const request: Tree = new Map<string, unknown>([['customer', new Map()]])
  for (const column of columns.filter(({ isLine }) => !isLine)) {
    let first: { readonly row: number; readonly value: unknown } | undefined
    for (const { row, cells } of rows) {
      const value = readCell(column, cells, options, (message) => errors.add(column.path, message))
      if (value === undefined) continue
      first ??= { row, value }
      if (!isDeepStrictEqual(value, first.value))
        errors.add(
          column.path,
          `must be the same in all rows of a quote: row ${first.row} has ` +
            `${describeCell(first.value)}, row ${row} has ${describeCell(value)}`,
        )
    }
    if (first !== undefined) setPath(request, column.path, first.value)
  }
  const shipping = request.get('shipping') as Tree | undefined
  if (shipping !== undefined) completeShipping(shipping, errors)
  return request
}

const describeCell = (value: unknown) =>
  typeof value === 'string' ? JSON.stringify(truncate(value)) : truncate(JSON.stringify(value))

/** A charge without a type is `custom`. Options of a provider are chosen again, at their price. */
function completeShipping(shipping: Tree, errors: FieldErrorCollector): void {
  const product = shipping.get('product') as Tree | undefined
  if (product === undefined) return
  const type = shipping.get('type') ?? 'custom'
  shipping.set('type', type)
  if (type === 'custom') return
  const hasPrice = Number(product.get('price') ?? 0) !== 0
  if (type === noShipping.type && hasPrice)
    errors.add(['shipping', 'type'], 'must be custom, or empty, beside a shipping.product.price')
  shipping.delete('product')
}

/** Reads the lines. One with a product has its facts and list price from the catalog. */
function readLineCells(
  columns: readonly RequestColumn[],
  rows: readonly FileRow[],
  options: CellOptions,
  errors: FieldErrorCollector,
): readonly Tree[] {
  const lineColumns = columns.filter(({ isLine }) => isLine)
  const hasBilling = lineColumns.some(({ path }) => path[0] === 'billing')
  return rows.map(({ cells }, index) => {
    const line: Tree = new Map()
    const add = (path: readonly string[], message: string) =>
      errors.add(['products', index, ...path], message)
    for (const column of lineColumns) {
      const value = readCell(column, cells, options, (message) => add(column.path, message))
      if (value !== undefined) setPath(line, column.path, value)
    }
    // In a file that says what recurs, an empty cell is a line that is charged once.
    if (hasBilling && !line.has('billing')) line.set('billing', null)
    const isCustom = (line.get('id') ?? 0) === 0
    if (isCustom) line.delete('id')
    else {
      if (line.has('price') && !line.has('quote')) add(['price'], priceBesideId)
      for (const field of ['price', 'price_quantity', ...textFieldNames]) line.delete(field)
    }
    if (line.has('discount_percent')) for (const field of ['quote', 'discount']) line.delete(field)
    else if (line.has('quote')) line.delete('discount')
    return line
  })
}

const priceBesideId =
  'is the list price, which a product has from the catalog: name the column products.quote if it ' +
  'is the price of the quote, or leave it out'

/** Returns the value of a cell; undefined if it is empty. */
function readCell(
  { index, read, isDecimal }: RequestColumn,
  cells: readonly string[],
  { decimalSeparator }: CellOptions,
  addError: (message: string) => void,
): unknown {
  const cell = unguardCell(cells[index] ?? '')
  if ((isDecimal ? cell.trim() : cell) === '') return undefined
  if (!isDecimal) return read(cell)
  const number = fromNumberCell(cell, decimalSeparator)
  if (number !== undefined) return read(number)
  const [expected, other] =
    decimalSeparator === ','
      ? ['a decimal comma, and without points', '.']
      : ['a decimal point, and without commas', ',']
  const received = describeCell(cell)
  addError(
    `must be a number with ${expected}, received ${received}; ` +
      `decimalSeparator ${JSON.stringify(other)} reads the other notation`,
  )
  return undefined
}

type Tree = Map<string, unknown>

/** Returns where the value of a column is in a request; undefined if the request has no such. */
function toPath(name: string, isLine: boolean): readonly string[] | undefined {
  const [first = '', ...rest] = name.split('.')
  const isOwn = first === 'fields' || first === 'internal_fields'
  if (isOwn) return rest.length === 0 ? undefined : [first, rest.join('.')]
  if (isLine) return lineFields.includes(name) ? name.split('.') : undefined
  if (first === 'customer') return rest.length === 0 ? undefined : [first, rest.join('.')]
  if (name === 'tags') return [name]
  return [...requestFields, ...shippingFields].includes(name) ? name.split('.') : undefined
}

function cellReader(
  name: string,
  isLine: boolean,
  { fields, idType }: CellOptions,
): RequestColumn['read'] {
  if (name === 'tags') return readTags
  if ((isLine ? numberFields : dayCounts).includes(name)) return readNumber
  if (isLine && name === 'unpriced') return readBoolean
  if (isLine && name === 'id')
    return (cell) => (cell === '0' || idType === 'integer' ? readNumber(cell) : cell)
  const [first = '', ...rest] = name.split('.')
  if (first !== 'fields' && first !== 'internal_fields') return (cell) => cell
  const declared = fields[isLine ? 'line' : 'quote']?.[rest.join('.')]
  if (declared?.input === 'number') return readNumber
  if (declared?.input === 'checkbox') return readBoolean
  return (cell) => cell
}

const readBoolean = (cell: string) => (cell === 'true' || cell === 'false' ? cell === 'true' : cell)

/**
 * A cell that is no number stays a string, so that the engine names it in its error, and so does an
 * integer that would become another one.
 */
function readNumber(cell: string): unknown {
  const text = cell.trim()
  if (!/^-?\d+(\.\d+)?$/.test(text)) return cell
  const number = Number(text)
  const isOther = Math.abs(number) > Number.MAX_SAFE_INTEGER && toCellText(number) !== text
  return isOther ? cell : number
}

/** Tags are a JSON array, as `exportQuotes` writes them, or names between commas. */
function readTags(cell: string): unknown {
  if (!cell.startsWith('[')) return cell.split(',').map((name) => name.trim())
  try {
    return JSON.parse(cell)
  } catch {
    return cell
  }
}

function setPath(tree: Tree, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) tree.set(first, value)
  else {
    const next = (tree.get(first) as Tree | undefined) ?? new Map()
    tree.set(first, next)
    setPath(next, rest, value)
  }
}

function toObject(value: unknown): unknown {
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([name, each]) => [name, toObject(each)]))
  return Array.isArray(value) && value.some((each) => each instanceof Map)
    ? value.map(toObject)
    : value
}
