import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Quote } from '../../../src/quote/model/quote.js'
import { isValidQuote, parseQuote } from '../../../src/quote/model/quote-schema.js'
import { quoteArbitraries } from '../../../src/testing/arbitraries/index.js'
import { FieldErrorCollector } from '../../../src/validation/field-errors.js'

const { quote: quotes } = quoteArbitraries(fc)
const isAccepted = (value: unknown) => parseQuote(value, new FieldErrorCollector()) !== undefined

/** Values at and beyond the bounds of each field. */
const values = fc.oneof(
  fc.constantFrom(null, undefined, 0, -0, 1, -1, 1.5, 0.00001, 2 ** 53, 1e300, Number.NaN, true),
  fc.constantFrom('', '0.00', '-0.00', '-1.00', '1.5', '01.00', '1.00\n', '1-1', '0-1', '1-1-1'),
  fc.constantFrom([], [''], ['a'], ['1-1'], new Array(1), {}, [{}], new Map(), new Date(0)),
  fc.constantFrom('new', 'sent', { type: 'no_additional', product: null }, { name: 5 }),
  fc.anything(),
)

/** A copy of a quote with one field replaced, removed or added somewhere. */
const altered = fc
  .tuple(quotes, fc.nat(), fc.nat(), values, fc.boolean())
  .map(([quote, part, choice, value, isMissing]) => {
    const copy = JSON.parse(JSON.stringify(quote))
    const parts: Record<string, unknown>[] = [copy, copy.customer, copy.shipping, ...copy.products]
    const target = parts[part % parts.length] ?? copy
    const fields = [...Object.keys(target), 'extra', '__proto__']
    const field = fields[choice % fields.length] ?? 'extra'
    if (isMissing) delete target[field]
    else Object.defineProperty(target, field, { value, enumerable: true, configurable: true })
    return copy as unknown
  })

/** Returns true for a value of which every object is one as JSON has them. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  const prototype = Object.getPrototypeOf(value)
  return (
    [Object.prototype, Array.prototype].includes(prototype) && Object.values(value).every(isPlain)
  )
}

describe('isValidQuote', () => {
  it('accepts every quote of the engine, also after a round trip through JSON', () => {
    fc.assert(
      fc.property(quotes, (quote) => {
        expect(isValidQuote(quote)).toBe(true)
        expect(isValidQuote(JSON.parse(JSON.stringify(quote)))).toBe(true)
      }),
    )
  })

  it('accepts an altered quote if and only if parseQuote does', () => {
    fc.assert(
      fc.property(altered, (value) => {
        const [isValid, isParsed] = [isValidQuote(value), isAccepted(value)]
        // The parser takes a Map for an object without fields, and is asked what is not valid.
        expect(isValid).toBe(isParsed && (isValid || isPlain(value)))
      }),
    )
  })

  it('leaves a Map in place of an order to the parser', () => {
    const [quote] = fc.sample(quotes, 1)
    const value = { ...quote, order: new Map() }
    expect([isValidQuote(value), isAccepted(value)]).toEqual([false, true])
  })

  it('rejects anything else', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(isValidQuote(value)).toBe(false)
      }),
    )
  })

  it.each<[string, (quote: Quote) => unknown]>([
    ['with another prototype', (quote) => Object.assign(Object.create({ extra: 1 }), quote)],
    ['with a hole among its lines', (quote) => ({ ...quote, products: new Array(1) })],
    ['with a line of a class', (quote) => ({ ...quote, products: [new Date()] })],
    ['with an array-like object', (quote) => ({ ...quote, tags: { 0: 'a', length: 1 } })],
  ])('rejects a quote %s', (_, alter) => {
    const [quote] = fc.sample(quotes, 1)
    expect(isValidQuote(alter(quote as Quote))).toBe(false)
  })
})
