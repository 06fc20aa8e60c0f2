import type { QuoteView } from '../../../engine/operations/read-quotes.js'
import type { DeskCall } from '../../desk-call.js'
import { statusAction } from '../../parts/status.js'
import type { Action } from './action.js'
import { offerActions } from './offer-actions.js'
import { quoteActions } from './quote-actions.js'

const declared = { ...offerActions, ...quoteActions }

/** The name of an action: the last part of the address that its form is sent to. */
export type ActionName = keyof typeof declared

/** Each operation that an action stands for as a transition. */
export type ActionTransition = Extract<(typeof declared)[ActionName]['when'], string>

/** What can be done with a quote, in the order in which it is shown. */
export const actions: Readonly<Record<ActionName, Action>> = declared

export const actionNames = Object.keys(declared) as readonly ActionName[]

/** What is said after an action, by the word that its redirect has. */
export const doneMessages: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(actions).map(({ done }) => done),
)

/** An action, and the status of the host that it leads to if it is one of several. */
export interface PossibleAction {
  readonly name: ActionName
  readonly to?: string
}

/**
 * Returns what the user can do with a quote now: the engine says which changes of status its life
 * cycle allows. What the option `permit`, a guard or a port rejects is known only once it is tried.
 */
export function possibleActions(
  { engine, user: { role }, user }: Pick<DeskCall, 'engine' | 'user'>,
  view: QuoteView,
): readonly PossibleAction[] {
  const { transitions, canEdit } = engine.possibleOperations(user, view)
  const isSeller = role === undefined || role === 'seller'
  const isInternal = isSeller || role === 'system'
  const facts = { quote: view.quote, isInternal, isEditable: isSeller && canEdit }
  return actionNames.flatMap((name): readonly PossibleAction[] => {
    const { when } = actions[name]
    if (typeof when === 'function') return when(facts) ? [{ name }] : []
    return transitions
      .filter(({ operation }) => operation === when)
      .map(({ to }) => (when === 'updateQuote' ? { name, to } : { name }))
  })
}

/**
 * Returns the step that usually comes next; undefined if there is none, as while the customer can
 * accept the offer, which is up to them.
 */
export function nextAction(possible: readonly PossibleAction[]): PossibleAction | undefined {
  if (possible.some(({ name }) => actions[name].isUpToCustomer)) return undefined
  const rank = ({ name }: PossibleAction) => actions[name].nextStep ?? Number.POSITIVE_INFINITY
  const [next] = possible.toSorted((left, right) => rank(left) - rank(right))
  return next && Number.isFinite(rank(next)) ? next : undefined
}

/** Returns what people call an action, or what the host calls the way to its status. */
export function actionLabel(desk: Pick<DeskCall, 'options'>, { name, to }: PossibleAction): string {
  return to === undefined ? actions[name].label : statusAction(desk, to)
}
