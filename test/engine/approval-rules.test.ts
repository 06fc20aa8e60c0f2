import { describe, expect, it } from 'vitest'
import {
  createQuoteEngine,
  discountAbove,
  marginBelow,
  memoryCatalog,
  memoryStorage,
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
    expect(error.code).toBe('callback_failed')
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
