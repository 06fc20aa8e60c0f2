import type { QuoteView } from '../../../engine/operations/quotes/get-quote.js'
import { defaultLifecycle, possibleOperations } from '../../../quote/lifecycle/lifecycle.js'
import { hasPendingOrder } from '../../../quote/lifecycle/order-errors.js'
import {
  editableStatuses,
  type LifecycleOperation,
  type Role,
} from '../../../quote/lifecycle/transitions.js'
import type { Quote } from '../../../quote/quote.js'

/** What can be done with a quote: the last part of the address that its form is sent to. */
export const actionNames = Object.freeze([
  'send',
  'accept',
  'order',
  'revise',
  'request-revision',
  'decline',
  'price-taxes',
  'reprice',
  'delivery',
  'copy',
  'cancel',
  'delete',
] as const)

export type ActionName = (typeof actionNames)[number]

const transitionActions: Readonly<Record<LifecycleOperation, ActionName>> = {
  sendQuote: 'send',
  requestRevision: 'request-revision',
  reviseQuote: 'revise',
  acceptQuote: 'accept',
  declineQuote: 'decline',
  cancelQuote: 'cancel',
  orderQuote: 'order',
}

/**
 * Returns what a user can do with a quote now, in the order of `actionNames`. Statuses and
 * transitions that the host adds are not known here. What the option `permit`, a guard or a port
 * rejects is known only once it is tried.
 */
export function possibleActions(
  { quote }: Pick<QuoteView, 'quote'>,
  role: Role | undefined,
): readonly ActionName[] {
  const { status, order } = quote
  const operations = new Set(possibleOperations(defaultLifecycle, { status, role, order }))
  const possible = new Set<ActionName>()
  for (const [operation, action] of Object.entries(transitionActions))
    if (operations.has(operation)) possible.add(action)
  for (const action of otherActions(quote, role)) possible.add(action)
  return actionNames.filter((name) => possible.has(name))
}

/** Returns the actions that the table of transitions does not have. */
function otherActions(quote: Quote, role: Role | undefined): readonly ActionName[] {
  const isSeller = role === undefined || role === 'seller'
  const isEditable = isSeller && isOpen(quote)
  const isInternal = isSeller || role === 'system'
  return [
    ...(isEditable ? (['price-taxes'] as const) : []),
    ...(isEditable && quote.products.some(({ id }) => id !== 0) ? (['reprice'] as const) : []),
    ...(isInternal && quote.revision !== undefined ? (['delivery'] as const) : []),
    ...(isInternal ? (['copy'] as const) : []),
    ...(isInternal && !hasPendingOrder(quote) ? (['delete'] as const) : []),
  ]
}

/** A quote with an offer or an order is locked, whatever its status. */
function isOpen({ seal, order, status }: Quote): boolean {
  return seal === undefined && order === undefined && editableStatuses.seller.includes(status)
}

/** Returns the step that usually comes next; undefined if the life of the quote has ended. */
export function nextAction(possible: readonly ActionName[]): ActionName | undefined {
  const steps = ['order', 'send', 'accept', 'revise', 'request-revision'] as const
  return steps.find((name) => possible.includes(name))
}
