import { getEventListeners } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { createInFlightTracker } from '../../../src/engine/execution/in-flight.js'
import { errorOf } from '../ports.js'

/** Waits until all pending microtasks have run. */
const flushMicrotasks = () => new Promise((resolve) => setImmediate(resolve))
const fail = () => Promise.reject(new Error('no'))

describe('createInFlightTracker', () => {
  it.each([
    ['succeeded', () => Promise.resolve('done')],
    ['failed', fail],
  ])('close does not wait for an operation that has %s', async (_, operation) => {
    const { run, close } = createInFlightTracker()
    const results = Array.from({ length: 100 }, operation)
    const waits = results.map((result) => vi.spyOn(result, 'then'))
    await Promise.allSettled(results.map((result) => run(undefined, () => result)))
    for (const wait of waits) wait.mockClear()
    await close()
    for (const wait of waits) expect(wait).not.toHaveBeenCalled()
  })

  it('close waits for every running operation', async () => {
    const { run, close } = createInFlightTracker()
    const ended: string[] = []
    let end = () => {}
    const gate = new Promise<void>((resolve) => {
      end = resolve
    })
    const running = ['a', 'b', 'c'].map((name) =>
      run(undefined, async () => {
        await gate
        ended.push(name)
      }),
    )
    const closed = close().then(() => ended.push('closed'))
    await flushMicrotasks()
    expect(ended).toEqual([])
    end()
    await Promise.all([...running, closed])
    expect(ended).toEqual(['a', 'b', 'c', 'closed'])
  })

  it('close waits for an operation whose caller has aborted', async () => {
    const { run, close } = createInFlightTracker()
    const caller = new AbortController()
    const ended: string[] = []
    let end = () => {}
    const gate = new Promise<void>((resolve) => {
      end = resolve
    })
    const aborted = errorOf(() =>
      run(caller.signal, async () => {
        await gate
        ended.push('operation')
      }),
    )
    caller.abort()
    expect((await aborted).code).toBe('aborted')
    const closed = close().then(() => ended.push('closed'))
    await flushMicrotasks()
    expect(ended).toEqual([])
    end()
    await closed
    expect(ended).toEqual(['operation', 'closed'])
  })

  it('run removes its listener when the operation has settled', async () => {
    const { run } = createInFlightTracker()
    const { signal } = new AbortController()
    const listeners = () => getEventListeners(signal, 'abort').length
    const running = [async () => 'done', fail, async () => 'done'].map((each) => run(signal, each))
    expect(listeners()).toBe(3)
    await Promise.allSettled(running)
    await Promise.resolve()
    expect(listeners()).toBe(0)
  })

  it('run adds no listener to a signal that has already aborted', async () => {
    const { run } = createInFlightTracker()
    const signal = AbortSignal.abort()
    expect((await errorOf(() => run(signal, async () => 'done'))).code).toBe('aborted')
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})
