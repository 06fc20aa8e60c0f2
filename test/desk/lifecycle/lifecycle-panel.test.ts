import { describe, expect, it } from 'vitest'
import type { DeskCall } from '../../../src/desk/desk-call.js'
import { type ActionName, actionNames } from '../../../src/desk/lifecycle/actions.js'
import { lifecycleParts } from '../../../src/desk/lifecycle/lifecycle-panel.js'
import type { DeskUser } from '../../../src/desk/options.js'
import type { QuoteView } from '../../../src/engine/operations/read-quotes.js'
import { isQuoteError } from '../../../src/errors.js'
import { transitions } from '../../../src/quote/model/transitions.js'
import type { QuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { approvalTag, sampleApprovals, sampleRequirement } from '../../engine/sample-approvals.js'
import { sampleCall } from '../sample-call.js'
import { buyer, markup, sampleDesk, seller, textOf, unescaped } from '../sample-desk.js'
import { statusEngine, statuses } from './quotes-in-every-status.js'

const users: Readonly<Record<string, DeskUser>> = {
  seller,
  buyer,
  system: { storeId: 'store-1', actor: 'cron', role: 'system' },
  'caller without a role': { storeId: 'store-1', actor: 'root' },
}

async function panelOf(engine: QuoteEngine, user: DeskUser, quoteId: string, options = {}) {
  const view = await engine.getQuote(user, quoteId)
  return partsOf(sampleCall(engine, user, { options }), view)
}

/** Returns all parts of a page about what can be done with a quote. */
async function partsOf(call: DeskCall, view: QuoteView): Promise<string> {
  const { buttons, panel } = await lifecycleParts(call, view)
  return `${await buttons}${await panel}`
}

/** The actions that a panel offers: by a form, or a link to a page that asks first. */
function offeredBy(html: string, quoteId: string): readonly ActionName[] {
  return actionNames.filter((name) => html.includes(`="/desk/quotes/${quoteId}/${name}"`))
}

type Try = (engine: QuoteEngine, user: DeskUser, quoteId: string) => Promise<unknown>

const preview = { preview: true } as const
const tries: Readonly<Record<Exclude<ActionName, 'status'>, Try>> = {
  'request-approval': (engine, user, id) => engine.requestApproval(user, id, {}, preview),
  approve: (engine, user, id) =>
    engine.approveQuote(user, id, { requirement: sampleRequirement }, preview),
  'reject-approval': (engine, user, id) =>
    engine.rejectApproval(user, id, { requirement: sampleRequirement, note: 'no' }, preview),
  'take-wishes': (engine, user, id) =>
    engine.reviseQuote(user, id, { take: { proposal: 'proposal-1' } }, preview),
  send: (engine, user, id) => engine.sendQuote(user, id, {}, preview),
  accept: async (engine, user, id) => {
    const { quote } = await engine.getQuote(user, id)
    // Other than in the samples: the same acceptance again would change nothing, and be accepted.
    const request = { revision: quote.revision ?? 1, name: 'Somebody else' }
    return engine.acceptQuote(user, id, request, preview)
  },
  order: (engine, user, id) => engine.orderQuote(user, id, {}, preview),
  'order-part': (engine, user, id) => {
    const part = { order_id: 'order-9', lines: [{ key: '1-2', qty: 1 }] }
    return engine.orderQuote(user, id, part, preview)
  },
  'close-order': (engine, user, id) => engine.closeOrder(user, id, {}, preview),
  'order-result': async (engine, user, id) => {
    const { order } = (await engine.getQuote(user, id)).quote
    const request = { order_key: order?.key ?? 'none', order_id: null }
    return engine.orderQuote(user, id, request, preview)
  },
  revise: (engine, user, id) => engine.reviseQuote(user, id, {}, preview),
  'request-revision': (engine, user, id) =>
    engine.requestRevision(user, id, { reason: 'x' }, preview),
  decline: (engine, user, id) => engine.declineQuote(user, id, {}, preview),
  'price-taxes': (engine, user, id) => engine.priceTaxes(user, id, {}, preview),
  reprice: (engine, user, id) => engine.repriceQuote(user, id, {}, preview),
  delivery: (engine, user, id) => engine.recordDelivery(user, id, { type: 'opened' }, preview),
  payment: (engine, user, id) =>
    engine.recordPayment(user, id, { id: 'pay-1', amount: '1' }, preview),
  copy: (engine, user, id) => engine.copyQuote(user, id, {}, preview),
  cancel: (engine, user, id) => engine.cancelQuote(user, id, {}, preview),
  delete: (engine, user, id) => engine.deleteQuote(user, id, preview),
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

describe('lifecycleParts', () => {
  for (const [role, user] of Object.entries(users))
    for (const status of statuses)
      it(`offers a ${role} exactly what the engine accepts: ${status}`, async () => {
        const { engine, createIn } = statusEngine()
        const quoteId = await createIn(status)
        const offered = offeredBy(await panelOf(engine, user, quoteId), quoteId)
        const accepted: ActionName[] = []
        for (const name of Object.keys(tries) as (keyof typeof tries)[]) {
          // An ordered quote is ordered again without a change, so nothing is offered.
          if (name === 'order' && status === 'ordered') continue
          if (await isAccepted(tries[name](engine, user, quoteId))) accepted.push(name)
        }
        expect(offered).toEqual(actionNames.filter((name) => accepted.includes(name)))
      })

  for (const [role, user] of Object.entries(users))
    for (const status of statuses)
      it(`offers a ${role} the decisions on approvals that the engine accepts: ${status}`, async () => {
        const { engine, createIn } = statusEngine({ approvals: sampleApprovals })
        const quoteId = await createIn(status)
        const owner = { storeId: 'store-1' }
        await engine.updateQuote(owner, quoteId, { tag_list: [approvalTag] })
        await engine.requestApproval(owner, quoteId).catch(() => undefined)
        const offered = offeredBy(await panelOf(engine, user, quoteId), quoteId)
        // All that is needed was requested.
        expect(offered).not.toContain('request-approval')
        for (const name of ['approve', 'reject-approval'] as const)
          expect([name, offered.includes(name)]).toEqual([
            name,
            await isAccepted(tries[name](engine, user, quoteId)),
          ])
      })

  it('has an action for every operation of the table of transitions', async () => {
    const { engine, createIn } = statusEngine()
    const words: Record<string, string> = { requestRevision: 'request-revision' }
    for (const { operation, from } of transitions) {
      const quoteId = await createIn(from[0] as 'new')
      const html = await panelOf(engine, users['caller without a role'] as DeskUser, quoteId)
      const name = words[operation] ?? operation.replace('Quote', '')
      expect(offeredBy(html, quoteId)).toContain(name)
    }
  })

  it('makes one next step prominent', async () => {
    const { engine, createIn } = statusEngine()
    for (const [status, button] of [
      ['new', 'Review and send'],
      ['draft', 'Review and send'],
      ['sent', undefined],
      ['expired', 'Revise the quote'],
      ['accepted', 'Order'],
      ['pending order', 'Try again to place the order'],
    ] as const) {
      const html = await panelOf(engine, seller, await createIn(status))
      const primary = [...html.matchAll(/<button class="primary"[^>]*>([^<]*)</g)]
      expect(primary.map(([, text]) => text)).toEqual(button === undefined ? [] : [button])
    }
  })

  it('shows the link for the customer in a field, once there is an offer', async () => {
    const { engine, createIn } = statusEngine()
    const options = {
      customerUrl: ({ quoteId }: { quoteId: string }) => `https://shop.test/q/${quoteId}?a=1&b="2"`,
    }
    const sent = await createIn('sent')
    const html = await panelOf(engine, seller, sent, options)
    expect(unescaped(html)).toContain(`readonly value="https://shop.test/q/${sent}?a=1&b="2""`)
    const unsent = await createIn('new')
    expect(await panelOf(engine, seller, unsent, options)).not.toContain('shop.test')
  })

  it('shows the quote even if the host creates no link, and reports it', async () => {
    const { engine, createIn } = statusEngine()
    const customerUrl = () => {
      throw new Error('no secret')
    }
    const desk = sampleDesk({ engine, customerUrl })
    const { html, status } = await desk.get(`/quotes/${await createIn('sent')}`)
    expect(status).toBe(200)
    expect(textOf(html)).toContain('The link for the customer is not available.')
    expect(html).not.toContain('no secret')
    expect(desk.errors).toMatchObject([{ message: 'no secret' }])
  })

  it('shows the reason on which the next step depends', async () => {
    const { engine, createIn } = statusEngine()
    const declined = textOf(await panelOf(engine, seller, await createIn('declined')))
    expect(declined).toContain('Reason Too expensive')
    const requested = textOf(await panelOf(engine, seller, await createIn('revision_requested')))
    expect(requested).toContain('Requested change Ten instead of five')
  })

  it('shows markup as text', async () => {
    const { engine, createIn } = statusEngine()
    const quoteId = await createIn('sent')
    await engine.cancelQuote(seller, quoteId, { reason: markup })
    const html = await panelOf(engine, seller, quoteId)
    expect(html).not.toMatch(/<script|<img/)
    expect(unescaped(html)).toContain(markup)
  })

  it('tells what was done', async () => {
    const { engine, createIn } = statusEngine()
    const view = await engine.getQuote(seller, await createIn('sent'))
    const shown = async (done: string) =>
      partsOf(sampleCall(engine, seller, { query: { done } }), view)
    expect(await shown('sent')).toContain('The offer is ready for the customer.')
    expect(await shown('__proto__')).not.toContain('role="status"')
  })
})
