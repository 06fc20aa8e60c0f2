import { afterEach, describe, expect, it } from 'vitest'
import { context, countingStorage, engineWith, request } from '../engine/ports.js'
import { colors, engineWithQuote, errorsOf, expectCleanPrototype } from './hostile-requests.js'

afterEach(expectCleanPrototype)

describe('objects that are not plain', () => {
  class Customer {
    name = 'Ann'
    get city() {
      return 'Austin'
    }
  }

  it('are read by their own fields', async () => {
    const customer = new Customer() as never
    const { quote } = await engineWith().createQuote(context, { ...request, customer })
    expect(quote.customer).toEqual({ name: 'Ann' })
    expect(Object.getPrototypeOf(quote.customer)).toBe(Object.prototype)
  })

  it('are rejected if they are built-ins such as Map', async () => {
    for (const customer of [new Map([['name', 'Ann']]), new Date(0), /x/] as never[])
      expect(
        await errorsOf(() => engineWith().createQuote(context, { ...request, customer })),
      ).toEqual({
        customer: 'must be an object',
      })
  })

  it('have their getters called once', async () => {
    let reads = 0
    const customer = {
      get name() {
        reads += 1
        return `read ${reads}`
      },
    }
    const { engine, quoteId } = await engineWithQuote()
    const record = await engine.updateQuote(context, quoteId, { customer })
    expect(record.quote.customer.name).toBe('read 1')
    expect((await engine.getQuote(context, quoteId)).quote.customer.name).toBe('read 1')
  })

  it('are rejected if reading them throws', async () => {
    const { storage, written } = countingStorage()
    const { engine, quoteId } = await engineWithQuote(storage)
    const fail = () => {
      throw new Error('no')
    }
    const thrower = Object.defineProperty({}, 'customer', { enumerable: true, get: fail })
    const proxy = new Proxy({}, { ownKeys: fail, get: fail, has: fail })
    const inside = { customer: Object.defineProperty({}, 'name', { enumerable: true, get: fail }) }
    for (const value of [thrower, proxy, inside] as never[]) {
      expect(await errorsOf(() => engine.createQuote(context, value))).toEqual({
        '': 'cannot be read',
      })
      expect(await errorsOf(() => engine.updateQuote(context, quoteId, value))).toEqual({
        '': 'cannot be read',
      })
      expect(await errorsOf(() => engine.setTag(context, 'x', value))).toBeTypeOf('object')
    }
    expect(written).toHaveLength(1)
  })

  it('may inherit the fields of createQuote requests and lines', async () => {
    const lines = [Object.create({ id: 1, qty: 2 })]
    const { quote } = await engineWith().createQuote(
      context,
      Object.create({ customer: { name: 'Ann' }, products: lines }),
    )
    expect(quote.customer).toEqual({ name: 'Ann' })
    expect(quote.products).toMatchObject([{ id: 1, qty: 2 }])
  })

  it('may have class getters as fields of createQuote requests', async () => {
    class Line {
      get id() {
        return 1
      }
      get qty() {
        return 2
      }
      total() {}
    }
    class Request {
      get customer() {
        return { name: 'Ann' }
      }
      get products() {
        return [new Line()]
      }
      save() {}
    }
    const { quote } = await engineWith().createQuote(context, new Request())
    expect(quote).toMatchObject({ customer: { name: 'Ann' }, products: [{ id: 1, qty: 2 }] })
  })

  it('may inherit the fields of updateQuote requests and lines', async () => {
    const { engine, quoteId } = await engineWithQuote()
    const lines = [Object.create({ id: 1, qty: 7, quote: '9.00' })]
    const changes = { customer: { city: 'Austin' }, products: lines, tag_list: ['vip'] }
    const { quote } = await engine.updateQuote(context, quoteId, Object.create(changes))
    expect(quote).toMatchObject({
      customer: { name: 'Ann', city: 'Austin' },
      products: [{ qty: 7, quote: '9.00' }],
      tags: ['vip'],
    })
  })

  it('may inherit the fields of setTag definitions', async () => {
    const tag = await engineWith().setTag(context, 'x', Object.create({ ...colors, label: 'X' }))
    expect(JSON.stringify(tag)).toBe(JSON.stringify({ ...colors, label: 'X', value: 'x' }))
  })

  it('are rejected if they inherit unknown fields', async () => {
    const { storage, written } = countingStorage()
    const { engine, quoteId } = await engineWithQuote(storage)
    const unknown = { extra: expect.stringMatching(/^is not a known field/) }
    const inheriting = (fields: object) => Object.assign(Object.create({ extra: 1 }), fields)
    const [line] = request.products
    for (const [call, errors] of [
      [() => engine.createQuote(context, inheriting(request)), unknown],
      [
        () => engine.createQuote(context, { ...request, products: [inheriting({ ...line })] }),
        { 'products[0].extra': unknown.extra },
      ],
      [() => engine.updateQuote(context, quoteId, inheriting({ tag_list: ['x'] })), unknown],
      [
        () => engine.updateQuote(context, quoteId, { products: [inheriting({ ...line })] }),
        { 'products[0].extra': unknown.extra },
      ],
      [() => engine.setTag(context, 'x', inheriting(colors)), unknown],
    ] as const)
      expect(await errorsOf(call)).toEqual(errors)
    expect(written).toHaveLength(1)
  })

  it('do not add inherited fields to a customer', async () => {
    const customer = Object.assign(Object.create({ city: 'Austin' }), { name: 'Bob' })
    const { engine, quoteId } = await engineWithQuote()
    const created = await engine.createQuote(context, { ...request, customer })
    expect(created.quote.customer).toEqual({ name: 'Bob' })
    expect(created.quote.customer.city).toBeUndefined()
    const { quote } = await engine.updateQuote(context, quoteId, { customer })
    expect(JSON.stringify(quote.customer)).toBe('{"name":"Bob"}')
    const unchanged = await engine.updateQuote(context, quoteId, {
      customer: Object.create({ name: null }),
    })
    expect(unchanged.version).toBe(2)
  })

  it('cannot send a computed field with inherited fields', async () => {
    const { engine, quoteId } = await engineWithQuote()
    const { quote } = await engine.sendQuote(context, quoteId)
    const { amounts } = quote
    expect((await engine.updateQuote(context, quoteId, { amounts } as object)).version).toBe(2)
    expect(
      await errorsOf(() =>
        engine.updateQuote(context, quoteId, { amounts: Object.create(amounts ?? null) } as object),
      ),
    ).toEqual({ amounts: 'is computed and cannot be set' })
  })

  it('are accepted without a prototype', async () => {
    const customer = Object.assign(Object.create(null), { name: 'Ann' })
    const { quote } = await engineWith().createQuote(context, { ...request, customer })
    expect(quote.customer).toEqual({ name: 'Ann' })
  })
})
