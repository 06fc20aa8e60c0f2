import { describe, expect, it, vi } from 'vitest'
import { DeliveryError, type RelayErrorPlace, type StateWrite } from '../../src/relay/index.js'
import { thrownValues } from '../hostile/thrown-values.js'
import { createShop, recorder, startTime } from './shop.js'

/** The storage of a shop, whose writes of state wait for a function of the test. */
function withWrites(
  { storage }: ReturnType<typeof createShop>,
  beforeWrite: (write: StateWrite) => unknown,
  afterWrite: (write: StateWrite) => unknown = () => {},
) {
  return {
    ...storage,
    async saveState(...[storeId, write]: Parameters<typeof storage.saveState>) {
      await beforeWrite(write)
      const isSaved = await storage.saveState(storeId, write)
      await afterWrite(write)
      return isSaved
    },
  }
}

const positionOf = ({ value }: StateWrite) => Object(value).position as number

describe('runTurn', () => {
  it.each([
    ['is delivered', () => {}],
    [
      'becomes a dead letter',
      () => {
        throw new Error('no such customer')
      },
    ],
  ])('attempts an event only once the position of one that %s is stored', async (_, fail) => {
    const shop = createShop('store-1')
    await shop.sell('store-1', 2)
    const erp = recorder(fail)
    let release: () => void = () => undefined
    let isWriting = false
    const storage = withWrites(shop, (write) => {
      if (write.key !== 'relay:erp' || positionOf(write) !== 1 || isWriting) return
      isWriting = true
      return new Promise<void>((resolve) => (release = resolve))
    })
    const running = shop.relay({ destinations: { erp }, storage, maxAttempts: 1 }).run()
    await vi.waitUntil(() => isWriting)
    await new Promise((resolve) => setImmediate(resolve))
    expect(erp.calls).toHaveLength(1)
    release()
    await running
    expect(erp.calls).toHaveLength(2)
  })

  it('attempts an event again if its dead letter could not be stored', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1')
    const erp = recorder(() => {
      throw new Error('no such customer')
    })
    let fails = true
    const storage = withWrites(shop, ({ key }) => {
      if (fails && key.includes(':dead:')) throw new Error('no connection')
    })
    const relay = shop.relay({ destinations: { erp }, storage, maxAttempts: 1 })
    await relay.run()
    expect(await relay.health()).toMatchObject([{ position: 0, pending: 1, deadLetters: 0 }])
    fails = false
    await relay.run()
    expect(erp.calls).toHaveLength(2)
    expect(await relay.health()).toMatchObject([{ position: 1, pending: 0, deadLetters: 1 }])
  })

  it('renews a lease that ends before a delivery could, and keeps others away', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1', 2)
    let release: () => void = () => undefined
    const slow = recorder(
      ({ position }) => position === 2 && new Promise<void>((resolve) => (release = resolve)),
    )
    // The process stands still after it has stored the first position.
    let hasStood = false
    const storage = withWrites(
      shop,
      () => {},
      (write) => {
        if (positionOf(write) !== 1 || hasStood) return
        hasStood = true
        shop.clock.now += 50_000
      },
    )
    const running = shop.relay({ destinations: { erp: slow }, storage }).run()
    await vi.waitUntil(() => slow.calls.length === 2)
    shop.clock.now += 14_000
    const erp = recorder()
    expect((await shop.relay({ destinations: { erp } }).run()).delivered).toBe(0)
    release()
    expect(await running).toMatchObject({ delivered: 2 })
  })

  it('gives up its lease after a failure, so that any process can repeat the attempt', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1')
    const failing = recorder(() => {
      throw new Error('busy')
    })
    await shop.relay({ destinations: { erp: failing } }).run()
    shop.clock.now += 1_000
    const erp = recorder()
    expect((await shop.relay({ destinations: { erp } }).run()).delivered).toBe(1)
    expect(erp.calls).toMatchObject([{ attempt: 2 }])
  })

  it('attempts nothing if another process has taken the lease meanwhile', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1', 2)
    const first = recorder()
    const second = recorder()
    let isTaken = false
    const storage = withWrites(
      shop,
      () => {},
      async (write) => {
        if (positionOf(write) !== 1 || isTaken) return
        isTaken = true
        shop.clock.now += 60_000
        await shop.relay({ destinations: { erp: second } }).run()
      },
    )
    const report = await shop.relay({ destinations: { erp: first }, storage }).run()
    expect(report.delivered).toBe(1)
    expect([first, second].map((each) => each.positions())).toEqual([[1], [2]])
  })

  it('stores the position of events that are not for a destination', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1', 3)
    const mail = { ...recorder(), types: ['quote.send'] as const }
    const relay = shop.relay({ destinations: { mail } })
    await relay.run()
    expect(await relay.health()).toMatchObject([{ position: 3, pending: 0 }])
  })
})

