import { describe, expect, it } from 'vitest'
import { replayQuote } from '../../../../src/quote/model/quote-record.js'
import { verifyAcceptance } from '../../../../src/quote/verify/verify-acceptance.js'
import { verifyQuote } from '../../../../src/quote/verify/verify-quote.js'
import { context, errorOf } from '../../ports.js'
import { pricedShop } from '../../priced-shop.js'
import {
  approvedShop,
  discountApprovals,
  discountTo,
  requirement,
  statusesOf,
} from './approved-shop.js'

const lead = { ...context, actor: 'lea' }
const buyer = { ...context, role: 'buyer' } as const

describe('sendQuote', () => {
  it('is rejected until what is required is approved, and says what is missing', async () => {
    const { engine, written, quoteId } = await approvedShop()
    const before = written.length
    const send = () => engine.sendQuote(context, quoteId)
    const missing = async (status: string) => {
      const { code, details, message } = await errorOf(send)
      const label = 'Discount of 30 %, more than 20 %'
      const requirements = [{ id: requirement, label, by: 'Sales lead', status }]
      expect([code, details]).toEqual(['approval_required', { quoteId, requirements }])
      expect(message).toBe(
        `The quote must be approved before it is sent: ${label} (${status}, Sales lead); call ` +
          'requestApproval, and approveQuote by who may approve it',
      )
    }
    await missing('required')
    expect(written).toHaveLength(before)
    await engine.requestApproval(context, quoteId, { note: 'A large order' })
    await missing('pending')
    await engine.rejectApproval(lead, quoteId, { requirement, note: 'Too much' })
    await missing('rejected')
    await engine.approveQuote(lead, quoteId, { requirement })
    expect((await send()).quote.status).toBe('sent')
  })

  it('takes no number while it is rejected, and none of its own quote', async () => {
    const { engine, quoteId } = await approvedShop()
    await errorOf(() => engine.sendQuote(context, quoteId))
    const other = await engine.copyQuote(context, quoteId)
    await discountTo(engine, other.quoteId, '9.00')
    expect((await engine.sendQuote(context, other.quoteId)).quote.number).toBe('1')
  })

  it('is rejected as an update with the status as well, with its edits', async () => {
    const { engine, quoteId } = await approvedShop()
    const send = (quote: string) =>
      engine.updateQuote(context, quoteId, { status: 'sent', products: [{ id: 1, qty: 2, quote }] })
    await engine.requestApproval(context, quoteId)
    await engine.approveQuote(lead, quoteId, { requirement })
    expect((await errorOf(() => send('6.00'))).code).toBe('approval_required')
    expect((await send('8.00')).quote.status).toBe('sent')
  })

  it('keeps the approvals of the revision, and no others', async () => {
    const { engine, quoteId } = await approvedShop()
    await engine.requestApproval(context, quoteId)
    await engine.approveQuote(lead, quoteId, { requirement, note: 'Fine' })
    const sent = await engine.sendQuote(context, quoteId)
    expect(sent.quote.approvals).toMatchObject([
      { id: requirement, status: 'approved', decided: { by: 'lea', note: 'Fine' } },
    ])
    await engine.reviseQuote(context, quoteId)
    await discountTo(engine, quoteId, '9.00')
    const second = await engine.sendQuote(context, quoteId)
    expect('approvals' in second.quote).toBe(false)
    const first = await engine.getQuote(context, quoteId, { revision: 1 })
    expect(first.quote).toEqual(sent.quote)
  })

  it('needs no new approval for a revision in which nothing that it covers has changed', async () => {
    const { engine, quoteId } = await approvedShop()
    await engine.requestApproval(context, quoteId)
    await engine.approveQuote(lead, quoteId, { requirement })
    await engine.sendQuote(context, quoteId)
    await engine.reviseQuote(context, quoteId)
    await engine.updateQuote(context, quoteId, { customer: { city: 'Paris' } })
    expect((await engine.sendQuote(context, quoteId)).quote.revision).toBe(2)
  })

  it('names no requirement to a buyer, who can send quotes in a life cycle of the host', async () => {
    const { engine, quoteId } = await approvedShop({
      lifecycle: {
        transitions: [
          { operation: 'updateQuote', from: ['new'], to: 'shown', by: ['seller'] },
          { operation: 'sendQuote', from: ['shown'], to: 'sent', by: ['buyer'] },
        ],
      },
    })
    await engine.updateQuote(context, quoteId, { status: 'shown' })
    const { details, message } = await errorOf(() => engine.sendQuote(buyer, quoteId))
    expect(details).toEqual({ quoteId, requirements: [] })
    expect(message).toBe('The quote must be approved before it is sent')
  })

  it('is approved as it is sent, with current taxes and shipping', async () => {
    const seen: unknown[] = []
    const { engine } = pricedShop({
      approvals: {
        require({ amounts, total, status, revision, taxes, ...quote }) {
          seen.push([amounts?.total, total, status, revision])
          for (const field of ['seal', 'sent', 'number', 'expires', 'approvals'])
            expect(quote).not.toHaveProperty(field)
          const covers = amounts?.total ?? ''
          return [{ id: 'total', label: `Total of ${covers}`, covers }]
        },
      },
    })
    const shop = { storeId: 'store-1', actor: 'ann' }
    const products = [{ id: 2, qty: 1 }]
    const { quoteId } = await engine.createQuote(shop, { customer: {}, products })
    await engine.requestApproval(shop, quoteId)
    await engine.approveQuote(lead, quoteId, { requirement: 'total' })
    const { quote } = await engine.sendQuote(shop, quoteId, { expires: 9_000 })
    expect([quote.total, quote.amounts?.taxes]).toEqual([180, '30.00'])
    expect(new Set(seen.map(String))).toEqual(new Set(['180.00,180,sent,1']))
  })

  it.each([
    [false, 'another id'],
    [true, 'another id'],
    [false, 'other values of covers'],
    [true, 'other values of covers'],
    [false, 'another number'],
  ] as const)('rejects, requested first: %s, a rule with %s each time', async (isFirst, kind) => {
    let calls = 0
    const rule = () => {
      calls += 1
      const id = kind === 'another id' ? `rule-${calls}` : 'rule'
      const required = { id, label: 'Rule', covers: kind === 'other values of covers' ? calls : 0 }
      return kind === 'another number' && calls > 1 ? [] : [required]
    }
    const { engine } = pricedShop({ approvals: { require: rule } })
    const shop = { storeId: 'store-1', actor: 'ann' }
    const products = [{ id: 2, qty: 1 }]
    const { quoteId } = await engine.createQuote(shop, { customer: {}, products })
    if (isFirst) {
      const { quote } = await engine.requestApproval(shop, quoteId)
      const [{ id: requirement = '' } = {}] = quote.approvals ?? []
      await engine.approveQuote(shop, quoteId, { requirement })
    }
    const error = await errorOf(() => engine.sendQuote(shop, quoteId))
    expect([error.code, error.details]).toEqual([
      'callback_failed',
      { option: 'approvals.require' },
    ])
    expect(error.message).toContain('must return the same for the same quote')
  })

  it.each(['requestApproval', 'sendQuote'] as const)(
    '%s takes a rule that returns the same in another order each time',
    async (operation) => {
      const required = ['a', 'b', 'c'].map((id) => ({ id, label: id, covers: id }))
      const rule = () => [...required.reverse()]
      const { engine } = pricedShop({ approvals: { require: rule } })
      const shop = { storeId: 'store-1', actor: 'ann' }
      const products = [{ id: 2, qty: 1 }]
      const { quoteId } = await engine.createQuote(shop, { customer: {}, products })
      if (operation === 'sendQuote') {
        const { code } = await errorOf(() => engine.sendQuote(shop, quoteId))
        expect(code).toBe('approval_required')
      } else {
        const { quote } = await engine.requestApproval(shop, quoteId)
        expect(quote.approvals?.map(({ id }) => id).sort()).toEqual(['a', 'b', 'c'])
      }
    },
  )

  it('shows approvals.require the last revision, and the context with all its fields', async () => {
    const seen: unknown[] = []
    class Session {
      readonly storeId = context.storeId
      readonly actor = 'ann'
      constructor(readonly team: string) {}
    }
    const { engine, quoteId } = await approvedShop({
      approvals: {
        require(
          quote,
          { previous, context: session }: { previous: typeof quote | undefined; context: Session },
        ) {
          seen.push([session.team, previous?.revision, previous?.quote_total, quote.revision])
          return []
        },
      },
    })
    const session = new Session('east')
    const sent = await engine.sendQuote(session, quoteId)
    await engine.recordDelivery(context, quoteId, { type: 'opened', time: 1 })
    await engine.reviseQuote(session, quoteId)
    await discountTo(engine, quoteId, '6.00')
    await engine.sendQuote(session, quoteId)
    await engine.updateQuote(session, quoteId, { status: 'draft' })
    await engine.updateQuote(session, quoteId, { status: 'sent' })
    expect(sent.quote.revision).toBe(1)
    expect(seen).toEqual([
      ['east', undefined, undefined, 1],
      ['east', 1, '14.00', 2],
      ['east', 2, '12.00', 3],
    ])
  })

  it('shows the revision that is sent as the last one if an update replaces it', async () => {
    const seen: unknown[] = []
    const require = (
      quote: { quote_total: string },
      { previous }: { previous: { quote_total: string } | undefined },
    ) => {
      seen.push([previous?.quote_total, quote.quote_total])
      return []
    }
    const { engine, quoteId } = await approvedShop({
      approvals: { require },
      lifecycle: { reviseOnUpdate: true },
    })
    await engine.sendQuote(context, quoteId)
    await engine.updateQuote(context, quoteId, { status: 'draft' })
    const products = [{ id: 1, qty: 2, quote: '5.00' }]
    await engine.updateQuote(context, quoteId, { status: 'sent', products })
    expect(seen).toEqual([
      [undefined, '14.00'],
      ['14.00', '10.00'],
    ])
  })
})

