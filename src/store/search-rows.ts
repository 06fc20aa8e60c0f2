import * as z from 'zod'
import { type Template, templateKind, templateSearchRow } from '../features/templates/template.js'
import { getSearchedFields, type OwnFields, ownFieldsSchema } from '../quote/model/own-fields.js'
import type { Quote } from '../quote/model/quote.js'
import { quoteKind } from '../quote/model/quote-record.js'
import { quoteSearchRow } from '../quote/search/search-terms.js'
import type { StoredRecord } from '../record/record.js'
import type { SearchRow } from '../record/search/search-row.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { lazy } from '../validation/lazy.js'
import { mustBeObject } from '../validation/schemas/scalars.js'

/** The kinds whose records can be found. */
export const findableKinds: readonly string[] = Object.freeze([quoteKind, templateKind])

/** What `rebuildSearch` of a storage takes. */
export interface RebuildSearchOptions {
  /**
   * The option `fields` of the engine: quotes are found by the own fields that it declares with
   * `search`.
   *
   * @default quotes are found by no own field
   */
  readonly fields?: OwnFields | undefined
}

/**
 * Returns what a stored record can be found by: the `search` of its last change. Undefined if it
 * was erased, or its kind cannot be found. Pure.
 */
export type ToSearchRow = (record: StoredRecord) => SearchRow | undefined

/** Returns how records are found by these own fields. */
export function toSearchRowWith(fields: OwnFields | undefined): ToSearchRow {
  const searched = getSearchedFields(fields)
  return (record) => {
    if (record.value == null) return undefined
    if (record.kind === templateKind) return templateSearchRow(record as StoredRecord<Template>)
    if (record.kind !== quoteKind) return undefined
    return quoteSearchRow(record as StoredRecord<Quote>, undefined, searched)
  }
}

const searchRowsOptionsSchema = lazy(() =>
  z.strictObject({ fields: ownFieldsSchema().optional() }, mustBeObject),
)

/** @throws QuoteError `invalid_options` */
export function parseRebuildOptions(options: RebuildSearchOptions = {}): ToSearchRow {
  return toSearchRowWith(parseOrThrow(searchRowsOptionsSchema(), options, 'invalid_options').fields)
}
