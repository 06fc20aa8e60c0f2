import { type Acting, type Expected, Rejection, withoutOffer } from './reference.js'
import type { Step } from './steps.js'
import type { ExpectedQuote, Model, Real } from './world.js'

/** What a call must do: reject, or lead to this, with that many commits of the quote. */
export type Prediction =
  | Rejection
  | { readonly next: Expected; readonly commits: number; readonly rejection?: string }

type StepOf<Type extends Step['type']> = Extract<Step, { readonly type: Type }>

const sellers = [undefined, 'seller', 'system']
const forSellers = ['deliver', 'copy', 'delete', 'restore', 'tags']

/** The operations whose roles are those of the table. */
const operationOf: { readonly [Type in Step['type']]?: string } = {
  send: 'sendQuote',
  requestRevision: 'requestRevision',
  revise: 'reviseQuote',
  decline: 'declineQuote',
  cancel: 'cancelQuote',
  accept: 'acceptQuote',
  order: 'orderQuote',
  place: 'orderQuote',
}

/** Returns what a step must do to a quote. */
export function predict(model: Model, each: ExpectedQuote, step: Step, real: Real): Prediction {
  const { expected: quote } = each
  const acting = { role: step.role, now: real.clock.now }
  const isForbidden = forSellers.includes(step.type) && !sellers.includes(step.role)
  const operation = operationOf[step.type]
  if (operation !== undefined && !model.rules.isFor(operation, step.role))
    return new Rejection('not_permitted')
  // A quote is looked up before the role is compared with what an update changes.
  if (isForbidden && step.type !== 'tags') return new Rejection('not_permitted')
  if (quote.isDeleted && step.type !== 'restore') return new Rejection('quote_not_found')
  if (isForbidden) return new Rejection('not_permitted')
  const changed = (next: Expected): Prediction => ({
    next: { ...next, updated: Math.max(acting.now, quote.updated) },
    commits: 1,
  })
  const to = (operation: string, change: (next: Expected) => Expected = (next) => next) => {
    const status = model.rules.transit(operation, quote, acting)
    return status instanceof Rejection ? status : changed({ ...change(quote), status })
  }
  switch (step.type) {
    case 'send':
      return predictSend(model, quote, acting, step.lifetime, changed)
    case 'requestRevision':
      return to('requestRevision')
    case 'revise':
      return to('reviseQuote', withoutOffer)
    case 'decline':
      return to('declineQuote')
    case 'cancel':
      return to('cancelQuote')
    case 'accept':
      return predictAccept(quote, step, to)
    case 'order':
      return predictOrder(model, quote, acting, step.orderId, changed)
    case 'place':
      return predictPlace(model, each, acting, step, real)
    case 'put':
      return predictPut(model, quote, acting, step, changed)
    case 'edit': {
      const revised = model.rules.edit(quote, acting)
      if (revised instanceof Rejection) return revised
      return changed(revised === undefined ? quote : { ...withoutOffer(quote), status: revised })
    }
    case 'delete':
      if (typeof quote.order === 'number') return new Rejection('invalid_transition')
      return changed({ ...quote, isDeleted: true })
    case 'restore':
      return quote.isDeleted ? changed({ ...quote, isDeleted: false }) : { next: quote, commits: 0 }
    case 'deliver':
      return quote.revision === 0 ? new Rejection('invalid_request') : changed(quote)
    case 'tags':
      return changed(quote)
    default:
      return { next: quote, commits: 0 }
  }
}

type Changed = (next: Expected) => Prediction

/** The engine assigns the number and the seal: `?` is any. */
function predictSend(
  { rules }: Model,
  quote: Expected,
  acting: Acting,
  lifetime: number | undefined,
  changed: Changed,
): Prediction {
  const status = rules.transit('sendQuote', quote, acting)
  if (status instanceof Rejection) return status
  const expires = lifetime === undefined ? undefined : acting.now + lifetime
  const sent = Math.max(acting.now, quote.updated)
  if (expires !== undefined && expires <= sent) return new Rejection('invalid_request')
  const { revision, number = '?' } = quote
  const next = { ...withoutOffer(quote), revision: revision + 1, number, seal: '?', expires }
  return changed({ ...next, status })
}

