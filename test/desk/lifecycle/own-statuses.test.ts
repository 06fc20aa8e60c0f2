import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { possibleActions } from '../../../src/desk/lifecycle/actions/actions.js'
import type { QuoteEngine } from '../../../src/engine/quote-engine.js'
import { isQuoteError } from '../../../src/errors.js'
import type { LifecycleOptions } from '../../../src/quote/lifecycle/lifecycle.js'
import { type Transition, transitions } from '../../../src/quote/lifecycle/transitions.js'
import {
  inputValue,
  request,
  type SampleDesk,
  type SentFields,
  sampleDesk,
  sampleEngine,
  seller,
  start,
  textOf,
  unescaped,
} from '../sample-desk.js'

/** The life cycle of docs/from-request-to-order.md. */
const review: LifecycleOptions = {
  transitions: [
    { operation: 'updateQuote', from: ['new', 'draft'], to: 'in_review', by: ['seller'] },
    { operation: 'updateQuote', from: ['in_review'], to: 'approved', by: ['seller'] },
    { operation: 'sendQuote', from: ['approved'], to: 'sent', by: ['seller'] },
    { operation: 'reviseQuote', from: ['in_review', 'approved'], to: 'draft', by: ['seller'] },
  ],
}

/** Presses a button of a quote's page: sends the form that has it, with what is typed. */
async function press(desk: SampleDesk, path: string, button: string, typed: SentFields = {}) {
  const { html } = await desk.get(path)
  const form = [...html.matchAll(/<form [^>]*action="\/desk([^"]*)"[\s\S]*?<\/form>/g)].find(
    ([text]) => new RegExp(`<button[^>]*>${button}<`).test(text),
  )
  if (form === undefined) throw new Error(`expected a button ${button} in ${textOf(html)}`)
  const [text, action = ''] = form
  const hidden = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const sent = hidden.map(([, name = '', value = '']) => [name, unescaped(value)] as const)
  const token = inputValue(text, 'token') as string
  const answer = await desk.post(action, { ...Object.fromEntries(sent), ...typed }, { token })
  expect([button, answer.status]).toEqual([button, 303])
}

describe('the desk, with statuses of the host,', () => {
  it('leads a quote from new to ordered', async () => {
    const engine = sampleEngine({
      lifecycle: review,
      orders: { place: () => ({ orderId: 'order-1' }) },
    })
    const statuses = { in_review: { label: 'Being reviewed', action: 'Ask for a review' } }
    const desk = sampleDesk({ engine, statuses })
    const { quoteId } = await engine.createQuote(seller, request)
    const path = `/quotes/${quoteId}`
    const statusNow = async () => (await engine.getQuote(seller, quoteId)).quote.status

    await press(desk, path, 'Ask for a review')
    expect(await statusNow()).toBe('in_review')
    const reviewed = (await desk.get(path)).html
    expect(textOf(reviewed)).toContain('Status Being reviewed')
    expect(reviewed).not.toContain('name="customer.city"')
    await press(desk, path, 'Change the status to “Approved”')
    expect(await statusNow()).toBe('approved')
    await press(desk, path, 'Revise the quote')
    expect((await desk.get(path)).html).toContain('name="customer.city"')
    await press(desk, path, 'Ask for a review')
    await press(desk, path, 'Change the status to “Approved”')
    await press(desk, path, 'Send the quote', { 'send.expires': '2999-12-31' })
    await press(desk, path, 'Accept for the customer', {
      'accept.name': 'Ada',
      'accept.confirmed': 'yes',
    })
    await press(desk, path, 'Order')
    expect(await statusNow()).toBe('ordered')
  })

  it('lists them as tabs and filters, in words', async () => {
    const engine = sampleEngine({ lifecycle: review })
    const desk = sampleDesk({ engine, statuses: { in_review: { label: 'Being reviewed' } } })
    const { quoteId } = await engine.createQuote(seller, request)
    await engine.updateQuote(seller, quoteId, { status: 'in_review' })
    const { html } = await desk.get('/')
    expect(textOf(html)).toContain('All Being reviewed 1 Deleted')
    expect(html).toContain('href="/desk?status=in_review"')
    expect(html).toMatch(/type="checkbox"[^>]*\s+value="approved"/)
    const history = textOf((await desk.get(`/quotes/${quoteId}/history`)).html)
    expect(history).toContain('status being reviewed')
  })

  it('says so if the status has changed meanwhile', async () => {
    const engine = sampleEngine({ lifecycle: review })
    const desk = sampleDesk({ engine })
    const { quoteId } = await engine.createQuote(seller, request)
    await engine.updateQuote(seller, quoteId, { status: 'in_review' })
    const fields = { expectedVersion: '1', key: 'k', 'status.to': 'in_review' }
    const answer = await desk.post(`/quotes/${quoteId}/status`, fields)
    expect(answer.status).toBe(409)
    expect(textOf(answer.html)).toContain(
      '“Change the status to “In review”” is no longer possible',
    )
  })

  it.each(['sent', 'accepted', 'nonsense', '__proto__', ''])(
    'rejects a status that no button leads to: %s',
    async (to) => {
      const engine = sampleEngine({ lifecycle: review })
      const desk = sampleDesk({ engine })
      const { quoteId } = await engine.createQuote(seller, request)
      const fields = { expectedVersion: '1', key: 'k', 'status.to': to }
      const { status } = await desk.post(`/quotes/${quoteId}/status`, fields)
      expect([409, 422]).toContain(status)
      expect((await engine.getQuote(seller, quoteId)).quote.status).toBe('new')
    },
  )

  it('offers a late acceptance if the engine takes it', async () => {
    for (const allowLateAcceptance of [false, true]) {
      let now = start
      const engine = sampleEngine({ allowLateAcceptance, now: () => now })
      const { quoteId } = await engine.createQuote(seller, request)
      await engine.sendQuote(seller, quoteId, { expires: start + 1 })
      now += 2
      const { html } = await sampleDesk({ engine }).get(`/quotes/${quoteId}`)
      expect(html.includes(`/quotes/${quoteId}/accept"`)).toBe(allowLateAcceptance)
    }
  })
})

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
  reviseQuote: (engine, id) => engine.reviseQuote(seller, id, preview),
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
          const engine = sampleEngine({ lifecycle, allowLateAcceptance, now: () => now })
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
