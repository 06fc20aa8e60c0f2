import { describe, expect, it } from 'vitest'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { amountsOf, priceByLibrary } from './price-by-library.js'
import {
  computeByRules,
  type OracleAmounts,
  type OracleQuote,
  type OracleRate,
} from './quote-oracle.js'

// What order systems compute, one kind after the other. Each figure was computed by hand.

type Line = OracleQuote['lines'][number]
type Case = readonly [what: string, quote: OracleQuote, amounts: Partial<OracleAmounts>]

const line = (price: string, qty = 1, more: Partial<Line> = {}): Line => ({
  ...{ price, qty, per: 1 },
  ...more,
})

const rate = (percent: string, more: Partial<OracleRate> = {}): OracleRate => ({
  ...{ rate: percent, kind: 'plain', lines: [0, 1, 2], charges: true, shipping: true },
  ...more,
})

/** Returns a quote in francs. Rates are those of the lines that it has. */
function quoteOf(lines: readonly Line[], more: Partial<OracleQuote> = {}): OracleQuote {
  const { rates = [] } = more
  return {
    ...{ decimals: 2, lines, discounts: [], charges: [], shipping: undefined },
    ...{ inclusive: false, rounding: 'rate', isProportional: false, ...more },
    rates: rates.map((each) => ({
      ...each,
      lines: each.lines.filter((index) => index < lines.length),
    })),
  }
}

const fee = (type: 'percent' | 'amount' | 'unit', value: string, isTaxedAlone = false) => [
  { type, value, isTaxedAlone },
]
const yen = { decimals: 0 } as const
const dinars = { decimals: 3 } as const
const monthly = { period: 'month' }

