import type { QuoteView } from '../../../engine/operations/quotes/get-quote.js'
import { hasPendingOrder } from '../../../quote/lifecycle/order-errors.js'
import type { LifecycleOperation } from '../../../quote/lifecycle/transitions.js'
import type { Quote } from '../../../quote/quote.js'
import type { DeskCall } from '../../desk-call.js'

/** What can be done with a quote: the last part of the address that its form is sent to. */
export const actionNames = Object.freeze([
  'send',
  'status',
  'accept',
  'order',
  'order-result',
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

/** An action, and the status of the host that it leads to if it is `status`. */
export interface PossibleAction {
  readonly name: ActionName
  readonly to?: string
}

const transitionActions: Readonly<Record<LifecycleOperation | 'updateQuote', ActionName>> = {
  updateQuote: 'status',
  sendQuote: 'send',
  requestRevision: 'request-revision',
  reviseQuote: 'revise',
  acceptQuote: 'accept',
  declineQuote: 'decline',
  cancelQuote: 'cancel',
  orderQuote: 'order',
}

/**
 * Returns what the user can do with a quote now, in the order of `actionNames`: the engine says
 * which changes of status its life cycle allows. What the option `permit`, a guard or a port
 * rejects is known only once it is tried.
 */
export function possibleActions(
  { engine, user }: Pick<DeskCall, 'engine' | 'user'>,
  view: QuoteView,
): readonly PossibleAction[] {
  const { transitions, canEdit } = engine.possibleOperations(user, view)
  const possible = [
    ...transitions.map(({ operation, to }): PossibleAction => {
      const name = transitionActions[operation]
      return name === 'status' ? { name, to } : { name }
    }),
    ...otherActions(view.quote, user.role, canEdit).map((name) => ({ name })),
  ]
  return actionNames.flatMap((name) => possible.filter((each) => each.name === name))
}

/** Returns the actions that change no status. */
function otherActions(
  quote: Quote,
  role: DeskCall['user']['role'],
  canEdit: boolean,
): readonly ActionName[] {
  const isSeller = role === undefined || role === 'seller'
  const isInternal = isSeller || role === 'system'
  const isEditable = isSeller && canEdit
  return [
    ...(isInternal && hasPendingOrder(quote) ? (['order-result'] as const) : []),
    ...(isEditable ? (['price-taxes'] as const) : []),
    ...(isEditable && quote.products.some(({ id }) => id !== 0) ? (['reprice'] as const) : []),
    ...(isInternal && quote.revision !== undefined ? (['delivery'] as const) : []),
    ...(isInternal ? (['copy'] as const) : []),
    ...(isInternal && !hasPendingOrder(quote) ? (['delete'] as const) : []),
  ]
}

/**
 * Returns the step that usually comes next; undefined if there is none, as while the customer can
 * accept the offer, which is up to them.
 */
export function nextAction(possible: readonly PossibleAction[]): PossibleAction | undefined {
  if (possible.some(({ name }) => name === 'accept')) return undefined
  const steps = ['order', 'send', 'status', 'revise', 'request-revision'] as const
  const next = steps.find((step) => possible.some(({ name }) => name === step))
  return possible.find(({ name }) => name === next)
}
