import { hash } from 'node:crypto'
import * as z from 'zod'
import { type CsvSource, forEachRow } from '../catalog/csv/rows.js'
import type { StoreContext } from '../engine/arguments.js'
import type { QuoteEngine } from '../engine/quote-engine.js'
import { isQuoteError, QuoteError, type QuoteErrorCode } from '../errors.js'
import type { FieldTypes } from '../quote/own-fields/declarations.js'
import { parseQuote } from '../quote/quote-schema.js'
import type { CreateQuoteRequest } from '../quote/requests.js'
import { describeKind } from '../validation/describe-value.js'
import { FieldErrorCollector, parseOrThrow } from '../validation/field-errors.js'
import { isValidId, truncate, validId } from '../validation/identifiers.js'
import { isPlainObject } from '../validation/json-value.js'
import {
  optionalFunction,
  optionalIntegerBetween,
  optionalSignal,
  withReceived,
} from '../validation/schemas/scalars.js'
import { wrapCallback } from '../validation/wrap-callback.js'
import { delimiterOption, type FileFormat, fileFormats } from './export-quotes.js'
import { forEachLine, maxLineLength } from './lines.js'
import {
  type CellOptions,
  type ImportRequest,
  isKnownColumn,
  rowsToRequest,
  toImportRequest,
} from './to-request.js'

/** What {@link importQuotes} reads: text or bytes in UTF-8, or a stream of them. */
export type ImportSource = CsvSource

/** A row of a file, for the functions of the host. */
export interface ImportRow {
  /** The line of the file on which it begins, from 1. */
  readonly row: number
  /** The JSON of the line, or the cells by the names of their columns. */
  readonly value: Readonly<Record<string, unknown>>
}

/** Options of {@link importQuotes}. */
export interface ImportQuotesOptions {
  /** The format of the file. CSV needs the package `csv-parse`. */
  readonly format: FileFormat
  /**
   * Identifies the import: 1 to 255 characters. A row that an earlier call with the same id has
   * imported is not imported again, within `idempotencyTtlMs` of the engine.
   */
  readonly importId: string
  /**
   * The field or column that identifies a quote in the file. Rows of a CSV file that follow each
   * other with the same key are the lines of one quote.
   *
   * @default 'quoteId' if the row has it, else the number of the row
   */
  readonly key?: string | undefined
  /**
   * Names of columns of a CSV file, by what is in the file: `{ 'E-Mail': 'customer.email' }`. The
   * others keep theirs. `null` leaves a column out.
   */
  readonly columns?: Readonly<Record<string, string | null>> | undefined
  /**
   * Returns the request of a row, instead of its own fields; undefined leaves it out. With it,
   * rows of a CSV file are not grouped.
   */
  readonly toRequest?: ((row: ImportRow) => ImportRequest | undefined) | undefined
  /**
   * The type of the ids of products in a CSV file.
   *
   * @default 'string'
   */
  readonly idType?: 'integer' | 'string' | undefined
  /**
   * The character between the cells of a CSV file.
   *
   * @default ','
   */
  readonly delimiter?: string | undefined
  /**
   * Number of quotes that are created at the same time, from 1 to 100.
   *
   * @default 8
   */
  readonly concurrency?: number | undefined
  /**
   * Maximum number of errors in the report, from 0 to 10,000. All are counted.
   *
   * @default 100
   */
  readonly maxErrors?: number | undefined
  /** Called after each row. */
  readonly onProgress?: ((progress: ImportCounts) => void) | undefined
  /** Ends the import. Rows that are created already stay. */
  readonly signal?: AbortSignal | undefined
  /**
   * The option `now` of the engine, which distinguishes repeated rows from new ones.
   *
   * @default Date.now
   */
  readonly now?: (() => number) | undefined
}

/** What an import has done so far. */
export interface ImportCounts {
  /** Number of quotes that were created. */
  readonly created: number
  /** Number of quotes that an earlier import with the same id had created. */
  readonly repeated: number
  /** Number of quotes that could not be created. */
  readonly failed: number
  /** Number of rows that `toRequest` left out. */
  readonly skipped: number
}

/** Why a row was not imported. */
export interface ImportError {
  /** The line of the file on which the quote begins, from 1. */
  readonly row: number
  /** What identifies the quote in the file. */
  readonly key: string
  /** The code of the error. */
  readonly code: QuoteErrorCode
  /** The field of the request, such as `products[0].qty`; an empty string for all of it. */
  readonly path: string
  /** What is wrong. */
  readonly message: string
}

/** The result of an import. */
export interface ImportReport extends ImportCounts {
  /** The errors of the first rows that failed, by row. */
  readonly errors: readonly ImportError[]
}