const kinds: Readonly<Record<string, readonly Case[]>> = {
  'lines below 0': [
    [
      'a trade-in lowers the tax',
      quoteOf([line('900.00'), line('-150.00')], { rates: [rate('19')] }),
      { lines: '750.00', taxes: '142.50', total: '892.50' },
    ],
    [
      'a return of three pieces',
      quoteOf([line('45.50', 10), line('-45.50', 3)], { rates: [rate('8.1')] }),
      { lines: '318.50', taxes: '25.80', total: '344.30' },
    ],
    [
      'in yen',
      quoteOf([line('90000'), line('-15000')], { ...yen, rates: [rate('10')] }),
      { lines: '75000', taxes: '7500', total: '82500' },
    ],
    [
      'in dinars',
      quoteOf([line('1.250', 3), line('-0.500')], { ...dinars, rates: [rate('5')] }),
      { lines: '3.250', taxes: '0.163', total: '3.413' },
    ],
    [
      'a percentage of the others only',
      quoteOf([line('600.00'), line('-100.00')], {
        discounts: [{ type: 'percent', value: '10' }],
      }),
      { lines: '500.00', discounts: '60.00', total: '440.00' },
    ],
  ],
  'cash rounding': [
    ['down', quoteOf([line('12.32')], { cashStep: '0.05' }), { total: '12.32', payable: '12.30' }],
    ['up', quoteOf([line('12.33')], { cashStep: '0.05' }), { total: '12.33', payable: '12.35' }],
    [
      'after taxes',
      quoteOf([line('19.99', 3)], { cashStep: '0.05', rates: [rate('8.1')] }),
      { taxes: '4.86', total: '64.83', payable: '64.85' },
    ],
    ['in yen', quoteOf([line('123')], { ...yen, cashStep: '5' }), { payable: '125' }],
    ['in dinars', quoteOf([line('1.130')], { ...dinars, cashStep: '0.25' }), { payable: '1.250' }],
  ],
  'discounts on shipping': [
    [
      'free shipping, shown',
      quoteOf([line('50.00')], {
        shipping: '8.00',
        discounts: [{ type: 'percent', value: '100', on: 'shipping' }],
      }),
      { discounts: '8.00', total: '50.00' },
    ],
    [
      'half of it, which is taxed',
      quoteOf([line('100.00')], {
        shipping: '20.00',
        discounts: [{ type: 'percent', value: '50', on: 'shipping' }],
        rates: [rate('20')],
      }),
      { discounts: '10.00', taxes: '22.00', total: '132.00' },
    ],
    [
      'an amount off everything, at two rates',
      quoteOf([line('90.00')], {
        shipping: '10.00',
        discounts: [{ type: 'amount', value: '10.00', on: 'all' }],
        rates: [rate('20', { shipping: false }), rate('10', { lines: [] })],
      }),
      { discounts: '10.00', taxes: '17.10', total: '107.10' },
    ],
  ],
  'taxes on taxes': [
    [
      'two, of which the second is of the first as well',
      quoteOf([line('100.00')], { rates: [rate('5'), rate('9.5', { kind: 'compound' })] }),
      { taxes: '14.98', total: '114.98' },
    ],
    [
      'in prices that include both',
      quoteOf([line('110.25')], {
        inclusive: true,
        rates: [rate('5'), rate('5', { kind: 'compound' })],
      }),
      { taxes: '10.25', total: '110.25' },
    ],
  ],
  'a tax beside prices that include another': [
    [
      'of the price without it',
      quoteOf([line('121.00')], {
        inclusive: true,
        rates: [rate('21'), rate('2', { kind: 'added' })],
      }),
      { taxes: '23.00', total: '123.00' },
    ],
  ],
  'fees per piece': [
    [
      'a deposit, taxed with its line',
      quoteOf([line('20.00', 4)], { charges: fee('unit', '0.75'), rates: [rate('20')] }),
      { charges: '3.00', taxes: '16.60', total: '99.60' },
    ],
    [
      'in yen',
      quoteOf([line('2000', 3)], { ...yen, charges: fee('unit', '110'), rates: [rate('10')] }),
      { charges: '330', taxes: '633', total: '6963' },
    ],
  ],
  surcharges: [
    [
      'in percent of what discounts have left',
      quoteOf([line('200.00')], {
        discounts: [{ type: 'percent', value: '10' }],
        charges: fee('percent', '3'),
      }),
      { discounts: '20.00', charges: '5.40', total: '185.40' },
    ],
    [
      'above 100 %',
      quoteOf([line('10.00')], { charges: fee('percent', '150') }),
      { charges: '15.00', total: '25.00' },
    ],
    [
      'in a tax category of their own',
      quoteOf([line('100.00')], {
        charges: fee('amount', '10.00', true),
        rates: [rate('19', { charges: false }), rate('7', { lines: [] })],
      }),
      { charges: '10.00', taxes: '19.70', total: '129.70' },
    ],
    [
      'in prices that include taxes',
      quoteOf([line('119.00')], {
        inclusive: true,
        charges: fee('amount', '11.90'),
        rates: [rate('19')],
      }),
      { charges: '11.90', taxes: '20.90', total: '130.90' },
    ],
  ],
  'shipping taxed in proportion': [
    [
      'at two rates',
      quoteOf([line('30.00'), line('10.00')], {
        shipping: '8.00',
        isProportional: true,
        rates: [rate('20', { lines: [0] }), rate('5', { lines: [1] })],
      }),
      { taxes: '7.80', total: '55.80' },
    ],
    [
      'of goods of which some are not taxed',
      quoteOf([line('75.00'), line('25.00')], {
        shipping: '12.00',
        isProportional: true,
        rates: [rate('10', { lines: [0] })],
      }),
      { taxes: '8.40', total: '120.40' },
    ],
  ],
  'the tax of a piece': [
    [
      'times the quantity',
      quoteOf([line('3.33', 7)], { rounding: 'unit', rates: [rate('19')] }),
      { lines: '23.31', taxes: '4.41', total: '27.72' },
    ],
    [
      'in the price',
      quoteOf([line('9.99', 12)], { rounding: 'unit', inclusive: true, rates: [rate('20')] }),
      { lines: '119.88', taxes: '20.04', total: '119.88' },
    ],
  ],
  'prices per several pieces': [
    ['per 100', quoteOf([line('3.99', 250, { per: 100 })]), { lines: '9.98' }],
    ['per 12.5', quoteOf([line('80.00', 20, { per: 12.5 })]), { lines: '128.00' }],
    [
      'less a percentage',
      quoteOf([line('3.99', 250, { per: 100, percent: '10' })]),
      { lines: '8.98' },
    ],
  ],
  'withheld taxes': [
    [
      'of the price without taxes',
      quoteOf([line('1000.00')], { rates: [rate('21'), rate('15', { kind: 'withheld' })] }),
      { taxes: '210.00', total: '1210.00', withheld: '150.00', payable: '1060.00' },
    ],
    [
      'before cash rounding',
      quoteOf([line('99.99')], { cashStep: '0.05', rates: [rate('7', { kind: 'withheld' })] }),
      { total: '99.99', withheld: '7.00', payable: '93.00' },
    ],
  ],
  'recurring lines': [
    [
      'beside what is charged once',
      quoteOf([line('500.00'), line('40.00', 1, monthly)], { rates: [rate('10')] }),
      { total: '594.00', upfront: '550.00', recurring: { month: '44.00' } },
    ],
    [
      'a discount of an amount is of what is charged once',
      quoteOf([line('500.00'), line('40.00', 1, monthly)], {
        discounts: [{ type: 'amount', value: '50.00' }],
      }),
      { total: '490.00', upfront: '450.00', recurring: { month: '40.00' } },
    ],
  ],
}

describe.each(Object.entries(kinds))('priceQuote and %s:', (_, cases) => {
  it.each(cases)('%s', (_what, quote, amounts) => {
    const priced = priceByLibrary(quote)
    expect(amountsOf(priced)).toMatchObject(amounts)
    expect(amountsOf(priced)).toEqual(computeByRules(quote))
    expect(verifyQuote(priced)).toEqual([])
  })
})
