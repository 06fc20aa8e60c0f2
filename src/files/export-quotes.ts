import * as z from 'zod'
import { dialectFields } from '../catalog/csv/dialect.js'
import type { StoreContext } from '../engine/arguments.js'
import type { ListQuotesOptions, QuoteView } from '../engine/operations/read-quotes.js'
import { QuoteError } from '../errors.js'
import { displayedLines } from '../quote/model/line-keys.js'
import type { FieldTypes } from '../quote/model/own-fields.js'
import type { ProductLine, QuoteRecord } from '../quote/model/quote.js'
import type { QuoteEngine } from '../quote-engine/quote-engine.js'
import { parseOrThrow } from '../validation/field-errors.js'
import {
  booleanOption,
  optionalFunction,
  optionalSignal,
  requiredFunction,
  withReceived,
} from '../validation/schemas/scalars.js'
import { wrapCallback } from '../validation/wrap-callback.js'
import { guardCell, toCellText, toNumberCell } from './cells.js'
import { type Column, type ExportColumn, type ExportColumnName, resolveColumns } from './columns.js'
import {
  assertHasEffect,
  type CsvDialect,
  csvDefaults,
  type FileFormat,
  formatOption,
} from './options.js'

/** Options of {@link exportQuotes}. */
export interface ExportQuotesOptions<Fields extends FieldTypes = FieldTypes> extends CsvDialect {
  /** The format of the file. CSV needs the package `csv-stringify`. */
  readonly format: FileFormat
  /**
   * Selects the quotes, and their order, as `listQuotes` does.
   *
   * @default all quotes, the oldest first
   */
  readonly filter?: Omit<ListQuotesOptions<Fields>, 'after' | 'limit' | 'signal'> | undefined
  /**
   * The columns of a CSV file, in their order: names such as `customer.name`, `amounts.total`,
   * `products.qty` and `fields.region`, or functions.
   *
   * @default every field that is one value; with the own fields of the engine
   */
  readonly columns?: readonly (ExportColumnName<Fields> | ExportColumn<Fields>)[] | undefined
  /**
   * What a row of a CSV file is.
   *
   * @default 'quotes'
   */
  readonly rows?: 'quotes' | 'lines' | undefined
  /**
   * Begins a CSV file with a byte order mark, without which Excel does not read it as UTF-8.
   *
   * @default false
   */
  readonly bom?: boolean | undefined
  /** Called with each chunk of the file. */
  readonly onProgress?: ((progress: ExportProgress) => void) | undefined
  /** Ends the export: it throws `aborted`. */
  readonly signal?: AbortSignal | undefined
}

/** What an export has done so far. */
export interface ExportProgress {
  /** Number of quotes in the file. */
  readonly quotes: number
}

const column = z.union(
  [z.string(), z.strictObject({ header: z.string().min(1), value: requiredFunction })],
  { error: withReceived('must be the name of a column, or { header, value }') },
)

/** The options of a file that are single values. */
export const fileFields = {
  format: formatOption.optional(),
  rows: z.enum(['quotes', 'lines'], { error: withReceived('must be quotes or lines') }).optional(),
  bom: booleanOption.optional(),
  ...dialectFields,
}

const exportOptionsSchema = z.strictObject(
  {
    ...fileFields,
    format: formatOption,
    filter: z.custom<object>((value) => typeof value === 'object').optional(),
    columns: z
      .array(column, { error: withReceived('must be an array of columns') })
      .min(1, { error: 'must have at least one column' })
      .max(1_000, { error: 'must have at most 1000 columns' })
      .optional(),
    onProgress: optionalFunction,
    signal: optionalSignal,
  },
  { error: 'must be an object, such as { format: "jsonl" }' },
)

/** Chunks have at least so many characters, but for the last one. */
const chunkLength = 65_536

/** Number of quotes that are in memory at once. The limit `maxPageBytes` bounds them as well. */
const pageLimit = 200

