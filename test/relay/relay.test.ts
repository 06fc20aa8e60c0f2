import { describe, expect, it, vi } from 'vitest'
import { createRelay, DeliveryError, type Relay } from '../../src/relay/index.js'
import { fieldErrorsOf } from '../quote/samples.js'
import { createShop, recorder, startTime } from './shop.js'

describe('createRelay delivers', () => {
  it('every event of each store once, in order, with what identifies it', async () => {
    const shop = createShop('store-1', 'store-2')
    const [quoteId] = await shop.sell('store-1', 3)
    await shop.engine.sendQuote({ storeId: 'store-1', actor: 'ann' }, quoteId as string)
    await shop.sell('store-2')
    const erp = recorder()
    const relay = shop.relay({ destinations: { erp } })
    expect(await relay.run()).toEqual({ delivered: 5, failed: 0, deadLetters: 0 })
    const first = erp.events.filter(({ storeId }) => storeId === 'store-1')
    expect(first.map(({ position }) => position)).toEqual([1, 2, 3, 4])
    expect(first[3]).toMatchObject({
      id: expect.stringMatching(/^evt_[\w-]{27}$/),
      type: 'quote.send',
      time: startTime,
      storeId: 'store-1',
      quoteId,
      version: 2,
      by: 'ann',
    })
    expect(await relay.run()).toEqual({ delivered: 0, failed: 0, deadLetters: 0 })
    await shop.sell('store-2')
    expect((await shop.relay({ destinations: { erp } }).run()).delivered).toBe(1)
    expect(new Set(erp.events.map(({ id }) => id)).size).toBe(6)
    expect(shop.errors).toEqual([])
  })

  it('the quote as it was after the event, also of a deleted and not of an erased one', async () => {
    const shop = createShop('store-1')
    const context = { storeId: 'store-1' }
    const [quoteId, other] = (await shop.sell('store-1', 2)) as [string, string]
    await shop.engine.updateQuote(context, quoteId, { customer: { name: 'Grace' } })
    await shop.engine.deleteQuote(context, quoteId)
    await shop.engine.eraseQuote(context, other)
    const names: unknown[] = []
    const erp = recorder(async (event) => {
      names.push((await event.load())?.quote.customer.name)
      expect((await event.loadPublic())?.customer.name).toBe(names.at(-1))
    })
    await shop.relay({ destinations: { erp } }).run()
    expect(names.slice(0, 4)).toEqual(['Ada', undefined, 'Grace', expect.anything()])
  })

  it('more than a page, and only the types that a destination wants', async () => {
    const shop = createShop('store-1')
    const ids = await shop.sell('store-1', 150)
    const context = { storeId: 'store-1' }
    await shop.engine.setTag(context, 'vip', {
      backgroundColor: 'rgba(10%, 20%, 30%, 0.5)',
      color: 'rgb(10%, 20%, 30%)',
    })
    for (const id of ids.slice(0, 2)) await shop.engine.sendQuote(context, id)
    const [all, mail] = [recorder(), recorder()]
    const destinations = { all, mail: { ...mail, types: ['quote.send'] as const } }
    expect((await shop.relay({ destinations }).run()).delivered).toBe(154)
    expect(all.events).toHaveLength(152)
    expect(mail.positions()).toEqual([152, 154])
  })

  it('from the beginning, from now or from a time', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1')
    shop.clock.now += 1_000
    await shop.sell('store-1')
    shop.clock.now += 1_000
    const [all, later, latest] = [recorder(), recorder(), recorder()]
    const destinations = {
      all,
      later: { ...later, start: new Date(startTime + 500) },
      latest: { ...latest, start: 'now' as const },
    }
    await shop.relay({ destinations }).run()
    shop.clock.now += 1_000
    await shop.sell('store-1')
    await shop.relay({ destinations }).run()
    expect([all, later, latest].map((each) => each.positions())).toEqual([[1, 2, 3], [2, 3], [3]])
  })

  it('from the first look at a store, also if nothing had happened there', async () => {
    const shop = createShop('store-1')
    const erp = { ...recorder(), start: 'now' as const }
    const relay = shop.relay({ destinations: { erp } })
    await relay.run()
    shop.clock.now += 1_000
    await shop.sell('store-1')
    shop.clock.now += 1_000
    await relay.run()
    expect(erp.positions()).toEqual([1])
  })

  it('the events of so many stores at once', async () => {
    const ids = ['store-1', 'store-2', 'store-3']
    const shop = createShop(...ids)
    for (const storeId of ids) await shop.sell(storeId, 2)
    let running = 0
    let most = 0
    const erp = recorder(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
    })
    const report = await shop.relay({ destinations: { erp }, maxConcurrent: 2 }).run()
    expect(report.delivered).toBe(6)
    expect(most).toBe(2)
  })
})

