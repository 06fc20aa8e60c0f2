import { describe, expect, it } from 'vitest'
import { linePrices } from '../../../src/document/model/line-prices.js'

describe('linePrices', () => {
  it.each([
    ['a price of the catalog', 2, 10, 20, '10.00', '20.00', undefined, 'unit'],
    ['a lower price', 2, 10, 20, '9.00', '18.00', undefined, 'list unit'],
    ['a higher price', 2, 10, 20, '12.00', '24.00', undefined, 'unit'],
    ['a price that is rounded up', 3, 4.5, 14, '5', '15', undefined, 'unit'],
    ['a price that is rounded down', 3, 4.5, 14, '4', '12', undefined, 'list unit'],
    ['a quantity with decimals', 0.333, 9.99, 3.33, '9.99', '3.33', undefined, 'unit'],
    ['a percentage of whole cents', 40, 100, 4000, '90.00', '3600.00', '10', 'list unit discount'],
    ['a percentage of one unit', 1, 12.35, 12.35, '11.42', '11.42', '7.5', 'list unit discount'],
    ['a percentage of the line', 40, 12.35, 494, '11.42', '456.95', '7.5', 'list discount'],
    ['a percentage of 0', 2, 10, 20, '10.00', '20.00', '0', 'unit'],
    ['a percentage of nothing', 2, 0, 0, '0.00', '0.00', '10', 'unit'],
    ['a percentage of fractions', 1000, 0.001, 1, '0.01', '0.90', '10', 'list discount'],
    ['a percentage too small to pay', 1, 0.001, 0, '0.01', '0.00', '10', 'list discount'],
    ['a tie that was rounded to even', 0.5, 0.05, 0.02, '0.05', '0.02', undefined, 'unit'],
    ['a total that somebody has changed', 2, 10, 20, '9.00', '17.00', undefined, 'list'],
  ] as const)('of %s', (_, qty, price, price_total, quote, quote_total, percent, expected) => {
    const discount = percent === undefined ? {} : { discount_percent: percent }
    const shown = linePrices({ qty, price, price_total, quote, quote_total, ...discount })
    const names = [
      shown.hasListPrice && 'list',
      shown.hasUnitPrice && 'unit',
      shown.hasDiscount && 'discount',
    ]
    expect(names.filter((name) => name !== false).join(' ')).toBe(expected)
  })
})
