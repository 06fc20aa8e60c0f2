import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { truncate } from '../../validation/identifiers.js'
import { jsonEqual } from '../../validation/json-equal.js'
import type { ProductLine, Quote } from './quote.js'

/**
 * Returns the key of a stored line, or the one that it would get. Lines without a key were never
 * changed, so version 1 added them, and their position is still the same.
 *
 * @param index The index of the line among those of its quote.
 */
export function getLineKey({ key }: Pick<ProductLine, 'key'>, index: number): string {
  return key ?? newKey(1, index)
}

const keyAt = (version: number, index: number) => `${version}-${index + 1}`

/** The keys of new quotes. V8 uses a string as a key much faster if it has been one before. */
const firstKeys = Array.from({ length: 256 }, (_, index) => keyAt(1, index))

/** Returns the key of a line that is new in a version, at this index. */
export function newKey(version: number, index: number): string {
  return (version === 1 ? firstKeys[index] : undefined) ?? keyAt(version, index)
}

/** Returns lines that all have their keys; the array itself if they have. */
export function withKeys(lines: readonly ProductLine[]): readonly ProductLine[] {
  if (lines[0]?.key !== null) return lines
  return Object.freeze(
    lines.map((line, index) => Object.freeze({ ...line, key: getLineKey(line, index) })),
  )
}

/**
 * Marks lines that the store has without keys, because nothing has changed them. All copies of the
 * package use the same symbol.
 */
const newLines: unique symbol = Symbol.for('quotewright.newLines')

/** What is shown of stored quotes, which are read many times from memory and caches. */
const shownQuotes = new WeakMap<Quote, Quote>()

/**
 * Returns a stored quote as its readers get it: each line has its key.
 *
 * @param quote Frozen.
 */
export function showKeys(quote: Quote): Quote {
  if (quote.products?.[0]?.key !== null) return quote
  const known = shownQuotes.get(quote)
  if (known !== undefined) return known
  const lines = quote.products.map((line, index) =>
    Object.freeze({ ...line, key: newKey(1, index) }),
  )
  const shown = Object.freeze({ ...quote, products: markNew(lines) })
  shownQuotes.set(quote, shown)
  return shown
}

/** Marks and freezes lines, which are an array that nothing else has. */
function markNew(lines: readonly ProductLine[]): readonly ProductLine[] {
  return Object.freeze(Object.defineProperty(lines, newLines, { value: true }))
}

/**
 * Freezes lines that were made of others, one of each, and marks them as these.
 *
 * @param lines An array that nothing else has.
 */
export function freezeLinesAs(
  original: readonly ProductLine[],
  lines: readonly ProductLine[],
): readonly ProductLine[] {
  return newLines in original ? markNew(lines) : Object.freeze(lines)
}

/**
 * Returns a quote that an engine has returned as the published interface shows it: the lines of a
 * new quote have null for their keys.
 */
export function hideNewKeys(quote: Quote): Quote {
  return newLines in quote.products ? withoutKeys(quote) : quote
}

/** Returns true if the key of each line is the one that follows from its position. */
export function hasNewKeys({ products }: Pick<Quote, 'products'>): boolean {
  return products?.every(({ key }, index) => key === newKey(1, index))
}

/** Returns a quote whose lines have null for their keys, as a new one is stored. */
export function withoutKeys(quote: Quote): Quote {
  return { ...quote, products: quote.products.map((line) => ({ ...line, key: null })) }
}

/**
 * Returns the lines of a quote by their keys, in the order of display. Lines that the order does
 * not name come last.
 */
export function linesByKey({ products, product_order: order, sections }: LinesInOrder): LinesByKey {
  const lines = new Map(products.map((line, index) => [getLineKey(line, index), line]))
  if (order === null) return bySection(lines, sections)
  const displayed = order.flatMap((key) => {
    const line = lines.get(key)
    return line === undefined ? [] : [[key, line] as const]
  })
  return bySection(new Map([...displayed, ...lines]), sections)
}

/** Returns lines in the order of their sections. Those without one come first. */
function bySection(lines: LinesByKey, sections: LinesInOrder['sections']): LinesByKey {
  if (sections === undefined) return lines
  const places = new Map(sections.map(({ key }, index) => [key, index]))
  const place = ({ section = '' }: ProductLine) => places.get(section) ?? -1
  return new Map([...lines].sort(([, left], [, right]) => place(left) - place(right)))
}

/** The lines of a quote by their keys, in the order of display. */
export type LinesByKey = ReadonlyMap<string, ProductLine>

type LinesInOrder = Pick<Quote, 'products' | 'product_order' | 'sections'>

/** Returns the lines of a quote in the order of display. */
export function displayedLines(quote: LinesInOrder): readonly ProductLine[] {
  const isAsStored = quote.product_order === null && quote.sections === undefined
  return isAsStored ? quote.products : [...linesByKey(quote).values()]
}

/**
 * Compares keys by version and position, in which lines were added: `1-2` comes before `1-10`. The
 * parts of one line, such as `1-2/1`, are equal, so that sorting keeps their order.
 */
export function compareKeys(left: string, right: string): number {
  return getVersion(left) - getVersion(right) || getPosition(left) - getPosition(right)
}

function getVersion(key: string): number {
  return Number(key.slice(0, key.indexOf('-')))
}

function getPosition(key: string): number {
  return Number.parseInt(key.slice(key.indexOf('-') + 1), 10)
}

/** Returns the errors of an order of these lines. A valid order has every line key once. */
export function validateLineOrder(
  order: readonly string[],
  lines: readonly ProductLine[],
): readonly { readonly path: readonly number[]; readonly message: string }[] {
  const missing = new Set(lines.map(getLineKey))
  const errors = order.flatMap((key, index) =>
    missing.delete(key)
      ? []
      : [{ path: [index], message: 'must be the key of a line, and each key once' }],
  )
  if (missing.size === 0) return errors
  const listed = [...missing].slice(0, 5).map((key) => truncate(key))
  return [
    ...errors,
    { path: [], message: `must have every line key; missing: ${listed.join(', ')}` },
  ]
}

/**
 * Returns the order after an update: the order sent, else the stored one while it is valid for the
 * lines. An unchanged stored order that is sent back with changed lines counts as not sent.
 */
export function mergeLineOrder(
  stored: Quote,
  sent: readonly string[] | null | undefined,
  lines: readonly ProductLine[],
  errors: FieldErrorCollector,
): readonly string[] | null {
  if (sent === undefined || jsonEqual(sent, stored.product_order)) {
    const { product_order: order } = stored
    return order === null || validateLineOrder(order, lines).length > 0 ? null : order
  }
  for (const { path, message } of sent === null ? [] : validateLineOrder(sent, lines))
    errors.add(['product_order', ...path], message)
  return sent
}
