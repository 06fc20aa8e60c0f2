import { expect, it } from 'vitest'
import { type Amount, parseAmount, toDecimalString } from '../../../src/money/amount.js'
import { parseTaxResponse } from '../../../src/quote/taxes/parse-response.js'

it('parseTaxResponse accepts amounts above the largest unit price, as lines can cost more', () => {
  const taxables = new Map([['1-1', parseAmount('2000000000000') as Amount]])
  const response = {
    amounts: [{ line: '1-1', name: 'VAT', amount: '380000000000' }],
    total: '380000000000',
  }
  const parsed = parseTaxResponse(response, { taxables, decimals: 0, inclusive: false })
  const amounts = 'amounts' in parsed ? parsed.amounts : []
  expect(amounts.map(({ amount }) => toDecimalString(amount))).toEqual(['380000000000'])
})