/** Returns the revision to accept. */
export function askedRevision(step: StepOf<'accept'>, { revision }: Expected): number {
  const difference = { current: 0, earlier: -1, later: 1 }[step.revision]
  return Math.max(1, revision + difference)
}

function acceptanceOf({ name, role }: StepOf<'accept'>): string {
  return `${name} ${role}`
}

function predictAccept(
  quote: Expected,
  step: StepOf<'accept'>,
  to: (operation: string, change: (next: Expected) => Expected) => Prediction,
): Prediction {
  const isSame = askedRevision(step, quote) === quote.revision && step.seal !== 'other'
  const accepted = acceptanceOf(step)
  const isRepeated = isSame && quote.status !== 'canceled' && quote.accepted === accepted
  if (isRepeated) return { next: quote, commits: 0 }
  const prediction = to('acceptQuote', (next) => ({ ...next, accepted }))
  if (prediction instanceof Rejection || isSame) return prediction
  return new Rejection('offer_mismatch')
}

function predictOrder(
  { rules }: Model,
  quote: Expected,
  acting: Acting,
  orderId: string,
  changed: Changed,
): Prediction {
  const { role } = acting
  if (role === 'buyer') return new Rejection('not_permitted')
  if (quote.order === orderId) return { next: quote, commits: 0 }
  // The port may have placed the order, or may still.
  if (quote.order !== undefined) return new Rejection('invalid_transition')
  const status = rules.transit('orderQuote', quote, acting)
  return status instanceof Rejection ? status : changed({ ...quote, status, order: orderId })
}

/** The mark of the attempt, the call of the port, and the commit of its outcome. */
function predictPlace(
  { rules }: Model,
  { expected: quote, record }: ExpectedQuote,
  acting: Acting,
  { behavior }: StepOf<'place'>,
  { orders }: Real,
): Prediction {
  if (acting.role === 'buyer') return new Rejection('not_permitted')
  if (typeof quote.order === 'string') return { next: quote, commits: 0 }
  const status = rules.transit('orderQuote', quote, acting)
  if (status instanceof Rejection) return status
  const updated = Math.max(acting.now, quote.updated)
  const open = quote.order ?? 0
  if (behavior === 'fail' || behavior === 'place and fail')
    return {
      next: { ...quote, order: open + 1, updated },
      commits: 1,
      rejection: 'orders_failed',
    }
  const known = orders.placed.get(record.quote.order?.key ?? '')
  // A rejection takes back its own attempt only.
  if (behavior === 'reject' && known === undefined)
    return {
      next: { ...quote, order: open === 0 ? undefined : open, updated },
      commits: 2,
      rejection: 'order_rejected',
    }
  const order = known ?? `order-${orders.placed.size + 1}`
  return { next: { ...quote, status, order, updated }, commits: 2 }
}

const operations: Readonly<Record<string, string>> = {
  sent: 'sendQuote',
  draft: 'reviseQuote',
  declined: 'declineQuote',
  canceled: 'cancelQuote',
}

/** A status in an update is the operation that leads to it, after the edit of the same update. */
function predictPut(
  model: Model,
  quote: Expected,
  acting: Acting,
  { status, isEdit }: StepOf<'put'>,
  changed: Changed,
): Prediction {
  const { rules } = model
  const revised = isEdit ? rules.edit(quote, acting, status === 'draft') : undefined
  if (revised instanceof Rejection) return revised
  const edited = revised === undefined ? quote : { ...withoutOffer(quote), status: revised }
  const shown = [quote.status, ...(isExpired(quote, acting) ? ['expired'] : []), edited.status]
  if (shown.includes(status)) return isEdit ? changed(edited) : { next: quote, commits: 0 }
  if (['accepted', 'ordered', 'revision_requested'].includes(status))
    return new Rejection('invalid_request')
  if (status === 'sent') return predictSend(model, edited, acting, undefined, changed)
  const to = rules.transit(operations[status] ?? 'updateQuote', edited, acting, status)
  if (to instanceof Rejection) return to
  return changed({ ...(status === 'draft' ? withoutOffer(edited) : edited), status: to })
}

function isExpired({ status, expires, updated }: Expected, { now }: Acting): boolean {
  return status === 'sent' && expires !== undefined && expires <= Math.max(now, updated)
}
