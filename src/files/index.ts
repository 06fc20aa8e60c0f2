/**
 * Quotes to files and back, as JSON Lines and CSV, and the verification of all that a store has.
 *
 * @module quotewright/files
 */
export type { ExportColumn, ExportColumnName } from './columns.js'
export { type ExportProgress, type ExportQuotesOptions, exportQuotes } from './export-quotes.js'
export type {
  ImportCounts,
  ImportError,
  ImportQuotesOptions,
  ImportReport,
  ImportRow,
} from './import-options.js'
export { getImportReport, importQuotes } from './import-quotes.js'
export type { CsvDialect, FileFormat } from './options.js'
export type { ImportSource } from './source.js'
export type { ImportRequest } from './to-request.js'
export {
  type StoreFinding,
  type VerifyProgress,
  type VerifyReport,
  type VerifyStoreOptions,
  verifyStore,
} from './verify-store.js'
