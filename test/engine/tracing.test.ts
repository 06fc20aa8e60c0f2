import { AsyncLocalStorage } from 'node:async_hooks'
import { channel, tracingChannel } from 'node:diagnostics_channel'
import { afterEach, describe, expect, it } from 'vitest'
import type { HostCallTrace } from '../../src/engine/ports/trace-call.js'
import type { OperationTrace } from '../../src/engine/tracing.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { context, engineWith, errorOf, request } from './ports.js'

const undo: (() => void)[] = []

afterEach(() => {
  for (const each of undo.splice(0)) each()
})

type Trace = OperationTrace & HostCallTrace

/** Returns all messages of calls that end from now on, and what is published of them. */
function record() {
  const published: string[] = []
  const ended: Trace[] = []
  for (const name of ['quotewright.operation', 'quotewright.call'])
    for (const event of ['start', 'end', 'asyncStart', 'asyncEnd', 'error']) {
      const each = channel(`tracing:${name}:${event}`)
      const listen = (message: unknown) => {
        const trace = message as Trace
        published.push(`${trace.operation ?? trace.call} ${event}`)
        if (event === 'asyncEnd') ended.push(trace)
      }
      each.subscribe(listen)
      undo.push(() => each.unsubscribe(listen))
    }
  return { published, ended }
}

/** Returns the names of all calls, in the order in which they end. */
async function callsOf(call: () => unknown) {
  const { ended } = record()
  await call()
  return ended.map(({ operation, call: name }) => operation ?? name)
}

describe('the channel quotewright.operation', () => {
  it('has each call with its caller, its quote, and what it has resolved to', async () => {
    const engine = engineWith()
    const { published, ended } = record()
    const created = await engine.createQuote({ ...context, actor: 'ada', role: 'seller' }, request)
    const got = await engine.getQuote(context, created.quoteId)
    const operations = ended.filter(({ operation }) => operation !== undefined)
    expect(operations).toEqual([
      {
        operation: 'createQuote',
        storeId: 'store-1',
        actor: 'ada',
        role: 'seller',
        quoteId: undefined,
        result: created,
      },
      {
        operation: 'getQuote',
        storeId: 'store-1',
        actor: context.actor,
        role: undefined,
        quoteId: created.quoteId,
        result: got,
      },
    ])
    expect(published.filter((each) => each.startsWith('getQuote'))).toEqual([
      'getQuote start',
      'getQuote end',
      'getQuote asyncStart',
      'getQuote asyncEnd',
    ])
  })

  it('has the error of a call, which rejects with it as ever', async () => {
    const engine = engineWith()
    const { published, ended } = record()
    const error = await errorOf(() => engine.getQuote(context, 'nope'))
    expect(error.code).toBe('quote_not_found')
    expect(ended.at(-1)?.error).toBe(error)
    expect(published).toContain('getQuote error')
  })

  it('has what a buyer sees, and rejections by role', async () => {
    const engine = engineWith({ fields: { quote: { cost: { internal: true } } } })
    const { quoteId } = await engine.createQuote(context, {
      ...request,
      internal_fields: { cost: 7 },
    })
    const buyer = { ...context, role: 'buyer' } as const
    const { ended } = record()
    await engine.getQuote(buyer, quoteId)
    await errorOf(() => engine.sendQuote(buyer, quoteId))
    const [read, sent] = ended.filter(({ operation }) => operation !== undefined)
    expect(JSON.stringify(read?.result)).not.toContain('cost')
    expect(sent?.error).toMatchObject({ code: 'not_permitted' })
  })

  it('has each page of a list', async () => {
    const engine = engineWith()
    for (let count = 0; count < 3; count += 1) await engine.createQuote(context, request)
    const { ended } = record()
    const list = engine.listQuotes(context, { limit: 2 })
    expect(ended).toEqual([])
    for await (const _ of list);
    await list
    const operations = ended.filter(({ operation }) => operation !== undefined)
    expect(operations.map(({ result }) => (result as { items: [] }).items.length)).toEqual([
      2, 1, 2,
    ])
    await expect(errorOf(() => engine.listQuotes(context, { limit: 0 }))).resolves.toBeDefined()
    expect(ended.at(-1)?.error).toMatchObject({ code: 'invalid_request' })
  })

  it('has calls within a transaction of the host', async () => {
    const inner = memoryStorage()
    const engine = engineWith({ storage: { ...inner, using: () => inner } as never })
    const { ended } = record()
    await engine.using({}).createQuote(context, request)
    expect(ended.map(({ operation, call }) => operation ?? call)).toContain('createQuote')
  })

  it.each([
    ['undefined', undefined],
    ['a number', 7],
    ['an object with other types', { storeId: 7, actor: {}, role: 1 }],
    [
      'a getter that throws',
      {
        get storeId() {
          throw new Error('no')
        },
      },
    ],
  ])('has a call whose context is %s, which rejects', async (_, hostile) => {
    const engine = engineWith()
    const { ended } = record()
    for (const call of [
      () => engine.getQuote(hostile as never, {} as never),
      () => engine.listQuotes(hostile as never),
      () => engine.listEvents(hostile as never),
    ])
      expect((await errorOf(call)).code).toBe('invalid_context')
    expect(ended).toHaveLength(3)
    for (const { storeId, actor, role, quoteId } of ended)
      expect([storeId, actor, role, quoteId]).toEqual(Array.from({ length: 4 }, () => undefined))
  })
})

