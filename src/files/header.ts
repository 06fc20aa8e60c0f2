import { usualDelimiters } from '../catalog/csv/dialect.js'
import { QuoteError } from '../errors.js'
import type { QuoteEngine } from '../quote-engine/quote-engine.js'
import { FieldErrorCollector } from '../validation/field-errors.js'
import { truncate } from '../validation/identifiers.js'
import { nearestName } from '../validation/known-fields.js'
import { type ColumnNames, columnNames, linePrefix, meantCustomerColumn } from './columns.js'
import type { ImportQuotesOptions } from './import-options.js'

/**
 * Returns the names of the columns by the first row of a file; an empty string for one that is left
 * out.
 *
 * @throws QuoteError `invalid_options` with what is wrong with the row, once
 */
export function resolveHeader(
  cells: readonly string[],
  options: ImportQuotesOptions,
  fields: QuoteEngine['fields'],
): readonly string[] {
  const columns = new Map(Object.entries(options.columns ?? {}))
  const header = cells.map((cell) => cell.trim())
  assertIsHeader(header, options)
  const errors = new FieldErrorCollector()
  const inFile = new Set(header)
  for (const name of columns.keys())
    if (!inFile.has(name)) errors.add(['columns', name], 'must be a column of the file')
  const known = columnNames(fields)
  const all = new Set(known.all)
  const names: string[] = []
  const seen = new Set<string>()
  const unknown: string[] = []
  for (const column of header) {
    const chosen = columns.get(column)
    const name = columns.has(column) ? (chosen ?? '') : column
    const isKnown = isKnownColumn(name, chosen, known, all) || name === options.key
    const isLeftOut = !isKnown && options.skipOtherColumns === true && chosen === undefined
    names.push(isLeftOut && options.toRequest === undefined ? '' : name)
    if (name === '' || isLeftOut) continue
    if (seen.has(name)) errors.add(['header', name], 'must exist once')
    seen.add(name)
    if (!isKnown) unknown.push(name)
  }
  if (options.toRequest === undefined) {
    addUnknown(unknown, seen.size, known, errors)
    const hasLines = names.some((name) => name.startsWith(linePrefix))
    if (errors.isEmpty && !hasLines) errors.add(['header'], missingLines)
  }
  if (!errors.isEmpty) throw new QuoteError('invalid_options', { errors: errors.toFieldErrors() })
  return names
}

/** A name that was chosen for a column is a field of customers even if it is nearly another one. */
function isKnownColumn(
  name: string,
  chosen: string | null | undefined,
  known: ColumnNames,
  all: ReadonlySet<string>,
): boolean {
  if (name === '' || all.has(name)) return true
  if (!name.startsWith('customer.') || name === 'customer.') return false
  return chosen != null || meantCustomerColumn(name, known) === undefined
}

const missingLines =
  'must have columns of lines, such as products.id and products.qty: exportQuotes writes them with ' +
  "rows: 'lines'"

/** Adds an error for each unknown column; for a row without any known column a single one. */
function addUnknown(
  unknown: readonly string[],
  count: number,
  known: ColumnNames,
  errors: FieldErrorCollector,
): void {
  if (unknown.length > 0 && unknown.length === count) {
    const shown = unknown
      .slice(0, 5)
      .map((name) => JSON.stringify(truncate(name)))
      .join(', ')
    errors.add(
      ['header'],
      `must be a first row with the names of columns, such as customer.name and products.qty, ` +
        `received ${shown}; columns names those of other systems`,
    )
    return
  }
  for (const name of unknown) {
    if (errors.isFull) return
    const nearest = meantCustomerColumn(name, known) ?? nearestName(name, known.all)
    const hint = nearest === undefined ? '' : ` (did you mean ${nearest}?)`
    errors.add(
      ['header', name],
      `is not a known column${hint}: name it with columns, or leave it out with null there, or ` +
        'with skipOtherColumns',
    )
  }
}

/** @throws QuoteError `invalid_options` if the first row shows that the file is another one */
function assertIsHeader(header: readonly string[], { delimiter = ',' }: ImportQuotesOptions): void {
  const [first = ''] = header
  const fail = (option: string, message: string) => {
    throw new QuoteError('invalid_options', { errors: { [option]: message } })
  }
  if (header.length > 1) return
  const shown = JSON.stringify(truncate(first))
  const said = /^sep=(.)$/.exec(first)?.[1]
  const other = said ?? usualDelimiters.find((each) => each !== delimiter && first.includes(each))
  if (other !== undefined && other !== delimiter)
    fail('delimiter', `must be ${JSON.stringify(other)} for this file, whose first row is ${shown}`)
}