const optionsSchema = z.strictObject(
  {
    format: z.enum(fileFormats, { error: withReceived(`must be ${fileFormats.join(' or ')}`) }),
    importId: z.custom<string>(isValidId, { error: withReceived(`must be ${validId}`) }),
    key: z
      .string({ error: withReceived('must be the name of a field') })
      .min(1)
      .optional(),
    columns: z.record(z.string(), z.string().nullable()).optional(),
    toRequest: optionalFunction,
    idType: z
      .enum(['integer', 'string'], { error: withReceived('must be integer or string') })
      .optional(),
    delimiter: delimiterOption,
    concurrency: optionalIntegerBetween(1, 100),
    maxErrors: optionalIntegerBetween(0, 10_000),
    onProgress: optionalFunction,
    signal: optionalSignal,
    now: optionalFunction,
  },
  { error: 'must be an object, such as { format: "jsonl", importId: "2026-11" }' },
)

/** The codes of errors that are those of a row. All others end the import. */
const rowCodes: readonly QuoteErrorCode[] = [
  'invalid_request',
  'idempotency_key_reused',
  'not_permitted',
  'quote_not_found',
  'quote_locked',
]

/** Rows of one quote, at most. The engine has a limit of its own, which is lower by default. */
const maxRowsOfQuote = 10_000

const tooLong = `must have at most ${maxLineLength} characters, in all of its rows`

/** What is imported of one quote. */
interface Item {
  readonly row: number
  readonly key: string
  /** Returns the request, or undefined to leave the row out. */
  readonly toRequest: () => unknown
}

type Engine = Pick<QuoteEngine<never>, 'createQuote' | 'updateQuote' | 'fields'>

/**
 * Creates the quotes of a file: of one that {@link exportQuotes} has written, or of another system.
 * Each is a new quote at the offered prices of the file, with the list prices and facts of the
 * catalog. Its life begins again: it has no number, no acceptance and no history.
 *
 * An invalid row is reported, and does not stop the others. If the import is interrupted, call it
 * again with the same `importId` and file: quotes that were created are not created again. Holds
 * one row for each concurrent call in memory.
 *
 * @throws QuoteError `invalid_options`; `invalid_request` if the file is not UTF-8, or no CSV from
 * some line on; `callback_failed` if `onProgress` or `toRequest` throws; `aborted`; what
 * `createQuote` throws if the storage or a port fails
 *
 * @example
 * const file = createReadStream('quotes.jsonl')
 * const report = await importQuotes(engine, context, file, { format: 'jsonl', importId: 'shop-2' })
 * for (const { row, path, message } of report.errors) console.error(row, path, message)
 */
export async function importQuotes<Fields extends FieldTypes>(
  engine: Pick<QuoteEngine<Fields>, 'createQuote' | 'updateQuote' | 'fields'>,
  context: StoreContext,
  source: ImportSource,
  options: ImportQuotesOptions,
): Promise<ImportReport> {
  parseOrThrow(optionsSchema, options, 'invalid_options')
  assertSource(source)
  const run = new Import(engine as unknown as Engine, context, options)
  const file = decode(source)
  try {
    if (options.format === 'jsonl') await importLines(run, file, options)
    else await importRows(run, file, options, engine.fields)
  } finally {
    await run.settle()
  }
  run.throwIfStopped()
  return run.report()
}

/** Runs a bounded number of creations at once, and counts their outcomes. */
class Import {
  readonly #running = new Set<Promise<void>>()
  readonly #errors: ImportError[] = []
  readonly #counts = { created: 0, repeated: 0, failed: 0, skipped: 0 }
  readonly #onProgress: (progress: ImportCounts) => void
  #fatal: { readonly error: unknown } | undefined

  constructor(
    readonly engine: Engine,
    readonly context: StoreContext,
    readonly options: ImportQuotesOptions,
  ) {
    this.#onProgress = wrapCallback('onProgress', options.onProgress ?? (() => undefined))
  }

  /** Starts an item once there is room. */
  async add(item: Item): Promise<void> {
    const { concurrency = 8, signal } = this.options
    while (this.#running.size >= concurrency) await Promise.race(this.#running)
    this.throwIfStopped()
    if (signal?.aborted) throw new QuoteError('aborted', {}, { cause: signal.reason })
    const running: Promise<void> = this.#create(item).finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  async #create(item: Item): Promise<void> {
    try {
      this.#counts[await this.#outcome(item)] += 1
      this.#onProgress({ ...this.#counts })
    } catch (error) {
      this.#fatal ??= { error }
    }
  }

  async #outcome(item: Item): Promise<keyof ImportCounts> {
    try {
      const request = item.toRequest()
      if (request === undefined) return 'skipped'
      return await this.#createQuote(item.key, request)
    } catch (error) {
      if (!isQuoteError(error) || !rowCodes.includes(error.code)) throw error
      this.#fail(item, error)
      return 'failed'
    }
  }

