import { afterEach, describe, expect, it } from 'vitest'
import type { QuoteStorage } from '../../src/ports/storage.js'
import type { Tag } from '../../src/store/tags.js'
import { context, countingStorage, engineWith, errorOf, request } from '../engine/ports.js'

const pristine = JSON.stringify(Object.getOwnPropertyNames(Object.prototype).sort())
const colours = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }

afterEach(() => {
  expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype).sort())).toBe(pristine)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

async function faultsOf(call: () => unknown) {
  const error = await errorOf(call)
  expect(error.code).toBe('invalid_request')
  return (error.details as { readonly errors: Readonly<Record<string, string>> }).errors
}

async function quoted(storage?: QuoteStorage) {
  const engine = engineWith(storage === undefined ? {} : { storage })
  const { quoteId } = await engine.createQuote(context, request)
  return { engine, quoteId }
}

describe('prototype keys', () => {
  const evil = '{"__proto__":"a","constructor":"b","hasOwnProperty":"c","toString":"d"}'

  it('are plain customer data on create', async () => {
    const { quote } = await engineWith().createQuote(context, {
      ...request,
      customer: JSON.parse(evil),
    })
    expect(JSON.stringify(quote.customer)).toBe(evil)
    expect(Object.getPrototypeOf(quote.customer)).toBe(Object.prototype)
  })

  it('are plain customer data on update: set, kept and removed', async () => {
    const { engine, quoteId } = await quoted()
    await engine.updateQuote(context, quoteId, { customer: JSON.parse(evil) })
    const kept = await engine.updateQuote(context, quoteId, { customer: { city: 'Austin' } })
    expect(JSON.stringify(kept.quote.customer)).toBe(
      `{"name":"Ann",${evil.slice(1, -1)},"city":"Austin"}`,
    )
    const customer = JSON.parse(evil.replace(/"[abcd]"/g, 'null'))
    const removed = await engine.updateQuote(context, quoteId, { customer })
    expect(removed.quote.customer).toEqual({ name: 'Ann', city: 'Austin' })
  })

  it('in an object are refused as a customer field, and pollute nothing', async () => {
    const customer = JSON.parse('{"__proto__":{"polluted":true}}')
    expect(
      await faultsOf(() => engineWith().createQuote(context, { ...request, customer })),
    ).toEqual({ 'customer.__proto__': 'must be a string' })
  })

  it.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])(
    'at the top level and in lines are unknown fields: %s',
    async (key) => {
      const extra = `"${key}":{"polluted":true}`
      const top = JSON.parse(`{"customer":{},"products":[{"id":1,"qty":1}],${extra}}`)
      const inLine = JSON.parse(`{"customer":{},"products":[{"id":1,"qty":1,${extra}}]}`)
      const { engine, quoteId } = await quoted()
      const unknown = 'is not a known field'
      expect(await faultsOf(() => engine.createQuote(context, top))).toEqual(
        Object.fromEntries([[key, unknown]]),
      )
      expect(await faultsOf(() => engine.createQuote(context, inLine))).toEqual({
        [`products[0].${key}`]: unknown,
      })
      expect(
        await faultsOf(() => engine.updateQuote(context, quoteId, JSON.parse(`{${extra}}`))),
      ).toEqual(Object.fromEntries([[key, unknown]]))
    },
  )

  it('are ordinary names of tags', async () => {
    const { engine, quoteId } = await quoted()
    const names = ['__proto__', 'constructor', 'hasOwnProperty']
    for (const name of names) await engine.setTag(context, name, colours)
    await engine.updateQuote(context, quoteId, { tag_list: names })
    expect(Object.keys(await engine.listTags(context))).toEqual(names)
    const { visibleTags } = await engine.getQuote(context, quoteId)
    expect(visibleTags?.map(({ value }: Tag) => value)).toEqual(names)
    expect(await engine.removeTag(context, '__proto__')).toBe(true)
    expect(Object.keys(await engine.listTags(context))).toEqual(names.slice(1))
  })

  it.each(['__proto__', 'constructor', "'; drop table quotes; --", '../x', '-1', '0'])(
    'and the like are ordinary ids of stores and quotes: %s',
    async (name) => {
      const engine = engineWith({ generateId: () => name, catalog: everything })
      const caller = { storeId: name }
      const record = await engine.createQuote(caller, request)
      expect(await engine.getQuote(caller, name)).toEqual(record)
      expect((await errorOf(() => engine.getQuote(context, name))).code).toBe('quote_not_found')
      expect((await engine.updateQuote(caller, name, { tag_list: [name] })).version).toBe(2)
    },
  )

  it('find no quote where there is none', async () => {
    for (const quoteId of ['__proto__', 'constructor', 'toString'])
      expect((await errorOf(() => engineWith().getQuote(context, quoteId))).code).toBe(
        'quote_not_found',
      )
  })
})

const everything = {
  findProducts: (_: string, ids: readonly number[]) => ids.map((id) => ({ id, price: 1 })),
}

