import { describe, expect, it } from 'vitest'
import { context, countingStorage, engineWith, errorOf, request } from '../engine/ports.js'

/** Creates an engine with one quote. Returns functions that expect a rejection and no write. */
async function engineWithQuote() {
  const { storage, written } = countingStorage()
  const engine = engineWith({ storage })
  const { quoteId } = await engine.createQuote(context, request)
  const rejected = async (call: () => unknown) => {
    const error = await errorOf(call)
    expect(error.code).toBe('invalid_request')
    expect(written).toHaveLength(1)
    return (error.details as { readonly errors: Readonly<Record<string, string>> }).errors
  }
  return {
    create: (value: unknown) => rejected(() => engine.createQuote(context, value as never)),
    update: (value: unknown) =>
      rejected(() => engine.updateQuote(context, quoteId, value as never)),
  }
}

describe('createQuote and updateQuote with invalid numbers', () => {
  const numbers = [
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['−Infinity', Number.NEGATIVE_INFINITY],
    ['−0', -0],
    ['1e21', 1e21],
    ['2**53', 2 ** 53],
    ['the string 1e3', '1e3'],
    ['the string 1', '1'],
    ['a BigInt', 1n],
    ['a symbol', Symbol('1')],
    ['true', true],
    ['half', 0.5],
    ['a boxed number', Object(1)],
    ['an array', [1]],
    ['an object with valueOf', { valueOf: () => 1 }],
    ['null', null],
  ] as const

  it.each(numbers)('reject the qty %s', async (_, qty) => {
    const { create, update } = await engineWithQuote()
    const products = [{ id: 1, qty }]
    expect(Object.keys(await create({ ...request, products }))).toEqual(['products[0].qty'])
    expect(Object.keys(await update({ products }))).toEqual(['products[0].qty'])
  })

  it.each(numbers)('reject the product id %s', async (_, id) => {
    const { create, update } = await engineWithQuote()
    const products = [{ id, qty: 1 }]
    expect(Object.keys(await create({ ...request, products }))).toEqual(['products[0].id'])
    expect(Object.keys(await update({ products }))).toEqual(['products[0].id'])
  })

  it.each(
    numbers.filter(([, value]) => !['1', 0, 0.5].includes(value as never) && !Object.is(value, -0)),
  )('reject the offered price %s', async (name, quote) => {
    const { update } = await engineWithQuote()
    expect(Object.keys(await update({ products: [{ id: 1, quote }] })), name).toEqual([
      'products[0].quote',
    ])
  })
})

describe('createQuote and updateQuote with nested values', () => {
  const nested = (depth: number) => {
    let value: unknown = 'x'
    for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
    return value
  }

  it.each([100, 100_000])('reject a depth of %i in any field', async (depth) => {
    const deep = nested(depth)
    const { create, update } = await engineWithQuote()
    await create(deep)
    await create({ customer: deep, products: deep })
    await create({ ...request, customer: { name: deep } })
    await create({ ...request, products: [deep] })
    for (const field of ['tag_list', 'products', 'product_order', 'shipping', 'tags', 'total'])
      expect(Object.keys(await update({ [field]: deep }))[0]).toMatch(new RegExp(`^${field}`))
    await update({ shipping: { type: 'no_additional', product: deep } })
    await update({ products: [{ id: 1, price: deep, quote: deep, key: deep }] })
  })

  it('reject circular references', async () => {
    const circle: Record<string, unknown> = {}
    circle.customer = circle
    circle.shipping = circle
    const { create, update } = await engineWithQuote()
    await create(circle)
    await update(circle)
  })
})

describe('createQuote and updateQuote with huge requests', () => {
  it('reject 100,000 invalid lines with one error', async () => {
    const { create, update } = await engineWithQuote()
    const products = Array.from({ length: 100_000 }, () => ({ id: 'x', qty: -1 }))
    const errors = { products: 'must have at most 1000 lines' }
    expect(await create({ ...request, products })).toEqual(errors)
    expect(await update({ products })).toEqual(errors)
  })

  it('reject 100,000 invalid tags with one error', async () => {
    const { update } = await engineWithQuote()
    expect(await update({ tag_list: Array(100_000).fill('\0') })).toEqual({
      tag_list: 'must have at most 250 tags',
    })
  })

  it('reject an order of 100,000 keys with one error', async () => {
    const { update } = await engineWithQuote()
    expect(await update({ product_order: Array(100_000).fill(1) })).toEqual({
      product_order: 'must have at most 1000 keys',
    })
  })

  it('reject 100,000 customer fields with one error', async () => {
    const { create } = await engineWithQuote()
    const fields = Array.from({ length: 100_000 }, (_, index) => [`f${index}`, 5])
    expect(await create({ ...request, customer: Object.fromEntries(fields) })).toEqual({
      customer: 'must have at most 64 fields',
    })
  })

  it('reject a string of a million characters in any field', async () => {
    const long = '9'.repeat(1_000_000)
    const { create, update } = await engineWithQuote()
    await create({ ...request, customer: { name: long } })
    await update({ tag_list: [long] })
    await update({ products: [{ id: 1, quote: long }] })
    await update({ products: [{ id: 1, discount: long }] })
    await update({ products: [{ key: long }] })
  })
})

describe('createQuote and updateQuote with strings that storages cannot store', () => {
  it.each(['\0', 'a\0b', '\ud800', 'a\udfff', '\udc00\ud800'])('reject %j', async (value) => {
    const { create, update } = await engineWithQuote()
    const errors = { 'customer.name': 'must not contain NUL or lone surrogates' }
    expect(await create({ ...request, customer: { name: value } })).toEqual(errors)
    expect(await update({ customer: { name: value } })).toEqual(errors)
    expect(Object.keys(await create({ ...request, customer: { [value]: 'x' } }))).toHaveLength(1)
    expect(Object.keys(await update({ tag_list: [value] }))).toEqual(['tag_list[0]'])
  })

  it('accept surrogate pairs', async () => {
    const engine = engineWith()
    const customer = { name: '😀', '😀': 'x' }
    expect((await engine.createQuote(context, { ...request, customer })).quote.customer).toEqual(
      customer,
    )
  })
})
