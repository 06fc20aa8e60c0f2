import { getClosedOrder } from '../quote/lifecycle/order-parts.js'
import type { Quote } from '../quote/model/quote.js'
import { quoteStatuses } from '../quote/model/transitions.js'
import type { RelayEventType } from '../relay/event.js'

/** Who gets a mail: the customer of a quote, or the store that offers. */
export type MailRecipient = 'customer' | 'seller'

interface KindDescription {
  /** The event that is mailed so. */
  readonly event: RelayEventType
  readonly recipients: readonly MailRecipient[]
  /** Whether the mail has the lines, totals and terms of the quote. */
  readonly hasLines: boolean
  /** Returns true if the quote is what such a mail says. */
  fits(quote: Quote): boolean
}

/** `expired` is what a quote that is `sent` is shown as from its expiry on. */
const closedStatuses: ReadonlySet<string> = new Set([
  'expired',
  ...quoteStatuses.filter((status) => status !== 'sent'),
])

/** Statuses of the host's own leave an offer open. */
const isOpen = ({ seal, status }: Quote) => seal !== undefined && !closedStatuses.has(status)
const hasAcceptance = ({ acceptance, status }: Quote) =>
  acceptance !== undefined && status !== 'canceled'

/** The kinds of mails: each with the event that leads to it, and who gets it. */
const kinds = {
  offer: { event: 'quote.send', recipients: ['customer'], hasLines: true, fits: isOpen },
  reminder: { event: 'quote.remind', recipients: ['customer'], hasLines: true, fits: isOpen },
  accepted: {
    event: 'quote.accept',
    recipients: ['customer', 'seller'],
    hasLines: true,
    fits: hasAcceptance,
  },
  ordered: {
    event: 'quote.order',
    recipients: ['customer'],
    hasLines: true,
    fits: (quote) => quote.order?.id !== undefined && getClosedOrder(quote) === undefined,
  },
  part_ordered: {
    event: 'quote.orderPart',
    recipients: ['customer'],
    hasLines: true,
    fits: ({ order_parts: parts }) => parts !== undefined,
  },
  paid: {
    event: 'quote.recordPayment',
    recipients: ['customer', 'seller'],
    hasLines: false,
    fits: ({ payments }) => payments?.at(-1)?.type === 'paid',
  },
  declined: {
    event: 'quote.decline',
    recipients: ['customer', 'seller'],
    hasLines: false,
    fits: ({ status }) => status === 'declined',
  },
  canceled: {
    event: 'quote.cancel',
    recipients: ['customer'],
    hasLines: false,
    // A customer who never had an offer has nothing to lose.
    fits: ({ status, revision }) => status === 'canceled' && revision !== undefined,
  },
  requested: {
    event: 'quote.request',
    recipients: ['seller'],
    hasLines: true,
    // Requests of programs would fill the mailbox of the seller.
    fits: ({ request, suspicious, revision, status }) =>
      request !== undefined && !suspicious && revision === undefined && status !== 'canceled',
  },
  revision_requested: {
    event: 'quote.requestRevision',
    recipients: ['seller'],
    hasLines: false,
    fits: ({ status }) => status === 'revision_requested',
  },
  message: {
    event: 'messages.addMessage',
    recipients: ['customer', 'seller'],
    hasLines: false,
    fits: () => true,
  },
} as const satisfies Readonly<Record<string, KindDescription>>

/** What a mail says. */
export type MailKind = keyof typeof kinds

/** The names of all kinds. */
export const mailKinds = Object.freeze(Object.keys(kinds) as MailKind[])

/** Returns the description of a kind. */
export function describeKind(kind: MailKind): KindDescription {
  return kinds[kind]
}

/** Returns the kinds of mails to a recipient. */
export function kindsFor(recipient: MailRecipient): readonly MailKind[] {
  return mailKinds.filter((kind) => describeKind(kind).recipients.includes(recipient))
}