describe('an id of a quote that is no text', () => {
  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a number', 1],
    ['a symbol', Symbol('quote-1')],
    ['an object', { toString: () => 'quote-1' }],
    ['an object without a prototype', Object.create(null)],
    ['an array', ['quote-1']],
  ])('is the id of no quote: %s', async (_, id) => {
    const { engine } = await quoted()
    for (const call of [
      () => engine.getQuote(context, id as never),
      () => engine.updateQuote(context, id as never, {}),
    ]) {
      const error = await errorOf(call)
      expect(error.code).toBe('quote_not_found')
      expect((error.details as { quoteId: unknown }).quoteId).toBeTypeOf('string')
    }
  })
})

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

  it('whose content is not in their fields are refused', async () => {
    for (const customer of [new Map([['name', 'Ann']]), new Date(0), /x/] as never[])
      expect(
        await faultsOf(() => engineWith().createQuote(context, { ...request, customer })),
      ).toEqual({
        customer: 'must be an object',
      })
  })

  it('have their getters read once, and what is stored are values', async () => {
    let reads = 0
    const customer = {
      get name() {
        reads += 1
        return `read ${reads}`
      },
    }
    const { engine, quoteId } = await quoted()
    const record = await engine.updateQuote(context, quoteId, { customer })
    expect(record.quote.customer.name).toBe('read 1')
    expect((await engine.getQuote(context, quoteId)).quote.customer.name).toBe('read 1')
  })

  it('that throw while they are read are refused, and nothing is stored', async () => {
    const { storage, written } = countingStorage()
    const { engine, quoteId } = await quoted(storage)
    const fail = () => {
      throw new Error('no')
    }
    const thrower = Object.defineProperty({}, 'customer', { enumerable: true, get: fail })
    const proxy = new Proxy({}, { ownKeys: fail, get: fail, has: fail })
    const inside = { customer: Object.defineProperty({}, 'name', { enumerable: true, get: fail }) }
    for (const value of [thrower, proxy, inside] as never[]) {
      expect(await faultsOf(() => engine.createQuote(context, value))).toEqual({
        '': 'cannot be read',
      })
      expect(await faultsOf(() => engine.updateQuote(context, quoteId, value))).toEqual({
        '': 'cannot be read',
      })
      expect(await faultsOf(() => engine.setTag(context, 'x', value))).toBeTypeOf('object')
    }
    expect(written).toHaveLength(1)
  })

  it('createQuote: may inherit the fields of a request and of its lines', async () => {
    const lines = [Object.create({ id: 1, qty: 2 })]
    const { quote } = await engineWith().createQuote(
      context,
      Object.create({ customer: { name: 'Ann' }, products: lines }),
    )
    expect(quote.customer).toEqual({ name: 'Ann' })
    expect(quote.products).toMatchObject([{ id: 1, qty: 2 }])
  })

  it('createQuote: may have the fields of a request as getters of their class', async () => {
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

  it('updateQuote: may inherit the fields of the changes and of their lines', async () => {
    const { engine, quoteId } = await quoted()
    const lines = [Object.create({ id: 1, qty: 7, quote: '9.00' })]
    const changes = { customer: { city: 'Austin' }, products: lines, tag_list: ['vip'] }
    const { quote } = await engine.updateQuote(context, quoteId, Object.create(changes))
    expect(quote).toMatchObject({
      customer: { name: 'Ann', city: 'Austin' },
      products: [{ qty: 7, quote: '9.00' }],
      tags: ['vip'],
    })
  })

  it('setTag: may inherit the fields of a tag', async () => {
    const tag = await engineWith().setTag(context, 'x', Object.create({ ...colours, label: 'X' }))
    expect(JSON.stringify(tag)).toBe(JSON.stringify({ ...colours, label: 'X', value: 'x' }))
  })

  it('are rejected by name with unknown fields that they inherit', async () => {
    const { storage, written } = countingStorage()
    const { engine, quoteId } = await quoted(storage)
    const unknown = { extra: 'is not a known field' }
    const inheriting = (fields: object) => Object.assign(Object.create({ extra: 1 }), fields)
    const [line] = request.products
    for (const [call, faults] of [
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
      [() => engine.setTag(context, 'x', inheriting(colours)), unknown],
    ] as const)
      expect(await faultsOf(call)).toEqual(faults)
    expect(written).toHaveLength(1)
  })

  it('give a customer only the fields of their own', async () => {
    const customer = Object.assign(Object.create({ city: 'Austin' }), { name: 'Bob' })
    const { engine, quoteId } = await quoted()
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

  it('bring back a computed field by the fields of its own alone', async () => {
    const { engine, quoteId } = await quoted()
    const shipping = { type: 'no_additional', product: null } as const
    expect((await engine.updateQuote(context, quoteId, { shipping })).version).toBe(1)
    expect(
      await faultsOf(() =>
        engine.updateQuote(context, quoteId, { shipping: Object.create(shipping) }),
      ),
    ).toEqual({ shipping: 'is computed and cannot be set' })
  })

  it('without a prototype are taken', async () => {
    const customer = Object.assign(Object.create(null), { name: 'Ann' })
    const { quote } = await engineWith().createQuote(context, { ...request, customer })
    expect(quote.customer).toEqual({ name: 'Ann' })
  })
})
