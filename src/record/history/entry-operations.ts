import type { HistoryEntry } from './entry.js'

/**
 * The operations of history entries, by the kind of their record. They are stored, so none is ever
 * removed, and a name that changes stays in `earlierNames`. Most are those of the engine without
 * the kind of the record.
 */
export const entryOperations = Object.freeze({
  quote: [
    'create',
    'copy',
    'update',
    'reprice',
    'priceTaxes',
    'send',
    'requestRevision',
    'revise',
    'accept',
    'decline',
    'cancel',
    'startOrder',
    'abandonOrder',
    'releaseOrder',
    'order',
    'recordDelivery',
    'expire',
    'delete',
    'restore',
    'erase',
  ],
  messages: ['addMessage', 'erase'],
  template: ['create', 'update', 'delete'],
  tags: ['setTag', 'removeTag'],
  users: ['setUser', 'removeUser'],
  numbers: ['takeNumber'],
} as const)

/** The kinds of the records that an engine stores. */
export type RecordKind = keyof typeof entryOperations

/** What was done to a record of a kind. */
export type EntryOperation<Kind extends RecordKind = RecordKind> =
  (typeof entryOperations)[Kind][number]

/** The names of operations in entries that are stored already, with those that they have now. */
const earlierNames: ReadonlyMap<string, EntryOperation> = new Map([['price_taxes', 'priceTaxes']])

/** Returns an entry whose operation has the name that it has now. */
export function withCurrentName(entry: HistoryEntry): HistoryEntry {
  const operation = earlierNames.get(entry.operation)
  return operation === undefined ? entry : { ...entry, operation }
}
