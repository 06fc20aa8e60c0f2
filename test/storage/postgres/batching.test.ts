import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBatcher, type PendingCall } from '../../../src/storage/postgres/batching.js'

interface Item {
  readonly name: string
  readonly store?: string
  readonly length?: number
}

/** Lanes with one statement on its way at a time; statements are answered when a test says so. */
function heldLanes() {
  const sent: { readonly names: readonly string[]; answer(): void }[] = []
  const ask = createBatcher<Item, string>({
    maxInFlight: 1,
    maxBatchSize: 3,
    maxBatchChars: 10,
    storeOf: ({ store = 'store-1' }) => store,
    conflictKeys: ({ name }) => [name],
    lengthOf: ({ length = 1 }) => length,
    send: (group: readonly PendingCall<Item, string>[]) =>
      new Promise((resolve) => {
        const answer = () => {
          for (const { item, resolve: tell } of group) tell(`answer to ${item.name}`)
          resolve()
        }
        sent.push({ names: group.map(({ item }) => item.name), answer })
      }),
  })
  return {
    ask: (item: Item, signal?: AbortSignal) => ask(item, signal && { signal }),
    askWith: ask,
    namesSent: () => sent.map(({ names }) => names),
    async answer(statement: number) {
      sent[statement]?.answer()
      await settled()
    },
  }
}

/** Lets everything run that waits for nothing but promises. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('calls of one store', () => {
  it('share a statement where they come in one moment, and each has its own answer', async () => {
    const { ask, answer, namesSent } = heldLanes()
    const answers = ['a', 'b'].map((name) => ask({ name }))
    await answer(0)
    await answer(0)
    expect(namesSent()).toEqual([['a', 'b']])
    expect(await Promise.all(answers)).toEqual(['answer to a', 'answer to b'])
  })

  it('go out before anything but promises has a turn, also a lone one', async () => {
    const { ask, namesSent } = heldLanes()
    ask({ name: 'a' })
    await Promise.resolve()
    expect(namesSent()).toEqual([['a']])
  })

  it('share the next statement where one is on its way', async () => {
    const { ask, answer, namesSent } = heldLanes()
    ask({ name: 'a' })
    await settled()
    ask({ name: 'b' })
    await settled()
    ask({ name: 'c' })
    await answer(0)
    expect(namesSent()).toEqual([['a'], ['b', 'c']])
  })

  it('are as many in a statement as there may be', async () => {
    const { ask, answer, namesSent } = heldLanes()
    for (const name of ['a', 'b', 'c', 'd']) ask({ name })
    await settled()
    await answer(0)
    expect(namesSent()).toEqual([['a', 'b', 'c'], ['d']])
  })

  it('may be very many', async () => {
    const { ask, answer, namesSent } = heldLanes()
    for (let count = 0; count < 200_000; count += 1) ask({ name: `${count}` })
    await settled()
    await answer(0)
    expect(namesSent()).toEqual([
      ['0', '1', '2'],
      ['3', '4', '5'],
    ])
  })

  it('are no longer together than they may be, and one that is longer goes alone', async () => {
    const { ask, answer, namesSent } = heldLanes()
    ask({ name: 'a', length: 6 })
    ask({ name: 'b', length: 5 })
    ask({ name: 'c', length: 99 })
    await settled()
    for (const statement of [0, 1]) await answer(statement)
    expect(namesSent()).toEqual([['a'], ['b'], ['c']])
  })

  it('keep their order where they name the same thing, and pass by those that wait for it', async () => {
    const { ask, answer, namesSent } = heldLanes()
    for (const name of ['a', 'a', 'b', 'a']) ask({ name })
    await settled()
    for (const statement of [0, 1]) await answer(statement)
    expect(namesSent()).toEqual([['a', 'b'], ['a'], ['a']])
  })

  it('keep their order where the first of them was left for its length', async () => {
    const { ask, answer, namesSent } = heldLanes()
    const lengths = { a: 6, b: 6 }
    for (const name of ['a', 'b'] as const) ask({ name, length: lengths[name] })
    for (const name of ['b', 'c', 'a']) ask({ name })
    await settled()
    for (const statement of [0, 1, 2]) await answer(statement)
    expect(namesSent()).toEqual([['a', 'c'], ['b', 'a'], ['b']])
  })

  describe('that take long', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    })
    afterEach(() => {
      vi.useRealTimers()
    })
    const longEnough = () => vi.advanceTimersByTimeAsync(101)

    it('do not wait for a statement that nobody waits for any more', async () => {
      const { ask, namesSent } = heldLanes()
      const caller = new AbortController()
      ask({ name: 'a' }, caller.signal)
      await settled()
      ask({ name: 'b' })
      await longEnough()
      expect(namesSent()).toEqual([['a']])
      caller.abort()
      await settled()
      expect(namesSent()).toEqual([['a'], ['b']])
    })

    it('do not wait for one whose caller has left before', async () => {
      const { ask, namesSent } = heldLanes()
      const caller = new AbortController()
      ask({ name: 'a' }, caller.signal)
      await settled()
      ask({ name: 'b' })
      caller.abort()
      await longEnough()
      await settled()
      expect(namesSent()).toEqual([['a'], ['b']])
    })

    it('wait for one as long as one of its callers does', async () => {
      const { ask, answer, namesSent } = heldLanes()
      const callers = [new AbortController(), new AbortController()]
      for (const [index, { signal }] of callers.entries()) ask({ name: `${index}` }, signal)
      ask({ name: 'patient' })
      await settled()
      ask({ name: 'b' })
      await longEnough()
      for (const caller of callers) caller.abort()
      await settled()
      expect(namesSent()).toEqual([['0', '1', 'patient']])
      await answer(0)
      expect(namesSent()[1]).toEqual(['b'])
    })

    it('are not asked any more once their caller has left', async () => {
      const { ask, answer, namesSent } = heldLanes()
      const caller = new AbortController()
      ask({ name: 'a' })
      await settled()
      const refused = expect(ask({ name: 'b' }, caller.signal)).rejects.toThrow('left')
      ask({ name: 'c' })
      caller.abort(new Error('left'))
      await longEnough()
      await answer(0)
      await refused
      expect(namesSent()).toEqual([['a'], ['c']])
    })

    it('leave nothing behind on the signals of their callers', async () => {
      const { ask, answer } = heldLanes()
      const caller = new AbortController()
      for (const name of ['a', 'b', 'c', 'd']) ask({ name }, caller.signal)
      await settled()
      await longEnough()
      expect(getEventListeners(caller.signal, 'abort')).toHaveLength(1)
      for (const statement of [0, 1]) await answer(statement)
      expect(getEventListeners(caller.signal, 'abort')).toEqual([])
    })
  })

  it('ask for no signal where they take no time', async () => {
    const { askWith, answer } = heldLanes()
    const call = {
      get signal(): AbortSignal {
        throw new Error('was asked for')
      },
    }
    const answers = ['a', 'b', 'a'].map((name) => askWith({ name }, call))
    await settled()
    for (const statement of [0, 1]) await answer(statement)
    expect(await Promise.all(answers)).toHaveLength(3)
  })
})

it('calls of different stores do not wait for one another', async () => {
  const { ask, namesSent } = heldLanes()
  ask({ name: 'a', store: 'store-1' })
  ask({ name: 'b', store: 'store-2' })
  await settled()
  expect(namesSent()).toEqual([['a'], ['b']])
})
