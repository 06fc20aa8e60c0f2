import { expect, it } from 'vitest'
import { toSalePrice } from '../../src/ports/catalog-prices.js'

it.each([0, -0, '0', '0.00', '-0.0000', '0.0000000000', null, undefined, ''])(
  'toSalePrice returns none for %j',
  (price) => {
    expect(toSalePrice(price)).toBeUndefined()
  },
)

it.each([0.0001, '0.0000000001', '10', -1, '-0.01', 'x', '0e5', ' ', 0n, Number.NaN])(
  'toSalePrice returns %s as it is, valid or not',
  (price) => {
    expect(toSalePrice(price)).toBe(price)
  },
)

it('toSalePrice returns 0 for products that are free, but no price that is absent', () => {
  expect(toSalePrice('0.00', 'free')).toBe('0.00')
  expect(toSalePrice(0, 'free')).toBe(0)
  expect([null, undefined, ''].map((price) => toSalePrice(price, 'free'))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