describe('createRelay, if a delivery fails', () => {
  it('repeats it with the same id after longer and longer pauses, and makes it a dead letter', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1', 2)
    const ids: string[] = []
    const erp = recorder(({ position, id }) => {
      if (position !== 1) return
      ids.push(id)
      throw new Error('no such customer')
    })
    const options = { minBackoffMs: 1_000, maxBackoffMs: 3_000, maxAttempts: 4 }
    const relay = shop.relay({ destinations: { erp }, ...options })
    const attempts: number[] = []
    for (let second = 0; second < 12; second += 1) {
      if ((await relay.run()).failed > 0) attempts.push(second)
      shop.clock.now += 1_000
    }
    expect(attempts).toEqual([0, 1, 3, 6])
    expect(new Set(ids).size).toBe(1)
    expect(erp.calls.slice(0, 4).map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4])
    expect(erp.positions()).toEqual([2])
    const query = { storeId: 'store-1', destination: 'erp' }
    const { items } = await relay.listDeadLetters(query)
    expect(items).toMatchObject([
      { id: ids[0], position: 1, attempts: 4, error: 'no such customer', type: 'quote.create' },
    ])
    expect(JSON.stringify(items)).not.toContain('Ada')
    expect(await relay.replayDeadLetters(query)).toEqual({ delivered: 0, failed: 1 })
    expect((await relay.listDeadLetters(query)).items).toMatchObject([{ attempts: 5 }])
    erp.deliver = recorder().deliver
    expect(await relay.replayDeadLetters(query)).toEqual({ delivered: 1, failed: 0 })
    expect(await relay.listDeadLetters(query)).toEqual({ items: [], hasMore: false })
  })

  it('waits as long as the destination asks, up to a day', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1')
    let retryAfterMs = 60_000
    const erp = recorder(() => {
      throw new DeliveryError('busy', { retryAfterMs })
    })
    const relay = shop.relay({ destinations: { erp } })
    await relay.run()
    expect((await relay.health())[0]?.retryAt).toBe(startTime + 60_000)
    shop.clock.now += 60_000
    retryAfterMs = 10 ** 12
    await relay.run()
    expect((await relay.health())[0]?.retryAt).toBe(shop.clock.now + 86_400_000)
  })

  it('attempts it at once if it is enabled while it waits', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1')
    const erp = recorder((_, { attempt }) => {
      if (attempt === 1) throw new DeliveryError('busy', { retryAfterMs: 60_000 })
    })
    const relay = shop.relay({ destinations: { erp } })
    await relay.run()
    expect(await relay.run()).toMatchObject({ delivered: 0, failed: 0 })
    expect(await relay.enable('store-1', 'erp')).toBe(true)
    expect(await relay.run()).toMatchObject({ delivered: 1 })
  })

  it('stops if the destination disables itself, until it is enabled', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1', 2)
    let isGone = true
    const erp = recorder(() => {
      if (isGone) throw new DeliveryError('gone', { disable: true })
    })
    const relay = shop.relay({ destinations: { erp } })
    await relay.run()
    shop.clock.now += 10 ** 9
    await relay.run()
    expect(erp.calls).toHaveLength(1)
    expect(await relay.health()).toMatchObject([
      { position: 0, pending: 2, disabled: { time: startTime, reason: 'gone' } },
    ])
    isGone = false
    expect(await relay.enable('store-1', 'erp')).toBe(true)
    await relay.run()
    expect(erp.positions()).toEqual([1, 2])
    expect(await relay.health()).toMatchObject([
      { position: 2, pending: 0, lagMs: 0, attempts: 0, disabled: undefined },
    ])
  })

  it('reports it in health, and blocks no other store or destination', async () => {
    const shop = createShop('store-1', 'store-2')
    for (const storeId of shop.stores) await shop.sell(storeId)
    const erp = recorder(({ storeId }) => {
      if (storeId === 'store-1') throw new Error('a\0b'.repeat(1_000))
    })
    const mail = recorder()
    const relay = shop.relay({ destinations: { erp, mail } })
    expect(await relay.run()).toEqual({ delivered: 3, failed: 1, deadLetters: 0 })
    shop.clock.now += 5_000
    const [failing, ...others] = await relay.health()
    expect(failing).toMatchObject({
      position: 0,
      pending: 1,
      lagMs: 5_000,
      failingSince: startTime,
      attempts: 1,
      lastError: 'a b'.repeat(1_000).slice(0, 500),
    })
    for (const other of others) expect(other).toMatchObject({ pending: 0, attempts: 0 })
  })

  it('times out a delivery that does not end, and goes on with others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const shop = createShop('store-1')
      await shop.sell('store-1')
      let signal: AbortSignal | undefined
      const erp = {
        deliver: (_: unknown, call: { readonly signal: AbortSignal }) => {
          signal = call.signal
          return new Promise(() => undefined)
        },
      }
      const mail = recorder()
      const relay = shop.relay({ destinations: { erp, mail } })
      const running = relay.run()
      await vi.waitUntil(() => signal !== undefined && mail.events.length === 1)
      await vi.advanceTimersByTimeAsync(15_000)
      expect(await running).toEqual({ delivered: 1, failed: 1, deadLetters: 0 })
      expect(signal?.aborted).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('createRelay with other processes', () => {
  it('leaves a store to the one that has the lease, and takes over once it ends', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1', 2)
    let release: () => void = () => undefined
    const slow = recorder(
      ({ position }) => position === 1 && new Promise<void>((resolve) => (release = resolve)),
    )
    const erp = recorder()
    const first = shop.relay({ destinations: { erp: slow } })
    const second = shop.relay({ destinations: { erp } })
    const running = first.run()
    await vi.waitUntil(() => slow.calls.length === 1)
    expect((await second.run()).delivered).toBe(0)
    shop.clock.now += 60_000
    expect((await second.run()).delivered).toBe(2)
    release()
    await running
    // The first one has delivered what it had begun, and cannot move the position any more.
    expect(slow.positions()).toEqual([1])
    expect(slow.events[0]?.id).toBe(erp.events[0]?.id)
    expect((await second.health())[0]?.position).toBe(2)
  })

  it('reports a storage that fails, and delivers later', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1')
    const erp = recorder()
    let fails = true
    const storage = {
      ...shop.storage,
      loadState: (...args: Parameters<typeof shop.storage.loadState>) => {
        if (fails) throw new Error('no connection')
        return shop.storage.loadState(...args)
      },
    }
    const relay = shop.relay({ destinations: { erp }, storage })
    expect((await relay.run()).delivered).toBe(0)
    expect(shop.errors).toEqual([new Error('no connection')])
    fails = false
    expect((await relay.run()).delivered).toBe(1)
  })
})

