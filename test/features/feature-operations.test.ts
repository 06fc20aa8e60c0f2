import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  type CustomerItem,
  createQuoteEngine,
  defineFeature,
  eraseCustomer,
  exportCustomer,
  limitToQuote,
  memoryStorage,
  QuoteError,
} from '../../src/index.js'
import { catalog, context, countingStorage, errorOf, request } from '../engine/ports.js'
import { describeOnEveryStorage } from '../storage/every-storage.js'
import { callNotes, engineWithFeatures } from './call-notes.js'

const seller = { ...context, role: 'seller' } as const
const buyer = { ...context, role: 'buyer' } as const
const system = { storeId: 'store-1', role: 'system' } as const

async function withQuote(options: Parameters<typeof engineWithFeatures>[0] = {}) {
  const { storage, written } = countingStorage(options.storage)
  const engine = engineWithFeatures({ ...options, storage })
  const { quoteId } = await engine.createQuote(context, request)
  return { engine, quoteId, written, notes: engine.features.callNotes }
}

/** Returns a feature that decides so, with an engine and a quote. */
async function deciding(decide: (input: never) => unknown, schema: z.ZodType<object> = z.any()) {
  const feature = defineFeature({
    ...{ name: 'sample', of: 'quote', schema, empty: { list: [] } },
    operations: { doIt: { summary: 'Do it', request: z.any(), decide: decide as never } },
  })
  const { storage, written } = countingStorage()
  const engine = createQuoteEngine({ storage, catalog, features: [feature] })
  const { quoteId } = await engine.createQuote(context, request)
  const { sample } = engine.features
  const call = (sent: unknown = {}) => sample.doIt(context, quoteId, sent)
  return { sample, quoteId, written, call }
}

describeOnEveryStorage('the methods of a feature', (createStorage) => {
  it('store, return and list what was decided, and leave the quote as it is', async () => {
    const { engine, quoteId, notes } = await withQuote({ storage: (await createStorage()).storage })
    expect(await notes.get(context, quoteId)).toStrictEqual({ version: 0, value: [] })
    const first = await notes.addNote(context, quoteId, { text: 'Hello' })
    const hello = { text: 'Hello', time: 5_000, by: 'ann' }
    expect(first).toStrictEqual({ version: 1, updated: 5_000, value: [hello] })
    await notes.addNote(system, quoteId, { text: 'Bye' })
    const stored = await notes.get(context, quoteId)
    expect(stored).toStrictEqual({
      ...{ version: 2, updated: 5_000 },
      value: [hello, { text: 'Bye', time: 5_000 }],
    })
    const { items } = await notes.listHistory(context, quoteId)
    expect(items).toMatchObject([
      { version: 1, operation: 'addNote', by: 'ann' },
      { version: 2, operation: 'addNote' },
    ])
    expect((await engine.getQuote(context, quoteId)).version).toBe(1)
    const { items: events } = await engine.listEvents(context)
    expect(events.map(({ kind, id }) => [kind, id])).toEqual([
      ['quote', quoteId],
      ['quote.callNotes', quoteId],
      ['quote.callNotes', quoteId],
    ])
  })

  it('erase the records of a quote with it, whether there were any or not', async () => {
    const { engine, quoteId, notes } = await withQuote({ storage: (await createStorage()).storage })
    const { quoteId: other } = await engine.createQuote(context, request)
    await notes.addNote(context, quoteId, { text: 'Secret' })
    for (const id of [quoteId, other]) {
      await engine.eraseQuote(context, id)
      const { code } = await errorOf(() => notes.addNote(context, id, { text: 'Late' }))
      expect(code).toBe('quote_not_found')
    }
    expect(JSON.stringify((await engine.listEvents(context)).items)).not.toContain('Secret')
    await engine.eraseQuote(context, quoteId)
  })

  it('repeat a call with its key, and preview without storing', async () => {
    const { quoteId, notes } = await withQuote({ storage: (await createStorage()).storage })
    const preview = await notes.addNote(context, quoteId, { text: 'A' }, { preview: true })
    expect(preview.version).toBe(1)
    expect((await notes.get(context, quoteId)).version).toBe(0)
    const options = { idempotencyKey: 'k' }
    const first = await notes.addNote(context, quoteId, { text: 'A' }, options)
    await notes.addNote(context, quoteId, { text: 'B' })
    expect(await notes.addNote(context, quoteId, { text: 'A' }, options)).toStrictEqual(first)
    const { code } = await errorOf(() => notes.addNote(context, quoteId, { text: 'C' }, options))
    expect(code).toBe('idempotency_key_reused')
  })

  it('keep one record for the store', async () => {
    const { engine } = await withQuote({ storage: (await createStorage()).storage })
    const { callTimes } = engine.features
    expect((await callTimes.get(context)).value).toEqual({ from: '08:00', to: '18:00' })
    await callTimes.setFrom(context, { from: '09:30' })
    expect(await callTimes.get(context)).toMatchObject({ version: 1, value: { from: '09:30' } })
    expect(await callTimes.get({ storeId: 'store-2' })).toMatchObject({ version: 0 })
    expect((await callTimes.listHistory(context)).items).toHaveLength(1)
  })
})

