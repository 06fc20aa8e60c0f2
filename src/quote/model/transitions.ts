/** What the caller is to the quotes: who offers, who buys, or a program. */
export type Role = 'seller' | 'buyer' | 'system'

export const roles = ['seller', 'buyer', 'system'] as const satisfies readonly Role[]

/**
 * The statuses that are stored. A quote is `new` until its first revision is sent, and `draft`
 * while a later one is prepared.
 */
export const quoteStatuses = Object.freeze([
  'new',
  'draft',
  'sent',
  'revision_requested',
  'accepted',
  'declined',
  'canceled',
  'ordered',
] as const)

/**
 * The statuses that a host adds with the option `lifecycle`, as the names of members: TypeScript
 * then knows them as a {@link QuoteStatus}, and finds one that is misspelled.
 *
 * @example
 * declare module 'quotewright' {
 *   interface OwnStatuses {
 *     in_review: true
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: hosts add to it.
export interface OwnStatuses {}

/**
 * The status of a quote. `expired` is never stored: a quote that is `sent` is shown as `expired`
 * from the time `expires` on. Hosts can add statuses with the option `lifecycle`, and name them in
 * {@link OwnStatuses}.
 */
export type QuoteStatus =
  | (typeof quoteStatuses)[number]
  | 'expired'
  | Extract<keyof OwnStatuses, string>

/** The operations that change the status of a quote. */
export type LifecycleOperation =
  | 'sendQuote'
  | 'requestRevision'
  | 'reviseQuote'
  | 'acceptQuote'
  | 'declineQuote'
  | 'cancelQuote'
  | 'orderQuote'

/** A change of status that is possible. */
export interface Transition {
  /**
   * The operation that makes it. `updateQuote` makes it with the field `status`; only transitions
   * to statuses of your own can be of this kind.
   */
  readonly operation: LifecycleOperation | 'updateQuote'
  /** The statuses from which it is possible, `expired` among them. */
  readonly from: readonly string[]
  /** The status to which it leads. */
  readonly to: string
  /** The roles that can make it. A caller without a role can make every transition. */
  readonly by: readonly Role[]
}

/** Every transition, and no other. The diagram in the docs is drawn from this table. */
export const transitions: readonly Transition[] = Object.freeze([
  {
    operation: 'sendQuote',
    from: ['new', 'draft'],
    to: 'sent',
    by: ['seller'],
  },
  {
    operation: 'requestRevision',
    from: ['sent'],
    to: 'revision_requested',
    by: ['buyer'],
  },
  {
    operation: 'reviseQuote',
    from: ['sent', 'expired', 'revision_requested', 'declined', 'canceled'],
    to: 'draft',
    by: ['seller'],
  },
  {
    operation: 'acceptQuote',
    from: ['sent'],
    to: 'accepted',
    by: ['buyer', 'seller'],
  },
  {
    operation: 'declineQuote',
    from: ['sent', 'revision_requested'],
    to: 'declined',
    by: ['buyer', 'seller'],
  },
  {
    operation: 'cancelQuote',
    from: ['new', 'draft', 'sent', 'expired', 'revision_requested', 'accepted', 'declined'],
    to: 'canceled',
    by: ['seller'],
  },
  {
    operation: 'orderQuote',
    from: ['accepted'],
    to: 'ordered',
    by: ['seller', 'system'],
  },
])

/** The statuses in which the customer and the lines of a quote can be changed, by role. */
export const editableStatuses: Readonly<Record<Role, readonly string[]>> = Object.freeze({
  seller: ['new', 'draft'],
  buyer: ['new'],
  system: [],
})
