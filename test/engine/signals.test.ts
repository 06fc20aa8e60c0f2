import { getEventListeners } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import type { CallOptions } from '../../src/engine/arguments.js'
import type { PortCallOptions } from '../../src/ports/call-options.js'
import type { QuoteChange } from '../../src/quote/model/quote-record.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { context, engineWith, errorOf, request } from './ports.js'

type Engine = ReturnType<typeof engineWith>

const hanging = () => new Promise<never>(() => {})

const colors = { backgroundColor: 'rgba(0%, 0%, 0%, 0)', color: 'rgb(0%, 0%, 0%)' }

describe('a signal', () => {
  it('that has already aborted rejects the call before any port call', async () => {
    const failing = () => {
      throw new Error('must not be called')
    }
    const engine = engineWith({ catalog: { findProducts: failing } })
    const reason = new Error('gone')
    const signal = AbortSignal.abort(reason)
    const error = await errorOf(() => engine.createQuote(context, request, { signal }))
    expect(error).toMatchObject({ code: 'aborted', cause: reason })
  })

  it('that aborts rejects the call, aborts the port call and prevents later ones', async () => {
    const caller = new AbortController()
    const seen: AbortSignal[] = []
    const storage = memoryStorage()
    let commits = 0
    const commit: typeof storage.commit = (...args) => {
      commits += 1
      return storage.commit(...args)
    }
    let respond = (_products: never[]) => {}
    let reached = () => {}
    const isReached = new Promise<void>((resolve) => {
      reached = resolve
    })
    const findProducts = (_storeId: string, _ids: readonly number[], call?: PortCallOptions) => {
      if (call !== undefined) seen.push(call.signal)
      reached()
      return new Promise<never[]>((resolve) => {
        respond = resolve
      })
    }
    const engine = engineWith({ storage: { ...storage, commit }, catalog: { findProducts } })
    const { signal } = caller
    const error = errorOf(() => engine.createQuote(context, request, { signal }))
    await isReached
    caller.abort(new Error('gone'))
    expect(await error).toMatchObject({ code: 'aborted', cause: new Error('gone') })
    expect(seen.map(({ aborted }) => aborted)).toEqual([true])
    respond([{ id: 1, price: 1 } as never])
    await engine.close()
    expect(commits).toBe(0)
  })

  it('that aborts while an update waits rejects it, and it never runs', async () => {
    const caller = new AbortController()
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const storage = memoryStorage()
    const commits: unknown[] = []
    const commit: typeof storage.commit = async (...args) => {
      await gate
      const [change] = args[1].changes as readonly QuoteChange[]
      commits.push(change?.record.value.customer.city)
      return storage.commit(...args)
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

  it('that never aborts keeps no listener', async () => {
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

  it('keeps no listener after a call has settled', async () => {
    const caller = new AbortController()
    const { signal } = caller
    let isDown = false
    const inner = memoryStorage()
    const load: typeof inner.load = async (...ids) => {
      if (isDown) throw new Error('down')
      return inner.load(...ids)
    }
    const engine = engineWith({ storage: { ...inner, load } })
    const { quoteId } = await engine.createQuote(context, request, { signal })
    const update = () => engine.updateQuote(context, quoteId, { tag_list: ['x'] }, { signal })
    const running = [update(), update(), engine.getQuote(context, quoteId, { signal })]
    // One for each call, and one for the update that waits.
    expect(getEventListeners(signal, 'abort')).toHaveLength(4)
    await Promise.all(running)
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
    isDown = true
    expect((await errorOf(update)).code).toBe('storage_failed')
    expect((await errorOf(() => engine.getQuote(context, '', { signal }))).code).toBe(
      'quote_not_found',
    )
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
    const hangs = engineWith({ storage: { ...inner, load: hanging } })
    const aborted = errorOf(() => hangs.setTag(context, 'x', colors, { signal }))
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    caller.abort()
    expect((await aborted).code).toBe('aborted')
    await vi.waitFor(() => expect(getEventListeners(signal, 'abort')).toHaveLength(0))
  })

  const tagMethods = {
    listTags: (engine: Engine, options: CallOptions) => engine.listTags(context, options),
    setTag: (engine: Engine, options: CallOptions) => engine.setTag(context, 'x', colors, options),
    removeTag: (engine: Engine, options: CallOptions) => engine.removeTag(context, 'x', options),
  }

  describe.each([
    ['listTags', 'load'],
    ['setTag', 'load'],
    ['setTag', 'commit'],
    ['removeTag', 'load'],
    ['removeTag', 'commit'],
  ] as const)('of %s', (method, operation) => {
    const call = tagMethods[method]

    it('that has already aborted rejects the call before any storage call', async () => {
      const called = vi.fn()
      const engine = engineWith({ storage: { ...memoryStorage(), load: called, commit: called } })
      const reason = new Error('gone')
      const error = await errorOf(() => call(engine, { signal: AbortSignal.abort(reason) }))
      expect(error).toMatchObject({ code: 'aborted', cause: reason })
      expect(called).not.toHaveBeenCalled()
    })

    it(`that aborts rejects a call that hangs in ${operation}, and aborts it`, async () => {
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
      const storage = memoryStorage()
      await engineWith({ storage }).setTag(context, 'x', { ...colors, label: 'another' })
      const engine = engineWith({ storage: { ...storage, [operation]: hangs }, timeoutMs: 1_000 })
      const error = errorOf(() => call(engine, { signal: caller.signal }))
      await isReached
      expect(given.map(({ aborted }) => aborted)).toEqual([false])
      const reason = new Error('gone')
      caller.abort(reason)
      expect(await error).toMatchObject({ code: 'aborted', cause: reason })
      expect(given[0]).toMatchObject({ aborted: true, reason })
    })

    it('that is invalid is rejected by name, and so is an unknown option', async () => {
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

  it('that has aborted rejects removeTag even if the name is invalid', async () => {
    const signal = AbortSignal.abort()
    const error = await errorOf(() => engineWith().removeTag(context, '', { signal }))
    expect(error.code).toBe('aborted')
  })

  it('that is invalid is rejected by name', async () => {
    const engine = engineWith()
    for (const signal of ['now', {}, 5] as never[])
      expect(await errorOf(() => engine.createQuote(context, request, { signal }))).toMatchObject({
        code: 'invalid_options',
        details: { errors: { signal: 'must be an AbortSignal' } },
      })
  })
})