describe('the methods of a feature', () => {
  it('add all notes of calls at the same time', async () => {
    const { quoteId, notes } = await withQuote()
    await Promise.all(['A', 'B', 'C'].map((text) => notes.addNote(context, quoteId, { text })))
    expect((await notes.get(context, quoteId)).value).toHaveLength(3)
  })

  it('are for their roles only, by default not for buyers', async () => {
    const { quoteId, notes } = await withQuote()
    const calls = [
      () => notes.get(buyer, quoteId),
      () => notes.addNote(buyer, quoteId, { text: 'A' }),
      () => notes.removeNote(seller, quoteId, { index: 0 }),
      async () => notes.listHistory(buyer, quoteId),
    ]
    for (const call of calls) expect((await errorOf(call)).code).toBe('not_permitted')
    expect((await notes.keepNotes(buyer, quoteId, {})).version).toBe(0)
  })

  it('ask permit with their names and the quote', async () => {
    const asked: unknown[] = []
    const { engine, quoteId, notes } = await withQuote({
      permit(_, operation, record) {
        asked.push([operation, record?.quoteId])
        return operation !== 'callNotes.addNote' || 'no notes today'
      },
    })
    const { details } = await errorOf(() => notes.addNote(context, quoteId, { text: 'A' }))
    expect(details).toEqual({ operation: 'callNotes.addNote', reason: 'no notes today' })
    await notes.get(context, quoteId)
    await engine.features.callTimes.get(context)
    expect(asked.slice(1)).toEqual([
      ['callNotes.addNote', quoteId],
      ['callNotes.get', quoteId],
      ['callTimes.get', undefined],
    ])
  })

  it('have no records outside of the scope of the caller', async () => {
    const { engine, quoteId, notes } = await withQuote({
      scope: ({ actor }) => (actor === 'ann' ? 'all' : 'none'),
    })
    await notes.addNote(context, quoteId, { text: 'A' })
    const bob = { storeId: 'store-1', actor: 'bob' }
    for (const call of [
      () => notes.get(bob, quoteId),
      () => notes.addNote(bob, quoteId, { text: 'B' }),
      async () => notes.listHistory(bob, quoteId),
    ])
      expect((await errorOf(call)).code).toBe('quote_not_found')
    expect((await engine.features.callTimes.get(bob)).version).toBe(0)
    const { quoteId: other } = await engine.createQuote(context, request)
    const { code } = await errorOf(() => notes.get(limitToQuote(context, other), quoteId))
    expect(code).toBe('quote_not_found')
  })

  it('know no quotes of other stores, deleted quotes, or what is no id', async () => {
    const { engine, quoteId, notes } = await withQuote()
    const other = { storeId: 'store-2' }
    for (const id of ['missing', '', '__proto__', 'x'.repeat(300), 7 as never, undefined as never])
      expect((await errorOf(() => notes.addNote(context, id, { text: 'A' }))).code).toBe(
        'quote_not_found',
      )
    expect((await errorOf(() => notes.get(other, quoteId))).code).toBe('quote_not_found')
    await engine.deleteQuote(context, quoteId)
    expect((await errorOf(() => notes.get(context, quoteId))).code).toBe('quote_not_found')
  })

  it('work inside a transaction of the host', async () => {
    const storage = memoryStorage()
    const using = { ...storage, using: () => storage }
    const { engine, quoteId } = await withQuote({ storage: using })
    const inside = createQuoteEngine({ storage: using, catalog, features: [callNotes] }).using({})
    await inside.features.callNotes.addNote(context, quoteId, { text: 'A' })
    expect((await engine.features.callNotes.get(context, quoteId)).version).toBe(1)
  })

  it('reject a request that the schema rejects, and store nothing', async () => {
    const { quoteId, notes, written } = await withQuote()
    for (const sent of [
      undefined,
      null,
      'A',
      [],
      { text: '' },
      { text: 'A', by: 'bob' },
      { text: 1n },
    ])
      expect((await errorOf(() => notes.addNote(context, quoteId, sent as never))).code).toBe(
        'invalid_request',
      )
    const hostile = Object.defineProperty({}, 'text', {
      enumerable: true,
      get() {
        throw new Error('no')
      },
    })
    const { code } = await errorOf(() => notes.addNote(context, quoteId, hostile as never))
    expect(code).toBe('invalid_request')
    const huge = { text: 'x'.repeat(2_000_000) }
    const { details } = await errorOf(() => notes.addNote(context, quoteId, huge))
    expect(details).toMatchObject({ errors: { '': expect.stringContaining('at most 1000000') } })
    expect(written).toHaveLength(1)
  })

  it('reject what the schema of the record rejects, with its path', async () => {
    const { quoteId, notes } = await withQuote()
    for (const text of ['A', 'B', 'C']) await notes.addNote(context, quoteId, { text })
    const { code, details } = await errorOf(() => notes.addNote(context, quoteId, { text: 'D' }))
    expect(code).toBe('invalid_request')
    expect(details).toMatchObject({ errors: { '': expect.any(String) } })
  })
})

