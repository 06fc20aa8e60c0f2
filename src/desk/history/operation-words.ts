const words: ReadonlyMap<string, string> = new Map([
  ['create', 'Created'],
  ['copy', 'Copied from another quote'],
  ['update', 'Changed'],
  ['reprice', 'Took current prices'],
  ['price_taxes', 'Calculated the taxes'],
  ['send', 'Sent'],
  ['requestRevision', 'Requested a change'],
  ['revise', 'Withdrew the offer to revise it'],
  ['accept', 'Accepted'],
  ['decline', 'Declined'],
  ['cancel', 'Canceled'],
  ['startOrder', 'Began to place the order'],
  ['abandonOrder', 'The order was rejected'],
  ['order', 'Ordered'],
  ['recordDelivery', 'Recorded a delivery'],
  ['expire', 'The offer expired'],
  ['delete', 'Deleted'],
  ['restore', 'Restored'],
  ['erase', 'Erased'],
])

/** Returns what people call the operation of a history entry. */
export function operationWords(operation: string): string {
  return words.get(operation) ?? operation
}