describe('requestApproval', () => {
  it('stores what is required, with what it covers and its hash, in one entry', async () => {
    const { engine, quoteId } = await approvedShop()
    const { quote, version, updated } = await engine.requestApproval(context, quoteId, {
      note: 'A large order',
    })
    expect(quote.approvals).toEqual([
      {
        id: requirement,
        label: 'Discount of 30 %, more than 20 %',
        by: 'Sales lead',
        covers: { list: '20', offered: '14' },
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        status: 'pending',
        requested: { time: updated, by: 'ann', note: 'A large order' },
      },
    ])
    expect(verifyQuote(quote)).toEqual([])
    const { items } = await engine.listHistory(context, quoteId)
    expect(items.at(-1)).toMatchObject({ version, operation: 'requestApproval', by: 'ann' })
    expect(replayQuote(items)).toEqual(quote)
    expect(quote.status).toBe('new')
  })

  it('asks the rules once, and so does sending once all is approved', async () => {
    let calls = 0
    const require = () => {
      calls += 1
      return [{ id: 'rule', label: 'Rule', covers: null }]
    }
    const { engine, quoteId } = await approvedShop({ approvals: { require } })
    await engine.requestApproval(context, quoteId)
    expect(calls).toBe(1)
    await engine.requestApproval(context, quoteId)
    expect(calls).toBe(2)
    await engine.approveQuote(context, quoteId, { requirement: 'rule' })
    await engine.sendQuote(context, quoteId)
    expect(calls).toBe(3)
  })

  it('changes nothing if nothing is required, or everything is requested', async () => {
    const { engine, quoteId, written } = await approvedShop()
    await engine.requestApproval(context, quoteId)
    const before = written.length
    const again = await engine.requestApproval({ ...context, actor: 'bob' }, quoteId, { note: 'x' })
    expect(again.version).toBe(3)
    const { quoteId: other } = await engine.createQuote(context, {
      customer: {},
      products: [{ id: 1, qty: 1 }],
    })
    expect((await engine.requestApproval(context, other)).version).toBe(1)
    expect(written).toHaveLength(before + 1)
  })

  it('shows in a preview what is required', async () => {
    const { engine, quoteId, written } = await approvedShop()
    const before = written.length
    const { quote } = await engine.requestApproval(context, quoteId, {}, { preview: true })
    expect(statusesOf(quote)).toEqual({ [requirement]: 'pending' })
    expect(written).toHaveLength(before)
  })

  it('drops what is not required any more, and requests what was rejected again', async () => {
    const { engine, quoteId } = await approvedShop()
    await engine.requestApproval(context, quoteId)
    await engine.rejectApproval(lead, quoteId, { requirement, note: 'Too much' })
    const again = await engine.requestApproval(context, quoteId, { note: 'They insist' })
    expect(again.quote.approvals).toMatchObject([
      { status: 'pending', requested: { note: 'They insist' } },
    ])
    expect(again.quote.approvals?.[0]).not.toHaveProperty('decided')
    await discountTo(engine, quoteId, '8.00')
    const { quote } = await engine.requestApproval(context, quoteId)
    expect('approvals' in quote).toBe(false)
  })

  it('replaces an approval of something else, and keeps one that counts', async () => {
    const { engine, quoteId } = await approvedShop()
    await engine.requestApproval(context, quoteId)
    await engine.approveQuote(lead, quoteId, { requirement })
    await engine.updateQuote(context, quoteId, { customer: { city: 'Paris' }, tag_list: ['x'] })
    const kept = await engine.requestApproval(context, quoteId)
    expect(statusesOf(kept.quote)).toEqual({ [requirement]: 'approved' })
    await discountTo(engine, quoteId, '6.00')
    const { quote } = await engine.requestApproval(context, quoteId)
    expect(quote.approvals).toMatchObject([
      { covers: { list: '20', offered: '12' }, status: 'pending' },
    ])
  })

  it.each(['requestApproval', 'approveQuote', 'rejectApproval'] as const)(
    '%s is not possible once the quote is sent',
    async (operation) => {
      const { engine, quoteId } = await approvedShop()
      await engine.requestApproval(context, quoteId)
      await engine.approveQuote(lead, quoteId, { requirement })
      const sent = await engine.sendQuote(context, quoteId)
      expect(engine.possibleOperations(context, sent).approvals).toEqual([])
      const call = () =>
        operation === 'requestApproval'
          ? engine.requestApproval(context, quoteId)
          : engine[operation](lead, quoteId, { requirement, note: 'x' })
      const { code, details } = await errorOf(call)
      expect([code, details]).toMatchObject(['invalid_transition', { operation, status: 'sent' }])
    },
  )

  it('is for programs as well, which cannot send', async () => {
    const { engine, quoteId } = await approvedShop()
    const { quote } = await engine.requestApproval({ ...context, role: 'system' }, quoteId)
    expect(statusesOf(quote)).toEqual({ [requirement]: 'pending' })
  })

  it('needs the option, as all three do', async () => {
    const { engine, quoteId } = await approvedShop({ approvals: undefined })
    for (const call of [
      () => engine.requestApproval(context, quoteId),
      () => engine.approveQuote(lead, quoteId, { requirement }),
      () => engine.rejectApproval(lead, quoteId, { requirement, note: 'no' }),
    ])
      expect(await errorOf(call)).toMatchObject({
        code: 'invalid_options',
        message: expect.stringContaining('approvals is required for'),
      })
    const record = await engine.sendQuote(context, quoteId)
    expect(engine.possibleOperations(context, record).approvals).toEqual([])
    expect(record.quote.status).toBe('sent')
  })
})

