/**
 * The operations of history entries, by the kind of their record, with their titles for people. The
 * names are stored, so none is ever removed, and one that changes stays in `earlierNames`. Most are
 * those of the engine without the kind of the record.
 */
export const entryTitles = {
  quote: {
    create: 'Quote created',
    request: 'Quote requested',
    copy: 'Copied from another quote',
    update: 'Quote changed',
    reprice: 'Current prices taken',
    priceTaxes: 'Taxes calculated',
    requestApproval: 'Approval requested',
    approve: 'Approved',
    rejectApproval: 'Approval rejected',
    send: 'Offer sent',
    requestRevision: 'Change requested',
    revise: 'Offer withdrawn to revise it',
    accept: 'Offer accepted',
    decline: 'Offer declined',
    cancel: 'Quote canceled',
    startOrder: 'Order begun',
    abandonOrder: 'Order rejected',
    releaseOrder: 'No order placed',
    order: 'Order placed',
    orderPart: 'Part ordered',
    closeOrder: 'Rest closed',
    recordDelivery: 'Delivery reported',
    recordPayment: 'Payment reported',
    expire: 'Offer expired',
    remind: 'Reminder due',
    delete: 'Quote deleted',
    restore: 'Quote restored',
    erase: 'Quote erased',
  },
  messages: { addMessage: 'Message written', erase: 'Messages erased' },
  template: {
    create: 'Template created',
    update: 'Template changed',
    delete: 'Template deleted',
  },
  tags: { setTag: 'Tag saved', removeTag: 'Tag removed' },
  users: { setUser: 'User saved', removeUser: 'User removed' },
  numbers: { takeNumber: 'Number assigned' },
} as const

/** The kinds of the records that an engine stores. */
export type RecordKind = keyof typeof entryTitles

/** What was done to a record of a kind. */
export type EntryOperation<Kind extends RecordKind = RecordKind> = Kind extends RecordKind
  ? keyof (typeof entryTitles)[Kind]
  : never

/** The names of operations in entries that are stored already, with those that they have now. */
const earlierNames: ReadonlyMap<string, EntryOperation> = new Map([['price_taxes', 'priceTaxes']])

/** Returns the name that the operation of an entry has now. */
export function currentOperation(operation: string): string {
  return earlierNames.get(operation) ?? operation
}
