import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { possibleActions } from '../../../src/desk/lifecycle/actions.js'
import { isQuoteError } from '../../../src/errors.js'
import { type Transition, transitions } from '../../../src/quote/model/transitions.js'
import type { QuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { request, sampleEngine, seller, start } from '../sample-desk.js'

const own = ['in_review', 'approved', 'parked'] as const
const builtIn = ['new', 'draft', 'sent', 'expired', 'accepted', 'declined', 'canceled', 'ordered']
const roles = ['seller', 'buyer', 'system'] as const

const fromOwn = fc.subarray([...own], { minLength: 1 })
const by = fc.subarray([...roles], { minLength: 1 })
const operationTransition = fc
  .record({ known: fc.constantFrom(...transitions), from: fromOwn, by })
  .map(({ known, ...rest }): Transition => ({ operation: known.operation, to: known.to, ...rest }))
const statusTransition: fc.Arbitrary<Transition> = fc.record({
  operation: fc.constant('updateQuote'),
  from: fc.subarray([...own, ...builtIn], { minLength: 1 }),
  to: fc.constantFrom(...own),
  by,
})
const lifecycles = fc.record({
  transitions: fc.array(fc.oneof(operationTransition, statusTransition), { maxLength: 8 }),
  editable: fc.subarray([...own]),
})

const preview = { preview: true } as const
type Try = (engine: QuoteEngine, quoteId: string, to: string) => Promise<unknown>
const tries: Readonly<Record<Transition['operation'], Try>> = {
  updateQuote: (engine, id, status) => engine.updateQuote(seller, id, { status }, preview),
  sendQuote: (engine, id) => engine.sendQuote(seller, id, {}, preview),
  requestRevision: (engine, id) => engine.requestRevision(seller, id, { reason: 'x' }, preview),
  reviseQuote: (engine, id) => engine.reviseQuote(seller, id, {}, preview),
  declineQuote: (engine, id) => engine.declineQuote(seller, id, {}, preview),
  cancelQuote: (engine, id) => engine.cancelQuote(seller, id, {}, preview),
  orderQuote: (engine, id) => engine.orderQuote(seller, id, { order_id: 'order-2' }, preview),
  acceptQuote: (engine, id) => acceptAs(engine, id, 'Somebody else'),
}

async function acceptAs(engine: QuoteEngine, id: string, name: string): Promise<unknown> {
  const { quote } = await engine.getQuote(seller, id)
  return engine.acceptQuote(seller, id, { revision: quote.revision ?? 1, name }, preview)
}

async function isAccepted(attempt: Promise<unknown>): Promise<boolean> {
  try {
    await attempt
    return true
  } catch (error) {
    if (isQuoteError(error)) return false
    throw error
  }
}

/**
 * Calls that lead a quote somewhere, if its life cycle lets them. Their orders and acceptances are
 * other ones than those of `tries`, which would be repetitions that change nothing.
 */
const steps: readonly Try[] = Object.entries({
  ...tries,
  orderQuote: (engine, id) => engine.orderQuote(seller, id, { order_id: 'order-1' }),
  acceptQuote: (engine, id) => acceptAs(engine, id, 'Ada'),
} satisfies typeof tries).map(
  ([, step]): Try =>
    (engine, id, to) =>
      step(storing(engine), id, to),
)

/** Returns an engine whose calls store what they do, although they ask for a preview. */
function storing(engine: QuoteEngine): QuoteEngine {
  const methods = Object.entries(engine).map(([name, value]) => [
    name,
    typeof value === 'function' && name in tries
      ? (context: unknown, id: string, ...rest: unknown[]) =>
          value(context, id, ...rest.slice(0, -1))
      : value,
  ])
  return Object.fromEntries(methods)
}

describe('possibleActions, for any life cycle of a host,', () => {
  it('has exactly the changes of status and the edits that the engine accepts', async () => {
    await fc.assert(
      fc.asyncProperty(
        lifecycles,
        fc.array(fc.tuple(fc.nat(steps.length - 1), fc.constantFrom(...own)), { maxLength: 6 }),
        fc.boolean(),
        async (lifecycle, walk, allowLateAcceptance) => {
          let now = start
          const engine = sampleEngine({
            lifecycle: { ...lifecycle, allowLateAcceptance },
            now: () => now,
          })
          const { quoteId } = await engine.createQuote(seller, request)
          for (const [index, to] of walk) {
            await isAccepted((steps[index] as Try)(engine, quoteId, to))
            now += 1
          }
          const view = await engine.getQuote(seller, quoteId)
          const { transitions: possible, canEdit } = engine.possibleOperations(seller, view)
          const names = possible.map(({ operation, to }) => `${operation} ${to}`)
          const accepted: string[] = []
          for (const { operation, to } of transitionsOf(engine)) {
            const isSame = to === view.quote.status
            if (!isSame && (await isAccepted(tries[operation](engine, quoteId, to))))
              accepted.push(`${operation} ${to}`)
          }
          expect(new Set(names)).toEqual(new Set(accepted))
          const edit = { customer: { city: 'Elsewhere' } }
          const isEdited = await isAccepted(engine.updateQuote(seller, quoteId, edit, preview))
          expect(canEdit).toBe(isEdited)
          const offered = possibleActions({ engine, user: seller }, view)
          expect(offered.filter(({ name }) => name === 'status').map(({ to }) => to)).toEqual(
            possible.filter(({ operation }) => operation === 'updateQuote').map(({ to }) => to),
          )
        },
      ),
    )
  })
})

/** Every transition of an engine, once. */
function transitionsOf(engine: QuoteEngine) {
  const byName = new Map(engine.transitions.map((each) => [`${each.operation} ${each.to}`, each]))
  return [...byName.values()]
}
