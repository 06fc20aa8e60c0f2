import { pipeline } from 'node:stream/promises'
import type { CsvError } from 'csv-parse'
import { QuoteError } from '../../errors.js'
import { describeKind } from '../../validation/describe-value.js'
import { truncate } from '../../validation/identifiers.js'

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

/**
 * Parses the rows one by one, and passes each to `onRow` until it returns false. Skips empty lines.
 *
 * @throws QuoteError `invalid_options` with the line of an error in the syntax of the file, or if
 * `csv-parse` is not installed
 */
export async function loadRows(
  source: CsvSource,
  delimiter: string,
  onRow: (row: CsvRow) => boolean,
): Promise<void> {
  const { parse, CsvError } = await importParser()
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
    await pipeline(getChunks(source), parser, async (records: AsyncIterable<ParsedRow>) => {
      for await (const { info, record } of records) {
        isStopped = !onRow({ line: info.lines - lineBreaks(record), cells: record })
        if (isStopped) return
      }
    })
  } catch (error) {
    // A pipeline rejects if its end is not read.
    if (!isStopped) throw error instanceof CsvError ? syntaxError(error) : error
  }
}

/** Checks each chunk, because a stream throws for others where no caller can catch it. */
async function* getChunks(source: CsvSource): AsyncGenerator<string | Uint8Array> {
  const isWhole = typeof source === 'string' || source instanceof Uint8Array
  for await (const chunk of isWhole ? [source] : source) {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))
      throw new TypeError(
        `csvCatalog: chunks must be strings or bytes, received ${describeKind(chunk)}`,
      )
    yield chunk
  }
}

interface ParsedRow {
  readonly info: { readonly lines: number }
  readonly record: readonly string[]
}

async function importParser() {
  try {
    return await import('csv-parse')
  } catch (cause) {
    const errors = { '': 'csvCatalog needs the package csv-parse: run npm install csv-parse' }
    throw new QuoteError('invalid_options', { errors }, { cause })
  }
}

/** The parser counts the lines up to the end of a row. */
function lineBreaks(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split(/\r\n|\n|\r/).length - 1, 0)
}

function syntaxError(cause: CsvError): QuoteError {
  const { lines } = cause as { readonly lines?: unknown }
  const path = typeof lines === 'number' ? `line[${lines}]` : ''
  const errors = { [path]: `must be valid CSV: ${truncate(cause.message)}` }
  return new QuoteError('invalid_options', { errors }, { cause })
}