  async #createQuote(key: string, request: unknown): Promise<'created' | 'repeated'> {
    const { importId, signal, now = Date.now } = this.options
    if (!isPlainObject(request))
      throw rowError('', `must be an object, received ${describeKind(request)}`)
    const { tags, ...content } = request as unknown as ImportRequest
    const idempotencyKey = hash('sha256', JSON.stringify([importId, key]), 'base64url')
    const started = now()
    const { quoteId, quote } = await this.engine.createQuote(
      this.context,
      content as CreateQuoteRequest<never>,
      { idempotencyKey, signal },
    )
    if (tags != null)
      await this.engine.updateQuote(
        this.context,
        quoteId,
        { tag_list: tags },
        { idempotencyKey: `${idempotencyKey}-tags`, signal },
      )
    return quote.created < started ? 'repeated' : 'created'
  }

  #fail({ row, key }: Item, error: QuoteError): void {
    const { maxErrors = 100 } = this.options
    const { code } = error
    const errors =
      error.code === 'invalid_request' ? error.details.errors : { '': messageOf(error) }
    for (const [path, message] of Object.entries(errors)) {
      if (this.#errors.length >= maxErrors) return
      this.#errors.push({ row, key: truncate(key), code, path, message })
    }
  }

  async settle(): Promise<void> {
    await Promise.all(this.#running)
  }

  throwIfStopped(): void {
    if (this.#fatal !== undefined) throw this.#fatal.error
  }

  report(): ImportReport {
    const errors = this.#errors.toSorted((left, right) => left.row - right.row)
    return Object.freeze({ ...this.#counts, errors: Object.freeze(errors) })
  }
}

function messageOf({ code, message }: QuoteError): string {
  return code === 'idempotency_key_reused'
    ? 'this key was imported before with other content; rows of a quote must follow each other'
    : message
}

function rowError(path: string, message: string): QuoteError<'invalid_request'> {
  return new QuoteError('invalid_request', { errors: { [path]: message } })
}

function assertSource(source: unknown): asserts source is ImportSource {
  const isStream = typeof Object(source)[Symbol.asyncIterator] === 'function'
  if (isStream || typeof source === 'string' || source instanceof Uint8Array) return
  const message = `must be a string, bytes or a stream of them, received ${describeKind(source)}`
  throw new QuoteError('invalid_options', { errors: { source: message } })
}

/** Bytes that are not UTF-8 would become other names, so they end the import. */
async function* decode(source: ImportSource): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const isWhole = typeof source === 'string' || source instanceof Uint8Array
  for await (const chunk of isWhole ? [source] : source) {
    if (typeof chunk === 'string') yield chunk
    else if (chunk instanceof Uint8Array) yield decodeChunk(decoder, chunk)
    else throw rowError('', `must have chunks of strings or bytes, received ${describeKind(chunk)}`)
  }
  yield decodeChunk(decoder, undefined)
}

function decodeChunk(
  decoder: InstanceType<typeof TextDecoder>,
  chunk: Uint8Array | undefined,
): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch {
    throw rowError('', 'must be UTF-8; save or convert the file in this encoding')
  }
}

async function importLines(
  run: Import,
  file: AsyncIterable<string>,
  { key: keyField = 'quoteId', toRequest }: ImportQuotesOptions,
): Promise<void> {
  const map = toRequest && wrapCallback('toRequest', toRequest)
  await forEachLine(file, async (line, row) => {
    if (line?.trim() === '') return
    let value: Readonly<Record<string, unknown>>
    try {
      value = parseLine(line)
    } catch (error) {
      return run.add({
        row,
        key: String(row),
        toRequest: () => {
          throw error
        },
      })
    }
    const key = toKey(Object.hasOwn(value, keyField) ? value[keyField] : undefined, row)
    return run.add({
      row,
      key,
      toRequest: () => (map === undefined ? fromJson(value, keyField) : map({ row, value })),
    })
  })
}

function toKey(value: unknown, row: number): string {
  const isKey = (typeof value === 'string' && value !== '') || typeof value === 'number'
  return isKey ? String(value) : `row ${row}`
}

function parseLine(line: string | undefined): Readonly<Record<string, unknown>> {
  if (line === undefined) throw rowError('', tooLong)
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw rowError('', `must be JSON: ${truncate((error as Error).message)}`)
  }
  if (isPlainObject(value)) return value
  throw rowError('', `must be an object, received ${describeKind(value)}`)
}

