import { messageRecords } from '../features/messages/messages.js'
import { tagRecords } from '../features/tags/tags.js'
import { templateRecords } from '../features/templates/template-schema.js'
import { userRecords } from '../features/users/users.js'
import { quoteKind } from '../quote/model/quote-record.js'
import { isValidQuote, parseQuote } from '../quote/model/quote-schema.js'
import type { RecordKind } from '../record/history/entry-operations.js'
import type { RecordRef } from '../record/record.js'
import type { RecordDeclaration } from '../record/record-declaration.js'
import { numberRecords } from './numbers-record.js'

const quoteRecords: RecordDeclaration = {
  kind: quoteKind,
  of: 'quote',
  parse: (value, errors, path) => (isValidQuote(value) ? value : parseQuote(value, errors, path)),
}

/** Every kind of records that the library keeps. */
const declarations: ReadonlyMap<string, RecordDeclaration> = new Map(
  [quoteRecords, tagRecords, userRecords, templateRecords, numberRecords, messageRecords].map(
    (declaration) => [declaration.kind, declaration],
  ),
)

/** The kinds of records that the library keeps. */
export const recordKinds = [...declarations.keys()] as readonly RecordKind[]

/** Returns the declaration of a kind; undefined for one of a feature of the host. */
export function findDeclaration(kind: string): RecordDeclaration | undefined {
  return declarations.get(kind)
}

/** Returns the references to the records that a quote has besides itself. */
export function recordsOfQuote(quoteId: string): readonly RecordRef[] {
  return [...declarations.values()]
    .filter(({ kind, of }) => of === 'quote' && kind !== quoteKind)
    .map(({ kind }) => ({ kind, id: quoteId }))
}
