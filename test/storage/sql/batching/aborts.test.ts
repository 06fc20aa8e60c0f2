import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHeldBatcher, settled } from './held-batcher.js'

describe('createBatcher, while a statement takes long', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const longEnough = () => vi.advanceTimersByTimeAsync(101)

  it('sends the next one once all callers of it have aborted', async () => {
    const { add, sentNames } = createHeldBatcher()
    const caller = new AbortController()
    add({ name: 'a' }, caller.signal)
    await settled()
    add({ name: 'b' })
    await longEnough()
    expect(sentNames()).toEqual([['a']])
    caller.abort()
    await settled()
    expect(sentNames()).toEqual([['a'], ['b']])
  })

  it('sends the next one if its callers aborted before signals are checked', async () => {
    const { add, sentNames } = createHeldBatcher()
    const caller = new AbortController()
    add({ name: 'a' }, caller.signal)
    await settled()
    add({ name: 'b' })
    caller.abort()
    await longEnough()
    await settled()
    expect(sentNames()).toEqual([['a'], ['b']])
  })

  it('waits for it while one of its callers has not aborted', async () => {
    const { add, respond, sentNames } = createHeldBatcher()
    const callers = [new AbortController(), new AbortController()]
    for (const [index, { signal }] of callers.entries()) add({ name: `${index}` }, signal)
    add({ name: 'without signal' })
    await settled()
    add({ name: 'b' })
    await longEnough()
    for (const caller of callers) caller.abort()
    await settled()
    expect(sentNames()).toEqual([['0', '1', 'without signal']])
    await respond(0)
    expect(sentNames()[1]).toEqual(['b'])
  })

  it('rejects pending calls whose callers abort, and does not send them', async () => {
    const { add, respond, sentNames } = createHeldBatcher()
    const caller = new AbortController()
    add({ name: 'a' })
    await settled()
    const rejected = expect(add({ name: 'b' }, caller.signal)).rejects.toThrow('aborted')
    add({ name: 'c' })
    caller.abort(new Error('aborted'))
    await longEnough()
    await respond(0)
    await rejected
    expect(sentNames()).toEqual([['a'], ['c']])
  })

  it('removes its listeners from the signals of its callers', async () => {
    const { add, respond } = createHeldBatcher()
    const caller = new AbortController()
    for (const name of ['a', 'b', 'c', 'd']) add({ name }, caller.signal)
    await settled()
    await longEnough()
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(1)
    for (const statement of [0, 1]) await respond(statement)
    expect(getEventListeners(caller.signal, 'abort')).toEqual([])
  })
})

it('createBatcher reads no signal of calls that settle quickly', async () => {
  const { addWithCall, respond } = createHeldBatcher()
  const call = {
    get signal(): AbortSignal {
      throw new Error('must not be read')
    },
  }
  const results = ['a', 'b', 'a'].map((name) => addWithCall({ name }, call))
  await settled()
  for (const statement of [0, 1]) await respond(statement)
  expect(await Promise.all(results)).toHaveLength(3)
})