describe('runTurn counts an attempt', () => {
  const failing = (thrown: unknown, isAsync: boolean) => ({
    deliver() {
      if (isAsync) return Promise.reject(thrown)
      throw thrown
    },
  })

  it.each(
    thrownValues.flatMap(([name, thrown]) => [
      ['throws', name, failing(thrown, false)] as const,
      ['rejects with', name, failing(thrown, true)] as const,
    ]),
  )('if deliver %s %s: it pauses, and makes it a dead letter', async (_how, _name, erp) => {
    const shop = createShop('store-1')
    await shop.sell('store-1', 2)
    const places: RelayErrorPlace[] = []
    const relay = shop.relay({
      destinations: { erp },
      maxAttempts: 2,
      onError: (_error, place) => places.push(place),
    })
    expect(await relay.run()).toMatchObject({ failed: 1, deadLetters: 0 })
    const [health] = await relay.health()
    expect(health).toMatchObject({ attempts: 1, retryAt: startTime + 1_000 })
    expect(health?.lastError).toMatch(/./)
    expect(await relay.run()).toMatchObject({ failed: 0 })
    shop.clock.now += 1_000
    expect(await relay.run()).toMatchObject({ failed: 2, deadLetters: 1 })
    const { items } = await relay.listDeadLetters({ storeId: 'store-1', destination: 'erp' })
    expect(items).toMatchObject([{ position: 1, attempts: 2, error: health?.lastError }])
    expect(places.map(({ outcome }) => outcome)).toEqual(['failed', 'dead_letter', 'failed'])
  })

  it('of each replay that fails, whatever deliver throws', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1')
    let thrown: unknown = new Error('down')
    const erp = recorder(() => {
      throw thrown
    })
    const relay = shop.relay({ destinations: { erp }, maxAttempts: 1 })
    await relay.run()
    const query = { storeId: 'store-1', destination: 'erp' }
    for (const [index, [, value]] of thrownValues.entries()) {
      thrown = value
      expect(await relay.replayDeadLetters(query)).toEqual({ delivered: 0, failed: 1 })
      expect((await relay.listDeadLetters(query)).items).toMatchObject([{ attempts: index + 2 }])
    }
  })
})

describe('runTurn reports', () => {
  it('each attempt that fails with its event, and what follows, to onError', async () => {
    const shop = createShop('store-1')
    const [quoteId] = await shop.sell('store-1')
    const errors: [unknown, RelayErrorPlace][] = []
    const relay = shop.relay({
      destinations: {
        erp: recorder(() => {
          throw new Error('wrong password')
        }),
        crm: recorder(() => {
          throw new DeliveryError('gone', { disable: true })
        }),
      },
      maxAttempts: 2,
      onError: (error, place) => {
        errors.push([error, place])
        throw new Error('a log that fails')
      },
    })
    await relay.run()
    shop.clock.now += 1_000
    await relay.run()
    const at = (destination: string, attempt: number, outcome: string) => ({
      storeId: 'store-1',
      destination,
      attempt,
      outcome,
      event: { position: 1, type: 'quote.create', quoteId },
    })
    expect(errors).toMatchObject([
      [new Error('wrong password'), at('erp', 1, 'failed')],
      [new DeliveryError('gone', { disable: true }), at('crm', 1, 'disabled')],
      [new Error('wrong password'), at('erp', 2, 'dead_letter')],
    ])
    expect(Object.keys(errors[0]?.[1].event ?? {})).not.toContain('load')
  })
})

