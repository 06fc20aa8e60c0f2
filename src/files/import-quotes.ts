import { hash } from 'node:crypto'
import type { StoreContext } from '../engine/arguments.js'
import { wasRepeated } from '../engine/commands/run-quote-command.js'
import { isQuoteError, QuoteError, type QuoteErrorCode } from '../errors.js'
import type { FieldTypes } from '../quote/model/own-fields.js'
import type { CreateQuoteRequest } from '../quote/operations/requests.js'
import type { QuoteEngine } from '../quote-engine/quote-engine.js'
import { describeKind } from '../validation/describe-value.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { truncate } from '../validation/identifiers.js'
import { isPlainObject } from '../validation/json-value.js'
import { wrapCallback } from '../validation/wrap-callback.js'
import { importLines } from './import-lines.js'
import {
  type ImportCounts,
  type ImportError,
  type ImportItem,
  type ImportQuotesOptions,
  type ImportReport,
  importOptionsSchema,
} from './import-options.js'
import { importRows } from './import-rows.js'
import { assertHasEffect, type FileFormat } from './options.js'
import { assertSource, decodeSource, type ImportSource, rowError } from './source.js'
import type { ImportRequest } from './to-request.js'

/** The codes of errors that are those of a row. All others end the import. */
const rowCodes: readonly QuoteErrorCode[] = [
  'invalid_request',
  'idempotency_key_reused',
  'not_permitted',
  'quote_not_found',
  'quote_locked',
]

type Engine = Pick<QuoteEngine<never>, 'createQuote' | 'fields'>

/**
 * Creates the quotes of a file: of one that {@link exportQuotes} has written, or of another system.
 * Each is a new quote at the offered prices of the file, with the list prices and facts of the
 * catalog. Its life begins again: it has no number, no acceptance and no history.
 *
 * An invalid row is reported, has stored nothing, and does not stop the others. If the import is
 * interrupted, {@link getImportReport} says what it has done; call it again with the same
 * `importId` and file: quotes that were created are not created again. Holds one row for each
 * concurrent call in memory.
 *
 * @throws QuoteError `invalid_options`; `invalid_request` if the file has other bytes than its
 * encoding, or is no CSV from
 * some line on; `callback_failed` if `onProgress` or `toRequest` throws; `aborted`; what
 * `createQuote` throws if the storage or a port fails
 *
 * @example
 * const file = createReadStream('quotes.jsonl')
 * const report = await importQuotes(engine, context, file, { format: 'jsonl', importId: 'shop-2' })
 * for (const { row, path, message } of report.errors) console.error(row, path, message)
 */
export async function importQuotes<Fields extends FieldTypes>(
  engine: Pick<QuoteEngine<Fields>, 'createQuote' | 'fields'>,
  context: StoreContext,
  source: ImportSource,
  options: ImportQuotesOptions,
): Promise<ImportReport> {
  const parsed = parseOrThrow(importOptionsSchema, options, 'invalid_options')
  const { columns, skipOtherColumns, idType, delimiter, decimalSeparator } = parsed
  assertHasEffect(options.format, {
    ...{ columns, skipOtherColumns, idType, delimiter, decimalSeparator },
    'emptyKeys: "continue"': parsed.emptyKeys === 'continue' || undefined,
  })
  assertSource(source)
  const run = new Import(engine as unknown as Engine, context, options)
  const file = decodeSource(source, {
    format: options.format,
    encoding: parsed.encoding,
    signal: run.signal,
  })
  const importFile = options.format === 'jsonl' ? importLines : importRows
  try {
    await importFile((item) => run.add(item), file, options, engine.fields)
    await run.settle()
    run.throwIfStopped()
  } catch (error) {
    await run.settle()
    const cause = run.failure ?? { error }
    if (typeof cause.error === 'object' && cause.error !== null)
      reports.set(cause.error, run.report())
    throw cause.error
  }
  return run.report()
}

const reports = new WeakMap<object, ImportReport>()

/**
 * Returns what an import had done until it rejected with this error: a file that ends in the
 * middle, a signal or a failing storage. Returns undefined for other errors.
 *
 * @example
 * await importQuotes(engine, context, file, options).catch((error) => {
 *   console.error(error.message, getImportReport(error))
 * })
 */
export function getImportReport(error: unknown): ImportReport | undefined {
  return reports.get(Object(error))
}