describe('approveQuote', () => {
  it('changes nothing the second time, and can be taken back until the quote is sent', async () => {
    const { engine, quoteId } = await approvedShop()
    await engine.requestApproval(context, quoteId)
    const approved = await engine.approveQuote(lead, quoteId, { requirement })
    const again = await engine.approveQuote({ ...context, actor: 'max' }, quoteId, { requirement })
    expect(again).toEqual(approved)
    const { quote } = await engine.rejectApproval(lead, quoteId, {
      requirement,
      note: 'On reflection',
    })
    expect(quote.approvals).toMatchObject([
      { status: 'rejected', decided: { by: 'lea', note: 'On reflection' } },
    ])
  })

  it('approves several, or none of them', async () => {
    const { engine, quoteId, written } = await approvedShop({
      approvals: {
        require: () => ['a', 'b', 'c'].map((id) => ({ id, label: id, covers: null })),
        mayApprove: (_, { id }) => id !== 'c' || 'c is for the board',
      },
    })
    await engine.requestApproval(context, quoteId)
    const before = written.length
    const approve = (...ids: string[]) => engine.approveQuote(lead, quoteId, { requirement: ids })
    const { code, details } = await errorOf(() => approve('a', 'c'))
    expect([code, details]).toEqual([
      'not_permitted',
      { operation: 'approveQuote', reason: 'c is for the board' },
    ])
    expect(written).toHaveLength(before)
    const { quote } = await approve('b', 'a', 'a')
    expect(statusesOf(quote)).toEqual({ a: 'approved', b: 'approved', c: 'pending' })
  })

  it('approves only what the caller has seen, by its hash', async () => {
    const { engine, quoteId } = await approvedShop()
    const { quote } = await engine.requestApproval(context, quoteId)
    const [{ hash } = { hash: '' }] = quote.approvals ?? []
    await discountTo(engine, quoteId, '6.00')
    await engine.requestApproval(context, quoteId)
    const { code, details } = await errorOf(() =>
      engine.approveQuote(lead, quoteId, { requirement, hash }),
    )
    expect([code, details]).toMatchObject([
      'invalid_request',
      { errors: { hash: expect.stringContaining('must be that of the approval now') } },
    ])
    const both = { requirement: [requirement, 'b'], hash }
    const several = await errorOf(() => engine.approveQuote(lead, quoteId, both))
    expect(several.details).toMatchObject({
      errors: { hash: 'cannot be combined with several approvals; decide one at a time' },
    })
  })

  it('does no harm if what it is for has changed meanwhile: it does not count', async () => {
    const { engine, quoteId } = await approvedShop()
    await engine.requestApproval(context, quoteId)
    await discountTo(engine, quoteId, '6.00')
    await engine.approveQuote(lead, quoteId, { requirement })
    const { details } = await errorOf(() => engine.sendQuote(context, quoteId))
    expect(details).toMatchObject({ requirements: [{ status: 'required' }] })
  })

  it('asks approvals.mayApprove with the context, the approval as requested, and the quote', async () => {
    const asked: unknown[] = []
    class Session {
      readonly storeId = context.storeId
      constructor(
        readonly actor: string,
        readonly level: number,
      ) {}
    }
    const { engine, quoteId } = await approvedShop({
      approvals: {
        ...discountApprovals,
        async mayApprove(session: Session, { requested, status }, { version }) {
          asked.push([session.level, requested.by, status, version])
          if (requested.by === session.actor) return 'someone else must approve'
          return session.level > 1 || 'level 2 is required'
        },
      },
    })
    await engine.requestApproval(context, quoteId)
    const approve = (session: Session) => engine.approveQuote(session, quoteId, { requirement })
    expect((await errorOf(() => approve(new Session('ann', 2)))).message).toBe(
      'approveQuote is not permitted: someone else must approve',
    )
    expect((await errorOf(() => approve(new Session('bob', 1)))).message).toContain('level 2')
    await approve(new Session('lea', 3))
    await approve(new Session('bob', 1))
    expect(asked).toEqual([
      [2, 'ann', 'pending', 3],
      [1, 'ann', 'pending', 3],
      [3, 'ann', 'pending', 3],
    ])
  })

  it.each([
    [
      { requirement: 'none' },
      'requirement',
      'received the string "none"; requested: discount-above-20',
    ],
    [{ requirement: [] }, 'requirement', 'must be the id of an approval, or 1 to 50 of them'],
    [{}, 'requirement', 'is required'],
    [{ requirement: '' }, 'requirement', 'must be the id of an approval'],
    [{ requirement: 7 }, 'requirement', 'must be the id of an approval'],
    [{ requirement: '__proto__' }, 'requirement', 'received the string "__proto__"'],
    [{ requirement: Array(51).fill('a') }, 'requirement', 'must be the id of an approval'],
    [{ requirement, note: '' }, 'note', 'must be a string of 1 to 2000 characters'],
    [{ requirement, hash: 'x'.repeat(65) }, 'hash', 'must have at most 64 characters'],
    [{ requirement, by: 'me' }, 'by', 'is not a known field'],
  ])('rejects %j', async (decision, path, message) => {
    const { engine, quoteId, written } = await approvedShop()
    await engine.requestApproval(context, quoteId)
    const before = written.length
    const approve = () => engine.approveQuote(lead, quoteId, decision as never)
    const { code, details } = await errorOf(approve)
    expect([code, details]).toEqual([
      'invalid_request',
      { errors: { [path]: expect.stringContaining(message) } },
    ])
    expect(written).toHaveLength(before)
  })

  it('of another version, or with the key of another request, is rejected', async () => {
    const { engine, quoteId } = await approvedShop()
    await engine.requestApproval(context, quoteId)
    const approve = (options: object, note = 'ok') =>
      engine.approveQuote(lead, quoteId, { requirement, note }, options)
    expect((await errorOf(() => approve({ expectedVersion: 2 }))).code).toBe('version_mismatch')
    const approved = await approve({ idempotencyKey: 'key-1', expectedVersion: 3 })
    await engine.rejectApproval(lead, quoteId, { requirement, note: 'no' })
    const repeated = await approve({ idempotencyKey: 'key-1', expectedVersion: 3 })
    expect(repeated).toEqual(approved)
    const reused = await errorOf(() => approve({ idempotencyKey: 'key-1' }, 'other'))
    expect(reused.code).toBe('idempotency_key_reused')
  })
})

