import { describe, expect, it } from 'vitest'
import { payableOf } from '../../../src/quote/model/payable.js'

describe('payableOf', () => {
  const lines = { quote_total: '100.00' }
  const amounts = (total: string, payable?: string) =>
    ({ total, ...(payable && { payable }) }) as never
  const accepted = (total: string) => ({ amounts: amounts(total) }) as never

  it('returns what is payable, or the total, or else that of the lines', () => {
    expect(payableOf({ ...lines, amounts: amounts('119.00', '119.05') })).toBe('119.05')
    expect(payableOf({ ...lines, amounts: amounts('119.00') })).toBe('119.00')
    expect(payableOf(lines)).toBe('100.00')
  })

  it('returns what was selected once the quote is accepted', () => {
    const quote = { ...lines, amounts: amounts('119.00', '119.05'), acceptance: accepted('59.50') }
    expect(payableOf(quote)).toBe('59.50')
    expect(payableOf({ ...lines, acceptance: {} as never })).toBe('100.00')
  })
})
