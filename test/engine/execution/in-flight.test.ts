import { getEventListeners } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { createInFlightTracker } from '../../../src/engine/execution/in-flight.js'
import { errorOf } from '../ports.js'

/** Lets everything happen that waits for nothing but promises. */
const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve))
const fail = () => Promise.reject(new Error('no'))

describe('commands', () => {
  it.each([
    ['succeeded', () => Promise.resolve('done')],
    ['failed', fail],
  ])('close: waits for no command that has %s', async (_, command) => {
    const { run, close } = createInFlightTracker()
    const results = Array.from({ length: 100 }, command)
    const waits = results.map((result) => vi.spyOn(result, 'then'))
    await Promise.allSettled(results.map((result) => run(undefined, () => result)))
    for (const wait of waits) wait.mockClear()
    await close()
    for (const wait of waits) expect(wait).not.toHaveBeenCalled()
  })

  it('close: waits for every command that is running', async () => {
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
    await turnOfTheLoop()
    expect(ended).toEqual([])
    end()
    await Promise.all([...running, closed])
    expect(ended).toEqual(['a', 'b', 'c', 'closed'])
  })

  it('close: waits for a command whose caller has left', async () => {
    const { run, close } = createInFlightTracker()
    const caller = new AbortController()
    const ended: string[] = []
    let end = () => {}
    const gate = new Promise<void>((resolve) => {
      end = resolve
    })
    const left = errorOf(() =>
      run(caller.signal, async () => {
        await gate
        ended.push('command')
      }),
    )
    caller.abort()
    expect((await left).code).toBe('aborted')
    const closed = close().then(() => ended.push('closed'))
    await turnOfTheLoop()
    expect(ended).toEqual([])
    end()
    await closed
    expect(ended).toEqual(['command', 'closed'])
  })

  it('run: leaves no listener on a signal once the command is settled', async () => {
    const { run } = createInFlightTracker()
    const { signal } = new AbortController()
    const listeners = () => getEventListeners(signal, 'abort').length
    const running = [async () => 'done', fail, async () => 'done'].map((each) => run(signal, each))
    expect(listeners()).toBe(3)
    await Promise.allSettled(running)
    await Promise.resolve()
    expect(listeners()).toBe(0)
  })

  it('run: adds no listener to a signal that has aborted before', async () => {
    const { run } = createInFlightTracker()
    const signal = AbortSignal.abort()
    expect((await errorOf(() => run(signal, async () => 'done'))).code).toBe('aborted')
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})
