import { isDelimiterLine } from '../catalog/csv/dialect.js'
import { forEachRow } from '../catalog/csv/rows.js'
import { QuoteError } from '../errors.js'
import type { QuoteEngine } from '../quote-engine/quote-engine.js'
import { describeValue } from '../validation/describe-value.js'
import { truncate } from '../validation/identifiers.js'
import { wrapCallback } from '../validation/wrap-callback.js'
import { resolveHeader } from './header.js'
import type { AddItem, ImportQuotesOptions, ImportRow } from './import-options.js'
import { KeySet } from './key-set.js'
import { maxLineLength } from './lines.js'
import { csvDefaults } from './options.js'
import { rowError } from './source.js'
import { createRowReader, type FileRow } from './to-request.js'

/** Rows of one quote, at most. The engine has a limit of its own, which is lower by default. */
const maxRowsOfQuote = 10_000

const tooLong = `must have at most ${maxLineLength} characters, in all of its rows`

/** The rows of one quote. */
interface Group {
  readonly row: number
  readonly key: string
  /** Empty if a row has an error. */
  rows: FileRow[]
  /** Number of characters of the rows. */
  length: number
  /** The first error of a row. */
  error?: QuoteError | undefined
}

/** Adds a row, unless one of the quote has an error. Keeps no rows of a quote that is rejected. */
function addRow(group: Group, row: FileRow, error: QuoteError | undefined): void {
  if (group.error !== undefined) return
  group.rows.push(row)
  group.length += row.cells.reduce((length, cell) => length + cell.length, 0)
  group.error = error ?? limitGroup(group)
  if (group.error !== undefined) group.rows = []
}

/** Returns the error of a quote with too much in it, so that its rows need a bounded memory. */
function limitGroup({ rows, length }: Group): QuoteError | undefined {
  if (rows.length > maxRowsOfQuote)
    return rowError('products', `must have at most ${maxRowsOfQuote} rows`)
  return length > maxLineLength ? rowError('', tooLong) : undefined
}

/** Imports the rows of a CSV file: those that follow each other with the same key are one quote. */
export async function importRows(
  add: AddItem,
  file: AsyncIterable<string>,
  options: ImportQuotesOptions,
  fields: QuoteEngine['fields'],
): Promise<void> {
  const {
    delimiter = csvDefaults.delimiter,
    idType = csvDefaults.idType,
    decimalSeparator = csvDefaults.decimalSeparator,
  } = options
  const keys = new KeySet()
  let reader: ReturnType<typeof createReader> | undefined
  let group: Group | undefined

  const finish = async (done: Group | undefined) => {
    if (done === undefined) return
    const { row, key, rows, error } = done
    await add({
      row,
      key,
      toRequest() {
        if (error !== undefined) throw error
        return reader?.toRequest(rows)
      },
    })
  }

  const rowOptions = { delimiter, caller: 'importQuotes', code: 'invalid_request' } as const
  await forEachRow(file, rowOptions, async ({ line, cells }) => {
    if (cells.every((cell) => cell.trim() === '')) return true
    if (reader === undefined) {
      if (isDelimiterLine(cells)) return true
      const header = resolveHeader(cells, options, fields)
      reader = createReader(header, options, { fields, idType, decimalSeparator })
      return true
    }
    const { key, error, isNext } = reader.place({ row: line, cells }, group)
    if (!isNext && group !== undefined) {
      addRow(group, { row: line, cells }, error)
      return true
    }
    const done = group
    group = { row: line, key: key ?? `row ${line}`, rows: [], length: 0 }
    const isApart = key !== undefined && !keys.add(key)
    addRow(group, { row: line, cells }, isApart ? apart(key) : error)
    await finish(done)
    return true
  })
  await finish(group)
}

const apart = (idempotencyKey: string) =>
  new QuoteError('idempotency_key_reused', { idempotencyKey })

type RowOptions = Parameters<typeof createRowReader>[1]

/** Creates what a header says about the rows below it. */
function createReader(header: readonly string[], options: ImportQuotesOptions, cells: RowOptions) {
  const { toRequest, emptyKeys = 'reject' } = options
  const map = toRequest && wrapCallback('toRequest', toRequest)
  const keyIndex = findKey(header, options.key)
  const keyName = header[keyIndex] ?? ''
  const readRows = createRowReader(header, cells)
  return {
    toRequest: (rows: readonly FileRow[]) =>
      map === undefined ? readRows(rows) : mapRows(map, header, rows),

    /** Returns the key of a row, what is wrong with it, and whether it begins the next quote. */
    place({ row, cells: { length, [keyIndex]: cell = '' } }: FileRow, group: Group | undefined) {
      const key = keyIndex === -1 ? undefined : cell.trim()
      const error =
        length === header.length
          ? undefined
          : rowError('', `must have ${header.length} cells, as the first row, received ${length}`)
      if (key !== '') return { key, error, isNext: key === undefined || group?.key !== key }
      if (emptyKeys === 'separate') return { key: undefined, error, isNext: true }
      const isContinued = emptyKeys === 'continue' && group !== undefined
      if (isContinued) return { key: undefined, error, isNext: false }
      const missing = rowError(keyName, missingKey(row))
      return { key: undefined, error: error ?? missing, isNext: group === undefined }
    },
  }
}

/** Which quote such a row belongs to is unknown, so the quote before it may lack a line. */
function missingKey(row: number): string {
  return (
    `must be set in each row, and is empty in row ${row}: pass emptyKeys: "continue" if such rows ` +
    `are more lines of the quote before them, or "separate" if each is a quote`
  )
}

/** Calls the function of the host. Rows that it does not look at would be lost in silence. */
function mapRows(
  map: NonNullable<ImportQuotesOptions['toRequest']>,
  header: readonly string[],
  rows: readonly FileRow[],
): unknown {
  const toValue = ({ cells }: FileRow) =>
    Object.fromEntries(header.map((name, index) => [name, cells[index] ?? '']))
  const [first] = rows as [FileRow]
  let isRead = rows.length === 1
  const argument: ImportRow = {
    row: first.row,
    value: toValue(first),
    get rows() {
      isRead = true
      return rows.map((each) => ({ row: each.row, value: toValue(each) }))
    },
  }
  const request = map(argument)
  if (isRead || request === undefined) return request
  throw rowError(
    '',
    `has ${rows.length} rows, of which toRequest has read one: make the lines of its argument rows`,
  )
}

function findKey(header: readonly string[], key: string | undefined): number {
  const index = header.indexOf(key ?? 'quoteId')
  if (index !== -1 || key === undefined) return index
  const shown = header.slice(0, 20).map(truncate).join(', ')
  const message = `must be a column of the file, which has ${shown}; received ${describeValue(key)}`
  throw new QuoteError('invalid_options', { errors: { key: message } })
}
