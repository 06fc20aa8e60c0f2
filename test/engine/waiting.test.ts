import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PortCall } from '../../src/ports/port-call.js'
import { memoryStorage } from '../../src/storage/memory.js'
import { catalog, context, engineWith, errorOf, request } from './ports.js'

const hanging = () => new Promise<never>(() => {})

describe('a time limit', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Waits for a rejection while the clock goes on by this much. */
  async function errorAfter(milliseconds: number, command: () => Promise<unknown>) {
    const error = errorOf(command)
    await vi.advanceTimersByTimeAsync(milliseconds)
    return error
  }

  it('ends a command whose catalogue hangs, and nothing is stored', async () => {
    const storage = memoryStorage()
    const engine = engineWith({ storage, catalog: { findProducts: hanging }, timeLimit: 500 })
    const error = await errorAfter(500, () => engine.createQuote(context, request))
    expect(error).toMatchObject({
      code: 'timed_out',
      details: { operation: 'findProducts', timeLimit: 500 },
    })
    expect(storage.load('store-1', 'quote-1')).toBeUndefined()
  })

  it.each(['load', 'commit', 'listTags', 'setTag', 'removeTag', 'listHistory'] as const)(
    'ends a command whose storage hangs in %s',
    async (operation) => {
      const storage = memoryStorage()
      const sound = engineWith({ storage })
      await sound.createQuote(context, request)
      await sound.updateQuote(context, 'quote-1', { tag_list: ['x'] })
      const engine = engineWith({ storage: { ...storage, [operation]: hanging } })
      const colours = { backgroundColor: 'rgba(0%, 0%, 0%, 0)', color: 'rgb(0%, 0%, 0%)' }
      const commands = {
        load: () => engine.getQuote(context, 'quote-1'),
        commit: () => engine.updateQuote(context, 'quote-1', { tag_list: ['y'] }),
        listTags: () => engine.listTags(context),
        setTag: () => engine.setTag(context, 'x', colours),
        removeTag: () => engine.removeTag(context, 'x'),
        listHistory: () => engine.history(context, 'quote-1'),
      }
      const error = await errorAfter(30_000, commands[operation])
      expect(error).toMatchObject({ code: 'timed_out', details: { operation } })
    },
  )

  it('gives the next command on the same quote its turn', async () => {
    let hangs = true
    const storage = memoryStorage()
    const load: typeof storage.load = (...ids) => (hangs ? hanging() : storage.load(...ids))
    const engine = engineWith({ storage: { ...storage, load } })
    await engine.createQuote(context, request)
    const first = errorOf(() => engine.updateQuote(context, 'quote-1', { tag_list: ['x'] }))
    const second = engine.updateQuote(context, 'quote-1', { customer: { city: 'Austin' } })
    await vi.advanceTimersByTimeAsync(29_999)
    hangs = false
    await vi.advanceTimersByTimeAsync(1)
    expect(await first).toMatchObject({ code: 'timed_out' })
    expect((await second).quote.customer.city).toBe('Austin')
  })

  it('aborts the signal that the port was given', async () => {
    const signals: AbortSignal[] = []
    const findProducts = (_storeId: string, _ids: readonly number[], call?: PortCall) => {
      if (call !== undefined) signals.push(call.signal)
      return hanging()
    }
    const engine = engineWith({ catalog: { findProducts }, timeLimit: 5 })
    const error = await errorAfter(5, () => engine.createQuote(context, request))
    expect(signals[0]?.aborted).toBe(true)
    expect(signals[0]?.reason).toBe(error)
  })

  it('has aborted the signal that the port asks for only afterwards', async () => {
    let late: PortCall | undefined
    const findProducts = (_storeId: string, _ids: readonly number[], call?: PortCall) => {
      late = call
      return hanging()
    }
    const engine = engineWith({ catalog: { findProducts }, timeLimit: 5 })
    const error = await errorAfter(5, () => engine.createQuote(context, request))
    expect(late?.signal).toMatchObject({ aborted: true, reason: error })
  })

  it('aborts it also where the caller has a signal of its own', async () => {
    let given: AbortSignal | undefined
    const findProducts = (_storeId: string, _ids: readonly number[], call?: PortCall) => {
      given = call?.signal
      return hanging()
    }
    const engine = engineWith({ catalog: { findProducts }, timeLimit: 5 })
    const { signal } = new AbortController()
    const error = await errorAfter(5, () => engine.createQuote(context, request, { signal }))
    expect(error.code).toBe('timed_out')
    expect(given?.aborted).toBe(true)
  })

  it('leaves no timer behind a failure', async () => {
    const findProducts = async () => {
      throw new Error('down')
    }
    await errorOf(() => engineWith({ catalog: { findProducts } }).createQuote(context, request))
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves no timer behind an answer', async () => {
    const slow = {
      findProducts: async (...asked: [string, readonly number[]]) => catalog.findProducts(...asked),
    }
    await engineWith({ catalog: slow }).createQuote(context, request)
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([0, -1, 1.5, 2 ** 31, '5', null])('of %j is refused', async (timeLimit) => {
    expect(await errorOf(async () => engineWith({ timeLimit: timeLimit as never }))).toMatchObject({
      code: 'invalid_options',
      details: { errors: { timeLimit: 'must be an integer from 1 to 2147483647' } },
    })
  })
})

describe('a signal', () => {
  it('that has aborted before refuses the command, and no port is asked', async () => {
    const failing = () => {
      throw new Error('must not be asked')
    }
    const engine = engineWith({ catalog: { findProducts: failing } })
    const reason = new Error('gone')
    const signal = AbortSignal.abort(reason)
    const error = await errorOf(() => engine.createQuote(context, request, { signal }))
    expect(error).toMatchObject({ code: 'aborted', cause: reason })
  })

  it('that aborts meanwhile rejects the command at once, reaches the port, and nothing more is asked', async () => {
    const caller = new AbortController()
    const seen: AbortSignal[] = []
    const storage = memoryStorage()
    let commits = 0
    const commit: typeof storage.commit = (change) => {
      commits += 1
      return storage.commit(change)
    }
    let answer = (_products: never[]) => {}
    const findProducts = (_storeId: string, _ids: readonly number[], call?: PortCall) => {
      if (call !== undefined) seen.push(call.signal)
      return new Promise<never[]>((resolve) => {
        answer = resolve
      })
    }
    const engine = engineWith({ storage: { ...storage, commit }, catalog: { findProducts } })
    const { signal } = caller
    const error = errorOf(() => engine.createQuote(context, request, { signal }))
    await Promise.resolve()
    caller.abort(new Error('gone'))
    expect(await error).toMatchObject({ code: 'aborted', cause: new Error('gone') })
    expect(seen.map(({ aborted }) => aborted)).toEqual([true])
    answer([{ id: 1, price: 1 } as never])
    await engine.close()
    expect(commits).toBe(0)
  })

  it('that never aborts changes nothing, and is let go of', async () => {
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request, { signal })
    await engine.updateQuote(context, quoteId, { tag_list: ['x'] }, { signal })
    await engine.getQuote(context, quoteId, { signal, version: 1 })
    await engine.history(context, quoteId, { signal })
    await engine.listTags(context, { signal })
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length)
  })

  it('that is none is refused by name', async () => {
    const engine = engineWith()
    for (const signal of ['now', {}, 5] as never[])
      expect(await errorOf(() => engine.createQuote(context, request, { signal }))).toMatchObject({
        code: 'invalid_options',
        details: { errors: { signal: 'must be an AbortSignal' } },
      })
  })
})

describe('close', () => {
  it('lets running commands come to their end, and refuses new ones', async () => {
    const storage = memoryStorage()
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const commit: typeof storage.commit = async (change) => {
      await gate
      return storage.commit(change)
    }
    const engine = engineWith({ storage: { ...storage, commit } })
    const running = engine.createQuote(context, request)
    let isClosed = false
    const closed = engine.close().then(() => {
      isClosed = true
    })
    expect(await errorOf(() => engine.createQuote(context, request))).toMatchObject({
      code: 'engine_closed',
    })
    expect(await errorOf(() => engine.getQuote(context, 'quote-1'))).toMatchObject({
      code: 'engine_closed',
    })
    expect(isClosed).toBe(false)
    release()
    expect((await running).version).toBe(1)
    await closed
    expect(storage.load('store-1', 'quote-1')).toBeDefined()
  })

  it('waits for commands that fail, too, and may be repeated', async () => {
    const engine = engineWith({ catalog: { findProducts: () => Promise.reject(new Error('no')) } })
    const failing = errorOf(() => engine.createQuote(context, request))
    await engine.close()
    expect(await failing).toMatchObject({ code: 'catalog_failed' })
    await engine.close()
  })
})
