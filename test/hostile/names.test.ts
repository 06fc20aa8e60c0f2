import { afterEach, describe, expect, it } from 'vitest'
import type { Tag } from '../../src/features/tags/tags.js'
import { context, engineWith, errorOf, request } from '../engine/ports.js'
import { colors, engineWithQuote, errorsOf, expectCleanPrototype } from './hostile-requests.js'

afterEach(expectCleanPrototype)

describe('names of prototype members', () => {
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
    const { engine, quoteId } = await engineWithQuote()
    await engine.updateQuote(context, quoteId, { customer: JSON.parse(evil) })
    const kept = await engine.updateQuote(context, quoteId, { customer: { city: 'Austin' } })
    expect(JSON.stringify(kept.quote.customer)).toBe(
      `{"name":"Ann",${evil.slice(1, -1)},"city":"Austin"}`,
    )
    const customer = JSON.parse(evil.replace(/"[abcd]"/g, 'null'))
    const removed = await engine.updateQuote(context, quoteId, { customer })
    expect(removed.quote.customer).toEqual({ name: 'Ann', city: 'Austin' })
  })

  it('are rejected as customer fields with object values', async () => {
    const customer = JSON.parse('{"__proto__":{"polluted":true}}')
    expect(
      await errorsOf(() => engineWith().createQuote(context, { ...request, customer })),
    ).toEqual({ 'customer.__proto__': 'must be a string' })
  })

  it.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])(
    'are unknown fields of requests and lines: %s',
    async (key) => {
      const extra = `"${key}":{"polluted":true}`
      const top = JSON.parse(`{"customer":{},"products":[{"id":1,"qty":1}],${extra}}`)
      const inLine = JSON.parse(`{"customer":{},"products":[{"id":1,"qty":1,${extra}}]}`)
      const { engine, quoteId } = await engineWithQuote()
      const unknown = expect.stringMatching(/^is not a known field/)
      expect(await errorsOf(() => engine.createQuote(context, top))).toEqual(
        Object.fromEntries([[key, unknown]]),
      )
      expect(await errorsOf(() => engine.createQuote(context, inLine))).toEqual({
        [`products[0].${key}`]: unknown,
      })
      expect(
        await errorsOf(() => engine.updateQuote(context, quoteId, JSON.parse(`{${extra}}`))),
      ).toEqual(Object.fromEntries([[key, unknown]]))
    },
  )

  it('are valid tag names', async () => {
    const { engine, quoteId } = await engineWithQuote()
    const names = ['__proto__', 'constructor', 'hasOwnProperty']
    for (const name of names) await engine.setTag(context, name, colors)
    await engine.updateQuote(context, quoteId, { tag_list: names })
    expect(Object.keys(await engine.listTags(context))).toEqual(names)
    const { visibleTags } = await engine.getQuote(context, quoteId)
    expect(visibleTags?.map(({ value }: Tag) => value)).toEqual(names)
    await engine.removeTag(context, '__proto__')
    expect(Object.keys(await engine.listTags(context))).toEqual(names.slice(1))
  })

  it.each(['__proto__', 'constructor', "'; drop table quotes; --", '../x', '-1', '0'])(
    'are valid store and quote ids: %s',
    async (name) => {
      const engine = engineWith({ generateId: () => name, catalog: everything })
      const caller = { storeId: name }
      const record = await engine.createQuote(caller, request)
      expect(await engine.getQuote(caller, name)).toEqual(record)
      expect((await errorOf(() => engine.getQuote(context, name))).code).toBe('quote_not_found')
      expect((await engine.updateQuote(caller, name, { tag_list: [name] })).version).toBe(2)
    },
  )

  it('are ids of no quote by default', async () => {
    for (const quoteId of ['__proto__', 'constructor', 'toString'])
      expect((await errorOf(() => engineWith().getQuote(context, quoteId))).code).toBe(
        'quote_not_found',
      )
  })
})

const everything = {
  findProducts: (_: string, ids: readonly number[]) => ids.map((id) => ({ id, price: 1 })),
}

describe('getQuote and updateQuote with an id that is not a string', () => {
  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a number', 1],
    ['a symbol', Symbol('quote-1')],
    ['an object', { toString: () => 'quote-1' }],
    ['an object without a prototype', Object.create(null)],
    ['an array', ['quote-1']],
  ])('reject %s as quote_not_found', async (_, id) => {
    const { engine } = await engineWithQuote()
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