describe('runTurn after a failure', () => {
  it('waits for the backoff if retryAfterMs is shorter', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1')
    const erp = recorder(() => {
      throw new DeliveryError('busy', { retryAfterMs: 10 })
    })
    const relay = shop.relay({ destinations: { erp } })
    await relay.run()
    expect(await relay.health()).toMatchObject([{ retryAt: startTime + 1_000 }])
  })

  it('keeps the time of the first one in failingSince, until a success', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1')
    let isDown = true
    const erp = recorder(() => {
      if (isDown) throw new Error('down')
    })
    const relay = shop.relay({ destinations: { erp } })
    await relay.run()
    shop.clock.now += 5_000
    await relay.run()
    expect(await relay.health()).toMatchObject([{ attempts: 2, failingSince: startTime }])
    isDown = false
    shop.clock.now += 5_000
    await relay.run()
    expect(await relay.health()).toMatchObject([{ attempts: 0, failingSince: undefined }])
    isDown = true
    await shop.sell('store-1')
    await relay.run()
    expect(await relay.health()).toMatchObject([{ failingSince: startTime + 10_000 }])
  })
})

describe('runTurn and the lease of a process that was killed', () => {
  /** A process whose clock is ahead takes the lease, and is killed while it delivers. */
  async function killedWithClockAhead(aheadMs: number) {
    const shop = createShop('store-1')
    await shop.sell('store-1')
    const hanging = recorder(() => new Promise(() => {}))
    void shop.relay({ destinations: { erp: hanging }, now: () => shop.clock.now + aheadMs }).run()
    await vi.waitUntil(() => hanging.calls.length === 1)
    const erp = recorder()
    return { shop, erp, relay: shop.relay({ destinations: { erp } }) }
  }

  it('does not wait for a clock that was far ahead', async () => {
    const { relay, erp } = await killedWithClockAhead(365 * 86_400_000)
    expect((await relay.run()).delivered).toBe(1)
    expect(erp.positions()).toEqual([1])
  })

  it('waits for one that was a little ahead, as clocks differ', async () => {
    const { shop, relay } = await killedWithClockAhead(30_000)
    expect((await relay.run()).delivered).toBe(0)
    const [health] = await relay.health()
    expect(health?.lease).toEqual({ holder: expect.any(String), until: startTime + 90_000 })
    shop.clock.now += 90_000
    expect((await relay.run()).delivered).toBe(1)
    expect((await relay.health())[0]?.lease).toBe(undefined)
  })
})

describe('runTurn and a clock that was wrong', () => {
  const year = 365 * 86_400_000
  const starting = () => ({ ...recorder(), start: 'now' as const })

  it.each([
    ['ahead', year],
    ['behind', -year],
  ])('begins now after the last event although the first look was %s', async (_, byMs) => {
    const shop = createShop('store-1')
    await shop.sell('store-1', 150)
    shop.clock.now += 1_000
    const wrong = starting()
    const first = shop.relay({ destinations: { erp: wrong }, now: () => shop.clock.now + byMs })
    await first.run()
    await shop.sell('store-1', 2)
    const erp = starting()
    expect((await shop.relay({ destinations: { erp } }).run()).delivered).toBe(2)
    await shop.sell('store-1')
    await first.run()
    expect([erp, wrong].map((each) => each.positions())).toEqual([[151, 152], [153]])
  })

  it('begins now with the first event of a store in which nothing had happened', async () => {
    const shop = createShop('store-1')
    const [wrong, erp] = [starting(), starting()]
    await shop.relay({ destinations: { erp: wrong }, now: () => startTime + year }).run()
    await shop.sell('store-1', 2)
    await shop.relay({ destinations: { erp } }).run()
    expect(erp.positions()).toEqual([1, 2])
  })

  it('goes on to look for the last event if it was stopped meanwhile', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1', 250)
    const erp = starting()
    let stopped: Promise<void> | undefined
    const storage = withWrites(shop, (write) => {
      if (positionOf(write) === 100) stopped ??= relay.stop()
    })
    const relay = shop.relay({ destinations: { erp }, storage })
    await relay.run()
    await stopped
    expect(await relay.health()).toMatchObject([{ position: 100 }])
    await relay.run()
    await shop.sell('store-1')
    await relay.run()
    expect(erp.positions()).toEqual([251])
  })

  it('does not believe what an earlier release has stored with a clock ahead', async () => {
    const shop = createShop('store-1')
    const relay = (destination: object) =>
      shop.relay({ destinations: { erp: { ...recorder(), ...destination } } })
    await relay({ start: new Date(startTime + year) }).run()
    await shop.sell('store-1')
    const erp = starting()
    await relay(erp).run()
    expect(erp.positions()).toEqual([1])
  })

  it('begins at a time that is to come', async () => {
    const shop = createShop('store-1')
    const erp = { ...recorder(), start: new Date(startTime + 1_000) }
    const relay = shop.relay({ destinations: { erp } })
    await shop.sell('store-1')
    await relay.run()
    shop.clock.now += 1_000
    await shop.sell('store-1')
    await relay.run()
    expect(erp.positions()).toEqual([2])
  })

  it('repeats an attempt that failed with a clock ahead', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1')
    const failing = recorder(() => {
      throw new DeliveryError('busy', { retryAfterMs: year })
    })
    const relay = (destination: typeof failing, aheadMs: number) =>
      shop.relay({ destinations: { erp: destination }, now: () => shop.clock.now + aheadMs })
    await relay(failing, year).run()
    const erp = recorder()
    expect((await relay(erp, 0).run()).delivered).toBe(1)
    await shop.sell('store-1')
    await relay(failing, 0).run()
    shop.clock.now += 86_399_999
    expect((await relay(erp, 0).run()).delivered).toBe(0)
    shop.clock.now += 1
    expect((await relay(erp, 0).run()).delivered).toBe(1)
  })
})