/** A line has the record of a quote, or a request. */
function fromJson(value: Readonly<Record<string, unknown>>, keyField: string): unknown {
  if (!Object.hasOwn(value, 'quote')) {
    const entries = Object.entries(value).filter(([name]) => name !== keyField)
    return Object.fromEntries(entries)
  }
  const errors = new FieldErrorCollector()
  const quote = parseQuote((value as { readonly quote: unknown }).quote, errors, ['quote'])
  if (quote === undefined)
    throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  return toImportRequest(quote)
}

/** The rows of one quote. */
interface Group {
  readonly row: number
  readonly key: string
  /** Empty if a row has an error. */
  rows: (readonly string[])[]
  /** Number of characters of the rows. */
  length: number
  /** The first error of a row. */
  error?: QuoteError | undefined
}

/** Adds a row, unless one of the quote has an error. Keeps no rows of a quote that is rejected. */
function addRow(group: Group, cells: readonly string[], error: QuoteError | undefined): void {
  if (group.error !== undefined) return
  group.rows.push(cells)
  group.length += cells.reduce((length, cell) => length + cell.length, 0)
  group.error = error ?? limitGroup(group)
  if (group.error !== undefined) group.rows = []
}

/** Returns the error of a quote with too much in it, so that its rows need a bounded memory. */
function limitGroup({ rows, length }: Group): QuoteError | undefined {
  if (rows.length > maxRowsOfQuote)
    return rowError('products', `must have at most ${maxRowsOfQuote} rows`)
  return length > maxLineLength ? rowError('', tooLong) : undefined
}

async function importRows(
  run: Import,
  file: AsyncIterable<string>,
  options: ImportQuotesOptions,
  fields: QuoteEngine['fields'],
): Promise<void> {
  const { delimiter = ',', toRequest, idType = 'string' } = options
  const map = toRequest && wrapCallback('toRequest', toRequest)
  const cellOptions: CellOptions = { fields, idType }
  let header: readonly string[] | undefined
  let keyIndex = -1
  let group: Group | undefined

  const finish = async (done: Group | undefined) => {
    if (done === undefined) return
    const { row, key, rows, error } = done
    await run.add({
      row,
      key,
      toRequest() {
        if (error !== undefined) throw error
        const columns = header as readonly string[]
        if (map === undefined) return rowsToRequest(columns, rows, cellOptions)
        const entries = columns.map((name, index) => [name, rows[0]?.[index] ?? ''])
        return map({ row, value: Object.fromEntries(entries) })
      },
    })
  }

  const rowOptions = { delimiter, caller: 'importQuotes', code: 'invalid_request' } as const
  await forEachRow(file, rowOptions, async ({ line, cells }) => {
    if (header === undefined) {
      header = resolveHeader(cells, options, cellOptions)
      keyIndex = findKey(header, options.key)
      return true
    }
    const key = toKey(cells[keyIndex], line)
    const error =
      cells.length === header.length
        ? undefined
        : rowError(
            '',
            `must have ${header.length} cells, as the first row, received ${cells.length}`,
          )
    if (group?.key === key && map === undefined) {
      addRow(group, cells, error)
      return true
    }
    const done = group
    group = { row: line, key, rows: [], length: 0 }
    addRow(group, cells, error)
    await finish(done)
    return true
  })
  await finish(group)
}

function findKey(header: readonly string[], key: string | undefined): number {
  const index = header.indexOf(key ?? 'quoteId')
  if (index === -1 && key !== undefined)
    throw new QuoteError('invalid_options', {
      errors: { key: `must be a column of the file, which has ${header.map(truncate).join(', ')}` },
    })
  return index
}

function resolveHeader(
  cells: readonly string[],
  { columns = {}, toRequest, key }: ImportQuotesOptions,
  options: CellOptions,
): readonly string[] {
  const errors = new FieldErrorCollector()
  const names = cells.map((cell) => {
    const name = cell.trim()
    return Object.hasOwn(columns, name) ? (columns[name] ?? '') : name
  })
  for (const name of Object.keys(columns))
    if (!cells.some((cell) => cell.trim() === name))
      errors.add(['columns', name], 'must be a column of the file')
  for (const [index, name] of names.entries()) {
    if (name !== '' && names.indexOf(name) !== index)
      errors.add(['header', name], 'must exist once')
    const isUnknown = name !== '' && name !== key && !isKnownColumn(name, options)
    if (toRequest === undefined && isUnknown)
      errors.add(
        ['header', name],
        'is not a known column; name it in the option columns, or leave it out with null',
      )
  }
  if (!errors.isEmpty) throw new QuoteError('invalid_options', { errors: errors.toFieldErrors() })
  return names
}
