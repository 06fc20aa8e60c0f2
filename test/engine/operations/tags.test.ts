import { describe, expect, it } from 'vitest'
import type { QuoteStorage } from '../../../src/ports/storage.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { context, countingStorage, engineWith, errorOf, request } from '../ports.js'

const colors = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }
const names = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index}`)

/** Creates a slow storage, so that calls run concurrently. */
function slowStorage(): QuoteStorage {
  const inner = memoryStorage()
  const later = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    ...inner,
    async listTags(storeId) {
      const tags = await inner.listTags(storeId)
      await later()
      return tags
    },
    async setTag(storeId, tag) {
      await later()
      await inner.setTag(storeId, tag)
    },
  }
}

describe('setTag with limits.maxStoreTags', () => {
  it('rejects one tag more, says what to do and stores nothing', async () => {
    const { storage, written } = countingStorage()
    const engine = engineWith({ storage, limits: { maxStoreTags: 2 } })
    for (const name of names(2)) await engine.setTag(context, name, colors)
    const error = await errorOf(() => engine.setTag(context, 'one more', colors))
    expect(error).toMatchObject({
      code: 'invalid_request',
      details: {
        errors: {
          name: 'must be the name of one of the 2 tags of the store; remove one to add another',
        },
      },
    })
    expect(written).toHaveLength(2)
  })

  it('replaces an existing tag at the limit', async () => {
    const engine = engineWith({ limits: { maxStoreTags: 1 } })
    await engine.setTag(context, 'vip', colors)
    await engine.setTag(context, 'vip', { ...colors, label: 'Very important' })
    expect((await engine.listTags(context)).vip?.label).toBe('Very important')
  })

  it('accepts a new tag after one is removed, and counts each store separately', async () => {
    const engine = engineWith({ limits: { maxStoreTags: 1 } })
    await engine.setTag(context, 'a', colors)
    await engine.setTag({ storeId: 'store-2' }, 'b', colors)
    await engine.removeTag(context, 'a')
    await engine.setTag(context, 'b', colors)
    expect(Object.keys(await engine.listTags(context))).toEqual(['b'])
  })

  it('replaces tags but adds none if the store already exceeds the limit', async () => {
    const storage = memoryStorage()
    for (const name of names(3)) await engineWith({ storage }).setTag(context, name, colors)
    const engine = engineWith({ storage, limits: { maxStoreTags: 2 } })
    await engine.setTag(context, 'tag 2', { ...colors, label: 'x' })
    expect((await errorOf(() => engine.setTag(context, 'd', colors))).code).toBe('invalid_request')
    expect(Object.keys(await engine.listTags(context))).toHaveLength(3)
  })

  it('holds for concurrent calls', async () => {
    const engine = engineWith({ storage: slowStorage(), limits: { maxStoreTags: 5 } })
    const calls = names(20).map((name) => engine.setTag(context, name, colors))
    const outcomes = await Promise.allSettled(calls)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(Object.keys(await engine.listTags(context))).toEqual(names(5))
  })

  it('counts names such as __proto__ like any other', async () => {
    const engine = engineWith({ limits: { maxStoreTags: 2 } })
    for (const name of ['__proto__', 'constructor', '__proto__', 'constructor'])
      await engine.setTag(context, name, colors)
    const error = await errorOf(() => engine.setTag(context, 'toString', colors))
    expect(error.code).toBe('invalid_request')
    expect(Object.keys(await engine.listTags(context))).toEqual(['__proto__', 'constructor'])
  })

  it('allows 1,000 tags by default', async () => {
    const engine = engineWith()
    for (const name of names(1_000)) await engine.setTag(context, name, colors)
    expect((await errorOf(() => engine.setTag(context, 'x', colors))).code).toBe('invalid_request')
  })
})

describe('setTag', () => {
  it('runs after a failed call', async () => {
    let isDown = true
    const inner = memoryStorage()
    const setTag: QuoteStorage['setTag'] = (...args) => {
      if (isDown) throw new Error('no')
      return inner.setTag(...args)
    }
    const engine = engineWith({ storage: { ...inner, setTag } })
    const first = errorOf(() => engine.setTag(context, 'a', colors))
    const second = errorOf(() => engine.setTag(context, 'b', colors))
    expect([(await first).code, (await second).code]).toEqual(['storage_failed', 'storage_failed'])
    isDown = false
    expect(await engine.setTag(context, 'c', colors)).toMatchObject({ value: 'c' })
  })

  it('stores nothing if the caller aborts before it runs', async () => {
    const { storage, written } = countingStorage(slowStorage())
    const engine = engineWith({ storage })
    const controller = new AbortController()
    const first = engine.setTag(context, 'a', colors)
    const { signal } = controller
    const second = errorOf(() => engine.setTag(context, 'b', colors, { signal }))
    controller.abort()
    expect((await second).code).toBe('aborted')
    await first
    await engine.close()
    expect(written).toHaveLength(1)
  })
})

describe('listTags and removeTag', () => {
  it('list tags by name, in the order in which they were first set', async () => {
    const engine = engineWith()
    for (const name of ['vip', 'new', 'vip']) await engine.setTag(context, name, colors)
    const tags = await engine.listTags(context)
    expect(Object.keys(tags)).toEqual(['vip', 'new'])
    expect(tags.vip).toEqual({ ...colors, label: 'vip', value: 'vip' })
  })

  it('affect only the tags of the store', async () => {
    const engine = engineWith()
    await engine.setTag(context, 'vip', colors)
    expect(await engine.listTags({ storeId: 'store-2' })).toEqual({})
    expect(await engine.removeTag({ storeId: 'store-2' }, 'vip')).toBe(false)
    expect(Object.keys(await engine.listTags(context))).toEqual(['vip'])
  })

  it('remove a tag once, and keep its name on quotes', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    await engine.updateQuote(context, quoteId, { tag_list: ['vip'] })
    await engine.setTag(context, 'vip', colors)
    expect(await engine.removeTag(context, 'vip')).toBe(true)
    expect(await engine.removeTag(context, 'vip')).toBe(false)
    const shown = await engine.getQuote(context, quoteId)
    expect(shown.quote.tags).toEqual(['vip'])
    expect('visibleTags' in shown).toBe(false)
  })

  it.each([[''], [5], [null], ['x'.repeat(300)]])('return false for the name %j', async (name) => {
    expect(await engineWith().removeTag(context, name as never)).toBe(false)
  })
})
