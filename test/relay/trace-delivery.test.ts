import { channel, tracingChannel } from 'node:diagnostics_channel'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DeliveryError, type DeliveryTrace } from '../../src/relay/index.js'
import { createShop, recorder } from './shop.js'

const undo: (() => void)[] = []
afterEach(() => {
  for (const each of undo.splice(0)) each()
})

/** Returns what is published from now on, with what the trace has then. */
function record() {
  const published: string[] = []
  const ended: DeliveryTrace[] = []
  for (const event of ['start', 'end', 'asyncStart', 'asyncEnd', 'error']) {
    const each = channel(`tracing:quotewright.delivery:${event}`)
    const listen = (message: unknown) => {
      const trace = message as DeliveryTrace
      published.push(`${event} ${trace.outcome}`)
      if (event === 'asyncEnd') ended.push(trace)
    }
    each.subscribe(listen)
    undo.push(() => each.unsubscribe(listen))
  }
  return { published, ended }
}

describe('the channel quotewright.delivery', () => {
  it('has each attempt with its event, its destination and how it has ended', async () => {
    const shop = createShop('store-1')
    const [quoteId] = await shop.sell('store-1')
    const { published, ended } = record()
    const error = new Error('busy')
    const erp = recorder((_, { attempt }) => {
      if (attempt < 2) throw error
    })
    const relay = shop.relay({ destinations: { erp } })
    await relay.run()
    shop.clock.now += 60_000
    await relay.run()
    const event = expect.objectContaining({
      id: erp.events[0]?.id,
      storeId: 'store-1',
      type: 'quote.create',
      position: 1,
      quoteId,
    })
    expect(ended).toEqual([
      { event, destination: 'erp', attempt: 1, outcome: 'failed', error },
      { event, destination: 'erp', attempt: 2, outcome: 'delivered', result: undefined },
    ])
    expect(published).toEqual([
      'start undefined',
      'end undefined',
      'error failed',
      'asyncStart failed',
      'asyncEnd failed',
      'start undefined',
      'end undefined',
      'asyncStart delivered',
      'asyncEnd delivered',
    ])
  })

  it('has dead letters, their replays, and destinations that disable themselves', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1', 2)
    const { ended } = record()
    const erp = recorder(({ position }) => {
      if (position === 1) throw new Error('no such customer')
      throw new DeliveryError('gone', { disable: true })
    })
    const relay = shop.relay({ destinations: { erp }, maxAttempts: 1 })
    await relay.run()
    await relay.replayDeadLetters({ storeId: 'store-1', destination: 'erp' })
    expect(ended.map(({ event, attempt, outcome }) => [event.position, attempt, outcome])).toEqual([
      [1, 1, 'dead_letter'],
      [2, 1, 'disabled'],
      [1, 2, 'dead_letter'],
    ])
  })

  it('calls nothing of a channel without subscribers', async () => {
    const shop = createShop('store-1')
    await shop.sell('store-1')
    const trace = vi.spyOn(Object.getPrototypeOf(tracingChannel('any')), 'tracePromise')
    undo.push(() => trace.mockRestore())
    const erp = recorder()
    await shop.relay({ destinations: { erp } }).run()
    expect(erp.events).toHaveLength(1)
    expect(trace).not.toHaveBeenCalled()
  })
})