describe('the channel quotewright.call', () => {
  it('has the calls of an operation, in their order', async () => {
    const engine = engineWith({ permit: () => true, scope: () => 'all' })
    const { quoteId } = await engine.createQuote(context, request)
    expect(await callsOf(() => engine.createQuote(context, request))).toEqual([
      'scope',
      'findProducts',
      'permit',
      'commit',
      'createQuote',
    ])
    for (const each of undo.splice(0)) each()
    expect(await callsOf(() => engine.getQuote(context, quoteId))).toEqual([
      'scope',
      'load',
      'permit',
      'getQuote',
    ])
  })

  it('has what the host returned, or that it failed, and what the caller gets stays the same', async () => {
    const failure = new Error('down')
    const engine = engineWith({
      catalog: {
        findProducts: () => {
          throw failure
        },
      },
    })
    const { ended } = record()
    const error = await errorOf(() => engine.createQuote(context, request))
    expect([error.code, error.cause]).toEqual(['catalog_failed', failure])
    expect(ended.map(({ call, operation, error: of }) => [call ?? operation, of])).toEqual([
      ['findProducts', error],
      ['createQuote', error],
    ])
  })

  it('runs within the storage of its operation, also if calls run at the same time', async () => {
    const storage = new AsyncLocalStorage<string>()
    const operations = tracingChannel<string, OperationTrace>('quotewright.operation')
    const calls = tracingChannel<string, HostCallTrace>('quotewright.call')
    const parents: string[] = []
    const onStart = (message: unknown) =>
      parents.push(`${storage.getStore()} ${(message as HostCallTrace).call}`)
    operations.start.bindStore(storage, ({ actor = '' }) => actor)
    calls.start.subscribe(onStart)
    undo.push(
      () => operations.start.unbindStore(storage),
      () => calls.start.unsubscribe(onStart),
    )
    const engine = engineWith({ catalog: { findProducts: async () => [{ id: 1, price: '1.00' }] } })
    const actors = Array.from({ length: 20 }, (_, index) => `actor-${index}`)
    await Promise.all(actors.map((actor) => engine.createQuote({ ...context, actor }, request)))
    expect(parents.toSorted()).toEqual(
      actors.flatMap((actor) => [`${actor} commit`, `${actor} findProducts`]).toSorted(),
    )
  })
})
