import { describe, expect, it, vi } from 'vitest'
import type { StateWrite } from '../../src/relay/index.js'
import { createShop, recorder } from './shop.js'

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