describe('start and stop', () => {
  it('delivers pass after pass until it is stopped, and waits for what is in flight', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1')
    let wakeUp: () => void = () => undefined
    const erp = recorder()
    const sleep = (_: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        wakeUp = resolve
        signal.addEventListener('abort', () => resolve())
      })
    const relay: Relay = shop.relay({ destinations: { erp }, sleep })
    relay.start()
    relay.start()
    await vi.waitUntil(() => erp.events.length === 1)
    await shop.sell('store-1')
    wakeUp()
    await vi.waitUntil(() => erp.events.length === 2)
    await shop.sell('store-1')
    relay.wake()
    await vi.waitUntil(() => erp.events.length === 3)
    let release: () => void = () => undefined
    erp.deliver = () => new Promise((resolve) => (release = () => resolve(undefined)))
    const deliver = vi.spyOn(erp, 'deliver')
    await shop.sell('store-1', 2)
    relay.wake()
    await vi.waitUntil(() => deliver.mock.calls.length === 1)
    let isStopped = false
    const stopping = relay.stop().then(() => {
      isStopped = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(isStopped).toBe(false)
    release()
    await stopping
    expect(deliver).toHaveBeenCalledTimes(1)
    // The lease is given up: another process goes on at once.
    const other = recorder()
    expect((await shop.relay({ destinations: { erp: other } }).run()).delivered).toBe(1)
    expect(other.positions()).toEqual([5])
  })

  it('waits for what run has in flight, which delivers nothing after it', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1', 2)
    let release: () => void = () => undefined
    const erp = recorder(() => new Promise<void>((resolve) => (release = resolve)))
    const relay = shop.relay({ destinations: { erp } })
    const running = relay.run()
    await vi.waitUntil(() => erp.calls.length === 1)
    let isStopped = false
    const stopping = relay.stop().then(() => {
      isStopped = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(isStopped).toBe(false)
    release()
    await stopping
    expect((await running).delivered).toBe(1)
    expect(erp.calls).toHaveLength(1)
  })

  it('looks only at the store that is woken, also if it is being delivered', async () => {
    const ids = ['store-1', 'store-2', 'store-3']
    const shop = createShop(...ids)
    let release: () => void = () => undefined
    const erp = recorder(
      ({ position }) => position === 2 && new Promise<void>((resolve) => (release = resolve)),
    )
    const loads: string[] = []
    const storage = {
      ...shop.storage,
      loadState: (...args: Parameters<typeof shop.storage.loadState>) => {
        loads.push(args[0])
        return shop.storage.loadState(...args)
      },
    }
    const stores = vi.fn(() => ids.slice(0, 2))
    const sleep = (_: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    const relay = shop.relay({ destinations: { erp }, storage, stores, sleep })
    relay.wake('store-1')
    expect(loads).toEqual([])
    relay.start()
    await vi.waitUntil(() => loads.length === 2)

    for (const storeId of ids) await shop.sell(storeId, 1)
    relay.wake('store-1')
    await vi.waitUntil(() => erp.events.length === 1)
    await shop.sell('store-1')
    relay.wake('store-1')
    await vi.waitUntil(() => erp.calls.length === 2)
    // Later than what is read of the store.
    await shop.sell('store-1')
    relay.wake('store-1')
    release()
    await vi.waitUntil(() => erp.events.length === 3)
    expect(erp.events.map(({ storeId }) => storeId)).toEqual(['store-1', 'store-1', 'store-1'])
    expect(loads.slice(2)).not.toContain('store-2')
    expect(stores).toHaveBeenCalledTimes(1)

    // One that it doesn't know may be new: a pass asks for the stores.
    stores.mockReturnValue(ids)
    relay.wake('store-3')
    await vi.waitUntil(() => erp.events.length === 5)
    expect(stores).toHaveBeenCalledTimes(2)
    await relay.stop()
    await shop.sell('store-1')
    loads.length = 0
    relay.wake('store-1')
    expect(loads).toEqual([])
  })

  it('looks again at a store that was woken while it was delivered', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1')
    let release: () => void = () => undefined
    const erp = recorder(
      ({ position }) => position === 1 && new Promise<void>((resolve) => (release = resolve)),
    )
    let passes = 0
    const sleep = (_: number, signal: AbortSignal) => {
      passes += 1
      return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    }
    const relay = shop.relay({ destinations: { erp }, sleep })
    relay.start()
    await vi.waitUntil(() => erp.calls.length === 1)
    await shop.sell('store-1')
    relay.wake()
    await vi.waitUntil(() => passes === 2)
    release()
    await vi.waitUntil(() => erp.events.length === 2)
    await relay.stop()
  })

  it('reports stores that cannot be listed, and goes on', async () => {
    const shop = createShop('store-1')
    const erp = recorder()
    const stores = vi.fn(() => ['store-1', 7] as unknown as string[])
    const relay = shop.relay({ destinations: { erp }, stores })
    await expect(relay.run()).rejects.toMatchObject({
      code: 'callback_failed',
      details: { option: 'stores' },
    })
    relay.start()
    await vi.waitUntil(() => shop.errors.length === 1)
    await relay.stop()
  })
})

describe('createRelay rejects', () => {
  const { engine, storage } = createShop('store-1')
  const valid = { engine, storage, stores: ['a'], destinations: { erp: recorder() } }
  const errorsOf = (options: object) =>
    fieldErrorsOf(() => createRelay({ ...valid, ...options } as never), 'invalid_options')

  it('a storage without state, and says what it must have', () => {
    const { loadState: _, ...plain } = storage
    expect(errorsOf({ storage: plain }).storage).toContain('loadState, saveState, listState')
  })

  it.each([
    [{ engine: {} }, 'engine'],
    [{ stores: 'a' }, 'stores'],
    [{ stores: [''] }, 'stores'],
    [{ destinations: {} }, 'destinations'],
    [{ destinations: { 'a:b': recorder() } }, 'destinations["a:b"]'],
    [{ destinations: { erp: {} } }, 'destinations.erp.deliver'],
    [{ destinations: { erp: { ...recorder(), types: [] } } }, 'destinations.erp.types'],
    [
      { destinations: { erp: { ...recorder(), types: ['quote.sent'] } } },
      'destinations.erp.types[0]',
    ],
    [{ destinations: { erp: { ...recorder(), start: 'end' } } }, 'destinations.erp.start'],
    [{ destinations: { erp: { ...recorder(), maxAttempts: 3 } } }, 'destinations.erp.maxAttempts'],
    [{ destinations: { erp: { ...recorder(), onerror() {} } } }, 'destinations.erp.onerror'],
    [{ destinations: { erp: { ...recorder(), Start: 'now' } } }, 'destinations.erp.Start'],
    [{ destinations: { erp: { ...recorder(), tyeps: [] } } }, 'destinations.erp.tyeps'],
    [{ leaseMs: 1_000 }, 'leaseMs'],
    [{ pollMs: 0 }, 'pollMs'],
    [{ retries: 3 }, 'retries'],
  ])('%j', (options, field) => {
    expect(Object.keys(errorsOf(options))).toEqual([field])
  })

  it('no destination of a class, whatever its members', () => {
    class Erp {
      readonly maxAttempts = 3
      readonly type = 'erp'
      deliver() {}
    }
    createRelay({ ...valid, destinations: { erp: new Erp() } })
  })

  it('an unknown destination, and a store or a page that cannot be', async () => {
    const relay = createRelay(valid)
    for (const query of [
      { storeId: 'a', destination: '__proto__' },
      { storeId: '', destination: 'erp' },
      { storeId: 'a', destination: 'erp', limit: 1e9 },
      undefined,
    ])
      await expect(relay.listDeadLetters(query as never)).rejects.toMatchObject({
        code: 'invalid_options',
      })
    expect(await relay.enable('a', 'erp')).toBe(false)
  })
})

describe('the option now of createRelay', () => {
  it.each([
    ['NaN', () => Number.NaN],
    ['undefined', () => undefined],
    ['Infinity', () => Number.POSITIVE_INFINITY],
    ['a Date', () => new Date()],
    ['a string', () => '1700000000000'],
  ])('must not return %s', async (_, now) => {
    const shop = createShop('store-1')
    await shop.sell('store-1')
    const erp = recorder()
    const relay = shop.relay({ destinations: { erp }, now: now as () => number })
    expect((await relay.run()).delivered).toBe(0)
    const errors = { now: expect.stringContaining('must return a time in milliseconds, received') }
    expect(shop.errors).toMatchObject([{ code: 'invalid_options', details: { errors } }])
    expect(await shop.relay({ destinations: { erp } }).run()).toMatchObject({ delivered: 1 })
  })

  it('must not return a promise or throw', async () => {
    const shop = createShop('store-1')
    const destinations = { erp: recorder() }
    const throwing = () => {
      throw new Error('no clock')
    }
    for (const now of [async () => startTime, throwing])
      await shop.relay({ destinations, now: now as never }).run()
    const failed = { code: 'callback_failed', details: { option: 'now' } }
    expect(shop.errors).toMatchObject([failed, failed])
  })
})

describe('a store in which nothing has happened', () => {
  const reported = async (stores: readonly string[] | (() => readonly string[])) => {
    const shop = createShop('store-1')
    await shop.sell('store-1')
    const places: unknown[] = []
    const relay = shop.relay({
      destinations: { erp: recorder(), crm: recorder() },
      stores,
      onError: (error, place) => places.push([(error as Error).message, place]),
    })
    await relay.run()
    await relay.run()
    const health = await relay.health()
    return { places, hasEvents: health.map((each) => [each.storeId, each.hasEvents]) }
  }

  it('is reported once if it is in an array, and has no events in health', async () => {
    const { places, hasEvents } = await reported(['store-1', 'sotre-2'])
    const message = expect.stringContaining('stores has the string "sotre-2", a store in which')
    expect(places).toEqual([[message, { storeId: 'sotre-2' }]])
    const [one, two] = [
      ['store-1', true],
      ['sotre-2', false],
    ]
    expect(hasEvents).toEqual([one, one, two, two])
  })

  it('is not reported if a function lists it: it is new', async () => {
    expect((await reported(() => ['store-1', 'store-2'])).places).toEqual([])
  })
})
