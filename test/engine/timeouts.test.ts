import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallOptions } from '../../src/engine/context.js'
import type { PortCallOptions } from '../../src/ports/call-options.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { createCommit } from '../../src/testing/sample-commits.js'
import { catalog, context, engineWith, errorOf, request } from './ports.js'

type Engine = ReturnType<typeof engineWith>

const hanging = () => new Promise<never>(() => {})
const colours = { backgroundColor: 'rgba(0%, 0%, 0%, 0)', color: 'rgb(0%, 0%, 0%)' }

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

  it('ends a command whose catalog hangs, and nothing is stored', async () => {
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
    'ends a command whose storage hangs in %s',
    async (operation) => {
      const storage = memoryStorage()
      const sound = engineWith({ storage })
      await sound.createQuote(context, request)
      await sound.updateQuote(context, 'quote-1', { tag_list: ['x'] })
      const engine = engineWith({ storage: { ...storage, [operation]: hanging } })
      const commands = {
        load: () => engine.getQuote(context, 'quote-1'),
        commit: () => engine.updateQuote(context, 'quote-1', { tag_list: ['y'] }),
        listTags: () => engine.listTags(context),
        setTag: () => engine.setTag(context, 'x', colours),
        removeTag: () => engine.removeTag(context, 'x'),
        listHistory: () => engine.listHistory(context, 'quote-1'),
      }
      const error = await errorAfter(30_000, commands[operation])
      expect(error).toMatchObject({ code: 'timeout', details: { operation } })
    },
  )

  it('gives the next command on the same quote its turn', async () => {
    let hangs = true
    const storage = memoryStorage()
    const load: typeof storage.load = (...ids) => (hangs ? hanging() : storage.load(...ids))
    const engine = engineWith({ storage: { ...storage, load } })
    await engine.createQuote(context, request)
    const first = errorOf(() => engine.updateQuote(context, 'quote-1', { tag_list: ['x'] }))
    await vi.advanceTimersByTimeAsync(1)
    const second = engine.updateQuote(context, 'quote-1', { customer: { city: 'Austin' } })
    await vi.advanceTimersByTimeAsync(29_998)
    hangs = false
    await vi.advanceTimersByTimeAsync(1)
    expect(await first).toMatchObject({ code: 'timeout' })
    expect((await second).quote.customer.city).toBe('Austin')
  })

  it.each([
    ['another quote of its store', 'ab', 'd'],
    ['the quote of its id in another store', 'a', 'c'],
    ['a quote whose ids only read the same in one', 'a', 'bc'],
  ])('lets a hung update hold up no update of %s', async (_, storeId, quoteId) => {
    const storage = memoryStorage()
    const ids = { storeId: 'ab', quoteId: 'c' }
    storage.commit(createCommit(ids))
    storage.commit(createCommit({ storeId, quoteId }))
    const load: typeof storage.load = (...asked) =>
      asked[0] === ids.storeId && asked[1] === ids.quoteId ? hanging() : storage.load(...asked)
    const engine = engineWith({ storage: { ...storage, load } })
    const ended: unknown[] = []
    const hung = errorOf(() =>
      engine.updateQuote({ storeId: 'ab' }, 'c', { tag_list: ['x'] }),
    ).then(({ code }) => ended.push(code))
    const other = engine
      .updateQuote({ storeId }, quoteId, { tag_list: ['x'] })
      .then(({ version }) => ended.push(version))
    await vi.advanceTimersByTimeAsync(30_000)
    await Promise.all([hung, other])
    expect(ended).toEqual([2, 'timeout'])
  })

  it('ends updates that wait for their turn behind a load that hangs, each at its own limit, and they are never run', async () => {
    const storage = memoryStorage()
    await engineWith({ storage }).createQuote(context, request)
    let loads = 0
    const load = () => {
      loads += 1
      return hanging()
    }
    const engine = engineWith({ storage: { ...storage, load }, timeoutMs: 1_000 })
    const operations: unknown[] = []
    const updateQuote = async (city: string) => {
      const changes = { customer: { city } }
      const { code, details } = await errorOf(() => engine.updateQuote(context, 'quote-1', changes))
      if (code === 'timeout') operations.push(details.operation)
    }
    const all = Promise.all(['a', 'b', 'c', 'd'].map(updateQuote))
    await vi.advanceTimersByTimeAsync(999)
    expect(operations).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await all
    expect(operations.toSorted()).toEqual(['load', 'updateQuote', 'updateQuote', 'updateQuote'])
    expect(loads).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('gives an update its turn that has time left when those before it end or time out', async () => {
    const storage = memoryStorage()
    await engineWith({ storage }).createQuote(context, request)
    let loads = 0
    const load: typeof storage.load = async (...ids) => {
      loads += 1
      if (loads === 1) await new Promise((resolve) => setTimeout(resolve, 600))
      return storage.load(...ids)
    }
    const commit = vi.fn(storage.commit).mockImplementationOnce(hanging)
    const engine = engineWith({ storage: { ...storage, load, commit }, timeoutMs: 1_000 })
    const tagged = (tag: string) =>
      engine.updateQuote(context, 'quote-1', { tag_list: [tag] }).then(
        ({ quote }) => quote.tags,
        ({ details }) => details.operation,
      )
    const results = [tagged('hangs'), tagged('waits too long')]
    await vi.advanceTimersByTimeAsync(700)
    results.push(tagged('has time'))
    await vi.advanceTimersByTimeAsync(200)
    results.push(tagged('has more'))
    await vi.advanceTimersByTimeAsync(700)
    const outcomes = ['commit', 'updateQuote', ['has time'], ['has more']]
    expect(await Promise.all(results)).toEqual(outcomes)
    expect(loads).toBe(3)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('aborts the signal that the port was given', async () => {
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

  it('has aborted the signal that the port asks for only afterwards', async () => {
    let late: PortCallOptions | undefined
    const findProducts = (_storeId: string, _ids: readonly number[], call?: PortCallOptions) => {
      late = call
      return hanging()
    }
    const engine = engineWith({ catalog: { findProducts }, timeoutMs: 5 })
    const error = await errorAfter(5, () => engine.createQuote(context, request))
    expect(late?.signal).toMatchObject({ aborted: true, reason: error })
  })

  it('aborts it also where the caller has a signal of its own', async () => {
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

  it.each([0, -1, 1.5, 2 ** 31, '5', null])('of %j is refused', async (timeoutMs) => {
    expect(await errorOf(async () => engineWith({ timeoutMs: timeoutMs as never }))).toMatchObject({
      code: 'invalid_options',
      details: {
        errors: {
          timeoutMs: `must be an integer from 1 to 2147483647, but was ${JSON.stringify(timeoutMs)}`,
        },
      },
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
    const findProducts = (_storeId: string, _ids: readonly number[], call?: PortCallOptions) => {
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

  it('that aborts while an update waits for its turn rejects it at once, and it is never run', async () => {
    const caller = new AbortController()
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const storage = memoryStorage()
    const commits: unknown[] = []
    const commit: typeof storage.commit = async (change) => {
      await gate
      commits.push(change.record.quote.customer.city)
      return storage.commit(change)
    }
    await engineWith({ storage }).createQuote(context, request)
    const engine = engineWith({ storage: { ...storage, commit } })
    const first = engine.updateQuote(context, 'quote-1', { customer: { city: 'Austin' } })
    const { signal } = caller
    const second = errorOf(() =>
      engine.updateQuote(context, 'quote-1', { customer: { city: 'Boston' } }, { signal }),
    )
    await Promise.resolve()
    caller.abort('gone')
    expect(await second).toMatchObject({ code: 'aborted', cause: 'gone' })
    release()
    expect((await first).version).toBe(2)
    await engine.close()
    expect(commits).toEqual(['Austin'])
  })

  it('that never aborts changes nothing, and is let go of', async () => {
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request, { signal })
    await engine.updateQuote(context, quoteId, { tag_list: ['x'] }, { signal })
    await engine.getQuote(context, quoteId, { signal, version: 1 })
    await engine.listHistory(context, quoteId, { signal })
    await engine.listTags(context, { signal })
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length)
  })

  it('is let go of by every command that has come to its end, well or not', async () => {
    const caller = new AbortController()
    const { signal } = caller
    let isDown = false
    const inner = memoryStorage()
    const load: typeof inner.load = async (...ids) => {
      if (isDown) throw new Error('down')
      return inner.load(...ids)
    }
    const setTag = () => hanging()
    const engine = engineWith({ storage: { ...inner, load, setTag } })
    const { quoteId } = await engine.createQuote(context, request, { signal })
    const update = () => engine.updateQuote(context, quoteId, { tag_list: ['x'] }, { signal })
    const running = [update(), update(), engine.getQuote(context, quoteId, { signal })]
    // One for each command, and one for the update that waits for its turn.
    expect(getEventListeners(signal, 'abort')).toHaveLength(4)
    await Promise.all(running)
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
    isDown = true
    expect((await errorOf(update)).code).toBe('storage_failed')
    expect((await errorOf(() => engine.getQuote(context, '', { signal }))).code).toBe(
      'quote_not_found',
    )
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
    const left = errorOf(() => engine.setTag(context, 'x', colours, { signal }))
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    caller.abort()
    expect((await left).code).toBe('aborted')
    await vi.waitFor(() => expect(getEventListeners(signal, 'abort')).toHaveLength(0))
  })

  describe.each([
    ['listTags', (engine: Engine, options: CallOptions) => engine.listTags(context, options)],
    [
      'setTag',
      (engine: Engine, options: CallOptions) => engine.setTag(context, 'x', colours, options),
    ],
    [
      'removeTag',
      (engine: Engine, options: CallOptions) => engine.removeTag(context, 'x', options),
    ],
  ] as const)('of %s', (method, call) => {
    it('that has aborted before rejects the command, and the storage is not asked', async () => {
      const asked = vi.fn()
      const engine = engineWith({ storage: { ...memoryStorage(), [method]: asked } })
      const reason = new Error('gone')
      const error = await errorOf(() => call(engine, { signal: AbortSignal.abort(reason) }))
      expect(error).toMatchObject({ code: 'aborted', cause: reason })
      expect(asked).not.toHaveBeenCalled()
    })

    it('that aborts while the storage hangs rejects the command, and reaches the storage', async () => {
      const caller = new AbortController()
      const given: AbortSignal[] = []
      let reached = () => {}
      const isReached = new Promise<void>((resolve) => {
        reached = resolve
      })
      const hangs = (...args: readonly unknown[]) => {
        given.push((args.at(-1) as PortCallOptions).signal)
        reached()
        return hanging()
      }
      const storage = { ...memoryStorage(), [method]: hangs }
      const engine = engineWith({ storage, timeoutMs: 1_000 })
      const error = errorOf(() => call(engine, { signal: caller.signal }))
      await isReached
      expect(given.map(({ aborted }) => aborted)).toEqual([false])
      const reason = new Error('gone')
      caller.abort(reason)
      expect(await error).toMatchObject({ code: 'aborted', cause: reason })
      expect(given[0]).toMatchObject({ aborted: true, reason })
    })

    it('that is none is rejected by name, and so is another option', async () => {
      for (const [name, options] of [
        ['signal', { signal: 'now' }],
        ['sginal', { sginal: AbortSignal.abort() }],
      ] as const) {
        const error = await errorOf(() => call(engineWith(), options as never))
        expect(error.code).toBe('invalid_options')
        expect(Object.keys((error.details as { errors: object }).errors)).toEqual([name])
      }
    })
  })

  it('that has aborted rejects also the removal of a name that no tag can have', async () => {
    const signal = AbortSignal.abort()
    const error = await errorOf(() => engineWith().removeTag(context, '', { signal }))
    expect(error.code).toBe('aborted')
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
