import { pipeline } from 'node:stream/promises'
import type { CsvError } from 'csv-parse'
import { QuoteError } from '../../errors.js'
import { describeKind } from '../../validation/describe-value.js'
import { truncate } from '../../validation/identifiers.js'
import { type CsvCatalogOptions, type CsvColumns, csvFields } from './options.js'

/** CSV as a string, as bytes in UTF-8, or as a stream of either. */
export type CsvSource = string | Uint8Array | AsyncIterable<string | Uint8Array>

/** A row of a file. */
export interface CsvRow {
  /** The line of the file on which the row begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Characters of a row. A quote that is never closed makes a row of all that follows. */
const maxRowLength = 1_000_000

/** How rows are parsed. */
export interface RowOptions {
  readonly delimiter: string
  /** The function that the host has called, for errors. */
  readonly caller: string
  /** The code of an error in the syntax of the file. */
  readonly code: 'invalid_options' | 'invalid_request'
}

/**
 * Parses the rows one by one, and passes each to `onRow` until it returns false. Skips empty lines.
 *
 * @throws QuoteError with the line of an error in the syntax of the file; `invalid_options` if
 * `csv-parse` is not installed
 */
export async function forEachRow(
  source: CsvSource,
  { delimiter, caller, code }: RowOptions,
  onRow: (row: CsvRow) => boolean | Promise<boolean>,
): Promise<void> {
  const { parse, CsvError } = await importParser(caller)
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: maxRowLength,
    relax_column_count: true,
    skip_empty_lines: true,
  })
  let isStopped = false
  try {
    await pipeline(getChunks(source, caller), parser, async (records: AsyncIterable<ParsedRow>) => {
      for await (const { info, record } of records) {
        isStopped = !(await onRow({ line: info.lines - lineBreaks(record), cells: record }))
        if (isStopped) return
      }
    })
  } catch (error) {
    // A pipeline rejects if its end is not read.
    if (!isStopped) throw error instanceof CsvError ? syntaxError(error, code) : error
  }
}

/** Checks each chunk, because a stream throws for others where no caller can catch it. */
async function* getChunks(source: CsvSource, caller: string): AsyncGenerator<string | Uint8Array> {
  const isWhole = typeof source === 'string' || source instanceof Uint8Array
  for await (const chunk of isWhole ? [source] : source) {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))
      throw new TypeError(
        `${caller}: chunks must be strings or bytes, received ${describeKind(chunk)}`,
      )
    yield chunk
  }
}

interface ParsedRow {
  readonly info: { readonly lines: number }
  readonly record: readonly string[]
}

async function importParser(caller: string) {
  try {
    return await import('csv-parse')
  } catch (cause) {
    const errors = { '': `${caller} needs the package csv-parse: run npm install csv-parse` }
    throw new QuoteError('invalid_options', { errors }, { cause })
  }
}

/** The parser counts the lines up to the end of a row. */
function lineBreaks(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split(/\r\n|\n|\r/).length - 1, 0)
}

function syntaxError(cause: CsvError, code: RowOptions['code']): QuoteError {
  const { lines } = cause as { readonly lines?: unknown }
  const path = typeof lines === 'number' ? `line[${lines}]` : ''
  const errors = { [path]: `must be valid CSV: ${truncate(cause.message)}` }
  return new QuoteError(code, { errors }, { cause })
}

/** The first row of a file, by the names of its columns. */
export class CsvHeader {
  readonly #indexes = new Map<string, number>()
  readonly #repeated = new Set<string>()
  readonly length: number

  constructor(cells: readonly string[]) {
    this.length = cells.length
    for (const [index, cell] of cells.entries()) {
      const name = cell.trim()
      if (this.#indexes.has(name)) this.#repeated.add(name)
      else this.#indexes.set(name, index)
    }
  }

  has(name: string): boolean {
    return this.#indexes.has(name)
  }

  isRepeated(name: string): boolean {
    return this.#repeated.has(name)
  }

  /** Returns a cell without the spaces around it; an empty string if there is no such column. */
  cell(cells: readonly string[], name: string | undefined): string {
    const index = name === undefined ? undefined : this.#indexes.get(name)
    return index === undefined ? '' : (cells[index] ?? '').trim()
  }

  /** The names for error messages. */
  toString(): string {
    return [...this.#indexes.keys()].slice(0, 20).map(truncate).join(', ')
  }
}

/** The content of a cell, with the name of its column for errors. */
export interface Cell {
  readonly column: string
  readonly value: string
  /** Why the cell can't be used. */
  readonly error?: string
}

/** The cells of one product, by field. */
export type ProductCells = { readonly [Field in (typeof csvFields)[number]]?: Cell } & {
  readonly [Field in OwnCell]: Cell
}

/** The name under which the cell of an own field is. */
type OwnCell = `fields.${string}`

/** Returns the product of a row, or undefined if the row has none. */
export type ReadRow = (cells: readonly string[]) => ProductCells | undefined

/** Returns a function that reads a row by its columns. Skips rows whose cells are all empty. */
export function createRowReader(
  header: CsvHeader,
  names: CsvColumns,
  { decimalSeparator = '.' }: CsvCatalogOptions,
): ReadRow {
  const columns: { readonly field: keyof ProductCells; readonly column: string }[] =
    csvFields.flatMap((field) => {
      const column = names[field]
      return column === undefined || !header.has(column) ? [] : [{ field, column }]
    })
  for (const [name, column] of Object.entries(names.fields ?? {}))
    columns.push({ field: `fields.${name}`, column })
  return (cells) => {
    if (cells.every((cell) => cell.trim() === '')) return undefined
    const entries = columns.map(({ field, column }) => {
      const value = header.cell(cells, column)
      const isPrice = field === 'price' || field === 'salePrice'
      const cell = isPrice && decimalSeparator === ',' ? withPoint(value) : { value }
      return [field, { column, ...cell }] as const
    })
    return Object.fromEntries(entries)
  }
}

/** A point could separate thousands or decimals, so it is an error. */
function withPoint(value: string): Omit<Cell, 'column'> {
  return value.includes('.')
    ? { value, error: 'must be a price with a decimal comma, and without points' }
    : { value: value.replace(',', '.') }
}
