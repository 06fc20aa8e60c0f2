import { createDocument } from '../../document/model/create-document.js'
import type { QuoteDocument } from '../../document/model/quote-document.js'
import type { QuoteRecord } from '../../quote/quote.js'
import type { DeskCall } from '../desk-call.js'
import { parseVersion } from '../history/version-parameter.js'

/** A quote as a document. */
export interface LoadedDocument {
  /** The quote as it is now. */
  readonly current: QuoteRecord
  /** The version that the document shows. */
  readonly record: QuoteRecord
  readonly document: QuoteDocument
}

/**
 * Loads the quote that an address names, at the `version` or `revision` of its query, if any.
 *
 * @throws QuoteError `quote_not_found` or `version_not_found`
 */
export async function loadDocument(call: DeskCall): Promise<LoadedDocument> {
  const { engine, user } = call
  const quoteId = call.param('quoteId')
  const current = await engine.getQuote(user, quoteId)
  const selected = selectedVersion(call, quoteId)
  const record = selected === undefined ? current : await engine.getQuote(user, quoteId, selected)
  const options = await call.documentOptions(record)
  return { current, record, document: createDocument(record.quote, options) }
}

function selectedVersion(call: DeskCall, quoteId: string) {
  const version = call.query('version')
  const revision = call.query('revision')
  if (version !== '') return { version: parseVersion(version, quoteId) }
  return revision === '' ? undefined : { revision: parseVersion(revision, quoteId) }
}