describe('runTurn and the lease of a relay with a longer leaseMs', () => {
  async function heldBy(leaseMs: number) {
    const shop = createShop('store-1')
    await shop.sell('store-1')
    const hanging = recorder(() => new Promise(() => {}))
    void shop.relay({ destinations: { erp: hanging }, leaseMs }).run()
    await vi.waitUntil(() => hanging.calls.length === 1)
    const erp = recorder()
    return { shop, erp, relay: shop.relay({ destinations: { erp }, leaseMs: 60_000 }) }
  }

  it('waits until it ends', async () => {
    const { shop, relay, erp } = await heldBy(600_000)
    expect((await relay.run()).delivered).toBe(0)
    expect((await relay.health())[0]?.lease).toEqual({
      holder: expect.any(String),
      until: startTime + 600_000,
    })
    shop.clock.now += 600_000
    expect((await relay.run()).delivered).toBe(1)
    expect(erp.positions()).toEqual([1])
  })

  it('compares one of an earlier release, which has no leaseMs, with its own', async () => {
    const { shop, relay } = await heldBy(600_000)
    const [stored] = await shop.storage.loadState('store-1', ['relay:erp'])
    const { version = 0, value } = { ...stored }
    const progress = value as { readonly lease: { readonly leaseMs: number } }
    const { leaseMs: _, ...lease } = progress.lease
    const write = { key: 'relay:erp', previousVersion: version, version: version + 1 }
    await shop.storage.saveState('store-1', { ...write, value: { ...progress, lease } })
    expect((await relay.run()).delivered).toBe(1)
  })
})

describe('runTurn keeps the text of an error', () => {
  it('if it cannot find out whether the quote is erased', async () => {
    const shop = createShop('store-1')
    const [quoteId] = (await shop.sell('store-1')) as [string]
    await shop.engine.deleteQuote({ storeId: 'store-1' }, quoteId)
    const engine = {
      ...shop.engine,
      getQuote: () => Promise.reject(new Error('connection lost')),
    }
    const erp = {
      types: ['quote.delete'] as const,
      deliver: () => Promise.reject(new Error('the ERP is down')),
    }
    const relay = shop.relay({ engine: engine as typeof shop.engine, destinations: { erp } })
    await relay.run()
    expect((await relay.health())[0]?.lastError).toBe('the ERP is down')
  })
})

describe('runTurn goes on', () => {
  it.each(['enable', 'an erasure'])(
    'if its value is changed by %s while it delivers, and repeats nothing',
    async (change) => {
      const shop = createShop('store-1')
      const [quoteId] = (await shop.sell('store-1', 2)) as [string]
      let fails = true
      const relay = shop.relay({
        destinations: {
          erp: recorder(() => {
            if (fails) throw new Error('down')
          }),
        },
      })
      await relay.run()
      fails = false
      shop.clock.now += 1_000
      const erp = recorder(async ({ position }) => {
        if (position !== 1) return
        if (change === 'enable') await relay.enable('store-1', 'erp')
        else await shop.engine.eraseQuote({ storeId: 'store-1' }, quoteId)
      })
      const report = await shop.relay({ destinations: { erp } }).run()
      expect(report).toMatchObject({ delivered: 2, failed: 0 })
      expect(new Set(erp.positions()).size).toBe(erp.events.length)
    },
  )
})
