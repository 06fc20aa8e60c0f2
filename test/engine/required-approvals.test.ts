import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import type { StoreContext } from '../../src/engine/arguments.js'
import { discountAbove } from '../../src/quote/approvals/approval-rules.js'
import { createQuoteEngine, type QuoteEngineOptions } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { errorOf } from './ports.js'

const context = { storeId: 's', actor: 'ann', role: 'seller' } as const
const request = { customer: {}, products: [{ id: 1, qty: 2, quote: '70.00' }] }

function engineWith(options: Partial<QuoteEngineOptions> = {}) {
  return createQuoteEngine({
    storage: memoryStorage(),
    catalog: memoryCatalog({ s: [{ id: 1, name: 'Desk', price: '100.00' }] }),
    tax: {
      calculateTaxes() {
        throw new Error('is not asked')
      },
    },
    approvals: { require: (quote) => discountAbove(20, { by: 'Lead' })(quote) },
    ...options,
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

  it.each([
    [
      'a record of another store',
      (record: object) => [{ ...record, storeId: 't' }],
      'invalid_request',
    ],
    ['no record', () => [undefined], 'invalid_request'],
    [
      'a record without a quote',
      (record: object) => [{ ...record, quote: null }],
      'invalid_request',
    ],
    [
      'a record without a version',
      (record: object) => [{ ...record, version: '1' }],
      'invalid_request',
    ],
    ['an unknown option', (record: object) => [record, undefined, { limit: 1 }], 'invalid_options'],
    [
      'an aborted signal',
      (record: object) => [record, undefined, { signal: AbortSignal.abort() }],
      'aborted',
    ],
  ] as const)('rejects %s', async (_, parameters, code) => {
    const engine = engineWith()
    const record = await engine.createQuote(context, request)
    const error = await errorOf(() =>
      Reflect.apply(engine.requiredApprovals, engine, [context, ...parameters(record)]),
    )
    expect(error.code).toBe(code)
  })

  it('rejects a quote outside of the scope of the caller', async () => {
    const scope = ({ actor }: StoreContext) => (actor === 'ann' ? 'all' : { customerId: '8' })
    const engine = engineWith({ scope })
    const bob = { ...context, actor: 'bob' }
    const mine = await engine.createQuote(bob, { ...request, customer_id: '8' })
    expect(await engine.requiredApprovals(bob, mine)).toHaveLength(1)
    const theirs = await engine.createQuote(context, { ...request, customer_id: '7' })
    expect(await engine.requiredApprovals(context, theirs)).toHaveLength(1)
    const error = await errorOf(() => engine.requiredApprovals(bob, theirs))
    expect(error.code).toBe('invalid_request')
  })

  it('is waited for by close, and rejected after it', async () => {
    const storage = memoryStorage()
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    let isGated = false
    const engine = engineWith({
      tax: undefined,
      approvals: { require: () => [] },
      storage: {
        ...storage,
        async listHistory(...parameters) {
          if (isGated) await gate
          return storage.listHistory(...parameters)
        },
      },
    })
    const { quoteId } = await engine.createQuote(context, request)
    await engine.sendQuote(context, quoteId)
    await engine.reviseQuote(context, quoteId)
    const record = await engine.updateQuote(context, quoteId, {
      product_changes: [{ id: 1, quote: '60.00' }],
    })
    isGated = true
    const settled: string[] = []
    const call = engine.requiredApprovals(context, record).then(() => settled.push('call'))
    const closed = engine.close().then(() => settled.push('close'))
    open()
    await Promise.all([call, closed])
    expect(settled).toEqual(['call', 'close'])
    const error = await errorOf(() => engine.requiredApprovals(context, record))
    expect(error.code).toBe('engine_closed')
  })
})
