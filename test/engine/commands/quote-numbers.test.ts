import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import {
  clockedEngine,
  quoteIn,
  rejection,
  seller,
} from '../operations/lifecycle/quotes-in-life.js'
import { context, engineWith, errorOf, request } from '../ports.js'

const numberOf = ({ quote }: { readonly quote: { readonly number?: string } }) => quote.number

describe('numbers', () => {
  it('are counted per store, from 1 on, when a quote is first sent', async () => {
    const { engine } = clockedEngine()
    expect(numberOf(await quoteIn(engine, 'new'))).toBeUndefined()
    expect(numberOf(await quoteIn(engine, 'sent'))).toBe('1')
    expect(numberOf(await quoteIn(engine, 'sent'))).toBe('2')
    const other = { storeId: 'store-2' }
    const { quoteId } = await engine.createQuote(other, request)
    expect(numberOf(await engine.sendQuote(other, quoteId))).toBe('1')
  })

  it('are kept by later revisions', async () => {
    const { engine } = clockedEngine()
    const { quoteId } = await quoteIn(engine, 'draft')
    expect(numberOf(await engine.sendQuote(context, quoteId))).toBe('1')
    expect(numberOf(await quoteIn(engine, 'sent'))).toBe('2')
  })

  it('with assign create are given to every new quote, copies too', async () => {
    const { engine } = clockedEngine({ numbers: { assign: 'create' } })
    const first = await quoteIn(engine, 'sent')
    expect(numberOf(first)).toBe('1')
    expect(numberOf(await engine.copyQuote(context, first.quoteId))).toBe('2')
    expect(numberOf(await engine.createQuote(context, request, { preview: true }))).toBe('3')
    expect(numberOf(await quoteIn(engine, 'new'))).toBe('3')
  })

  it('with assign create are given on sending to quotes that were created without', async () => {
    const storage = memoryStorage()
    const before = engineWith({ storage, numbers: { assign: 'never' } })
    const { quoteId } = await quoteIn(before, 'new')
    const { engine } = clockedEngine({ storage, numbers: { assign: 'create' } })
    expect(numberOf(await engine.sendQuote(context, quoteId))).toBe('1')
  })

  it('with assign never are not given', async () => {
    const { engine } = clockedEngine({ numbers: { assign: 'never' } })
    expect(numberOf(await quoteIn(engine, 'ordered'))).toBeUndefined()
  })

  it('are formatted with the count and the store', async () => {
    const { engine } = clockedEngine({
      numbers: { format: (count, storeId) => `${storeId}-${String(count).padStart(4, '0')}` },
    })
    expect(numberOf(await quoteIn(engine, 'sent'))).toBe('store-1-0001')
  })

  it.each(['', 'x'.repeat(65), 'a\0', 7, null, undefined, {}])(
    'of an invalid format, as sample %#, reject the call and are not taken',
    async (result) => {
      const { engine, written } = clockedEngine({ numbers: { format: () => result as string } })
      const { quoteId } = await quoteIn(engine, 'new')
      const before = written.length
      const { code, details } = await errorOf(() => engine.sendQuote(context, quoteId))
      const message = /^must return a string of 1 to 64 characters, received /
      expect([code, details]).toEqual([
        'invalid_options',
        { errors: { 'numbers.format': expect.stringMatching(message) } },
      ])
      expect(written).toHaveLength(before)
    },
  )

  it('of a format that throws reject the call', async () => {
    const format = () => {
      throw new Error('no')
    }
    const { engine } = clockedEngine({ numbers: { format } })
    const { quoteId } = await quoteIn(engine, 'new')
    expect((await rejection(() => engine.sendQuote(context, quoteId)))[0]).toBe('callback_failed')
  })

  it('have no gaps and no duplicates if many quotes are sent by two processes', async () => {
    const storage = memoryStorage()
    const engines = [1, 2].map(() => clockedEngine({ storage, generateId: undefined }).engine)
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => quoteIn(engines[index % 2] as never, 'sent')),
    )
    const numbers = all.map((record) => Number(numberOf(record))).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })
})

describe('the number of a quote whose sending failed', () => {
  it('is given to the next quote', async () => {
    const inner = memoryStorage()
    let isFailing = false
    const storage = {
      ...inner,
      commit: (...args: Parameters<typeof inner.commit>) => {
        if (isFailing) throw new Error('disk full')
        return inner.commit(...args)
      },
    }
    const { engine } = clockedEngine({ storage })
    const [one, other] = [await quoteIn(engine, 'new'), await quoteIn(engine, 'new')]
    isFailing = true
    expect((await rejection(() => engine.sendQuote(context, one.quoteId)))[0]).toBe(
      'storage_failed',
    )
    isFailing = false
    const late = () => engine.sendQuote(context, one.quoteId, { expires: 1 })
    expect((await rejection(late))[0]).toBe('invalid_request')
    await engine.sendQuote(context, one.quoteId, {}, { preview: true })
    expect((await engine.sendQuote(context, other.quoteId)).quote.number).toBe('1')
    expect((await engine.sendQuote(context, one.quoteId)).quote.number).toBe('2')
  })
})

describe('numbers that are assigned on creation', () => {
  it('do not keep creations from calling the catalog at the same time', async () => {
    let waiting = 0
    let release = () => {}
    const bothWait = new Promise<void>((resolve) => {
      release = resolve
    })
    const catalog = {
      async findProducts(_: string, ids: readonly number[]) {
        waiting += 1
        if (waiting === 2) release()
        await bothWait
        return ids.map((id) => ({ id, price: '10.00' }))
      },
    }
    const engine = engineWith({ catalog, numbers: { assign: 'create' } })
    const create = () => engine.createQuote(seller, request)
    const created = await Promise.all([create(), create()])
    expect(created.map(({ quote }) => quote.number).sort()).toEqual(['1', '2'])
    expect(waiting).toBe(2)
  })

  it('are returned again by a retry whose product has left the catalog', async () => {
    const products = [{ id: 1, price: '10.00' }]
    const catalog = { findProducts: () => [...products] }
    const engine = engineWith({ catalog, numbers: { assign: 'create' } })
    const body = { customer: {}, products: [{ id: 1, qty: 1 }] }
    const options = { idempotencyKey: 'key-1' }
    const first = await engine.createQuote(seller, body, options)
    products.pop()
    expect(await engine.createQuote(seller, body, options)).toEqual(first)
  })
})
