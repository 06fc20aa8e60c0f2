import { hostIdNames } from '../quote/host-ids.js'
import { isCustomLine, mergeCustomFields } from '../quote/lines/custom-line.js'
import { newKey, withKeys } from '../quote/lines/line-keys.js'
import { orderedLines } from '../quote/operations/create-quote.js'
import type { OwnFields } from '../quote/own-fields/declarations.js'
import { getFields } from '../quote/own-fields/merge-fields.js'
import { getTerms } from '../quote/pricing/price-quote.js'
import type { ProductLine, Quote } from '../quote/quote.js'
import type { CreateQuoteRequest } from '../quote/requests.js'
import { textFieldNames } from '../quote/text-fields.js'
import { unguardCell } from './cells.js'
import { columnNames, linePrefix } from './columns.js'

/** A quote to create, and the tags that it gets. */
export interface ImportRequest extends CreateQuoteRequest {
  /** The tags of the quote. */
  readonly tags?: readonly string[] | null | undefined
}

/**
 * Returns the request that creates a quote with the content of another one: its customer, lines
 * with their offered prices, discounts, shipping, ids, own fields and tags. What belongs to its
 * life stays with it. Pure.
 */
export function toImportRequest(quote: Quote): ImportRequest {
  const lines = orderedLines({ ...quote, products: withKeys(quote.products) })
  const newKeys = new Map(lines.map(({ key }, index) => [key, newKey(1, index)]))
  const { customer, shipping, currency, owner, follow_up, tags } = quote
  const discounts = (quote.discounts ?? []).map((discount) =>
    getTerms({ ...discount, lines: discount.lines?.map((key) => newKeys.get(key) ?? key) }),
  )
  const ids = hostIdNames.flatMap((name) =>
    quote[name] === undefined ? [] : [[name, quote[name]]],
  )
  return {
    customer,
    products: lines.map(toLineRequest),
    ...(currency !== undefined && { currency }),
    ...(discounts.length > 0 && { discounts }),
    ...(shipping.type !== 'no_additional' && { shipping: toShippingRequest(shipping) }),
    ...(owner !== undefined && { owner }),
    ...(follow_up !== undefined && { follow_up }),
    ...Object.fromEntries(ids),
    ...getFields(quote),
    ...(tags !== null && { tags }),
  }
}

/** An option of a shipping provider is chosen again, at its price now. */
function toShippingRequest({ type, product }: Quote['shipping']) {
  return type === 'custom' ? { type, product } : { type }
}

function toLineRequest(line: ProductLine): CreateQuoteRequest['products'][number] {
  const { id, qty, price, quote, note, discount_percent: percent } = line
  const offered = percent === undefined ? { quote } : { discount_percent: percent }
  const noted = { ...(note !== undefined && { note }), ...getFields(line) }
  if (!isCustomLine(line)) return { id, qty, ...offered, ...noted }
  const { name = '', ...facts } = mergeCustomFields(line, {})
  return { qty, price, ...offered, name, ...facts, ...noted }
}

/** How the cells of a file are read. */
export interface CellOptions {
  readonly fields: OwnFields
  /** Ids of products are integers, or strings. */
  readonly idType: 'integer' | 'string'
}

/** Returns the value of a cell. Undefined if it cannot be read. */
type ReadCell = (cell: string) => unknown

/** Fields of a request, at the paths of their columns. */
const requestFields = ['currency', 'owner', ...hostIdNames, 'follow_up', 'shipping.type']
const shippingFields = [
  'shipping.product.name',
  'shipping.product.price',
  'shipping.product.tax_code',
]
const lineFields = [
  'id',
  'qty',
  'quote',
  'discount',
  'discount_percent',
  'note',
  'price',
  ...textFieldNames,
]
/** Fields that a line with a product has from the catalog. */
const catalogFields: readonly string[] = ['price', ...textFieldNames]

/** Returns the names of columns that a file can have without having an effect: computed ones. */
export function isKnownColumn(name: string, { fields }: CellOptions): boolean {
  return name.startsWith('customer.') || columnNames(fields).all.includes(name)
}

/** Returns the request that the rows of a quote make. The first one has the fields of the quote. */
export function rowsToRequest(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  options: CellOptions,
): unknown {
  const request: Tree = new Map<string, unknown>([['customer', new Map()]])
  const lines = rows.map(() => new Map<string, unknown>() as Tree)
  for (const [index, column] of header.entries()) {
    const isLine = column.startsWith(linePrefix)
    const name = isLine ? column.slice(linePrefix.length) : column
    const path = toPath(name, isLine)
    if (path === undefined) continue
    const read = cellReader(name, isLine, options)
    for (const [position, cells] of (isLine ? rows : rows.slice(0, 1)).entries()) {
      const cell = unguardCell(cells[index] ?? '')
      if (cell === '') continue
      setPath(isLine ? (lines[position] as Tree) : request, path, read(cell))
    }
  }
  for (const line of lines) {
    if ((line.get('id') ?? 0) === 0) line.delete('id')
    else for (const field of catalogFields) line.delete(field)
    if (line.has('discount_percent')) for (const field of ['quote', 'discount']) line.delete(field)
    else if (line.has('quote')) line.delete('discount')
  }
  request.set('products', lines)
  return toObject(request)
}

type Tree = Map<string, unknown>

/** Returns where the value of a column is in a request; undefined if the request has no such. */
function toPath(name: string, isLine: boolean): readonly string[] | undefined {
  const [first = '', ...rest] = name.split('.')
  const isOwn = first === 'fields' || first === 'internal_fields'
  if (isOwn) return rest.length === 0 ? undefined : [first, rest.join('.')]
  if (isLine) return lineFields.includes(name) ? [name] : undefined
  if (first === 'customer') return rest.length === 0 ? undefined : [first, rest.join('.')]
  if (name === 'tags') return [name]
  return [...requestFields, ...shippingFields].includes(name) ? name.split('.') : undefined
}

function cellReader(name: string, isLine: boolean, { fields, idType }: CellOptions): ReadCell {
  if (name === 'tags') return readTags
  if (isLine && name === 'qty') return readNumber
  if (isLine && name === 'id')
    return (cell) => (cell === '0' || idType === 'integer' ? readNumber(cell) : cell)
  const [first = '', ...rest] = name.split('.')
  if (first !== 'fields' && first !== 'internal_fields') return (cell) => cell
  const declared = fields[isLine ? 'line' : 'quote']?.[rest.join('.')]
  if (declared?.input === 'number') return readNumber
  if (declared?.input === 'checkbox') return (cell) => (isBoolean(cell) ? cell === 'true' : cell)
  return (cell) => cell
}

const isBoolean = (cell: string) => cell === 'true' || cell === 'false'

/** A cell that is no number stays a string, so that the engine names it in its error. */
function readNumber(cell: string): unknown {
  return /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell
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
