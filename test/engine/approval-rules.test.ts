import { describe, expect, it } from 'vitest'
import {
  createQuoteEngine,
  discountAbove,
  marginBelow,
  memoryCatalog,
  memoryStorage,
  verifyAcceptance,
} from '../../src/index.js'
import { errorOf } from './ports.js'

const ports = {
  storage: memoryStorage(),
  catalog: memoryCatalog({ 'store-1': [{ id: 1, price: '10.00' }] }),
}
const context = { storeId: 'store-1', actor: 'ann' }
const products = [{ id: 1, qty: 1, quote: '5.00', internal_fields: { cost: '9' } }]
const fields = { line: { cost: { internal: true } } } as const

describe('approvals.require', () => {
  it('asks each rule of a list, in its order', async () => {
    const require = [discountAbove(20), () => [], marginBelow(15)] as const
    const engine = createQuoteEngine({ ...ports, fields, approvals: { require } })
    const { quoteId } = await engine.createQuote(context, { customer: {}, products })
    const { quote } = await engine.requestApproval(context, quoteId)
    expect(quote.approvals?.map(({ id }) => id)).toEqual(['discount-above-20', 'margin-below-15'])
  })

  it('rejects two rules with one id', async () => {
    const require = [discountAbove(20), discountAbove(20)]
    const engine = createQuoteEngine({ ...ports, fields, approvals: { require } })
    const { quoteId } = await engine.createQuote(context, { customer: {}, products })
    const error = await errorOf(() => engine.requestApproval(context, quoteId))
    expect([error.code, error.details]).toEqual([
      'callback_failed',
      { option: 'approvals.require' },
    ])
    expect(error.message).toContain(
      'must not require the string "discount-above-20" twice; give each an id of its own',
    )
    const named = [discountAbove(20), discountAbove(30, { id: 'large' })]
    const other = createQuoteEngine({ ...ports, fields, approvals: { require: named } })
    const { quote } = await other.requestApproval(context, quoteId)
    expect(quote.approvals?.map(({ id }) => id)).toEqual(['discount-above-20', 'large'])
    const { details } = await errorOf(() => other.sendQuote(context, quoteId))
    expect(details).toMatchObject({
      requirements: [{ id: 'discount-above-20' }, { id: 'large' }],
    })
  })

  it('keeps an approval of a named rule whose percentage changes', async () => {
    const shop = (percent: number) =>
      createQuoteEngine({
        ...ports,
        fields,
        approvals: { require: [discountAbove(percent, { id: 'discount' })] },
      })
    const before = shop(20)
    const { quoteId } = await before.createQuote(context, { customer: {}, products })
    await before.requestApproval(context, quoteId)
    await before.approveQuote(context, quoteId, { requirement: 'discount' })
    expect((await shop(25).sendQuote(context, quoteId)).quote.status).toBe('sent')
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('no cost today')
      },
      'no cost today',
    ],
    ['is async', async () => [], 'it cannot be async'],
    ['returns nothing', () => undefined, 'must be an array of requirements'],
    ['returns no requirement', () => [{ id: 'a', covers: 1 }], '[0].label is required'],
    [
      'returns one id twice',
      () => [1, 2].map((covers) => ({ id: 'a', label: 'A', covers })),
      '[1].id',
    ],
  ])('names a rule of a list that %s, and stores nothing', async (_, rule, message) => {
    const require = [discountAbove(20), rule as never]
    const engine = createQuoteEngine({ ...ports, fields, approvals: { require } })
    const { quoteId } = await engine.createQuote(context, { customer: {}, products })
    const error = await errorOf(() => engine.requestApproval(context, quoteId))
    expect([error.code, error.details]).toEqual([
      'callback_failed',
      { option: 'approvals.require[1]' },
    ])
    expect((error.cause as Error).message).toContain(message)
    expect((await engine.getQuote(context, quoteId)).version).toBe(1)
  })

  it('rejects more than 50 requirements of all rules together', async () => {
    const many = (prefix: string) => () =>
      Array.from({ length: 26 }, (_, index) => ({ id: `${prefix}${index}`, label: 'A', covers: 1 }))
    const engine = createQuoteEngine({ ...ports, approvals: { require: [many('a'), many('b')] } })
    const { quoteId } = await engine.createQuote(context, {
      customer: {},
      products: [{ id: 1, qty: 1 }],
    })
    const error = await errorOf(() => engine.requestApproval(context, quoteId))
    expect(error.message).toContain('must have at most 50 requirements together')
  })

  it('can be verified as a list', async () => {
    const require = [discountAbove(20), marginBelow(15)]
    const engine = createQuoteEngine({ ...ports, fields, approvals: { require } })
    const { quoteId } = await engine.createQuote(context, { customer: {}, products })
    const { quote: requested } = await engine.requestApproval(context, quoteId)
    const requirement = requested.approvals?.map(({ id }) => id) ?? []
    await engine.approveQuote(context, quoteId, { requirement })
    await engine.sendQuote(context, quoteId)
    const { quote } = await engine.acceptQuote(context, quoteId, { revision: 1 })
    expect(verifyAcceptance(quote, { require })).toEqual([])
    const more = [...require, discountAbove(30)]
    expect(verifyAcceptance(quote, { require: more }).map(({ path }) => path)).toEqual([
      'approvals.discount-above-30',
    ])
    const twice = [discountAbove(20), discountAbove(20)]
    expect(verifyAcceptance(quote, { require: twice }).map(({ path }) => path)).toEqual([
      'approvals',
    ])
  })

  it.each([[undefined], [null], [[]], [{}], ['rule'], [[discountAbove(20), null]]])(
    'rejects %j',
    async (require) => {
      const create = async () => createQuoteEngine({ ...ports, approvals: { require } as never })
      const { details } = await errorOf(create)
      expect(details).toEqual({
        errors: {
          'approvals.require': expect.stringMatching(/must be a function, or an array of rules/),
        },
      })
    },
  )
})