describe('eraseCustomer and exportCustomer', () => {
  it('erase and return what features keep of the quotes of a customer', async () => {
    const { engine, quoteId, notes } = await withQuote()
    await notes.addNote(context, quoteId, { text: 'Secret' })
    await engine.updateQuote(context, quoteId, { customer_id: '7' })
    const items: CustomerItem[] = []
    for await (const item of exportCustomer(engine, context, { customerId: '7' })) items.push(item)
    expect(items[0]).toMatchObject({ features: { callNotes: [{ text: 'Secret' }] } })
    await eraseCustomer(engine, context, { customerId: '7' })
    expect(JSON.stringify((await engine.listEvents(context)).items)).not.toContain('Secret')
  })
})

describe('decide of a feature', () => {
  it.each([
    ['throws', () => JSON.parse('{')],
    ['returns a promise', async () => ({})],
    ['rejects', () => Promise.reject(new Error('later'))],
    ['returns no object', () => 'text'],
    ['returns null', () => null],
    ['returns a Date', () => new Date(0)],
    ['returns a function in it', () => ({ list: [() => 1] })],
    ['returns NaN in it', () => ({ list: [Number.NaN] })],
    [
      'returns a cycle',
      () => {
        const cycle: Record<string, unknown> = {}
        cycle.self = cycle
        return cycle
      },
    ],
    [
      'throws a code of the engine',
      () => {
        throw new QuoteError('conflict', { kind: 'quote', id: '1', attempts: 1 })
      },
    ],
    [
      'changes its input',
      ({ value }: { value: { list: number[] } }) => {
        value.list.push(1)
        return value
      },
    ],
    [
      'changes the request',
      ({ request: sent }: { request: { a: number } }) => {
        sent.a = 2
        return { list: [] }
      },
    ],
    [
      'changes the quote',
      ({ quote }: { quote: { status: string } }) => {
        quote.status = 'accepted'
        return { list: [] }
      },
    ],
  ])('that %s fails the call with callback_failed, and stores nothing', async (_, decide) => {
    const { call, written } = await deciding(decide as never)
    const { code, details } = await errorOf(() => call({ a: 1 }))
    expect([code, details]).toEqual(['callback_failed', { option: 'features.sample.doIt' }])
    expect(written).toHaveLength(1)
  })

  it('that is too large for a record is rejected, and stores nothing', async () => {
    const { call, written } = await deciding(() => ({ list: ['x'.repeat(1_100_000)] }))
    const { code, details } = await errorOf(call)
    expect(code).toBe('invalid_request')
    expect(details).toMatchObject({ errors: { '': expect.stringContaining('at most 1000000') } })
    expect(written).toHaveLength(1)
  })

  it('can reject with invalid_request and not_permitted', async () => {
    const errors = { text: 'must be kind' }
    const { call } = await deciding(() => {
      throw new QuoteError('invalid_request', { errors })
    })
    expect((await errorOf(call)).details).toEqual({ errors })
  })

  it('that returns undefined or the same changes nothing', async () => {
    for (const decide of [() => undefined, () => ({ list: [] })]) {
      const { call, written } = await deciding(decide)
      expect(await call()).toStrictEqual({ version: 0, value: { list: [] } })
      expect(written).toHaveLength(1)
    }
  })

  it('gets a quote, the time, an id and the caller, and keeps keys such as __proto__', async () => {
    const inputs: object[] = []
    const sent = JSON.parse('{"__proto__":{"x":1},"constructor":2}')
    const { call } = await deciding((input: { request: object }) => {
      inputs.push(input)
      return { list: [], sent: input.request }
    })
    const { value } = await call(sent)
    expect(JSON.stringify(value)).toContain('"__proto__":{"x":1}')
    expect(inputs[0]).toMatchObject({ actor: 'ann', quote: { status: 'new' } })
    expect(inputs[0]).toMatchObject({ newId: expect.any(String), now: expect.any(Number) })
  })
})

describe('the option features', () => {
  const create = (features: unknown) => () =>
    createQuoteEngine({ storage: memoryStorage(), catalog, features: features as never })

  it('rejects two features of a name, and what defineFeature has not returned', () => {
    expect(create([callNotes, callNotes])).toThrow('features[0] is callNotes, too')
    for (const features of [callNotes, [null], [{}], [{ ...callNotes, name: '__proto__' }]])
      expect(create(features)).toThrow('features')
    expect(create([{ ...callNotes, kind: 'quote' }])).toThrow('must be what defineFeature returns')
  })

  it('adds nothing to an engine without features', () => {
    expect(Object.keys(create([])())).not.toContain('features')
    expect(Object.keys(create(undefined)())).not.toContain('featureOperations')
  })
})
