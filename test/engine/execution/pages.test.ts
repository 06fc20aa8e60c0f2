import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bindContext, collect, fiveVersions, listMethods } from '../list-methods.js'
import { context, engineWith, errorOf } from '../ports.js'

const unhandled: unknown[] = []
const onUnhandled = (reason: unknown) => unhandled.push(reason)
beforeEach(() => process.on('unhandledRejection', onUnhandled))
afterEach(async () => {
  await new Promise(setImmediate)
  process.off('unhandledRejection', onUnhandled)
  expect(unhandled.splice(0)).toEqual([])
})

describe.each(listMethods)('%s', (_name, list, numberOf) => {
  it('requests nothing before it is awaited or iterated', async () => {
    const world = await fiveVersions()
    list(world)
    await new Promise(setImmediate)
    expect(world.requests).toEqual([])
  })

  it('resolves to one page, and to the same one if it is awaited again', async () => {
    const world = await fiveVersions()
    const result = list(world, { limit: 2 })
    const page = await result
    expect(page.items.map(numberOf)).toEqual([1, 2])
    expect(page.next).toBe(2)
    expect(await result).toBe(page)
    expect(world.requests).toEqual([0])
  })

  it.each([
    [1, [0, 1, 2, 3, 4]],
    [2, [0, 2, 4]],
    [5, [0]],
    [undefined, [0]],
  ])('iterates over all items in pages of %j', async (limit, requests) => {
    const world = await fiveVersions()
    const items = await collect(list(world, limit === undefined ? undefined : { limit }))
    expect(items.map(numberOf)).toEqual([1, 2, 3, 4, 5])
    expect(world.requests).toEqual(requests)
  })

  it('has no methods but those of its type', () => {
    const list = engineWith().listQuotes(context)
    const names = Object.getOwnPropertyNames(Object.getPrototypeOf(list))
    expect([...names, ...Object.keys(list)].toSorted()).toEqual([
      'catch',
      'constructor',
      'finally',
      'then',
    ])
  })

  it('iterates from `after` on', async () => {
    const world = await fiveVersions()
    const items = await collect(list(world, { after: 3, limit: 1 }))
    expect(items.map(numberOf)).toEqual([4, 5])
    expect(await collect(list(world, { after: 5 }))).toEqual([])
  })

  it('requests the next page when its first item is needed, and none after break', async () => {
    const world = await fiveVersions()
    const requests: number[] = []
    for await (const item of list(world, { limit: 2 })) {
      requests.push(world.requests.length)
      if (numberOf(item) === 3) break
    }
    expect(requests).toEqual([1, 1, 2])
    expect(world.requests).toEqual([0, 2])
  })

  it('starts each iteration at the beginning, also at the same time and after await', async () => {
    const world = await fiveVersions()
    const result = list(world, { limit: 2 })
    await result
    const [first, second] = await Promise.all([collect(result), collect(result)])
    expect(first.map(numberOf)).toEqual([1, 2, 3, 4, 5])
    expect(second.map(numberOf)).toEqual([1, 2, 3, 4, 5])
    expect((await collect(result)).map(numberOf)).toEqual([1, 2, 3, 4, 5])
  })

  it('rejects the next page if the signal aborts during the iteration', async () => {
    const world = await fiveVersions()
    const controller = new AbortController()
    const numbers: number[] = []
    const error = await errorOf(async () => {
      for await (const item of list(world, { limit: 2, signal: controller.signal })) {
        numbers.push(numberOf(item))
        controller.abort('gone')
      }
    })
    expect(error).toMatchObject({ code: 'aborted', cause: 'gone' })
    expect(numbers).toEqual([1, 2])
    expect(world.requests).toEqual([0])
  })

  it('rejects the next page if the engine closes during the iteration', async () => {
    const world = await fiveVersions()
    const numbers: number[] = []
    const error = await errorOf(async () => {
      for await (const item of list(world, { limit: 2 })) {
        numbers.push(numberOf(item))
        await world.engine.close()
      }
    })
    expect(error.code).toBe('engine_closed')
    expect(numbers).toEqual([1, 2])
  })

  it('rejects await, catch, finally and iteration if the storage fails', async () => {
    const cause = new Error('down')
    const fail = () => Promise.reject(cause)
    const world = await fiveVersions(() => ({ listHistory: fail, listEvents: fail }))
    const result = list(world)
    let settled = 0
    const attempts = [
      () => result,
      () => collect(result),
      () =>
        result.finally(() => {
          settled += 1
        }),
    ]
    for (const attempt of attempts)
      expect(await errorOf(attempt)).toMatchObject({ code: 'storage_failed', cause })
    expect(settled).toBe(1)
    expect(await result.catch(({ code }) => code)).toBe('storage_failed')
  })

  it('rejects the iteration if a later page fails, after the items before it', async () => {
    const world = await fiveVersions(({ listHistory, listEvents }) => ({
      listHistory(storeId, quoteId, range) {
        if (range.afterVersion > 0) throw new Error('down')
        return listHistory(storeId, quoteId, range)
      },
      listEvents(storeId, range) {
        if (range.afterPosition > 0) throw new Error('down')
        return listEvents(storeId, range)
      },
    }))
    const numbers: number[] = []
    const error = await errorOf(async () => {
      for await (const item of list(world, { limit: 2 })) numbers.push(numberOf(item))
    })
    expect(error.code).toBe('storage_failed')
    expect(numbers).toEqual([1, 2])
  })

  it('rejects invalid arguments rather than throw, and only if it is used', async () => {
    const { engine } = await fiveVersions()
    const hostile = Object.defineProperty({}, 'storeId', {
      get() {
        throw new Error('no')
      },
    })
    for (const caller of [undefined, null, {}, { storeId: '' }, hostile] as never[]) {
      const world = { engine: bindContext(engine, caller), quoteId: 'quote-1' }
      const result = list(world)
      await new Promise(setImmediate)
      expect((await errorOf(() => result)).code).toBe('invalid_context')
      expect((await errorOf(() => collect(result))).code).toBe('invalid_context')
    }
    expect(() => list({ engine, quoteId: '' }, { limit: 0 })).not.toThrow()
  })

  it('ignores changes to the arguments after the call', async () => {
    const world = await fiveVersions()
    const options = { limit: 2 }
    const result = list(world, options)
    options.limit = 4
    expect((await result).items).toHaveLength(2)
  })

  it('returns a value that promise combinators and string tags accept', async () => {
    const world = await fiveVersions()
    const [page] = await Promise.all([list(world, { limit: 1 })])
    expect(page?.items.map(numberOf)).toEqual([1])
    expect(String(list(world))).toBe('[object PagedResult]')
    expect(await list(world, { limit: 1 }).finally(() => {})).toEqual(page)
    expect(await list(world).then(({ items }) => items.length)).toBe(5)
  })
})
