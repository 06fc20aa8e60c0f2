import { QuoteError } from '../errors.js'
import { parseQuote } from '../quote/model/quote-schema.js'
import type { QuoteEngine } from '../quote-engine/quote-engine.js'
import { describeKind } from '../validation/describe-value.js'
import { FieldErrorCollector } from '../validation/field-errors.js'
import { truncate } from '../validation/identifiers.js'
import { isPlainObject } from '../validation/json-value.js'
import { wrapCallback } from '../validation/wrap-callback.js'
import { columnNames } from './columns.js'
import type { AddItem, ImportQuotesOptions } from './import-options.js'
import { forEachLine, maxLineLength } from './lines.js'
import { rowError } from './source.js'
import { toImportRequest } from './to-request.js'

/** Imports the lines of a JSON Lines file: each is a quote. */
export async function importLines(
  add: AddItem,
  file: AsyncIterable<string>,
  options: ImportQuotesOptions,
  fields: QuoteEngine['fields'],
): Promise<void> {
  const { key: keyField = 'quoteId', toRequest, emptyKeys = 'reject' } = options
  const map = toRequest && wrapCallback('toRequest', toRequest)
  // The first row decides, as the header of a CSV file does.
  let isKeyed = options.key === undefined ? undefined : true
  let isFirst = true
  await forEachLine(file, async (line, row) => {
    if (line?.trim() === '') return
    let toItemRequest: () => unknown
    let key: string | undefined
    try {
      if (isFirst) assertIsJson(line, fields)
      isFirst = false
      const value = parseLine(line)
      key = toKey(Object.hasOwn(value, keyField) ? value[keyField] : undefined)
      isKeyed ??= key !== undefined
      if (isKeyed !== (key !== undefined) && emptyKeys !== 'separate')
        throw rowError(keyField, isKeyed ? missingKey : unexpectedKey)
      toItemRequest = () =>
        map === undefined ? fromJson(value, keyField) : map({ row, value, rows: [{ row, value }] })
    } catch (error) {
      if (error instanceof QuoteError && error.code === 'invalid_options') throw error
      toItemRequest = () => {
        throw error
      }
    }
    await add({ row, key: key ?? `row ${row}`, toRequest: toItemRequest })
  })
}

const separate = 'pass emptyKeys: "separate" if rows without it are quotes of their own'

const missingKey = `must be a string or a number in each row of a file with keys; ${separate}`

const unexpectedKey = `must be set in each row or in none, and the first row has none; ${separate}`

function toKey(value: unknown): string | undefined {
  const isKey = (typeof value === 'string' && value !== '') || typeof value === 'number'
  return isKey ? String(value) : undefined
}

/** @throws QuoteError `invalid_options` if the first line is that of a CSV file */
function assertIsJson(line: string | undefined, fields: QuoteEngine['fields']): void {
  if (line === undefined || line.length > 100_000 || /^\s*[[{]/.test(line)) return
  const { all } = columnNames(fields)
  const cells = line.split(/[,;\t|]/).map((cell) => cell.replaceAll('"', '').trim())
  if (!cells.some((cell) => all.includes(cell))) return
  const message = `must be csv for this file, whose first line is ${JSON.stringify(truncate(line))}`
  throw new QuoteError('invalid_options', { errors: { format: message } })
}

const tooLong = `must have at most ${maxLineLength} characters`

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
