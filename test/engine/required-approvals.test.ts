import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { createQuoteEngine } from '../../src/engine/quote-engine.js'
import { discountAbove } from '../../src/quote/approval-rules.js'
import { memoryStorage } from '../../src/storage/memory/index.js'

const context = { storeId: 's', actor: 'ann', role: 'seller' } as const
const request = { customer: {}, products: [{ id: 1, qty: 2, quote: '70.00' }] }

function engineWith() {
  return createQuoteEngine({
    storage: memoryStorage(),
    catalog: memoryCatalog({ s: [{ id: 1, name: 'Desk', price: '100.00' }] }),
    tax: {
      calculateTaxes() {
        throw new Error('is not asked')
      },
    },
    approvals: { require: (quote) => discountAbove(20, { by: 'Lead' })(quote) },
  })
}

describe('requiredApprovals', () => {
  it('returns what is missing, without asking the tax provider', async () => {
    const engine = engineWith()
    const record = await engine.createQuote(context, request)
    const missing = await engine.requiredApprovals(context, record)
    const label = 'Discount of 30 %, more than 20 %'
    expect(missing).toEqual([{ id: 'discount-above-20', label, by: 'Lead', status: 'required' }])
  })

  it('is about another quote than the stored one if it gets one', async () => {
    const engine = engineWith()
    const record = await engine.createQuote(context, request)
    const changes = { product_changes: [{ id: 1, quote: '90.00' }] }
    const options = { preview: true } as const
    const { quote } = await engine.updateQuote(context, record.quoteId, changes, options)
    expect(await engine.requiredApprovals(context, record, quote)).toEqual([])
    expect(await engine.requiredApprovals(context, record)).toHaveLength(1)
  })

  it('says nothing to buyers', async () => {
    const engine = engineWith()
    const record = await engine.createQuote(context, request)
    expect(await engine.requiredApprovals({ storeId: 's', role: 'buyer' }, record)).toEqual([])
  })

  it('gives the rule the last offer', async () => {
    const seen: unknown[] = []
    const engine = createQuoteEngine({
      storage: memoryStorage(),
      catalog: memoryCatalog({ s: [{ id: 1, name: 'Desk', price: '100.00' }] }),
      approvals: {
        require(_, { previous }) {
          seen.push(previous?.quote_total)
          return []
        },
      },
    })
    const { quoteId } = await engine.createQuote(context, request)
    await engine.sendQuote(context, quoteId)
    await engine.reviseQuote(context, quoteId)
    const changes = { product_changes: [{ id: 1, quote: '60.00' }] }
    const record = await engine.updateQuote(context, quoteId, changes)
    seen.length = 0
    await engine.requiredApprovals(context, record)
    expect(seen).toEqual(['140.00'])
  })
})
