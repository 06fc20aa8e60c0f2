import { describe, expect, it } from 'vitest'
import type { StoragePort } from '../../../../src/ports/storage.js'
import { describeOnEveryStorage } from '../../../storage/every-storage.js'
import { context, countingStorage, engineWith, errorOf, request } from '../../ports.js'
import { everyProduct } from './random-quotes.js'

type RestOfCommit = Parameters<StoragePort['commit']> extends [string, ...infer Rest] ? Rest : never

let stores = 0

/** A string that occurs nowhere else. Index terms are stored without the start that they share. */
function nextMark(): string {
  stores += 1
  return `${String.fromCharCode(97 + (stores % 26))}${stores}zqj`
}

/** A customer whose words begin with the mark. */
function customerOf(mark: string) {
  return {
    name: `${mark}avier ${mark}ohansen`,
    email: `${mark}kontakt@${mark}post.example`,
    address: `${mark} rue de la Paix`,
    [`${mark}-field`]: 'x',
  }
}

describeOnEveryStorage('eraseQuote', (opened) => {
  function open(options = {}) {
    const mark = nextMark()
    const engine = engineWith({
      storage: opened().storage,
      catalog: everyProduct,
      maxAttempts: 2,
      generateId: () => 'same-id',
      ...options,
    })
    const caller = { storeId: `erase-${stores}`, actor: `${mark}-actor` }
    return { engine, caller, mark, request: { ...request, customer: customerOf(mark) } }
  }

  it.each(['live', 'deleted', 'restored'])(
    'leaves no data of the customer or the actors of a %s quote anywhere',
    async (state) => {
      const { engine, caller, mark, request } = open()
      const options = { idempotencyKey: `key-${stores}` }
      const { quoteId } = await engine.createQuote(caller, request, options)
      for (let update = 0; update < 12; update += 1) {
        const customer = { name: `${mark}update${update}`, email: `${mark}${update}@shop.example` }
        await engine.updateQuote(caller, quoteId, { customer, tag_list: [`${mark}-tag`] })
      }
      for (let message = 0; message < 12; message += 1) {
        const text = `${mark}note${message} ${'x'.repeat(message * 50)}`
        const attachments = [{ name: `${mark}.pdf`, url: `https://${mark}.example/` }]
        const visibility = message % 2 === 0 ? 'internal' : 'customer'
        const keyed = { idempotencyKey: `message-${stores}-${message}` }
        await engine.addMessage(caller, quoteId, { text, visibility, attachments }, keyed)
      }
      if (state !== 'live') await engine.deleteQuote(caller, quoteId)
      if (state === 'restored') await engine.restoreQuote(caller, quoteId)
      const before = await opened().dump()
      expect(before.toLowerCase()).toContain(mark)
      await engine.eraseQuote(caller, quoteId)
      const after = (await opened().dump()).toLowerCase()
      expect(after).toContain('same-id')
      expect(countOf(after, mark)).toBe(0)
    },
  )

  it('keeps the versions, times and operations of the history, and every event', async () => {
    const { engine, caller, request } = open()
    const { quoteId } = await engine.createQuote(caller, request)
    await engine.setTag(caller, 'vip', {
      backgroundColor: 'rgba(1%, 2%, 3%, 0.5)',
      color: 'rgb(1%, 2%, 3%)',
    })
    await engine.updateQuote(caller, quoteId, { tag_list: ['vip'] })
    const tagEvent = (await engine.listEvents(caller)).items[1]
    await engine.eraseQuote(caller, quoteId)
    const bare = { patches: [] }
    const history = [
      { version: 1, time: 1_001, operation: 'create', ...bare },
      { version: 2, time: 1_003, operation: 'update', ...bare },
      { version: 3, time: 1_004, operation: 'erase', ...bare },
    ]
    expect((await engine.listHistory(caller, quoteId)).items).toEqual(history)
    const ref = { kind: 'quote', id: quoteId }
    expect((await engine.listEvents(caller)).items).toEqual([
      { position: 1, ...ref, entry: history[0] },
      tagEvent,
      { position: 3, ...ref, entry: history[1] },
      { position: 4, ...ref, entry: history[2] },
      {
        position: 5,
        kind: 'messages',
        id: quoteId,
        entry: { version: 1, time: 1_004, operation: 'erase', ...bare },
      },
    ])
  })

  it('erases the messages in the same commit, and keeps the events of each', async () => {
    const { engine, caller, request } = open()
    const { quoteId } = await engine.createQuote(caller, request)
    for (const visibility of ['internal', 'customer'] as const)
      await engine.addMessage(caller, quoteId, { text: 'Hello', visibility })
    await engine.eraseQuote(caller, quoteId)
    const { items } = await engine.listEvents(caller)
    const bare = { patches: [] }
    expect(items.map(({ kind, entry }) => [kind, entry])).toEqual([
      ['quote', { version: 1, time: 1_001, operation: 'create', ...bare }],
      ['messages', { version: 1, time: 1_002, operation: 'addMessage', ...bare }],
      ['messages', { version: 2, time: 1_003, operation: 'addMessage', ...bare }],
      ['quote', { version: 2, time: 1_004, operation: 'erase', ...bare }],
      ['messages', { version: 3, time: 1_004, operation: 'erase', ...bare }],
    ])
  })

  it.each([0, 1])(
    'leaves no message that another process adds meanwhile, after %i others',
    async (earlier) => {
      const { caller, mark, request, engine: setup } = open()
      const { quoteId } = await setup.createQuote(caller, request)
      const add = (engine: typeof setup) =>
        engine.addMessage(caller, quoteId, { text: `${mark}late`, visibility: 'internal' })
      for (let count = 0; count < earlier; count += 1) await add(setup)
      const { storage } = opened()
      const { engine } = open({
        storage: {
          ...storage,
          async commit(storeId: string, ...rest: RestOfCommit) {
            await setup.eraseQuote(caller, quoteId)
            return storage.commit(storeId, ...rest)
          },
        },
      })
      expect((await errorOf(() => add(engine))).code).toBe('quote_not_found')
      expect(countOf((await opened().dump()).toLowerCase(), mark)).toBe(0)
    },
  )

  it('with expectedVersion erases a message that another process adds meanwhile', async () => {
    const { caller, mark, request, engine: setup } = open()
    const { quoteId } = await setup.createQuote(caller, request)
    const { storage } = opened()
    let isFirst = true
    const { engine } = open({
      storage: {
        ...storage,
        async commit(storeId: string, ...rest: RestOfCommit) {
          const text = `${mark}late`
          if (isFirst) await setup.addMessage(caller, quoteId, { text, visibility: 'customer' })
          isFirst = false
          return storage.commit(storeId, ...rest)
        },
      },
    })
    await engine.eraseQuote(caller, quoteId, { expectedVersion: 1 })
    expect(countOf((await opened().dump()).toLowerCase(), mark)).toBe(0)
  })

  it('hides the quote from every call but eraseQuote and listHistory', async () => {
    const { engine, caller, request } = open()
    const { quoteId } = await engine.createQuote(caller, request)
    await engine.updateQuote(caller, quoteId, { tag_list: ['vip'] })
    await engine.eraseQuote(caller, quoteId)
    const calls = [
      () => engine.getQuote(caller, quoteId),
      () => engine.getQuote(caller, quoteId, { version: 1 }),
      () => engine.getQuote(caller, quoteId, { version: 2 }),
      () => engine.getQuote(caller, quoteId, { version: 3 }),
      () => engine.getQuote(caller, quoteId, { time: 1_001 }),
      () => engine.updateQuote(caller, quoteId, { tag_list: ['a'] }),
      () => engine.deleteQuote(caller, quoteId),
      () => engine.restoreQuote(caller, quoteId),
      () => engine.listMessages(caller, quoteId),
      () => engine.addMessage(caller, quoteId, { text: 'Hello', visibility: 'customer' }),
    ]
    for (const call of calls) expect((await errorOf(call)).code).toBe('quote_not_found')
    const filters = [
      {},
      { status: 'new' },
      { tag: 'vip' },
      { product: 1 },
      { text: request.customer.name },
      { customer: request.customer.email },
      { created: { from: 0 } },
      { updated: { from: 0 } },
    ]
    for (const filter of filters)
      for (const deleted of [true, false]) {
        expect((await engine.listQuotes(caller, { ...filter, deleted })).items).toEqual([])
        expect((await engine.countQuotes(caller, { ...filter, deleted })).count).toBe(0)
      }
  })

  it('succeeds if the quote is erased already, and changes nothing', async () => {
    const { engine, caller, request } = open()
    const { quoteId } = await engine.createQuote(caller, request)
    const options = { idempotencyKey: 'erase' }
    expect(await engine.eraseQuote(caller, quoteId, options)).toBeUndefined()
    const events = (await engine.listEvents(caller)).items
    expect(await engine.eraseQuote(caller, quoteId, options)).toBeUndefined()
    expect(await engine.eraseQuote(caller, quoteId)).toBeUndefined()
    expect(await engine.eraseQuote(caller, quoteId, { expectedVersion: 2 })).toBeUndefined()
    expect((await engine.listEvents(caller)).items).toEqual(events)
  })

  it('leaves the quote of the same id in another store, with its history', async () => {
    const first = open()
    const second = open()
    const { quoteId } = await first.engine.createQuote(first.caller, first.request)
    await second.engine.createQuote(second.caller, second.request)
    const read = () =>
      Promise.all([
        second.engine.getQuote(second.caller, quoteId),
        second.engine.listHistory(second.caller, quoteId),
        second.engine.listEvents(second.caller),
        second.engine.listQuotes(second.caller, { text: second.request.customer.name }),
      ])
    const before = await read()
    expect(before[3].items).toHaveLength(1)
    await first.engine.eraseQuote(first.caller, quoteId)
    expect(await read()).toEqual(before)
  })

  it('is not undone by a retry of createQuote or updateQuote', async () => {
    const { engine, caller, mark, request } = open()
    const creation = { idempotencyKey: 'create' }
    const update = { idempotencyKey: 'update' }
    const { quoteId } = await engine.createQuote(caller, request, creation)
    await engine.updateQuote(caller, quoteId, { tag_list: ['a'] }, update)
    await engine.eraseQuote(caller, quoteId)
    const events = (await engine.listEvents(caller)).items
    const calls = [
      () => engine.createQuote(caller, request, creation),
      () => engine.updateQuote(caller, quoteId, { tag_list: ['a'] }, update),
    ]
    for (const call of calls) expect((await errorOf(call)).code).toBe('quote_not_found')
    expect((await engine.listEvents(caller)).items).toEqual(events)
    expect(countOf((await opened().dump()).toLowerCase(), mark)).toBe(0)
  })

  it.each(['deleteQuote', 'eraseQuote'] as const)(
    'and %s do not free the id for another quote',
    async (method) => {
      const { engine, caller, request } = open()
      const { quoteId } = await engine.createQuote(caller, request)
      await engine[method](caller, quoteId)
      const events = (await engine.listEvents(caller)).items
      expect(await errorOf(() => engine.createQuote(caller, request))).toMatchObject({
        code: 'conflict',
        details: { kind: 'quote', id: quoteId, attempts: 2 },
      })
      expect((await engine.listEvents(caller)).items).toEqual(events)
    },
  )
})

