import { Decimal } from 'decimal.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** Settings of the host on the decimal.js that all packages share. */
const settings: Decimal.Config = {
  precision: 3,
  rounding: 0,
  modulo: 0,
  toExpNeg: 0,
  toExpPos: 0,
  minE: -3,
  maxE: 3,
}

/** Returns quotes with amounts of all sizes, computed by freshly imported modules. */
async function results(): Promise<string> {
  const { created, keyed, pricesOf, updated } = await import('../quote/samples.js')
  const { verifyQuote } = await import('../../src/quote/verify/verify-quote.js')
  const {
    parseAmount,
    toDecimalString: toText,
    multiplyByInteger: multiply,
    add,
    subtract,
  } = await import('../../src/money/amount.js')
  const { roundTo, toFixed } = await import('../../src/money/rounding.js')
  const products = pricesOf([
    { id: 7, price: '99999999999.99', salePrice: '0.005' },
    { id: 8, price: '100000000000' },
  ])
  const record = keyed(created({ products: [1, 2, 3, 4].map((id) => ({ id, qty: 7 })) }))
  const large = updated(
    record,
    {
      products: [
        { id: 1, discount: '0.0500' },
        { id: 7, qty: 100 },
        { id: 8, qty: 1_000_000 },
        { id: 8, qty: 999_999, quote: '99999999999.98' },
      ],
    },
    { products },
  )
  const amount = parseAmount('1234567890123456789012345678901234567.8949')
  if (amount === undefined) return expect.fail('is an amount')
  const amounts = [
    toText(multiply(amount, 999_999)),
    toText(add(amount, amount)),
    toText(subtract(amount, multiply(amount, 3))),
    toText(roundTo(amount, 2, 'half-up')),
    toFixed(amount, 2, 'half-even'),
  ]
  return JSON.stringify([record, large, verifyQuote(large.value), amounts])
}

describe("the host's own settings of decimal.js", () => {
  const defaults = { defaults: true } as const
  let expected: string

  beforeEach(async () => {
    Decimal.set(defaults)
    vi.resetModules()
    expected = await results()
  })
  afterEach(() => {
    Decimal.set(defaults)
    vi.resetModules()
  })

  it('change no amount if set after quotewright is loaded', async () => {
    Decimal.set(settings)
    expect(new Decimal(2).div(3).toString()).toBe('6.67e-1')
    expect(await results()).toBe(expected)
  })

  it('change no amount if set before quotewright is loaded', async () => {
    Decimal.set(settings)
    vi.resetModules()
    expect(await results()).toBe(expected)
  })

  it('are not changed', async () => {
    Decimal.set(settings)
    vi.resetModules()
    await results()
    expect({ ...Decimal }).toMatchObject(settings)
  })

  it('do not affect the expected results', () => {
    expect(expected).toContain('"price_total":100000000000000000')
    expect(expected).toContain('1234567890123456789012345678901234567.89')
  })
})
