import { describe, expect, it } from 'vitest'
import { context, countingStorage, engineWith, errorOf, request } from '../engine/ports.js'

/** An engine with one quote, and how often its storage was written to since. */
async function prepared() {
  const { storage, written } = countingStorage()
  const engine = engineWith({ storage })
  const { quoteId } = await engine.createQuote(context, request)
  const refused = async (call: () => unknown) => {
    const error = await errorOf(call)
    expect(error.code).toBe('invalid_request')
    expect(written).toHaveLength(1)
    return (error.details as { readonly errors: Readonly<Record<string, string>> }).errors
  }
  return {
    create: (value: unknown) => refused(() => engine.createQuote(context, value as never)),
    update: (value: unknown) => refused(() => engine.updateQuote(context, quoteId, value as never)),
  }
}

describe('a number that is none', () => {
  const numbers = [
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['−Infinity', Number.NEGATIVE_INFINITY],
    ['−0', -0],
    ['1e21', 1e21],
    ['2**53', 2 ** 53],
    ['the text 1e3', '1e3'],
    ['the text 1', '1'],
    ['a BigInt', 1n],
    ['a symbol', Symbol('1')],
    ['true', true],
    ['half', 0.5],
    ['a boxed number', Object(1)],
    ['an array', [1]],
    ['an object that gives one', { valueOf: () => 1 }],
    ['null', null],
  ] as const

  it.each(numbers)('is refused as the qty of a line: %s', async (_, qty) => {
    const { create, update } = await prepared()
    const products = [{ id: 1, qty }]
    expect(Object.keys(await create({ ...request, products }))).toEqual(['products[0].qty'])
    expect(Object.keys(await update({ products }))).toEqual(['products[0].qty'])
  })

  it.each(numbers)('is refused as the id of a product: %s', async (_, id) => {
    const { create, update } = await prepared()
    const products = [{ id, qty: 1 }]
    expect(Object.keys(await create({ ...request, products }))).toEqual(['products[0].id'])
    expect(Object.keys(await update({ products }))).toEqual(['products[0].id'])
  })

  it.each(
    numbers.filter(([, value]) => !['1', 0, 0.5].includes(value as never) && !Object.is(value, -0)),
  )('is refused as an offered price: %s', async (name, quote) => {
    const { update } = await prepared()
    expect(Object.keys(await update({ products: [{ id: 1, quote }] })), name).toEqual([
      'products[0].quote',
    ])
  })
})

describe('nesting', () => {
  const nested = (depth: number) => {
    let value: unknown = 'x'
    for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
    return value
  }

  it.each([100, 100_000])('%i deep is refused wherever it stands', async (depth) => {
    const deep = nested(depth)
    const { create, update } = await prepared()
    await create(deep)
    await create({ customer: deep, products: deep })
    await create({ ...request, customer: { name: deep } })
    await create({ ...request, products: [deep] })
    for (const field of ['tag_list', 'products', 'product_order', 'shipping', 'tags', 'total'])
      expect(Object.keys(await update({ [field]: deep }))[0]).toMatch(new RegExp(`^${field}`))
    await update({ shipping: { type: 'no_additional', product: deep } })
    await update({ products: [{ id: 1, price: deep, quote: deep, key: deep }] })
  })

  it('that leads back to itself is refused', async () => {
    const circle: Record<string, unknown> = {}
    circle.customer = circle
    circle.shipping = circle
    const { create, update } = await prepared()
    await create(circle)
    await update(circle)
  })
})

describe('hugeness', () => {
  it('100,000 bad lines are refused by one fault', async () => {
    const { create, update } = await prepared()
    const products = Array.from({ length: 100_000 }, () => ({ id: 'x', qty: -1 }))
    const faults = { products: 'must have at most 1000 lines' }
    expect(await create({ ...request, products })).toEqual(faults)
    expect(await update({ products })).toEqual(faults)
  })

  it('100,000 bad tags are refused by one fault', async () => {
    const { update } = await prepared()
    expect(await update({ tag_list: Array(100_000).fill('\0') })).toEqual({
      tag_list: 'must have at most 250 tags',
    })
  })

  it('an order of 100,000 keys is refused by one fault', async () => {
    const { update } = await prepared()
    expect(await update({ product_order: Array(100_000).fill(1) })).toEqual({
      product_order: 'must have at most 1000 keys',
    })
  })

  it('100,000 customer fields are refused by one fault', async () => {
    const { create } = await prepared()
    const fields = Array.from({ length: 100_000 }, (_, index) => [`f${index}`, 5])
    expect(await create({ ...request, customer: Object.fromEntries(fields) })).toEqual({
      customer: 'must have at most 64 fields',
    })
  })

  it('a text of a million characters is refused wherever it stands', async () => {
    const long = '9'.repeat(1_000_000)
    const { create, update } = await prepared()
    await create({ ...request, customer: { name: long } })
    await update({ tag_list: [long] })
    await update({ products: [{ id: 1, quote: long }] })
    await update({ products: [{ id: 1, discount: long }] })
    await update({ products: [{ key: long }] })
  })
})

describe('texts that no storage could keep', () => {
  it.each(['\0', 'a\0b', '\ud800', 'a\udfff', '\udc00\ud800'])('%j is refused', async (text) => {
    const { create, update } = await prepared()
    const faults = { 'customer.name': 'must not contain NUL or lone surrogates' }
    expect(await create({ ...request, customer: { name: text } })).toEqual(faults)
    expect(await update({ customer: { name: text } })).toEqual(faults)
    expect(Object.keys(await create({ ...request, customer: { [text]: 'x' } }))).toHaveLength(1)
    expect(Object.keys(await update({ tag_list: [text] }))).toEqual(['tag_list[0]'])
  })

  it('a whole pair of surrogates is a character like any other', async () => {
    const engine = engineWith()
    const customer = { name: '😀', '😀': 'x' }
    expect((await engine.createQuote(context, { ...request, customer })).quote.customer).toEqual(
      customer,
    )
  })
})
