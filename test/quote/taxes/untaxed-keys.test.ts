import { describe, expect, it } from 'vitest'
import { type Amount, parseAmount } from '../../../src/money/amount.js'
import { getUntaxedKeys } from '../../../src/quote/taxes/compute-taxes.js'

const amount = (value: string) => parseAmount(value) as Amount
const taxables = new Map([
  ['1-1', amount('100.00')],
  ['1-2', amount('0.00')],
  ['1-3', amount('5.00')],
  ['shipping', amount('4.90')],
])
const rateOf = (...keys: string[]) => ({ rates: [{ name: 'VAT', rate: 0, keys }] })

describe('getUntaxedKeys', () => {
  it('returns what costs something and has no tax', () => {
    expect(getUntaxedKeys(rateOf('1-1'), taxables)).toEqual(['1-3', 'shipping'])
  })

  it('counts a rate of 0 as a tax, and requires none of what is free', () => {
    expect(getUntaxedKeys(rateOf('1-1', '1-3', 'shipping'), taxables)).toEqual([])
  })

  it('does not require a tax of shipping alone', () => {
    expect(getUntaxedKeys(rateOf('1-1', '1-3'), taxables)).toEqual([])
    const onlyShipping = new Map([['shipping', amount('4.90')]])
    expect(getUntaxedKeys({ amounts: [] }, onlyShipping)).toEqual(['shipping'])
  })
})
