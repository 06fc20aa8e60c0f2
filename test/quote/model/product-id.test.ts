import { describe, expect, it } from 'vitest'
import { isProductId } from '../../../src/quote/model/product-fields.js'

describe('isProductId', () => {
  it.each([
    [1],
    [Number.MAX_SAFE_INTEGER],
    ['1'],
    ['0'],
    ['SKU-7'],
    ['gid://shopify/Product/118'],
    ['0190a5b6-2c3d-7e4f-8a9b-0c1d2e3f4a5b'],
    ['__proto__'],
    ['x'.repeat(255)],
    ['ü 中 😀'],
  ])('accepts %s', (id) => {
    expect(isProductId(id)).toBe(true)
  })

  it.each([
    ...[0, -0, -1, 1.5, 2 ** 53, 1e300, Number.NaN, Number.POSITIVE_INFINITY],
    ...['', 'x'.repeat(256), 'a\0', '\ud800'],
    ...[null, undefined, true, 1n, Symbol('1'), {}, () => 1, Object('SKU-7'), Object(7)],
  ])('rejects %s', (id) => {
    expect(isProductId(id)).toBe(false)
  })

  it('rejects an array, also one that prints as an id', () => {
    expect(isProductId(['SKU-7'])).toBe(false)
  })
})
