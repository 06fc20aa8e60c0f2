import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PortCallOptions } from '../../src/ports/call-options.js'
import type { StoragePort } from '../../src/ports/storage.js'
import { quoteRef } from '../../src/quote/model/quote-record.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { describeValue } from '../../src/validation/describe-value.js'
import { catalog, context, engineWith, errorOf, request } from './ports.js'

type Engine = ReturnType<typeof engineWith>

const hanging = () => new Promise<never>(() => {})

const colors = { backgroundColor: 'rgba(0%, 0%, 0%, 0)', color: 'rgb(0%, 0%, 0%)' }

const changes = { tag_list: ['x'] }

describe('timeoutMs', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Returns the error of a call after this time. */
  async function errorAfter(milliseconds: number, call: () => PromiseLike<unknown>) {
    const error = errorOf(call)
    await vi.advanceTimersByTimeAsync(milliseconds)
    return error
  }

  it('rejects a call whose catalog hangs, and stores nothing', async () => {
    const storage = memoryStorage()
    const engine = engineWith({ storage, catalog: { findProducts: hanging }, timeoutMs: 500 })
    const error = await errorAfter(500, () => engine.createQuote(context, request))
    expect(error).toMatchObject({
      code: 'timeout',
      details: { operation: 'findProducts', timeoutMs: 500 },
    })
    expect(storage.load('store-1', [quoteRef('quote-1')])).toEqual([undefined])
  })

  it.each<readonly [keyof StoragePort, string, (engine: Engine) => PromiseLike<unknown>]>([
    ['load', 'getQuote', (engine) => engine.getQuote(context, 'quote-1')],
    ['load', 'listTags', (engine) => engine.listTags(context)],
    ['load', 'setTag', (engine) => engine.setTag(context, 'x', colors)],
    ['commit', 'updateQuote', (engine) => engine.updateQuote(context, 'quote-1', changes)],
    ['commit', 'setTag', (engine) => engine.setTag(context, 'x', colors)],
    ['commit', 'removeTag', (engine) => engine.removeTag(context, 'vip')],
    ['find', 'listQuotes', (engine) => engine.listQuotes(context)],
    ['count', 'countQuotes', (engine) => engine.countQuotes(context)],
    ['listHistory', 'getQuote', (engine) => engine.getQuote(context, 'quote-1', { version: 1 })],
    ['listHistory', 'listHistory', (engine) => engine.listHistory(context, 'quote-1')],
    ['listEvents', 'listEvents', (engine) => engine.listEvents(context)],
    [
      'findIdempotencyRecord',
      'createQuote',
      (engine) => engine.createQuote(context, request, { idempotencyKey: 'key-1' }),
    ],
  ])('rejects a call whose storage hangs in %s: %s', async (operation, _, call) => {
    const storage = memoryStorage()
    const working = engineWith({ storage })
    await working.createQuote(context, request)
    await working.setTag(context, 'vip', colors)
    const engine = engineWith({ storage: { ...storage, [operation]: hanging } })
    const error = await errorAfter(30_000, () => call(engine))
    expect(error).toMatchObject({ code: 'timeout', details: { operation } })
  })

  it('aborts the signal of the port call', async () => {
    const signals: AbortSignal[] = []
    const findProducts = (_storeId: string, _ids: readonly number[], call?: PortCallOptions) => {
      if (call !== undefined) signals.push(call.signal)
      return hanging()
    }
    const engine = engineWith({ catalog: { findProducts }, timeoutMs: 5 })
    const error = await errorAfter(5, () => engine.createQuote(context, request))
    expect(signals[0]?.aborted).toBe(true)
    expect(signals[0]?.reason).toBe(error)
  })

  it('has aborted a signal that the port reads only afterwards', async () => {
    let late: PortCallOptions | undefined
    const findProducts = (_storeId: string, _ids: readonly number[], call?: PortCallOptions) => {
      late = call
      return hanging()
    }
    const engine = engineWith({ catalog: { findProducts }, timeoutMs: 5 })
    const error = await errorAfter(5, () => engine.createQuote(context, request))
    expect(late?.signal).toMatchObject({ aborted: true, reason: error })
  })

  it('aborts the signal of the port call if the caller also passes a signal', async () => {
    let given: AbortSignal | undefined
    const findProducts = (_storeId: string, _ids: readonly number[], call?: PortCallOptions) => {
      given = call?.signal
      return hanging()
    }
    const engine = engineWith({ catalog: { findProducts }, timeoutMs: 5 })
    const { signal } = new AbortController()
    const error = await errorAfter(5, () => engine.createQuote(context, request, { signal }))
    expect(error.code).toBe('timeout')
    expect(given?.aborted).toBe(true)
  })

  it('leaves no timer after an error', async () => {
    const findProducts = async () => {
      throw new Error('down')
    }
    await errorOf(() => engineWith({ catalog: { findProducts } }).createQuote(context, request))
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves no timer after a response', async () => {
    const slow = {
      findProducts: async (...args: [string, readonly number[]]) => catalog.findProducts(...args),
    }
    await engineWith({ catalog: slow }).createQuote(context, request)
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([0, -1, 1.5, 2 ** 31, '5', null])('rejects the option %j', async (timeoutMs) => {
    expect(await errorOf(async () => engineWith({ timeoutMs: timeoutMs as never }))).toMatchObject({
      code: 'invalid_options',
      details: {
        errors: {
          timeoutMs: `must be an integer from 1 to 2147483647, received ${describeValue(timeoutMs)}`,
        },
      },
    })
  })
})
