import { describe, expect, it } from 'vitest'
import type { StoragePort } from '../../../src/ports/storage.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { context, countingStorage, engineWith, errorOf } from '../../engine/ports.js'

const colors = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }
const names = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index}`)

/** Creates a slow storage, so that calls run concurrently. */
function slowStorage(): StoragePort {
  const inner = memoryStorage()
  const later = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    ...inner,
    async load(storeId, refs) {
      const records = await inner.load(storeId, refs)
      await later()
      return records
    },
    async commit(storeId, commit) {
      await later()
      return inner.commit(storeId, commit)
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

  it('holds for concurrent calls of several engines', async () => {
    const storage = slowStorage()
    const limits = { maxStoreTags: 5 }
    const engines = [engineWith({ storage, limits }), engineWith({ storage, limits })]
    const calls = names(20).map((name, index) => engines[index % 2]?.setTag(context, name, colors))
    const outcomes = await Promise.allSettled(calls)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(Object.keys(await engineWith({ storage }).listTags(context))).toHaveLength(5)
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
  it('changes nothing if the store has this very tag, and returns it', async () => {
    const { storage, written } = countingStorage()
    const engine = engineWith({ storage })
    const tag = await engine.setTag(context, 'vip', colors)
    expect(await engine.setTag(context, 'vip', { ...colors, label: 'vip' })).toEqual(tag)
    expect(written).toHaveLength(1)
    expect((await engine.listEvents(context)).items).toHaveLength(1)
  })

  it('adds an event with who made it and the operation, and keeps the other tags', async () => {
    const engine = engineWith()
    await engine.setTag(context, 'vip', colors)
    await engine.setTag({ storeId: 'store-1', actor: 'bob' }, 'new', colors)
    await engine.setTag(context, 'vip', { ...colors, label: 'VIP' })
    const { items } = await engine.listEvents(context)
    expect(
      items.map(({ kind, id, entry: { version, operation, by } }) => [
        kind,
        id,
        version,
        operation,
        by,
      ]),
    ).toEqual([
      ['tags', 'tags', 1, 'setTag', 'ann'],
      ['tags', 'tags', 2, 'setTag', 'bob'],
      ['tags', 'tags', 3, 'setTag', 'ann'],
    ])
    const tags = await engine.listTags(context)
    expect(Object.values(tags).map(({ label }) => label)).toEqual(['VIP', 'new'])
  })

  it('is repeated if another engine sets a tag at the same time', async () => {
    const storage = memoryStorage()
    const other = engineWith({ storage })
    const engine = engineWith({
      storage: {
        ...storage,
        async load(...args) {
          const records = await storage.load(...args)
          await other.setTag(context, 'theirs', colors)
          return records
        },
      },
    })
    await engine.setTag(context, 'ours', colors)
    expect(Object.keys(await other.listTags(context))).toEqual(['theirs', 'ours'])
  })

  it('rejects with conflict after maxAttempts', async () => {
    const storage: StoragePort = { ...memoryStorage(), commit: () => 'conflict' }
    const engine = engineWith({ storage, maxAttempts: 2 })
    expect(await errorOf(() => engine.setTag(context, 'vip', colors))).toMatchObject({
      code: 'conflict',
      details: { kind: 'tags', id: 'tags', attempts: 2 },
    })
  })

  it('runs after a failed call', async () => {
    let isDown = true
    const inner = memoryStorage()
    const commit: StoragePort['commit'] = (...args) => {
      if (isDown) throw new Error('no')
      return inner.commit(...args)
    }
    const engine = engineWith({ storage: { ...inner, commit } })
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
