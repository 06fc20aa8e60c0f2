import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { toInsightCsv } from '../../src/insight/insight-csv.js'
import { loadInsight } from '../../src/insight/load-insight.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'

const context = { storeId: 's' }
const october = { from: '2026-10', to: '2026-10' }
const hour = 3_600_000

function shop(options: object = {}) {
  const clock = { now: Date.UTC(2026, 9, 5) }
  const catalog = memoryCatalog({})
  const now = () => clock.now
  const engine = createQuoteEngine({ storage: memoryStorage(), catalog, now, ...options })
  const create = async (request: object = {}) => {
    const products = [{ name: 'Desk', price: '100.00', quote: '90.00', qty: 1 }]
    const { quoteId } = await engine.createQuote(context, {
      customer: { name: 'Ada' },
      products,
      ...request,
    })
    return quoteId
  }
  return { clock, engine, create }
}

describe('loadInsight', () => {
  it('counts what was accepted by what the customer has selected', async () => {
    const { clock, engine, create } = shop()
    const quoteId = await create({
      products: [
        { name: 'Desk', price: '100.00', quote: '90.00', qty: 1 },
        { name: 'Lamp', price: '40.00', qty: 2, optional: true, selected: true },
      ],
    })
    await engine.sendQuote(context, quoteId)
    clock.now += 25 * hour
    await engine.acceptQuote(context, quoteId, {
      revision: 1,
      selection: { selected: [] },
      total: 90,
    })
    const [found] = (await loadInsight(engine, context, october)).currencies
    expect(found?.total).toMatchObject({
      ...{ sent: 1, accepted: 1, winRate: '100', acceptedAmount: '90.00', sentAmount: '90.00' },
      ...{ list: '100.00', offered: '90.00', discount: '10.00', discountPercent: '10' },
      times: { responses: 1, median: 1_500, p90: 1_500, distribution: [0, 0, 0, 1, 0, 0, 0] },
    })
    expect(found?.open).toEqual({ quotes: 0, amount: '0.00' })
  })

  it('takes discounts off lines, not those on shipping, and counts a mark-up below 0', async () => {
    const { engine, create } = shop({ pricing: { allowMarkUps: true } })
    const shipping = { type: 'custom', product: { name: 'Truck', price: '50.00' } }
    const marked = [{ name: 'Desk', price: '100.00', quote: '112.00', qty: 1 }]
    const discounts = [{ type: 'percent', value: '50', on: 'shipping' }]
    const quoteId = await create({ products: marked, shipping, discounts })
    await engine.sendQuote(context, quoteId)
    const [found] = (await loadInsight(engine, context, october)).currencies
    expect(found?.total).toMatchObject({
      ...{ list: '100.00', offered: '112.00', discount: '-12.00', discountPercent: '-12' },
      sentAmount: '137.00',
    })
  })

  it('has a stage of its own for what waits for an approval', async () => {
    const covers = 1
    const require = () => [{ id: 'all', label: 'All offers', covers }]
    const { engine, create } = shop({ approvals: { require } })
    const [first] = [await create(), await create()]
    await engine.requestApproval(context, first)
    const [found] = (await loadInsight(engine, context, october)).currencies
    expect(found?.pipeline).toEqual([
      { stage: 'new', quotes: 1, amount: '90.00' },
      { stage: 'to_approve', quotes: 1, amount: '90.00' },
    ])
  })

  it('has the statuses of the host, and reads the history if there are any', async () => {
    const transitions = [
      { operation: 'updateQuote', from: ['revision_requested'], to: 'talking', by: ['seller'] },
      { operation: 'acceptQuote', from: ['talking'], to: 'accepted', by: ['seller'] },
    ]
    const { clock, engine, create } = shop({ lifecycle: { transitions } })
    const [first, second] = [await create(), await create()] as const
    for (const quoteId of [first, second]) {
      await engine.sendQuote(context, quoteId)
      clock.now += hour
      await engine.requestRevision(context, quoteId, { reason: 'Cheaper' })
      await engine.updateQuote(context, quoteId, { status: 'talking' })
    }
    clock.now += 9 * hour
    await engine.acceptQuote(context, second, { revision: 1 })
    const [found] = (await loadInsight(engine, context, october)).currencies
    expect(found?.pipeline).toEqual([{ stage: 'talking', quotes: 1, amount: '90.00' }])
    expect(found?.total).toMatchObject({ sent: 2, accepted: 1, times: { responses: 2, p90: 60 } })
  })

  it('has the months of the time zone of the store', async () => {
    const { clock, engine, create } = shop({ timeZone: 'Pacific/Auckland' })
    clock.now = Date.parse('2026-10-31T11:00:00Z')
    await engine.sendQuote(context, await create())
    expect((await loadInsight(engine, context, october)).currencies[0]?.total.sent).toBe(0)
    const inUtc = await loadInsight(engine, context, { ...october, timeZone: 'UTC' })
    expect(inUtc.currencies[0]?.total.sent).toBe(1)
  })

  it('shows a caller with a scope only what their scope has', async () => {
    const scope = ({ role }: { readonly role?: string }) =>
      role === 'seller' ? { customerId: 'mine' } : 'all'
    const { engine, create } = shop({ scope })
    for (const customer_id of ['mine', 'other'])
      await engine.sendQuote(context, await create({ customer_id }))
    const seller = { ...context, role: 'seller' } as const
    expect((await loadInsight(engine, seller, october)).currencies[0]?.total.sent).toBe(1)
    expect((await loadInsight(engine, context, october)).currencies[0]?.total.sent).toBe(2)
  })
})

describe('toInsightCsv', () => {
  it('has a row for each figure, guards formulas and quotes separators', async () => {
    const { clock, engine, create } = shop({ currency: 'EUR' })
    const position = 'editor'
    await engine.setUser(context, '=1+1', { name: 'Ann', email: 'a@b.example', position })
    const [sent] = [await create({ owner: '=1+1' }), await create()]
    await engine.updateQuote(context, sent, { tag_list: ['Big, "new"'] })
    await engine.sendQuote(context, sent)
    clock.now += hour / 2
    await engine.declineQuote(context, sent)
    const rows = toInsightCsv(await loadInsight(engine, context, october)).split('\r\n')
    const figures = '1,0,1,0,0,0,90.00,0.00,1,30,30,100.00,90.00,10.00,10'
    expect(rows).toEqual([
      'currency,group,name,status,quotes,amount,sent,accepted,declined,expired,canceled,win_rate,sent_amount,accepted_amount,responses,median_minutes,p90_minutes,list,offered,discount,discount_percent',
      'EUR,pipeline,,new,1,90.00,,,,,,,,,,,,,,,',
      `EUR,total,,,,,${figures}`,
      `EUR,month,2026-10,,,,${figures}`,
      'EUR,month,2026-10,declined,1,90.00,,,,,,,,,,,,,,,',
      `EUR,owner,'=1+1,,,,${figures}`,
      `EUR,tag,"Big, ""new""",,,,${figures}`,
      '',
    ])
  })
})
