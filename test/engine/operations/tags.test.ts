import { describe, expect, it } from 'vitest'
import type { QuoteStorage } from '../../../src/ports/storage.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { context, countingStorage, engineWith, errorOf, request } from '../ports.js'

const colours = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }
const names = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index}`)

/** A storage that answers later, so that calls meet. */
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

describe('setTag beyond limits.maxStoreTags', () => {
  it('rejects a new name, says what to do, and stores nothing', async () => {
    const { storage, written } = countingStorage()
    const engine = engineWith({ storage, limits: { maxStoreTags: 2 } })
    for (const name of names(2)) await engine.setTag(context, name, colours)
    const error = await errorOf(() => engine.setTag(context, 'one more', colours))
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

  it('replaces a tag that the store has', async () => {
    const engine = engineWith({ limits: { maxStoreTags: 1 } })
    await engine.setTag(context, 'vip', colours)
    await engine.setTag(context, 'vip', { ...colours, label: 'Very important' })
    expect((await engine.listTags(context)).vip?.label).toBe('Very important')
  })

  it('takes a new name once a tag is removed, and in another store at once', async () => {
    const engine = engineWith({ limits: { maxStoreTags: 1 } })
    await engine.setTag(context, 'a', colours)
    await engine.setTag({ storeId: 'store-2' }, 'b', colours)
    await engine.removeTag(context, 'a')
    await engine.setTag(context, 'b', colours)
    expect(Object.keys(await engine.listTags(context))).toEqual(['b'])
  })

  it('replaces, and adds none, where the store has more than that already', async () => {
    const storage = memoryStorage()
    for (const name of names(3)) await engineWith({ storage }).setTag(context, name, colours)
    const engine = engineWith({ storage, limits: { maxStoreTags: 2 } })
    await engine.setTag(context, 'tag 2', { ...colours, label: 'x' })
    expect((await errorOf(() => engine.setTag(context, 'd', colours))).code).toBe('invalid_request')
    expect(Object.keys(await engine.listTags(context))).toHaveLength(3)
  })

  it('lets no more through of many calls at the same moment', async () => {
    const engine = engineWith({ storage: slowStorage(), limits: { maxStoreTags: 5 } })
    const calls = names(20).map((name) => engine.setTag(context, name, colours))
    const outcomes = await Promise.allSettled(calls)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(Object.keys(await engine.listTags(context))).toEqual(names(5))
  })

  it('holds the names that objects have of their own to the same limit', async () => {
    const engine = engineWith({ limits: { maxStoreTags: 2 } })
    for (const name of ['__proto__', 'constructor', '__proto__', 'constructor'])
      await engine.setTag(context, name, colours)
    const error = await errorOf(() => engine.setTag(context, 'toString', colours))
    expect(error.code).toBe('invalid_request')
    expect(Object.keys(await engine.listTags(context))).toEqual(['__proto__', 'constructor'])
  })

  it('is 1,000 by default', async () => {
    const engine = engineWith()
    for (const name of names(1_000)) await engine.setTag(context, name, colours)
    expect((await errorOf(() => engine.setTag(context, 'x', colours))).code).toBe('invalid_request')
  })
})

describe('setTag', () => {
  it('goes on after one before it failed', async () => {
    let isDown = true
    const inner = memoryStorage()
    const setTag: QuoteStorage['setTag'] = (...args) => {
      if (isDown) throw new Error('no')
      return inner.setTag(...args)
    }
    const engine = engineWith({ storage: { ...inner, setTag } })
    const first = errorOf(() => engine.setTag(context, 'a', colours))
    const second = errorOf(() => engine.setTag(context, 'b', colours))
    expect([(await first).code, (await second).code]).toEqual(['storage_failed', 'storage_failed'])
    isDown = false
    expect(await engine.setTag(context, 'c', colours)).toMatchObject({ value: 'c' })
  })

  it('whose caller leaves while it waits its turn stores nothing', async () => {
    const { storage, written } = countingStorage(slowStorage())
    const engine = engineWith({ storage })
    const controller = new AbortController()
    const first = engine.setTag(context, 'a', colours)
    const { signal } = controller
    const second = errorOf(() => engine.setTag(context, 'b', colours, { signal }))
    controller.abort()
    expect((await second).code).toBe('aborted')
    await first
    await engine.close()
    expect(written).toHaveLength(1)
  })
})

describe('the tags of a store', () => {
  it('are listed by name, in the order in which they were first set', async () => {
    const engine = engineWith()
    for (const name of ['vip', 'new', 'vip']) await engine.setTag(context, name, colours)
    const tags = await engine.listTags(context)
    expect(Object.keys(tags)).toEqual(['vip', 'new'])
    expect(tags.vip).toEqual({ ...colours, label: 'vip', value: 'vip' })
  })

  it('are those of the store alone', async () => {
    const engine = engineWith()
    await engine.setTag(context, 'vip', colours)
    expect(await engine.listTags({ storeId: 'store-2' })).toEqual({})
    expect(await engine.removeTag({ storeId: 'store-2' }, 'vip')).toBe(false)
    expect(Object.keys(await engine.listTags(context))).toEqual(['vip'])
  })

  it('can be removed, once, and stay on the quotes', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    await engine.updateQuote(context, quoteId, { tag_list: ['vip'] })
    await engine.setTag(context, 'vip', colours)
    expect(await engine.removeTag(context, 'vip')).toBe(true)
    expect(await engine.removeTag(context, 'vip')).toBe(false)
    const shown = await engine.getQuote(context, quoteId)
    expect(shown.quote.tags).toEqual(['vip'])
    expect('visibleTags' in shown).toBe(false)
  })

  it.each([[''], [5], [null], ['x'.repeat(300)]])('have none called %j to remove', async (name) => {
    expect(await engineWith().removeTag(context, name as never)).toBe(false)
  })
})