describe('rejectApproval', () => {
  it('needs a note', async () => {
    const { engine, quoteId } = await approvedShop()
    await engine.requestApproval(context, quoteId)
    const reject = () => engine.rejectApproval(lead, quoteId, { requirement } as never)
    expect((await errorOf(reject)).details).toEqual({ errors: { note: 'is required' } })
  })
})

describe('possibleOperations', () => {
  it('says what can be done about approvals, by the status of the quote and of each', async () => {
    const { engine, quoteId } = await approvedShop()
    const approvals = async (as: object = context) =>
      engine.possibleOperations(as as never, await engine.getQuote(context, quoteId)).approvals
    expect(await approvals()).toEqual(['requestApproval'])
    await engine.requestApproval(context, quoteId)
    expect(await approvals()).toEqual(['requestApproval', 'approveQuote', 'rejectApproval'])
    expect(await approvals(buyer)).toEqual([])
    expect(await approvals({ ...context, role: 'system' })).toHaveLength(3)
    await engine.approveQuote(lead, quoteId, { requirement })
    expect(await approvals()).toEqual(['requestApproval', 'rejectApproval'])
    await engine.rejectApproval(lead, quoteId, { requirement, note: 'no' })
    expect(await approvals()).toEqual(['requestApproval', 'approveQuote'])
  })
})

