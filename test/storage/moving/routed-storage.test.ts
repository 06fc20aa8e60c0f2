import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { routedStorage } from '../../../src/storage/moving/index.js'
import { storageSuite } from '../../../src/testing/storage-suite/index.js'
import { createShop } from './sample-shop.js'

storageSuite({ describe, it }, () => {
  const inner = memoryStorage()
  const storage = routedStorage({ route: async () => inner })
  return { storage, reopen: () => storage, dispose: () => undefined }
})

const request = { customer: {}, products: [{ id: 1, qty: 1 }] }

describe('routedStorage', () => {
  it('serves stores of several storages', async () => {
    const storages = { a: memoryStorage(), b: memoryStorage() }
    const route = (storeId: string) => storages[storeId as 'a' | 'b']
    const engine = createShop(routedStorage({ route }), 'a', 'b')
    const { quoteId } = await engine.createQuote({ storeId: 'b' }, request)
    const refs = [{ kind: 'quote', id: quoteId }]
    expect(await storages.a.load('b', refs)).toEqual([undefined])
    expect(await storages.b.load('b', refs)).toMatchObject([{ id: quoteId }])
  })

  it('a commit waits while its store is frozen, and goes where the store is then', async () => {
    const [from, to] = [memoryStorage(), memoryStorage()]
    let calls = 0
    const route = () => {
      calls += 1
      return calls < 4 ? from : to
    }
    await from.freezeStore('a')
    const engine = createShop(routedStorage({ route }), 'a')
    const { quoteId } = await engine.createQuote({ storeId: 'a' }, request)
    expect(await to.load('a', [{ kind: 'quote', id: quoteId }])).toMatchObject([{ version: 1 }])
  })

  it('a commit rejects with store_frozen if its store stays frozen for maxWaitMs', async () => {
    const storage = memoryStorage()
    await storage.freezeStore('a')
    const engine = createShop(routedStorage({ route: () => storage, maxWaitMs: 1 }), 'a')
    await expect(engine.createQuote({ storeId: 'a' }, request)).rejects.toMatchObject({
      code: 'store_frozen',
      details: { storeId: 'a' },
    })
  })

  it('passes on what route throws as the cause of storage_failed', async () => {
    const cause = new Error('no route')
    const route = () => {
      throw cause
    }
    const engine = createShop(routedStorage({ route }), 'a')
    await expect(engine.createQuote({ storeId: 'a' }, request)).rejects.toMatchObject({
      code: 'storage_failed',
      cause,
    })
  })

  it.each([
    [undefined, ''],
    [{}, 'route'],
    [{ route: 1 }, 'route'],
    [{ route: () => memoryStorage(), maxWaitMs: 0 }, 'maxWaitMs'],
    [{ route: () => memoryStorage(), timeout: 5 }, 'timeout'],
  ])('rejects the options %o at %j', (options, path) => {
    const create = () => routedStorage(options as never)
    expect(create).toThrow(
      expect.objectContaining({
        code: 'invalid_options',
        details: { errors: { [path]: expect.any(String) } },
      }),
    )
  })
})
