import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PortCallOptions } from '../../src/ports/call-options.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { describeValue } from '../../src/validation/describe-value.js'
import { catalog, context, engineWith, errorOf, request } from './ports.js'

const hanging = () => new Promise<never>(() => {})

const colors = { backgroundColor: 'rgba(0%, 0%, 0%, 0)', color: 'rgb(0%, 0%, 0%)' }

describe('timeoutMs', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Returns the error of a call after this time. */
  async function errorAfter(milliseconds: number, call: () => Promise<unknown>) {
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
    expect(storage.load('store-1', 'quote-1')).toBeUndefined()
  })

  it.each(['load', 'commit', 'listTags', 'setTag', 'removeTag', 'listHistory'] as const)(
    'rejects a call whose storage hangs in %s',
    async (operation) => {
      const storage = memoryStorage()
      const working = engineWith({ storage })
      await working.createQuote(context, request)
      await working.updateQuote(context, 'quote-1', { tag_list: ['x'] })
      const engine = engineWith({ storage: { ...storage, [operation]: hanging } })
      const calls = {
        load: () => engine.getQuote(context, 'quote-1'),
        commit: () => engine.updateQuote(context, 'quote-1', { tag_list: ['y'] }),
        listTags: () => engine.listTags(context),
        setTag: () => engine.setTag(context, 'x', colors),
        removeTag: () => engine.removeTag(context, 'x'),
        listHistory: () => engine.listHistory(context, 'quote-1'),
      }
      const error = await errorAfter(30_000, calls[operation])
      expect(error).toMatchObject({ code: 'timeout', details: { operation } })
    },
  )

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
