/**
 * The operations of history entries, by the kind of their record. They are stored, so a name never
 * changes, and none is ever removed. Most are those of the engine without the kind of the record.
 */
export const entryOperations = Object.freeze({
  quote: [
    'create',
    'copy',
    'update',
    'reprice',
    'price_taxes',
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