describe('a buyer', () => {
  it('learns nothing of approvals but that the quote has another version', async () => {
    const { engine, quoteId } = await approvedShop()
    await engine.requestApproval(context, quoteId, { note: 'A secret note' })
    await engine.rejectApproval(lead, quoteId, { requirement, note: 'A secret reason' })
    await engine.approveQuote(lead, quoteId, { requirement })
    const { quote } = await engine.sendQuote(context, quoteId)
    const seen = [
      await engine.getQuote(buyer, quoteId),
      (await engine.listQuotes(buyer)).items,
      (await engine.listHistory(buyer, quoteId)).items,
      await engine.acceptQuote(buyer, quoteId, { revision: 1 }),
    ]
    expect(JSON.stringify(seen)).not.toMatch(/secret|approv|Sales lead|%|lea"/i)
    const { items } = await engine.listHistory(buyer, quoteId)
    expect(items[2]).toEqual({
      version: 3,
      time: expect.any(Number),
      operation: 'update',
      base: 1,
      patches: [],
    })
    const { approvals: _, ...shown } = (await engine.getQuote(context, quoteId)).quote
    expect(replayQuote(items)).toEqual(shown)
    expect(quote.seal).toBe(shown.seal)
  })

  it('finds no quotes by their approvals', async () => {
    const { engine } = await approvedShop()
    for (const call of [
      () => engine.listQuotes(buyer, { approval: 'pending' }),
      () => engine.countQuotes(buyer, { approval: ['approved'] }),
    ])
      expect((await errorOf(call)).message).toMatch(
        /Quotes is not permitted: the filter approval needs the role seller or system$/,
      )
    expect((await engine.countQuotes(buyer, { status: 'new' })).count).toBe(1)
  })

  it('accepts an offer, whose approvals are verified', async () => {
    const { engine, quoteId } = await approvedShop()
    await engine.requestApproval(context, quoteId)
    await engine.approveQuote(lead, quoteId, { requirement })
    await engine.sendQuote(context, quoteId)
    const { quote } = await engine.acceptQuote(buyer, quoteId, { revision: 1 })
    expect('approvals' in quote).toBe(false)
    const stored = (await engine.getQuote(context, quoteId)).quote
    const require = discountApprovals.require as never
    expect(verifyAcceptance(stored, { require })).toEqual([])
    expect(verifyAcceptance(quote, { require })).toEqual([
      { path: `approvals.${requirement}`, message: 'is required, for what the quote is' },
    ])
  })
})

describe('listQuotes', () => {
  it('finds quotes by the status of their approvals, until they are sent or canceled', async () => {
    const { engine, quoteId } = await approvedShop()
    const other = await engine.copyQuote(context, quoteId)
    await engine.requestApproval(context, quoteId)
    await engine.requestApproval(context, other.quoteId)
    await engine.approveQuote(lead, quoteId, { requirement })
    const found = async (approval: 'pending' | 'approved' | 'rejected') => {
      const { items } = await engine.listQuotes(context, { approval })
      const { count } = await engine.countQuotes(context, { approval: [approval] })
      expect(count).toBe(items.length)
      return items.map((each) => each.quoteId)
    }
    expect(await found('approved')).toEqual([quoteId])
    expect(await found('pending')).toEqual([other.quoteId])
    await engine.cancelQuote(context, other.quoteId)
    expect(await found('pending')).toEqual([])
    await engine.reviseQuote(context, other.quoteId)
    expect(await found('pending')).toEqual([other.quoteId])
    await engine.rejectApproval(lead, other.quoteId, { requirement, note: 'no' })
    expect(await found('rejected')).toEqual([other.quoteId])
    await discountTo(engine, other.quoteId, '9.00')
    await engine.sendQuote(context, other.quoteId)
    expect(await found('rejected')).toEqual([])
    const { details } = await errorOf(() =>
      engine.listQuotes(context, { approval: 'open' as never }),
    )
    expect(details).toMatchObject({
      errors: {
        'approval[0]': 'must be one of pending, approved, rejected, received the string "open"',
      },
    })
  })
})

describe('a whole quote that is sent back', () => {
  it('is accepted with its approvals, and rejected with others', async () => {
    const { engine, quoteId } = await approvedShop({
      approvals: {
        require: () => [
          { id: 'a', label: 'A', covers: { deep: [[[[{ x: 1 }]]]], ['__proto__']: null } },
        ],
      },
    })
    const { quote } = await engine.requestApproval(context, quoteId)
    const back = JSON.parse(JSON.stringify({ approvals: quote.approvals, tag_list: ['x'] }))
    expect((await engine.updateQuote(context, quoteId, back)).version).toBe(4)
    back.approvals[0].status = 'approved'
    const { details } = await errorOf(() => engine.updateQuote(context, quoteId, back))
    expect(details).toEqual({ errors: { approvals: 'cannot be set; call requestApproval' } })
  })
})

it('a quote that is copied has no approvals', async () => {
  const { engine, quoteId } = await approvedShop()
  await engine.requestApproval(context, quoteId)
  const { quote } = await engine.copyQuote(context, quoteId)
  expect('approvals' in quote).toBe(false)
})
