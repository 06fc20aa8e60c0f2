import type { StoreEvent } from '../../record/history/entry.js'

/** What was done to each kind of record, by its operation. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  quote: {
    create: 'Quote created',
    update: 'Quote changed',
    delete: 'Quote deleted',
    restore: 'Quote restored',
    erase: 'Quote erased',
    send: 'Offer sent',
    revise: 'Offer withdrawn for a revision',
    requestRevision: 'Revision requested',
    accept: 'Offer accepted',
    decline: 'Offer declined',
    cancel: 'Quote canceled',
    expire: 'Offer expired',
    startOrder: 'Order started',
    abandonOrder: 'Order not placed',
    order: 'Order placed',
    reprice: 'Prices updated',
    priceTaxes: 'Taxes calculated',
    recordDelivery: 'Delivery reported',
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
}

/** Returns what happened in plain words: `Offer sent`. Hosts and later versions have more kinds. */
export function eventWords({ kind, entry: { operation } }: StoreEvent): string {
  const ofKind = Object.hasOwn(words, kind) ? words[kind] : undefined
  const known = ofKind && Object.hasOwn(ofKind, operation) ? ofKind[operation] : undefined
  return known ?? capitalized(`${separated(kind)}: ${separated(operation)}`)
}

/** Returns the words of a name: `record delivery` for `recordDelivery`. */
function separated(name: string): string {
  return name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
