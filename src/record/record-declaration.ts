import type { FieldErrorCollector } from '../validation/field-errors.js'
import type { HistoryEntry } from './history/entry.js'
import type { RecordKind } from './history/entry-operations.js'

/** A kind of records that the library keeps, as the folder that knows it declares it. */
export interface RecordDeclaration {
  readonly kind: RecordKind
  /**
   * What its records belong to. One of a quote has the id of the quote: it is there only with it
   * for a caller with a scope, and erased with it.
   */
  readonly of: 'quote' | 'store'
  /** Returns a stored value or a copy of it if it is valid, and adds its errors otherwise. */
  readonly parse: ParseValue
  /** Returns an entry of its history with the names that fields have now, if any had others. */
  readonly withCurrentFields?: (<Entry extends HistoryEntry>(entry: Entry) => Entry) | undefined
}

export type ParseValue = (
  value: unknown,
  errors: FieldErrorCollector,
  path: readonly PropertyKey[],
) => object | undefined
