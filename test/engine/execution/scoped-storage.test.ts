import { describe, expect, it } from 'vitest'
import { createScopedStorage } from '../../../src/engine/execution/scoped-storage.js'
import { createCheckedStorage } from '../../../src/engine/ports/checked-storage.js'
import { messagesRef } from '../../../src/features/messages/messages.js'
import type { StoragePort } from '../../../src/ports/storage.js'
import { quoteRef } from '../../../src/quote/model/quote-record.js'
import { parseScope, type ScopeLimit } from '../../../src/quote/search/quote-scope.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { errorOf } from '../ports.js'
import { fillShop, storeId, templateId } from '../scopes/scoped-store.js'

const size = { limit: 10, maxBytes: 1_000_000 }

async function scopedStorage(getLimit: () => ScopeLimit | undefined, inner?: StoragePort) {
  const storage = createCheckedStorage(inner ?? (await fillShop()), 1_000, size.maxBytes)
  const scope = { operation: 'test', role: undefined, maxBytes: size.maxBytes, limit: getLimit }
  return { storage, scoped: createScopedStorage(storage, scope) }
}

const ofAda = parseScope({ customerId: 'ada' }, [])
const template = { kind: 'template', id: templateId }

describe('createScopedStorage', () => {
  it('returns a storage that reads nothing before the limit is known', async () => {
    const untouched = new Proxy(memoryStorage(), {
      get: (_, name) => () => expect.fail(`${String(name)} was called`),
    })
    const { scoped } = await scopedStorage(() => {
      throw new TypeError('not known')
    }, untouched)
    const query = { kind: 'quote', deleted: false, terms: [], words: [], times: {} }
    for (const call of [
      () => scoped.load(storeId, [quoteRef('ada-new')], undefined),
      () =>
        scoped.find(storeId, { ...query, order: 'newest', after: undefined, limit: 1 }, undefined),
      () => scoped.count(storeId, query, 1, undefined),
      () =>
        scoped.listHistory(storeId, quoteRef('ada-new'), { afterVersion: 0, limit: 1 }, undefined),
      () => scoped.listEvents(storeId, { afterPosition: 0, limit: 1 }, undefined),
    ])
      await expect(call()).rejects.toThrow('not known')
  })

  it('loads what belongs to a quote with it, and what does not belong to one', async () => {
    const { storage, scoped } = await scopedStorage(() => ofAda)
    const refs = [messagesRef('ada-new'), template, messagesRef('cleo-new'), quoteRef('cleo-new')]
    const [thread, office] = await storage.load(storeId, refs, undefined)
    expect([thread?.kind, office?.kind]).toEqual(['messages', 'template'])
    expect(await scoped.load(storeId, refs, undefined)).toEqual([
      thread,
      office,
      undefined,
      undefined,
    ])
  })

  it('commits nothing that would be outside', async () => {
    const { storage, scoped } = await scopedStorage(() => ofAda)
    const [stored] = await storage.load(storeId, [quoteRef('ada-new')], undefined)
    const value = { ...(stored?.value as object), customer_id: 'cleo' }
    const change = { previousVersion: 1, record: { ...stored, version: 2, value } } as never
    const error = await errorOf(() => scoped.commit(storeId, { changes: [change] }, undefined))
    expect([error.code, error.details]).toEqual([
      'invalid_request',
      { errors: { customer_id: 'is outside of the scope of the caller: must be "ada"' } },
    ])
    expect(await storage.load(storeId, [quoteRef('ada-new')], undefined)).toEqual([stored])
  })
})