/** Runs a bounded number of creations at once, and counts their outcomes. */
class Import {
  readonly #running = new Set<Promise<void>>()
  readonly #errors: ImportError[] = []
  readonly #counts = { created: 0, repeated: 0, failed: 0, skipped: 0 }
  readonly #onProgress: (progress: ImportCounts) => void
  readonly #stop = new AbortController()
  #errorCount = 0
  /** Why the import ends, apart from what is wrong with the file. */
  failure: { readonly error: unknown } | undefined
  /** Aborts when the caller aborts, or a call has failed: nothing waits for more of the file. */
  readonly signal: AbortSignal

  constructor(
    readonly engine: Engine,
    readonly context: StoreContext,
    readonly options: ImportQuotesOptions,
  ) {
    this.#onProgress = wrapCallback('onProgress', options.onProgress ?? (() => undefined))
    const { signal } = this.#stop
    this.signal = options.signal ? AbortSignal.any([options.signal, signal]) : signal
  }

  /** Starts an item once there is room. */
  async add(item: ImportItem): Promise<void> {
    const { concurrency = 8, signal } = this.options
    while (this.#running.size >= concurrency) await Promise.race(this.#running)
    this.throwIfStopped()
    if (signal?.aborted) throw new QuoteError('aborted', {}, { cause: signal.reason })
    const running: Promise<void> = this.#create(item).finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  async #create(item: ImportItem): Promise<void> {
    try {
      this.#counts[await this.#outcome(item)] += 1
      this.#onProgress({ ...this.#counts })
    } catch (error) {
      this.failure ??= { error }
      this.#stop.abort()
    }
  }

  async #outcome(item: ImportItem): Promise<keyof ImportCounts> {
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
    const idempotencyKey = hash('sha256', JSON.stringify([importId, key]), 'base64url')
    const started = now()
    const record = await this.engine.createQuote(this.context, toCreateRequest(request), {
      idempotencyKey,
      signal,
    })
    const isRepeated = wasRepeated(record) ?? record.quote.created < started
    return isRepeated ? 'repeated' : 'created'
  }

  #fail({ row, key }: ImportItem, error: QuoteError): void {
    const { maxErrors = 100, format } = this.options
    const { code } = error
    const errors =
      error.code === 'invalid_request' ? error.details.errors : { '': messageOf(error, format) }
    for (const [path, message] of Object.entries(errors)) {
      this.#errorCount += 1
      if (this.#errors.length >= maxErrors) continue
      const field = path.replace(/^tag_list(?![\w-])/, 'tags')
      const shown = message + this.#hint(path, message)
      this.#errors.push({ row, key: truncate(key), code, path: field, message: shown })
    }
  }

  /** Says how ids are read as the catalog has them, if that is why a product is not found. */
  #hint(path: string, message: string): string {
    const { format, idType } = this.options
    const isOtherId = /^products\[\d+\]\.id$/.test(path) && message.endsWith('is another id')
    const isText = format === 'csv' && idType !== 'integer'
    return isOtherId && isText ? "; idType: 'integer' reads the ids of a file as integers" : ''
  }

  async settle(): Promise<void> {
    await Promise.all(this.#running)
  }

  throwIfStopped(): void {
    if (this.failure !== undefined) throw this.failure.error
  }

  report(): ImportReport {
    const errors = this.#errors.toSorted((left, right) => left.row - right.row)
    const errorCount = this.#errorCount
    return Object.freeze({ ...this.#counts, errors: Object.freeze(errors), errorCount })
  }
}

/** One call creates a quote with all that it has, so that a row that fails has stored nothing. */
function toCreateRequest(request: unknown): CreateQuoteRequest<never> {
  if (!isPlainObject(request))
    throw rowError('', `must be an object, received ${describeKind(request)}`)
  const { tags, ...content } = request as unknown as ImportRequest
  if (tags != null && content.tag_list != null)
    throw rowError('tags', 'cannot be combined with tag_list; send one of them')
  return { ...content, ...(tags != null && { tag_list: tags }) } as CreateQuoteRequest<never>
}

function messageOf({ code, message }: QuoteError, format: FileFormat): string {
  if (code !== 'idempotency_key_reused') return message
  return format === 'csv'
    ? 'this key was imported before with other rows: rows of a quote must follow each other'
    : 'this key was imported before with other content'
}
