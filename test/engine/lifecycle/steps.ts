import fc from 'fast-check'
import type { Caller } from './reference.js'
import type { OrderBehavior } from './world.js'

interface StepFields {
  /** Selects one of the quotes. */
  readonly target: number
  readonly role: Caller
  /** How far the clock moves before the call, forward or back. */
  readonly tick: number
}

/** A call of the engine, as data. */
export type Step = StepFields &
  (
    | { readonly type: 'send'; readonly lifetime: number | undefined }
    | { readonly type: 'requestRevision' | 'revise' | 'decline' | 'cancel' }
    | {
        readonly type: 'accept'
        readonly revision: 'current' | 'earlier' | 'later'
        readonly seal: 'none' | 'current' | 'other'
        readonly name: string
      }
    | { readonly type: 'order'; readonly orderId: string }
    | { readonly type: 'place'; readonly behavior: OrderBehavior }
    | { readonly type: 'deliver' | 'copy' | 'delete' | 'restore' | 'edit' | 'tags' }
    | { readonly type: 'put'; readonly status: string; readonly isEdit: boolean }
    | { readonly type: 'advance'; readonly behavior: OrderBehavior }
  )

type Fields = Readonly<Record<string, fc.Arbitrary<unknown>>>

const role = fc.constantFrom<Caller[]>(
  undefined,
  undefined,
  undefined,
  'seller',
  'seller',
  'buyer',
  'system',
)
const tick = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(0, 1) },
  { weight: 2, arbitrary: fc.constant(40) },
  { weight: 2, arbitrary: fc.constant(-40) },
)

const builtIn = [
  'new',
  'draft',
  'sent',
  'revision_requested',
  'accepted',
  'declined',
  'canceled',
  'ordered',
  'expired',
  'unknown',
]

/** Returns an arbitrary of steps, with these statuses besides the built-in ones. */
export function steps(ownStatuses: readonly string[]): readonly fc.Arbitrary<Step>[] {
  const of = (type: string, fields: Fields = {}) =>
    fc.record({
      type: fc.constant(type),
      target: fc.constantFrom(0, 0, 0, 1, 2),
      role,
      tick,
      ...fields,
    }) as unknown as fc.Arbitrary<Step>
  const send = of('send', {
    lifetime: fc.constantFrom(undefined, undefined, 1, 30, 30, 60, 0, -5),
  })
  const accept = of('accept', {
    revision: fc.constantFrom('current', 'current', 'current', 'current', 'earlier', 'later'),
    seal: fc.constantFrom('none', 'current', 'current', 'other'),
    name: fc.constantFrom('Ada', 'Ada', 'Bob'),
  })
  const order = of('order', { orderId: fc.constantFrom('order-1', 'order-1', 'order-a') })
  const behavior = fc.constantFrom('place', 'reject', 'fail', 'place and fail')
  const place = of('place', { behavior })
  const put = of('put', {
    status: fc.constantFrom(...builtIn, ...ownStatuses, ...ownStatuses),
    isEdit: fc.boolean(),
  })
  const others = ['requestRevision', 'decline', 'cancel', 'deliver', 'copy', 'delete', 'restore']
  return [
    ...Array.from({ length: 8 }, () => of('advance', { behavior })),
    send,
    send,
    send,
    send,
    accept,
    accept,
    accept,
    order,
    place,
    put,
    put,
    of('revise'),
    of('revise'),
    of('edit'),
    of('tags'),
    of('restore'),
    ...others.map((type) => of(type)),
  ]
}

/** Returns the call that brings a quote in this status further; other steps stay as they are. */
export function resolveStep(step: Step, status: string): Step {
  if (step.type !== 'advance') return step
  const { target, role, tick, behavior } = step
  const fields = { target, role, tick }
  switch (status) {
    case 'sent':
    case 'expired':
      return { ...fields, type: 'accept', revision: 'current', seal: 'current', name: 'Ada' }
    case 'accepted':
    case 'ordered':
      return { ...fields, type: 'place', behavior }
    case 'revision_requested':
    case 'declined':
    case 'canceled':
      return { ...fields, type: 'revise' }
    default:
      return { ...fields, type: 'send', lifetime: 30 }
  }
}
