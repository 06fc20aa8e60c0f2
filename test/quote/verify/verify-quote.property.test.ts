import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProductLine, Quote } from '../../../src/quote/model/quote.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { quoteArbitraries } from '../../../src/testing/arbitraries/index.js'
import { creationFrom, keyed, pricesOf } from '../samples.js'

const arbitraries = quoteArbitraries(fc)

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSparseArray: true,
  withTypedArray: true,
})

/** A quote with line keys and an order, and the index of one of its lines. */
const quotes = arbitraries.products
  .chain((products) =>
    fc.tuple(fc.constant(pricesOf(products)), arbitraries.createRequest(products)),
  )
  .map(([prices, request]) => creationFrom(request, prices).record)
  .filter(({ value: quote }) => quote.products.every(({ qty }) => qty < 1_000_000))
  .map((record) => keyed(record).value)
  .map((quote): Quote => ({ ...quote, product_order: quote.products.map(({ key }) => key ?? '') }))
  .chain((quote) => fc.tuple(fc.constant(quote), fc.nat({ max: quote.products.length - 1 })))

const cents = fc.integer({ min: 2, max: 1_000_000_000 })
const more = (amount: string, by: number) => {
  const total = BigInt(amount.replace('.', '')) + BigInt(by)
  const digits = String(total).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function withLine(quote: Quote, index: number, change: (line: ProductLine) => object): unknown {
  const products = quote.products.map((line, at) => (at === index ? change(line) : line))
  return { ...quote, products }
}

describe('verifyQuote', () => {
  it('reports anything that is not a quote, and never throws', () => {
    fc.assert(
      fc.property(anything, (value) => {
        expect(verifyQuote(value).length).toBeGreaterThan(0)
      }),
    )
  })

  it('never throws, whatever a field of a quote is', () => {
    fc.assert(
      fc.property(quotes, anything, fc.nat(), ([quote], value, choice) => {
        const fields = Object.keys(quote)
        const field = fields[choice % fields.length] ?? 'total'
        expect(verifyQuote({ ...quote, [field]: value })).toBeInstanceOf(Array)
      }),
    )
  })

  it('never throws, whatever a field of a line is', () => {
    fc.assert(
      fc.property(quotes, anything, fc.nat(), ([quote, index], value, choice) => {
        const broken = withLine(quote, index, (line) => {
          const fields = Object.keys(line)
          return { ...line, [fields[choice % fields.length] ?? 'id']: value }
        })
        expect(verifyQuote(broken)).toBeInstanceOf(Array)
      }),
    )
  })

  it('reports each wrong total', () => {
    const field = fc.constantFrom('quote_total' as const, 'price_total' as const)
    fc.assert(
      fc.property(quotes, field, cents, ([quote], total, by) => {
        const broken = { ...quote, [total]: more(quote[total], by) }
        expect(verifyQuote(broken).map(({ path }) => path)).toEqual([total])
      }),
    )
  })

  it('reports each wrong amount of a line, in that line', () => {
    const numbers = fc.constantFrom(
      'price' as const,
      'price_total' as const,
      'discount' as const,
      'discount_total' as const,
    )
    const strings = fc.constantFrom('quote' as const, 'quote_total' as const)
    fc.assert(
      fc.property(quotes, fc.oneof(numbers, strings), cents, ([quote, index], field, by) => {
        const broken = withLine(quote, index, (line) => {
          const value = line[field]
          return { ...line, [field]: typeof value === 'string' ? more(value, by) : value + by }
        })
        const paths = verifyQuote(broken).map(({ path }) => path)
        expect(paths.length).toBeGreaterThan(0)
        for (const path of paths) expect(path).toContain(`products[${index}].`)
      }),
    )
  })

  it('reports a key that is wrong, missing, or of another line', () => {
    const keys = fc.constantFrom('7-7', '', null, '1-1', '1-2')
    fc.assert(
      fc.property(quotes, keys, ([quote, index], key) => {
        fc.pre(key !== quote.products[index]?.key)
        expect(verifyQuote(withLine(quote, index, (line) => ({ ...line, key }))).length).not.toBe(0)
      }),
    )
  })
})
