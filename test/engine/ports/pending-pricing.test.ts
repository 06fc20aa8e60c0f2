import { describe, expect, it } from 'vitest'
import type { CallOptions } from '../../../src/engine/arguments.js'
import type { PortCallOptions } from '../../../src/ports/call-options.js'
import type { QuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { countingStorage, errorOf } from '../ports.js'
import { context, pricedShop, request } from '../priced-shop.js'

type Call = (engine: QuoteEngine, options?: CallOptions) => Promise<unknown>

const express = { shipping: { type: 'express' } }
const options = [{ type: 'express', name: 'Express', price: '9.90' }]

/** Calls that wait for a port, after one quote has been created, and the name of the port. */
const calls: readonly (readonly [name: string, port: string, call: Call])[] = [
  ['sendQuote', 'tax.calculateTaxes', (engine, o) => engine.sendQuote(context, 'quote-1', {}, o)],
  ['priceTaxes', 'tax.calculateTaxes', (engine, o) => engine.priceTaxes(context, 'quote-1', {}, o)],
  [
    'updateQuote to sent',
    'tax.calculateTaxes',
    (engine, o) => engine.updateQuote(context, 'quote-1', { status: 'sent' }, o),
  ],
  [
    'createQuote',
    'shipping.listShippingOptions',
    (engine, o) => engine.createQuote(context, { ...request, ...express }, o),
  ],
  [
    'updateQuote',
    'shipping.listShippingOptions',
    (engine, o) => engine.updateQuote(context, 'quote-1', express, o),
  ],
  [
    'updateQuote to sent, with shipping',
    'shipping.listShippingOptions',
    (engine, o) => engine.updateQuote(context, 'quote-1', { ...express, status: 'sent' }, o),
  ],
]

/** Returns an engine whose ports wait, and a promise of their first call. */
async function pendingShop(timeoutMs = 30_000) {
  const inner = memoryStorage()
  await pricedShop({ storage: inner }).engine.createQuote(context, request)
  const { storage, written } = countingStorage(inner)
  const signals: AbortSignal[] = []
  let reached = () => {}
  const isReached = new Promise<void>((resolve) => {
    reached = resolve
  })
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const wait = (call: PortCallOptions) => {
    signals.push(call.signal)
    reached()
    return gate
  }
  const { engine } = pricedShop({
    storage,
    timeoutMs,
    generateId: () => 'quote-2',
    tax: { calculateTaxes: (_, call) => wait(call).then(() => ({ rates: [] })) },
    shipping: { listShippingOptions: (_, call) => wait(call).then(() => options) },
  })
  return { engine, written, signals, isReached, release }
}

describe.each(calls)('%s, while %s does not respond,', (_, port, call) => {
  it('rejects with timeout, stores nothing, and succeeds once the port responds', async () => {
    const { engine, written, signals, release } = await pendingShop(1)
    expect(await errorOf(() => call(engine))).toMatchObject({
      code: 'timeout',
      details: { operation: port, timeoutMs: 1 },
    })
    expect([written.length, signals.map(({ aborted }) => aborted)]).toEqual([0, [true]])
    release()
    await call(engine)
    expect(written).toHaveLength(1)
  })

  it('rejects with aborted as soon as the signal aborts, and stores nothing', async () => {
    const { engine, written, signals, isReached, release } = await pendingShop()
    const caller = new AbortController()
    const error = errorOf(() => call(engine, { signal: caller.signal }))
    await isReached
    const reason = new Error('gone')
    caller.abort(reason)
    expect(await error).toMatchObject({ code: 'aborted', cause: reason })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    release()
    await engine.close()
    expect(written).toEqual([])
  })

  it('is waited for by close, and stored', async () => {
    const { engine, written, isReached, release } = await pendingShop()
    const running = call(engine)
    await isReached
    let isClosed = false
    const closed = engine.close().then(() => {
      isClosed = true
    })
    expect((await errorOf(() => call(engine))).code).toBe('engine_closed')
    expect([isClosed, written.length]).toEqual([false, 0])
    release()
    await Promise.all([running, closed])
    expect([isClosed, written.length > 0]).toEqual([true, true])
  })
})

describe('listShippingOptions, while the provider does not respond,', () => {
  it('rejects with timeout or aborted, and is waited for by close', async () => {
    const slow = await pendingShop(1)
    const list = (engine: QuoteEngine, o?: CallOptions) =>
      engine.listShippingOptions(context, 'quote-1', o)
    expect(await errorOf(() => list(slow.engine))).toMatchObject({
      code: 'timeout',
      details: { operation: 'shipping.listShippingOptions' },
    })
    const { engine, isReached, release } = await pendingShop()
    const caller = new AbortController()
    const aborted = errorOf(() => list(engine, { signal: caller.signal }))
    const running = list(engine)
    await isReached
    caller.abort()
    expect((await aborted).code).toBe('aborted')
    const closed = engine.close()
    release()
    expect(await running).toEqual(options)
    await closed
  })
})

describe('a tax provider that does not respond for one quote', () => {
  it('does not keep other quotes from being sent, nor their numbers from counting', async () => {
    const { engine } = pricedShop({
      tax: {
        calculateTaxes: ({ quoteId }) =>
          quoteId === 'quote-1' ? new Promise(() => {}) : { rates: [] },
      },
    })
    for (let count = 0; count < 3; count += 1) await engine.createQuote(context, request)
    const caller = new AbortController()
    const pending = errorOf(() =>
      engine.sendQuote(context, 'quote-1', {}, { signal: caller.signal }),
    )
    const second = await engine.sendQuote(context, 'quote-2')
    const third = await engine.updateQuote(context, 'quote-3', { status: 'sent' })
    expect([second.quote.number, third.quote.number]).toEqual(['1', '2'])
    caller.abort()
    expect((await pending).code).toBe('aborted')
  })
})
