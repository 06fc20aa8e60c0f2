import { describe, expect, it } from 'vitest'
import { netRequest, type TaxRequest } from '../../../src/quote/taxes/tax-request.js'

const line = { id: 1, qty: 1, discount: '0.00' }
const request: TaxRequest = {
  storeId: 's',
  quoteId: 'q',
  decimals: 2,
  inclusive: true,
  date: 0,
  customer: {},
  lines: [
    { ...line, key: '1-1', amount: '119.00' },
    { ...line, key: '1-2', amount: '10.70' },
    { ...line, key: '1-3', amount: '0.00' },
  ],
  shipping: { type: 'van', name: 'Van', amount: '11.90' },
}
const included = [
  { name: 'VAT', rate: 19, lines: ['1-1', '1-3'], shipping: true },
  { name: 'VAT', rate: '7', lines: ['1-2'] },
]

describe('netRequest', () => {
  it('returns the prices without the taxes that they contain', () => {
    const net = netRequest(request, included)
    expect(net.inclusive).toBe(false)
    expect(net.lines.map(({ amount }) => amount)).toEqual(['100.00', '10.00', '0.00'])
    expect(net.shipping).toEqual({ type: 'van', name: 'Van', amount: '10.00' })
    const { shipping: _, ...unshipped } = request
    expect(netRequest(unshipped, included)).not.toHaveProperty('shipping')
  })

  it('leaves what contains no tax as it is', () => {
    expect(netRequest(request, [])).toEqual({ ...request, inclusive: false })
  })

  it('rejects rates of lines that do not exist', () => {
    const call = () => netRequest(request, [{ name: 'VAT', rate: 19, lines: ['9-9'] }])
    expect(call).toThrow('included[0].lines[0]')
  })
})
