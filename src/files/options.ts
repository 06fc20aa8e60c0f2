import * as z from 'zod'
import { QuoteError } from '../errors.js'
import { withReceived } from '../validation/schemas/scalars.js'

/** `jsonl` has a quote per line, as JSON; `csv` a row per quote or per line. */
export type FileFormat = 'jsonl' | 'csv'

/** The names of the formats of a file. */
export const fileFormats = Object.freeze(['jsonl', 'csv'] as const satisfies readonly FileFormat[])

/** What a file that another system has written, or reads, is like. */
export interface CsvDialect {
  /**
   * The character between the cells of a CSV file.
   *
   * @default ','
   */
  readonly delimiter?: string | undefined
  /**
   * The character before the decimals of numbers in a CSV file: of amounts, quantities,
   * percentages and own fields that are numbers. Names, notes, ids, postal codes and phone numbers
   * stay as they are.
   *
   * @default '.'
   */
  readonly decimalSeparator?: '.' | ',' | undefined
}

/** Accepts the name of a format. */
export const formatOption = z.enum(fileFormats, {
  error: withReceived(`must be ${fileFormats.join(' or ')}`),
})

/** The values that options of CSV have by default. They say nothing of a file of JSON Lines. */
export const csvDefaults = Object.freeze({
  rows: 'quotes',
  bom: false,
  delimiter: ',',
  decimalSeparator: '.',
  idType: 'string',
  skipOtherColumns: false,
} as const)

/**
 * Rejects options that only files of CSV have, unless their values are those by default.
 *
 * @throws QuoteError `invalid_options`
 */
export function assertHasEffect(format: FileFormat, csvOptions: Readonly<Record<string, unknown>>) {
  if (format === 'csv') return
  const defaults: Readonly<Record<string, unknown>> = csvDefaults
  const set = Object.entries(csvOptions).filter(
    ([name, value]) => value !== undefined && value !== defaults[name],
  )
  if (set.length === 0) return
  const errors = set.map(([name]) => [name, 'is for files of CSV only: pass format: csv as well'])
  throw new QuoteError('invalid_options', { errors: Object.fromEntries(errors) })
}