/**
 * Exports the quotes of a store as a file: an async iterable of its text in chunks, which holds one
 * page of quotes in memory. `Readable.from` makes a stream of it.
 *
 * Has what the caller sees: buyers get no internal fields and no approvals. Whatever is created or
 * changed meanwhile, each quote is in the file once. Cells that a spreadsheet would take for a
 * formula begin with an apostrophe, which {@link importQuotes} removes.
 *
 * @throws QuoteError `invalid_options` if an option is invalid or has no effect, or `csv-stringify`
 * is not installed; `callback_failed` if `onProgress` or a column throws; what `listQuotes` throws
 *
 * @example
 * const file = exportQuotes(engine, context, { format: 'csv', filter: { status: 'accepted' } })
 * await pipeline(Readable.from(file), createWriteStream('quotes.csv'))
 */
export async function* exportQuotes<Fields extends FieldTypes>(
  engine: Pick<QuoteEngine<Fields>, 'listQuotes' | 'fields'>,
  context: StoreContext,
  options: ExportQuotesOptions<Fields>,
): AsyncGenerator<string, void, undefined> {
  const parsed = parseOrThrow(exportOptionsSchema, options, 'invalid_options')
  const { format, signal, filter: _, onProgress: __, ...csvOptions } = parsed
  assertHasEffect(format, csvOptions)
  const write =
    format === 'jsonl'
      ? toJsonLine
      : await createRowWriter(options as unknown as ExportQuotesOptions, engine.fields)
  const report = wrapCallback('onProgress', options.onProgress ?? (() => undefined))
  const filter = { order: 'oldest', ...options.filter, limit: pageLimit, signal } as const
  let text = write(undefined)
  let quotes = 0
  for await (const record of engine.listQuotes(context, filter as ListQuotesOptions<Fields>)) {
    if (signal?.aborted) throw new QuoteError('aborted', {}, { cause: signal.reason })
    text += write(record as unknown as QuoteView)
    quotes += 1
    if (text.length < chunkLength) continue
    report({ quotes })
    yield text
    text = ''
  }
  report({ quotes })
  if (text !== '') yield text
}

/** Returns the text of a quote; of the beginning of the file without one. */
type WriteRecord = (record: QuoteView | undefined) => string

function toJsonLine(record: QuoteView | undefined): string {
  if (record === undefined) return ''
  const { quoteId, version, updated, deleted, quote } = record
  return `${JSON.stringify({ quoteId, version, updated, deleted, quote })}\n`
}

async function createRowWriter(
  {
    columns: chosen,
    rows = csvDefaults.rows,
    bom = csvDefaults.bom,
    delimiter = csvDefaults.delimiter,
    decimalSeparator = csvDefaults.decimalSeparator,
  }: ExportQuotesOptions,
  declared: QuoteEngine['fields'],
): Promise<WriteRecord> {
  const hasLines = rows === 'lines'
  const columns = resolveColumns(chosen, declared, hasLines)
  const stringify = await importStringify()
  // Without the pattern, only cells with both characters of a line end are quoted.
  const options = { delimiter, record_delimiter: '\r\n', quoted_match: /[\r\n]/ }
  const write = (cells: readonly (readonly string[])[]) => stringify(cells as string[][], options)
  const toRow = (record: QuoteRecord, line: ProductLine | undefined) =>
    columns.map(({ header, value, isDecimal }) => {
      const cell = call(header, value, record, line)
      const text = toCellText(cell)
      const isNumber = typeof cell === 'number' ? isDecimal !== false : isDecimal
      return isNumber ? toNumberCell(text, decimalSeparator) : guardCell(text)
    })
  return (record) => {
    if (record === undefined)
      return (bom ? '\ufeff' : '') + write([columns.map(({ header }) => guardCell(header))])
    return write(
      hasLines
        ? displayedLines(record.quote).map((line) => toRow(record, line))
        : [toRow(record, undefined)],
    )
  }
}

function call(
  header: string,
  value: Column['value'],
  record: QuoteRecord,
  line: ProductLine | undefined,
): unknown {
  return wrapCallback(`columns["${header}"]`, value)(record, line)
}

async function importStringify() {
  try {
    return (await import('csv-stringify/sync')).stringify
  } catch (cause) {
    const errors = { format: 'csv needs the package csv-stringify: run npm install csv-stringify' }
    throw new QuoteError('invalid_options', { errors }, { cause })
  }
}
