import { describe, expect, it } from 'vitest'
import { verifyAcceptance } from '../../../src/quote/verify/verify-acceptance.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import {
  approvedShop,
  discountApprovals,
  requirement,
} from '../../engine/operations/approvals/approved-shop.js'
import { context } from '../../engine/ports.js'

const require = discountApprovals.require as never

async function acceptedQuote() {
  const { engine, quoteId } = await approvedShop()
  await engine.requestApproval(context, quoteId)
  await engine.approveQuote(context, quoteId, { requirement })
  await engine.sendQuote(context, quoteId, { expires: '2999-12-31' })
  await engine.recordDelivery(context, quoteId, { type: 'opened' })
  await engine.acceptQuote(context, quoteId, { revision: 1 })
  const { quote } = await engine.orderQuote(context, quoteId, { order_id: 'order-1' })
  const [approval] = quote.approvals ?? []
  return { quote, approval }
}

describe('verifyAcceptance', () => {
  it('finds nothing wrong with what was approved, sent, delivered, accepted and ordered', async () => {
    const { quote } = await acceptedQuote()
    expect(verifyAcceptance(quote, { require })).toEqual([])
    expect(verifyQuote(quote)).toEqual([])
  })

  it.each([
    [{ covers: { list: '20', offered: '19' } }, 'approvals[0].hash', /must be the hash of what/],
    [
      { hash: '0'.repeat(64) },
      'approvals[0].hash',
      /must be the hash of what it covers, [0-9a-f]+/,
    ],
    [{ status: 'rejected' }, 'approvals[0].status', /must be approved/],
    [{ status: 'pending' }, 'approvals[0].status', /must be approved/],
    [{ decided: undefined }, 'approvals[0].decided', /is required/],
    [{ id: 'other' }, 'approvals.discount-above-20', /is required, for what the quote is/],
    [{ covers: undefined }, 'approvals[0].covers', /must be a JSON value/],
  ])('finds an approval with %j', async (altered, path, message) => {
    const { quote, approval } = await acceptedQuote()
    const { decided: _, ...others } = { ...approval, ...altered }
    const altering = 'decided' in altered ? others : { ...approval, ...altered }
    const found = verifyAcceptance({ ...quote, approvals: [altering] }, { require })
    expect(found).toContainEqual({ path, message: expect.stringMatching(message) })
  })

  it('finds an approval that is missing, or of what the quote is not', async () => {
    const { quote, approval } = await acceptedQuote()
    const { approvals: _, ...without } = quote
    const missing = {
      path: `approvals.${requirement}`,
      message: 'is required, for what the quote is',
    }
    expect(verifyAcceptance(without, { require })).toEqual([missing])
    expect(verifyAcceptance(without)).toEqual([])
    const other = await approvedShop()
    await other.engine.updateQuote(context, other.quoteId, {
      products: [{ id: 1, qty: 2, quote: '6.00' }],
    })
    const { quote: cheaper } = await other.engine.requestApproval(context, other.quoteId)
    const [ofCheaper] = cheaper.approvals ?? []
    const moved = { ...ofCheaper, status: 'approved', decided: approval?.decided }
    expect(verifyAcceptance({ ...quote, approvals: [moved] }, { require })).toEqual([missing])
  })

  it('never throws, whatever requires the approvals', async () => {
    const { quote } = await acceptedQuote()
    const fails = () => {
      throw new Error('no rules')
    }
    for (const broken of [fails, () => 7, () => Promise.resolve([])])
      expect(verifyAcceptance(quote, { require: broken as never })).toEqual([
        { path: 'approvals', message: expect.stringContaining('cannot be verified, because') },
      ])
  })
})

describe('verifyQuote', () => {
  it('finds approvals that do not follow from themselves', async () => {
    const { quote, approval } = await acceptedQuote()
    const pending = { ...approval, status: 'pending' }
    const found = verifyQuote({ ...quote, approvals: [approval, pending] })
    expect(found).toEqual([
      { path: 'approvals[1].id', message: 'must not be that of another approval' },
      { path: 'approvals[1].decided', message: 'must be absent while it is pending' },
    ])
  })
})
