import { describe, expect, it } from 'vitest'
import { createHeldBatcher, settled } from './batching/held-batcher.js'

describe('createBatcher', () => {
  it('puts calls of one tick into one statement, and returns each its own result', async () => {
    const { add, respond, sentNames } = createHeldBatcher()
    const results = ['a', 'b'].map((name) => add({ name }))
    await respond(0)
    await respond(0)
    expect(sentNames()).toEqual([['a', 'b']])
    expect(await Promise.all(results)).toEqual(['result of a', 'result of b'])
  })

  it('sends a single call in the next microtask', async () => {
    const { add, sentNames } = createHeldBatcher()
    add({ name: 'a' })
    await Promise.resolve()
    expect(sentNames()).toEqual([['a']])
  })

  it('collects calls for the next statement while one is running', async () => {
    const { add, respond, sentNames } = createHeldBatcher()
    add({ name: 'a' })
    await settled()
    add({ name: 'b' })
    await settled()
    add({ name: 'c' })
    await respond(0)
    expect(sentNames()).toEqual([['a'], ['b', 'c']])
  })

  it('sends at most maxBatchSize calls in a statement', async () => {
    const { add, respond, sentNames } = createHeldBatcher()
    for (const name of ['a', 'b', 'c', 'd']) add({ name })
    await settled()
    await respond(0)
    expect(sentNames()).toEqual([['a', 'b', 'c'], ['d']])
  })

  it('handles 200,000 pending calls', async () => {
    const { add, respond, sentNames } = createHeldBatcher()
    for (let count = 0; count < 200_000; count += 1) add({ name: `${count}` })
    await settled()
    await respond(0)
    expect(sentNames()).toEqual([
      ['0', '1', '2'],
      ['3', '4', '5'],
    ])
  })

  it('sends at most maxBatchChars characters in a statement, and a longer item alone', async () => {
    const { add, respond, sentNames } = createHeldBatcher()
    add({ name: 'a', length: 6 })
    add({ name: 'b', length: 5 })
    add({ name: 'c', length: 99 })
    await settled()
    for (const statement of [0, 1]) await respond(statement)
    expect(sentNames()).toEqual([['a'], ['b'], ['c']])
  })

  it('keeps the order of calls with one conflict key, and lets others overtake them', async () => {
    const { add, respond, sentNames } = createHeldBatcher()
    for (const name of ['a', 'a', 'b', 'a']) add({ name })
    await settled()
    for (const statement of [0, 1]) await respond(statement)
    expect(sentNames()).toEqual([['a', 'b'], ['a'], ['a']])
  })

  it('keeps the order of calls with one conflict key if the first did not fit', async () => {
    const { add, respond, sentNames } = createHeldBatcher()
    const lengths = { a: 6, b: 6 }
    for (const name of ['a', 'b'] as const) add({ name, length: lengths[name] })
    for (const name of ['b', 'c', 'a']) add({ name })
    await settled()
    for (const statement of [0, 1, 2]) await respond(statement)
    expect(sentNames()).toEqual([['a', 'c'], ['b', 'a'], ['b']])
  })

  it('runs statements of different stores concurrently', async () => {
    const { add, sentNames } = createHeldBatcher()
    add({ name: 'a', store: 'store-1' })
    add({ name: 'b', store: 'store-2' })
    await settled()
    expect(sentNames()).toEqual([['a'], ['b']])
  })
})