function countOf(text: string, part: string): number {
  return text.split(part).length - 1
}

describe('eraseQuote', () => {
  it('checks expectedVersion, also of an erased quote', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const wrong = { expectedVersion: 3 }
    expect(await errorOf(() => engine.eraseQuote(context, quoteId, wrong))).toMatchObject({
      code: 'version_mismatch',
      details: { currentVersion: 1 },
    })
    await engine.eraseQuote(context, quoteId, { expectedVersion: 1 })
    expect(await errorOf(() => engine.eraseQuote(context, quoteId, wrong))).toMatchObject({
      code: 'version_mismatch',
      details: { currentVersion: 2 },
    })
  })

  it('writes nothing if it is a preview', async () => {
    const { storage, written } = countingStorage()
    const engine = engineWith({ storage })
    const record = await engine.createQuote(context, request)
    const options = { preview: true }
    expect(await engine.eraseQuote(context, record.quoteId, options)).toBeUndefined()
    expect(written).toHaveLength(1)
    expect(await engine.getQuote(context, record.quoteId)).toEqual(record)
  })

  describe('during another call', () => {
    /** Erases the quote before the given call of listHistory. */
    async function erasingBefore(call: number) {
      const { storage, written } = countingStorage()
      const setup = engineWith({ storage })
      const options = { idempotencyKey: 'create' }
      const { quoteId } = await setup.createQuote(context, request, options)
      for (const tag of ['a', 'b']) await setup.updateQuote(context, quoteId, { tag_list: [tag] })
      let calls = 0
      const engine = engineWith({
        generateId: () => 'second',
        storage: {
          ...storage,
          async listHistory(storeId, ref, range, port) {
            calls += 1
            if (calls === call) await setup.eraseQuote(context, quoteId)
            return storage.listHistory(storeId, ref, range, port)
          },
        },
      })
      return { engine, quoteId, options, written }
    }

    it.each([1, 2])(
      'leaves getQuote no version, before its read %i of the history',
      async (read) => {
        const { engine, quoteId } = await erasingBefore(read)
        expect(
          await errorOf(() => engine.getQuote(context, quoteId, { version: 2 })),
        ).toMatchObject({
          code: 'version_not_found',
          details: { quoteId },
        })
      },
    )

    it.each([1, 2])('leaves getQuote no time, before its read %i of the history', async (read) => {
      const { engine, quoteId } = await erasingBefore(read)
      const error = await errorOf(() => engine.getQuote(context, quoteId, { time: 1_002 }))
      expect(error.code).toBe('version_not_found')
    })

    it('does not make a retry of createQuote create another quote', async () => {
      const { engine, options, written } = await erasingBefore(1)
      const error = await errorOf(() => engine.createQuote(context, request, options))
      expect(error.code).toBe('quote_not_found')
      expect(written).toHaveLength(4)
    })
  })

  it('erases a quote that the record cache of its engine and of another one holds', async () => {
    const { storage } = countingStorage()
    const engine = engineWith({ storage, recordCacheSize: 10 })
    const other = engineWith({ storage, recordCacheSize: 10 })
    const { quoteId } = await engine.createQuote(context, request)
    await other.updateQuote(context, quoteId, { tag_list: ['a'] })
    await engine.eraseQuote(context, quoteId)
    for (const each of [engine, other])
      expect(
        (await errorOf(() => each.updateQuote(context, quoteId, { tag_list: ['b'] }))).code,
      ).toBe('quote_not_found')
    expect((await engine.listHistory(context, quoteId)).items).toHaveLength(3)
  })
})
