import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { shownSteps } from '../../../src/document/model/line-steps.js'
import type { CreateLineRequest } from '../../../src/quote/lines/line-request.js'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'

const catalog = memoryCatalog({
  s: [
    { id: 1, price: '100.00', salePrice: '80.00' },
    { id: 2, price: '100.00', priceBreaks: [{ qty: 10, price: '90.00' }] },
    { id: 3, price: '0.0875' },
  ],
})
const engine = createQuoteEngine({ storage: memoryStorage(), catalog })

async function stepsOf(line: CreateLineRequest, hasDiscount = false) {
  const discounts = hasDiscount ? [{ type: 'amount' as const, value: '1' }] : []
  const request = { customer: {}, products: [line], discounts }
  const { quote } = await engine.createQuote({ storeId: 's' }, request)
  const [shown] = shownSteps(quote).values()
  return shown?.steps.map(({ type, change }) => `${type} ${change}`).join(', ')
}

describe('shownSteps', () => {
  it('returns what is taken off the list price', async () => {
    expect(await stepsOf({ id: 1, qty: 2 })).toBe('list 200.00, calculated -40.00')
    expect(await stepsOf({ id: 2, qty: 10 })).toBe('list 1000.00, price_break -100.00')
    const offered = 'list 200.00, calculated -40.00, offered -10.00'
    expect(await stepsOf({ id: 1, qty: 2, quote: '75.00' })).toBe(offered)
  })

  it('returns a price above the list price as the price', async () => {
    expect(await stepsOf({ id: 1, qty: 2, quote: '120.00' })).toBeUndefined()
    expect(await stepsOf({ id: 1, qty: 2, quote: '120.00' }, true)).toBe(
      'price 240.00, discount -1.00',
    )
    expect(await stepsOf({ id: 3, qty: 100 }, true)).toBe('price 9.00, discount -1.00')
  })

  it('returns a price above that of a sale as what is left of the reduction', async () => {
    expect(await stepsOf({ id: 1, qty: 2, quote: '90.00' })).toBe('list 200.00, offered -20.00')
    expect(await stepsOf({ id: 1, qty: 2, quote: '100.00' })).toBeUndefined()
    expect(await stepsOf({ id: 2, qty: 10, quote: '95.00' })).toBe('list 1000.00, offered -50.00')
  })
})
