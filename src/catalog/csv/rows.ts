import { pipeline } from 'node:stream/promises'
import type { CsvError } from 'csv-parse'
import { describeThrown, isInstance } from '../../errors/thrown.js'
import { QuoteError } from '../../errors.js'
import { toSalePrice } from '../../ports/catalog-prices.js'
import { truncate } from '../../validation/identifiers.js'
import { decodeText, type TextSource } from './decode-text.js'
import { usualDelimiters } from './dialect.js'
import { type CsvCatalogOptions, type CsvColumns, csvFields } from './options.js'

/** CSV as a string, as bytes in UTF-8, or as a stream of either. */
export type CsvSource = TextSource

/** A row of a file. */
export interface CsvRow {
  /** The line of the file on which the row begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Characters of a row. A quote that is never closed makes a row of all that follows. */
const maxRowLength = 1_000_000

/** Columns of a file. A delimiter that is repeated in error makes many. */
const maxColumns = 2_000

/** How rows are parsed. */
export interface RowOptions {
  readonly delimiter: string
  /**
   * The encoding of bytes.
   *
   * @default 'utf-8', or UTF-16 if the file begins with its byte order mark
   */
  readonly encoding?: string | undefined
  /** The function that the host has called, for errors. */
  readonly caller: string
  /** The code of an error in the syntax of the file. */
  readonly code: 'invalid_options' | 'invalid_request'
}

/**
 * Parses the rows one by one, and passes each to `onRow` until it returns false. Skips empty lines.
 * Lines can end with CRLF, LF or CR, each in its own way.
 *
 * @throws QuoteError with the line of an error in the syntax or the bytes of the file;
 * `invalid_options` if `csv-parse` is not installed
 */
export async function forEachRow(
  source: CsvSource,
  { delimiter, encoding, caller, code }: RowOptions,
  onRow: (row: CsvRow) => boolean | Promise<boolean>,
): Promise<void> {
  const { parse, CsvError } = await importParser(caller)
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: maxRowLength,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  })
  let isStopped = false
  // The parser counts a line end of two characters in a cell as two.
  let lines = 1
  const chunks = withErrors(decodeText(source, { encoding, caller, code }))
  try {
    await pipeline(chunks, parser, async (records: AsyncIterable<ParsedRow>) => {
      for await (const { info, record } of records) {
        const line = lines + info.empty_lines
        lines += 1 + lineBreaks(record)
        assertColumns(record.length, line, code)
        isStopped = !(await onRow({ line, cells: record }))
        if (isStopped) return
      }
    })
  } catch (error) {
    // A pipeline rejects if its end is not read.
    if (!isStopped) throw error instanceof CsvError ? syntaxError(error, code) : error
  }
}

/** Anything but an error that can be read would make a pipeline wait for ever. */
async function* withErrors(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* chunks
  } catch (error) {
    throw isReadableError(error) ? error : new Error(describeThrown(error), { cause: error })
  }
}

/** Returns true for an error of which Node can read what it needs. */
function isReadableError(error: unknown): error is Error {
  if (!isInstance(error, Error)) return false
  try {
    return [error.name, error.message, error.stack, (error as { code?: unknown }).code].length > 0
  } catch {
    return false
  }
}

function assertColumns(count: number, line: number, code: RowOptions['code']): void {
  if (count <= maxColumns) return
  const message = `must have at most ${maxColumns} columns, received ${count}`
  throw new QuoteError(code, { errors: { [`line[${line}]`]: message } })
}

interface ParsedRow {
  /** `empty_lines` counts those above the row. */
  readonly info: { readonly empty_lines: number }
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

  /** Returns the character that separates the names, if it is another one than the delimiter. */
  otherDelimiter(delimiter: string): string | undefined {
    const line = [...this.#indexes.keys()].join(delimiter)
    const counts = usualDelimiters.map((each) => [each, line.split(each).length] as const)
    const [most, count] = counts.reduce((best, each) => (each[1] > best[1] ? each : best))
    return most !== delimiter && count > this.length ? most : undefined
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
  options: CsvCatalogOptions,
): ReadRow {
  const columns: { readonly field: keyof ProductCells; readonly column: string }[] =
    csvFields.flatMap((field) => {
      const column = names[field]
      return column === undefined || !header.has(column) ? [] : [{ field, column }]
    })
  for (const [name, column] of Object.entries(names.fields ?? {}))
    columns.push({ field: `fields.${name}`, column })
  const readNumber = numberReader(options)
  return (cells) => {
    if (cells.every((cell) => cell.trim() === '')) return undefined
    const entries = columns.map(({ field, column }) => {
      const value = header.cell(cells, column)
      if (value.includes('\ufffd')) return [field, { column, value, error: undecodable }] as const
      const kind = numberKinds.get(field)
      if (kind === undefined) return [field, { column, value }] as const
      const number = readNumber(value, kind)
      if (field !== 'salePrice') return [field, { column, ...number }] as const
      const sale = toSalePrice(number.value, options.zeroSalePrice) ?? ''
      return [field, { column, ...number, value: sale }] as const
    })
    return Object.fromEntries(entries)
  }
}

type NumberKind = 'price' | 'quantity' | 'percentage'

/** The fields whose cells are numbers. */
const numberKinds: ReadonlyMap<keyof ProductCells, NumberKind> = new Map([
  ['price', 'price'],
  ['salePrice', 'price'],
  ['minQty', 'quantity'],
  ['componentPercent', 'percentage'],
])

const undecodable =
  'has the character U+FFFD, which stands for bytes that were decoded in another encoding: ' +
  'pass the bytes of the file, and the option encoding'

/** In a file with semicolons, `1.250` can be 1250 as well as 1.25. */
const maybeThousands = /^[1-9][0-9]{0,2}(?:\.[0-9]{3})+$/

/** Returns a function that reads numbers with a decimal point or a decimal comma. */
function numberReader({ decimalSeparator, delimiter }: CsvCatalogOptions) {
  return (value: string, kind: NumberKind): Omit<Cell, 'column'> => {
    if (decimalSeparator === ',') return withPoint(value, kind)
    const isAmbiguous = decimalSeparator === undefined && delimiter === ';'
    if (!isAmbiguous || !maybeThousands.test(value)) return { value }
    const whole = value.replaceAll('.', '')
    return { value, error: `could be ${whole} or ${value}: pass decimalSeparator, '.' or ','` }
  }
}

/** A point could separate thousands or decimals, so it is an error. */
function withPoint(value: string, kind: NumberKind): Omit<Cell, 'column'> {
  return value.includes('.')
    ? { value, error: `must be a ${kind} with a decimal comma, and without points` }
    : { value: value.replace(',', '.') }
}
