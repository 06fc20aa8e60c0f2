import * as z from 'zod'
import { dialectFields, readFields } from '../catalog/csv/dialect.js'
import type { QuoteErrorCode } from '../errors.js'
import {
  booleanOption,
  idSchema,
  optionalFunction,
  optionalIntegerBetween,
  optionalSignal,
  withReceived,
} from '../validation/schemas/scalars.js'
import { type CsvDialect, type FileFormat, formatOption } from './options.js'
import type { ImportRequest } from './to-request.js'

/** A row of a file. */
interface ImportFileRow {
  /** The line of the file on which it begins, from 1. */
  readonly row: number
  /** The JSON of the line, or the cells by the names of their columns. */
  readonly value: Readonly<Record<string, unknown>>
}

/** The rows of a quote, for the functions of the host. Has what the first of them has. */
export interface ImportRow extends ImportFileRow {
  /**
   * All rows of the quote, in their order: several in a CSV file whose rows have keys, and one
   * otherwise.
   */
  readonly rows: readonly ImportFileRow[]
}

/** Options of {@link importQuotes}. */
export interface ImportQuotesOptions extends CsvDialect {
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
   * @default 'quoteId' if the file has it, else the number of the row
   */
  readonly key?: string | undefined
  /**
   * What a row without a key is, in a file whose rows have keys: an error, also of the quote before
   * it in a CSV file, which may lack a line; one more line of the quote before it (`continue`, for
   * CSV files that have the key in the first row of a quote only); or a quote (`separate`).
   *
   * @default 'reject'
   */
  readonly emptyKeys?: 'reject' | 'continue' | 'separate' | undefined
  /**
   * Names of columns of a CSV file, by what is in the file: `{ 'E-Mail': 'customer.email' }`. The
   * others keep theirs. `null` leaves a column out.
   */
  readonly columns?: Readonly<Record<string, string | null>> | undefined
  /**
   * True to leave out all columns of a CSV file that are neither fields nor in `columns`.
   *
   * @default false
   */
  readonly skipOtherColumns?: boolean | undefined
  /**
   * Returns the request of a quote, instead of its own fields; undefined leaves it out. A quote of
   * several rows fails if it does not look at all of its `rows`.
   */
  readonly toRequest?: ((row: ImportRow) => ImportRequest | undefined) | undefined
  /**
   * The encoding of bytes, by a name that `TextDecoder` knows, such as `windows-1252`.
   *
   * @default 'utf-8', or UTF-16 if the file begins with its byte order mark
   */
  readonly encoding?: string | undefined
  /**
   * The type of the ids of products in a CSV file.
   *
   * @default 'string'
   */
  readonly idType?: 'integer' | 'string' | undefined
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
   * The option `now` of the engine. Distinguishes repeated rows from new ones if the engine is not
   * called itself, but a function that copies its results.
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
  /** Number of quotes that `toRequest` left out. */
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
  /** Number of errors of all rows that failed. A row can have several. */
  readonly errorCount: number
}

export const importOptionsSchema = z.strictObject(
  {
    format: formatOption,
    importId: idSchema,
    key: z
      .string({ error: withReceived('must be the name of a field') })
      .min(1)
      .optional(),
    emptyKeys: z
      .enum(['reject', 'continue', 'separate'], {
        error: withReceived('must be reject, continue or separate'),
      })
      .optional(),
    columns: z
      .record(
        z.string(),
        z.string({ error: withReceived('must be the path of a field, or null') }).nullable(),
        { error: withReceived('must be an object, such as { "E-Mail": "customer.email" }') },
      )
      .optional(),
    skipOtherColumns: booleanOption.optional(),
    toRequest: optionalFunction,
    ...dialectFields,
    ...readFields,
    concurrency: optionalIntegerBetween(1, 100),
    maxErrors: optionalIntegerBetween(0, 10_000),
    onProgress: optionalFunction,
    signal: optionalSignal,
    now: optionalFunction,
  },
  { error: 'must be an object, such as { format: "jsonl", importId: "2026-11" }' },
)

/** What is imported of one quote. */
export interface ImportItem {
  readonly row: number
  readonly key: string
  /** Returns the request, or undefined to leave the quote out. */
  readonly toRequest: () => unknown
}

/** Adds an item once there is room for it. */
export type AddItem = (item: ImportItem) => Promise<void>
