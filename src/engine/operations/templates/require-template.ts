import { QuoteError } from '../../../errors.js'
import type { StoredRecord } from '../../../record/record.js'
import { type Template, templateKind } from '../../../store/templates/template.js'
import { isValidId, truncate } from '../../../validation/identifiers.js'

/**
 * Returns the record, unless the store has no such template, or it is deleted.
 *
 * @throws QuoteError `record_not_found`
 */
export function requireTemplate(
  record: StoredRecord | undefined,
  templateId: string,
): StoredRecord<Template> {
  if (record !== undefined && record.deleted === undefined) return record as StoredRecord<Template>
  throw new QuoteError('record_not_found', { kind: templateKind, id: templateId })
}

/**
 * Rejects an id that no template can have, so that it never reaches the storage.
 *
 * @throws QuoteError `record_not_found`, with the id cut to 64 characters, or with its type if it
 * is not a string
 */
export function assertTemplateId(templateId: unknown): void {
  if (isValidId(templateId)) return
  const id = typeof templateId === 'string' ? truncate(templateId) : typeof templateId
  throw new QuoteError('record_not_found', { kind: templateKind, id })
}
