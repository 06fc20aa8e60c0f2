import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import type { StateStorage } from '../../../src/ports/state.js'
import type { MovableStorage, StoragePort } from '../../../src/ports/storage.js'
import type { QuoteFilter } from '../../../src/quote/search/quote-filter.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import type { QuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import type { RecordChange } from '../../../src/record/commit.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { moveStore, routedStorage } from '../../../src/storage/moving/index.js'
import { keyCommit, keyRecord } from '../../../src/testing/samples.js'
import { shopWith } from '../../engine/own-fields/shop.js'
import { describeOnEveryStorage } from '../every-storage.js'
import { createShop, fillStore, readStore } from './sample-shop.js'

const switchStore = () => undefined
const neverCalled = () => {
  throw new Error('must not be called')
}
const anyState = { afterKey: '', beforeKey: '\u{10ffff}', limit: 10 }

/** Returns how many quotes a storage finds. */
async function countQuotes(
  storage: StoragePort,
  storeId: string,
  filter: QuoteFilter,
): Promise<number> {
  return (await createShop(storage, storeId).countQuotes({ storeId }, filter)).count
}

let stores = 0
/** Returns the id of a store that no other test uses. */
function newStore(): string {
  stores += 1
  return `moved-${stores}`
}

async function filledStore(
  storage: StoragePort,
): Promise<{ storeId: string; engine: QuoteEngine }> {
  const storeId = newStore()
  const engine = createShop(storage, storeId)
  await fillStore(engine, storeId)
  return { storeId, engine }
}

describeOnEveryStorage('moveStore', (opened) => {
  const here = () => opened().storage as MovableStorage

  it('copies everything to another storage, and back', async () => {
    const memory = memoryStorage()
    const { storeId } = await filledStore(here())
    const before = await readStore(here(), storeId)
    const report = await moveStore({ storeId, from: here(), to: memory, switchStore })
    expect(report).toMatchObject({ events: before.events.length, records: 8, keys: 8 })
    expect(await readStore(memory, storeId)).toEqual(before)
    expect(await readStore(here(), storeId)).toEqual(before)

    const other = memoryStorage()
    const { storeId: second } = await filledStore(other)
    const original = await readStore(other, second)
    await moveStore({ storeId: second, from: other, to: here(), switchStore })
    expect(await readStore(here(), second)).toEqual(original)
  })

  it('copies what a relay keeps, with its versions, unless the new storage has later', async () => {
    const from = here() as MovableStorage & StateStorage
    const to = memoryStorage()
    const { storeId } = await filledStore(from)
    const values = [
      { key: 'earlier', version: 7, value: { position: 3 } },
      { key: 'later', version: 2, value: { position: 4 } },
    ]
    for (const value of values) await from.saveState(storeId, { ...value, previousVersion: 0 })
    const used = { key: 'later', version: 5, value: { position: 9 } }
    for (const value of [{ ...used }, { key: 'earlier', version: 6, value: 0 }])
      await to.saveState(storeId, { ...value, previousVersion: 0 })
    await moveStore({ storeId, from, to, switchStore })
    expect(await to.loadState(storeId, ['earlier', 'later'])).toEqual([values[0], used])
  })

  it('removes what an earlier move copied and a relay no longer keeps, of this store', async () => {
    const from = memoryStorage()
    const to = here() as MovableStorage & StateStorage
    const { storeId } = await filledStore(from)
    const other = newStore()
    const letters = Array.from({ length: 120 }, (_, index) => {
      return { key: `letter ${index}`, version: 1, value: { error: 'ada@x.example' } }
    })
    for (const letter of letters) await from.saveState(storeId, { ...letter, previousVersion: 0 })
    const kept = { key: 'letter 0', version: 1, value: 'other' }
    await to.saveState(other, { ...kept, previousVersion: 0 })
    const { count } = from
    const failing: MovableStorage = {
      ...from,
      count: async (...args) => {
        await count(...args)
        throw new Error('timeout')
      },
    }
    const failed = moveStore({ storeId, from: failing, to, switchStore: neverCalled })
    await expect(failed).rejects.toMatchObject({ details: { operation: 'count' } })
    expect((await to.loadState(storeId, ['letter 7']))[0]).toEqual(letters[7])
    for (const { key } of letters.slice(1))
      await from.saveState(storeId, { key, previousVersion: 1, version: 2, value: null })
    await moveStore({ storeId, from, to, switchStore })
    expect((await to.listState(storeId, anyState)).items).toEqual([letters[0]])
    expect((await to.listState(other, anyState)).items).toEqual([kept])

    // A relay may use the new storage already, if it was switched.
    const added = { key: 'added', version: 1, value: 1 }
    await to.saveState(storeId, { ...added, previousVersion: 0 })
    await moveStore({ storeId, from, to, switchStore })
    expect((await to.listState(storeId, anyState)).items).toEqual([added, letters[0]])
  })

  it('rejects a storage that cannot keep what a relay keeps', async () => {
    const from = here() as MovableStorage & StateStorage
    const { loadState: _, ...to } = memoryStorage()
    const { storeId, engine } = await filledStore(from)
    await from.saveState(storeId, { key: 'a', previousVersion: 0, version: 1, value: 1 })
    await expect(moveStore({ storeId, from, to, switchStore })).rejects.toMatchObject({
      code: 'move_failed',
      message: expect.stringContaining('a relay keeps positions'),
    })
    const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
    await engine.createQuote({ storeId }, request)
  })

  it('keeps quotes findable by own fields, if it knows them', async () => {
    const storeId = newStore()
    const fields = { quote: { region: { search: true } } } as const
    const request = { customer: {}, products: [{ id: 3, qty: 1 }], fields: { region: 'west' } }
    const seller = { storeId }
    const catalog = memoryCatalog({ [storeId]: [{ id: 3, price: 1 }] })
    await shopWith({ storage: here(), fields, catalog }).createQuote(seller, request)
    const to = memoryStorage()
    await moveStore({ storeId, from: here(), to, switchStore, fields })
    const moved = shopWith({ storage: to, fields, catalog })
    const { items } = await moved.listQuotes(seller, { fields: { region: 'west' } })
    expect(items).toHaveLength(1)
  })

  it.each(['sent', 'deleted', 'updated'])('a single quote that was %s is found', async (change) => {
    const storeId = newStore()
    const from = memoryStorage()
    const engine = createShop(from, storeId)
    const customer = { name: 'Ada', email: 'ada@x.example' }
    const request = { customer, products: [{ id: 1, qty: 1 }] }
    const { quoteId } = await engine.createQuote({ storeId }, request)
    if (change === 'sent') await engine.sendQuote({ storeId }, quoteId)
    else if (change === 'deleted') await engine.deleteQuote({ storeId }, quoteId)
    else await engine.updateQuote({ storeId }, quoteId, { customer: { name: 'Bo' } })
    await moveStore({ storeId, from, to: here(), switchStore })
    const deleted = change === 'deleted'
    const text = change === 'updated' ? 'bo' : 'ada'
    for (const filter of [{ text }, { customer: 'ada@x.example' }, { product: 1 }])
      expect(await countQuotes(here(), storeId, { ...filter, deleted })).toBe(1)
    for (const filter of [{ text: 'ada', deleted: !deleted }, { status: 'new' as const }])
      expect(await countQuotes(here(), storeId, filter)).toBe(
        await countQuotes(from, storeId, filter),
      )
  })

  it('rejects a move to the same database, also by another object, and changes nothing', async () => {
    const { storeId, engine } = await filledStore(here())
    const before = await readStore(here(), storeId)
    const { loadState: _, ...withoutState } = here() as MovableStorage & StateStorage
    for (const to of [here(), { ...here() }, withoutState]) {
      let isSwitched = false
      const moving = moveStore({
        ...{ storeId, from: here(), to },
        switchStore() {
          isSwitched = true
        },
      })
      await expect(moving).rejects.toMatchObject({
        code: 'move_failed',
        details: { storeId, reason: expect.stringContaining('the same database') },
      })
      expect(isSwitched).toBe(false)
    }
    expect(await readStore(here(), storeId)).toEqual(before)
    expect(await (here() as unknown as StateStorage).listState(storeId, anyState)).toEqual({
      items: [],
      hasMore: false,
    })
    await engine.createQuote({ storeId }, { customer: {}, products: [{ id: 1, qty: 1 }] })
  })

  it('rejects a store that does not exist, and freezes nothing', async () => {
    const storeId = newStore()
    const moving = moveStore({
      storeId,
      from: here(),
      to: memoryStorage(),
      switchStore: neverCalled,
    })
    await expect(moving).rejects.toMatchObject({
      code: 'move_failed',
      details: { storeId, reason: expect.stringContaining(`no store "${storeId}"`) },
    })
    await createShop(here(), storeId).createQuote(
      { storeId },
      { customer: {}, products: [{ id: 1, qty: 1 }] },
    )
  })

  it('rejects a second move of a store that was moved away, which stays frozen', async () => {
    const { storeId, engine } = await filledStore(here())
    const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
    const second = memoryStorage()
    const isFrozen = async () => {
      expect(await here().isStoreFrozen?.(storeId)).toBe(true)
      await expect(engine.createQuote({ storeId }, request)).rejects.toHaveProperty(
        'code',
        'store_frozen',
      )
    }
    expect(await here().isStoreFrozen?.(storeId)).toBe(false)
    await moveStore({ storeId, from: here(), to: second, switchStore })
    await isFrozen()
    const third = memoryStorage()
    const moving = moveStore({ storeId, from: here(), to: third, switchStore: neverCalled })
    await expect(moving).rejects.toMatchObject({
      code: 'move_failed',
      details: { storeId, reason: expect.stringContaining('moved away') },
    })
    await isFrozen()
    expect((await readStore(third, storeId)).events).toEqual([])

    // The storage that the store has left is still frozen, so nothing could be written there.
    const back = moveStore({ storeId, from: second, to: here(), switchStore: neverCalled })
    await expect(back).rejects.toMatchObject({
      code: 'move_failed',
      details: { storeId, reason: expect.stringContaining('frozen in the new storage') },
    })
    await createShop(second, storeId).createQuote({ storeId }, request)
  })

  it('leaves the old storage frozen, and other stores as they are', async () => {
    const { storeId, engine } = await filledStore(here())
    const neighbor = newStore()
    const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
    await moveStore({ storeId, from: here(), to: memoryStorage(), switchStore })
    await expect(engine.createQuote({ storeId }, request)).rejects.toMatchObject({
      code: 'store_frozen',
      details: { storeId },
    })
    await createShop(here(), neighbor).createQuote({ storeId: neighbor }, request)
    expect((await engine.listQuotes({ storeId })).items).toHaveLength(6)
  })

  it('loses nothing of a shop that goes on selling meanwhile', async () => {
    const target = memoryStorage()
    const { storeId } = await filledStore(here())
    let current: StoragePort = here()
    const engine = createShop(routedStorage({ route: () => current }), storeId)
    const acknowledged: string[] = []
    let isMoving = true
    const sell = async () => {
      while (isMoving) {
        const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
        const { quoteId } = await engine.createQuote({ storeId }, request)
        await engine.updateQuote({ storeId }, quoteId, { customer: { city: 'Rome' } })
        acknowledged.push(quoteId)
        // People are slower than a copy.
        await new Promise(setImmediate)
      }
    }
    const sellers = [sell(), sell(), sell()]
    await moveStore({
      storeId,
      from: here(),
      to: target,
      switchStore() {
        current = target
      },
    })
    const inOld = acknowledged.length
    while (acknowledged.length < inOld + 5) await new Promise(setImmediate)
    isMoving = false
    await Promise.all(sellers)
    const reader = createShop(target, storeId)
    for (const quoteId of acknowledged) {
      const record = await reader.getQuote({ storeId }, quoteId)
      expect(record).toMatchObject({ version: 2, quote: { customer: { city: 'Rome' } } })
      expect(verifyQuote(record.quote)).toEqual([])
    }
    const { events } = await readStore(target, storeId)
    expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => index + 1))
  })

  it('continues after an interruption at any call of the storages', async () => {
    const { storeId } = await filledStore(here())
    const before = await readStore(here(), storeId)
    const target = memoryStorage()
    let interruptions = 0
    for (let calls = 1; ; calls += 3) {
      let left = calls
      const interrupt = () => {
        left -= 1
        if (left === 0) throw new Error('killed')
      }
      const from = interrupted(here(), interrupt)
      const to = interrupted(target, interrupt)
      const result = await moveStore({ storeId, from, to, switchStore: interrupt }).catch(
        (error: Error) => error,
      )
      if (!(result instanceof Error)) break
      expect(result.cause ?? result).toHaveProperty('message', 'killed')
      interruptions += 1
    }
    expect(interruptions).toBeGreaterThan(5)
    expect(await readStore(target, storeId)).toEqual(before)
  })

  it('a retry of a request after the move gets the response of the first one', async () => {
    const target = memoryStorage()
    const storeId = newStore()
    const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
    const options = { idempotencyKey: 'the same' }
    const first = await createShop(here(), storeId).createQuote({ storeId }, request, options)
    await moveStore({ storeId, from: here(), to: target, switchStore })
    const second = await createShop(target, storeId).createQuote({ storeId }, request, options)
    expect(second).toEqual(first)
  })
})

describe('moveStore', () => {
  const storages = () => ({ from: memoryStorage(), to: memoryStorage(), switchStore })

  it.each([
    ['storeId', { storeId: '' }],
    ['storeId', { storeId: 7 }],
    ['from', { from: {} }],
    ['from', { from: undefined }],
    ['to', { to: 'postgres://…' }],
    ['switchStore', { switchStore: undefined }],
    ['onProgress', { onProgress: 1 }],
    ['signal', { signal: {} }],
    ['quotes', { quotes: true }],
  ])('rejects an invalid %s', async (path, options) => {
    const moving = moveStore({ ...storages(), storeId: 's', ...options } as never)
    await expect(moving).rejects.toMatchObject({
      code: 'invalid_options',
      details: { errors: { [path]: expect.any(String) } },
    })
  })

  it('rejects a new storage that has other data of the store, and changes nothing', async () => {
    const { from, to } = storages()
    const { storeId, engine } = await filledStore(from)
    await fillStore(createShop(to, storeId), storeId)
    const before = await readStore(to, storeId)
    await expect(moveStore({ storeId, from, to, switchStore })).rejects.toMatchObject({
      code: 'move_failed',
      details: { storeId, reason: expect.stringContaining('other data of the') },
    })
    expect(await readStore(to, storeId)).toEqual(before)
    await engine.createQuote({ storeId }, { customer: {}, products: [{ id: 1, qty: 1 }] })
  })

  it.each(['commit', 'load'] as const)(
    'finds that a %s of the new storage changes what it gets, and unfreezes the store',
    async (method) => {
      const { from, to } = storages()
      const { storeId, engine } = await filledStore(from)
      const changed = Object.assign(Object.create(to), to)
      if (method === 'commit')
        changed.commit = (id: string, commit: { changes: readonly object[] }) =>
          to.commit(id, {
            ...commit,
            changes: commit.changes.map((change) => {
              const { historyEntry } = change as { historyEntry: { operation: string } }
              return { ...change, historyEntry: { ...historyEntry, operation: 'other' } }
            }),
          } as never)
      else
        changed.load = async (id: string, refs: never) => {
          const records = await to.load(id, refs)
          return records.map((record) => record && { ...record, updated: record.updated + 1 })
        }
      const moving = moveStore({ storeId, from, to: changed, switchStore })
      await expect(moving).rejects.toMatchObject({ code: 'move_failed' })
      await engine.createQuote({ storeId }, { customer: {}, products: [{ id: 1, qty: 1 }] })
    },
  )

  const withoutTerm = (change: RecordChange) => ({ terms: change.search?.terms.slice(1) })
  const withoutWord = (change: RecordChange) => ({ words: change.search?.words.slice(1) })
  const withOldTerm = (change: RecordChange) => ({
    terms: [...(change.search?.terms ?? []), ...(change.previousSearch?.terms ?? [])],
  })
  const withOldWord = (change: RecordChange) => ({
    words: [...(change.search?.words ?? []), ...(change.previousSearch?.words ?? [])],
  })

  it.each([
    ['misses a term', 'by all of its terms', withoutTerm],
    ['misses a word', 'by all of its words', withoutWord],
    ['has a term of a version before', 'by a term of its version 1', withOldTerm],
    ['has a word of a version before', 'by a word of its version 1', withOldWord],
  ])('rejects a new storage that %s of one quote', async (_, reason, alter) => {
    const { from, to } = storages()
    const storeId = newStore()
    const engine = createShop(from, storeId)
    const products = [{ id: 1, qty: 1 }]
    for (const name of ['Ada', 'Bo', 'Cy'])
      await engine.createQuote({ storeId }, { customer: { name }, products })
    const customer = { name: 'Di', email: 'di@x.example' }
    const { quoteId } = await engine.createQuote({ storeId }, { customer, products })
    const changed = { customer: { name: 'Ed', email: 'ed@x.example' } }
    await engine.updateQuote({ storeId }, quoteId, changed)
    const altering: StoragePort = {
      ...to,
      commit: (id, commit) =>
        to.commit(id, {
          ...commit,
          changes: commit.changes.map((change) => {
            const { search, previousSearch } = change
            if (change.record.id !== quoteId || search === undefined) return change
            return { ...change, search: { ...search, ...alter(change) }, previousSearch }
          }) as RecordChange[],
        }),
    }
    const moving = moveStore({ storeId, from, to: altering, switchStore: neverCalled })
    await expect(moving).rejects.toMatchObject({
      code: 'move_failed',
      details: { storeId, reason: expect.stringContaining(`${quoteId} ${reason}`) },
    })
    await engine.createQuote({ storeId }, { customer: {}, products })
  })

  it.each([
    ['fewer quotes', -1, []],
    ['more quotes', 1, []],
    ['fewer quotes in a status', -1, [['status:accepted']]],
    ['more quotes in a status', 1, [['status:accepted']]],
  ])('rejects a new storage that counts %s', async (_, more, terms) => {
    const { from, to } = storages()
    const { storeId, engine } = await filledStore(from)
    const counting: StoragePort = {
      ...to,
      async count(id, filter, max) {
        const count = await to.count(id, filter, max)
        return JSON.stringify(filter.terms) === JSON.stringify(terms) ? count + more : count
      },
    }
    const moving = moveStore({ storeId, from, to: counting, switchStore: neverCalled })
    await expect(moving).rejects.toMatchObject({
      code: 'move_failed',
      details: { reason: expect.stringContaining('the new storage finds') },
    })
    await engine.createQuote({ storeId }, { customer: {}, products: [{ id: 1, qty: 1 }] })
  })

  it('rejects a new storage that keeps what is erased while it compares', async () => {
    const { from, to } = storages()
    const { storeId, engine } = await filledStore(from)
    const [first] = (await engine.listQuotes({ storeId })).items
    const keeping: StoragePort = {
      ...to,
      commit: (id, commit) =>
        to.commit(id, {
          ...commit,
          changes: commit.changes.map(({ erasesHistory: _, ...change }) => ({
            ...change,
            ...(change.record.id !== first?.quoteId && { erasesHistory: _ }),
          })) as RecordChange[],
        }),
    }
    let isErased = false
    const erasing: MovableStorage = {
      ...from,
      async listIdempotencyRecords(...args) {
        if (!isErased) await engine.eraseQuote({ storeId }, first?.quoteId ?? '')
        isErased = true
        return from.listIdempotencyRecords(...args)
      },
    }
    const moving = moveStore({ storeId, from: erasing, to: keeping, switchStore: neverCalled })
    await expect(moving).rejects.toMatchObject({
      code: 'move_failed',
      details: { reason: expect.stringContaining(first?.quoteId as string) },
    })
  })

  it('copies keys that a process whose clock is behind adds while it copies', async () => {
    const { from, to } = storages()
    const { storeId } = await filledStore(from)
    const created = Date.now() - 59 * 60_000
    const ref = { kind: 'quote', id: 'q', version: 1 }
    const record = { ...keyRecord('late', ref), created, expires: created + 86_400_000 }
    let isAdded = false
    await moveStore({
      ...{ storeId, from, to, switchStore },
      async onProgress({ phase }) {
        if (phase !== 'comparing' || isAdded) return
        isAdded = true
        await from.commit(storeId, keyCommit(record))
      },
    })
    expect(await to.findIdempotencyRecord(storeId, 'late')).toEqual(record)
  })

  it('a store that was frozen before stays frozen if the move fails', async () => {
    const { from, to } = storages()
    const { storeId } = await filledStore(from)
    const failing = moveStore({ storeId, from, to, switchStore: neverCalled })
    await expect(failing).rejects.toMatchObject({ code: 'callback_failed' })
    const onProgress = ({ phase }: { readonly phase: string }) => {
      if (phase === 'frozen') throw new Error('interrupted')
    }
    const again = moveStore({ storeId, from, to, switchStore: neverCalled, onProgress })
    await expect(again).rejects.toMatchObject({ code: 'callback_failed' })
    expect(await from.isStoreFrozen?.(storeId)).toBe(true)
    await moveStore({ storeId, from, to, switchStore })
  })

  it('does not switch to a new storage that is ahead and was frozen, because it was left', async () => {
    const { from, to } = storages()
    const last = memoryStorage()
    const { storeId } = await filledStore(from)
    await moveStore({ storeId, from, to, switchStore })
    const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
    await createShop(to, storeId).createQuote({ storeId }, request)
    await moveStore({ storeId, from: to, to: last, switchStore })
    const moving = moveStore({ storeId, from, to, switchStore: neverCalled })
    await expect(moving).rejects.toMatchObject({ code: 'move_failed' })
  })

  it.each(['from', 'to'] as const)(
    'an error of the driver of %s is the cause of storage_failed',
    async (side) => {
      const { from, to } = storages()
      const { storeId, engine } = await filledStore(from)
      const cause = Object.assign(new Error('database disk image is malformed'), {
        code: 'SQLITE_CORRUPT_VTAB',
      })
      const storage = { ...(side === 'from' ? from : to) }
      for (const method of ['load', 'listEvents', 'count', 'listState'] as const) {
        const broken = {
          ...storage,
          [method]: async () => {
            throw cause
          },
        }
        const moving = moveStore({ ...{ storeId, from, to, switchStore }, [side]: broken })
        await expect(moving).rejects.toMatchObject({
          code: 'storage_failed',
          details: { operation: method },
          cause,
        })
        await engine.createQuote({ storeId }, { customer: {}, products: [{ id: 1, qty: 1 }] })
      }
    },
  )

  it('leaves the store frozen if switchStore throws, and ends in the next call', async () => {
    const { from, to } = storages()
    const { storeId, engine } = await filledStore(from)
    const cause = new Error('connection lost')
    const failing = () => {
      throw cause
    }
    await expect(moveStore({ storeId, from, to, switchStore: failing })).rejects.toMatchObject({
      code: 'callback_failed',
      details: { option: 'switchStore' },
      cause,
    })
    const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
    await expect(engine.createQuote({ storeId }, request)).rejects.toMatchObject({
      code: 'store_frozen',
    })
    const phases: string[] = []
    await moveStore({
      storeId,
      from,
      to,
      switchStore,
      onProgress: ({ phase }) => phases.push(phase),
    })
    expect(phases.at(-1)).toBe('frozen')
  })

  it('rejects with callback_failed if onProgress throws, and the store is used as before', async () => {
    for (const failing of ['copying', 'comparing', 'frozen']) {
      const { from, to } = storages()
      const { storeId, engine } = await filledStore(from)
      const failed = { code: 'callback_failed', details: { option: 'onProgress' } }
      const onProgress = ({ phase }: { phase: string }) => {
        if (phase === failing) throw new Error('no log')
      }
      const asynchronous = async ({ phase }: { phase: string }) => {
        await Promise.resolve()
        onProgress({ phase })
      }
      for (const each of [onProgress, asynchronous]) {
        const moving = moveStore({ storeId, from, to, switchStore, onProgress: each })
        await expect(moving).rejects.toMatchObject(failed)
        await engine.createQuote({ storeId }, { customer: {}, products: [{ id: 1, qty: 1 }] })
      }
    }
  })

  it('unfreezes the store if a freeze that has taken effect rejects', async () => {
    const { from, to } = storages()
    const { storeId, engine } = await filledStore(from)
    const late: MovableStorage = {
      ...from,
      async freezeStore(id) {
        await from.freezeStore(id)
        throw new Error('timeout')
      },
    }
    const moving = moveStore({ storeId, from: late, to, switchStore })
    await expect(moving).rejects.toMatchObject({ details: { operation: 'freezeStore' } })
    await engine.createQuote({ storeId }, { customer: {}, products: [{ id: 1, qty: 1 }] })
  })

  it('rejects with the error of the move if unfreezing the store rejects, too', async () => {
    const { from, to } = storages()
    const { storeId } = await filledStore(from)
    const broken: MovableStorage = {
      ...from,
      freezeStore: () => Promise.reject(new Error('timeout')),
      unfreezeStore: () => Promise.reject(new Error('no connection')),
    }
    const moving = moveStore({ storeId, from: broken, to, switchStore })
    await expect(moving).rejects.toMatchObject({ details: { operation: 'freezeStore' } })
  })

  it('calls switchStore again if the process was killed after it, and the shop went on', async () => {
    const { from, to } = storages()
    const { storeId } = await filledStore(from)
    await moveStore({ storeId, from, to, switchStore })
    const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
    await createShop(to, storeId).createQuote({ storeId }, request)
    const before = await readStore(to, storeId)
    let switched = ''
    const report = await moveStore({
      storeId,
      from,
      to,
      switchStore(id) {
        switched = id
      },
    })
    expect(switched).toBe(storeId)
    expect(report).toEqual({ events: before.events.length - 1, records: 0, keys: 0, frozenMs: 0 })
    expect(await readStore(to, storeId)).toEqual(before)
  })

  it('ends when its signal aborts, and the store is used as before', async () => {
    const { from, to } = storages()
    const { storeId, engine } = await filledStore(from)
    const controller = new AbortController()
    const moving = moveStore({
      storeId,
      from,
      to,
      switchStore,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    })
    await expect(moving).rejects.toHaveProperty('name', 'AbortError')
    await engine.createQuote({ storeId }, { customer: {}, products: [{ id: 1, qty: 1 }] })
  })

  it('moves erasures that happen while it compares', async () => {
    const { from, to } = storages()
    const { storeId, engine } = await filledStore(from)
    const { items } = await engine.listQuotes({ storeId })
    const quoteId = items[0]?.quoteId as string
    let isErased = false
    await moveStore({
      storeId,
      from: new Proxy(from, {
        get(target, name: keyof MovableStorage) {
          if (name !== 'listIdempotencyRecords') return target[name]
          return async (...args: Parameters<MovableStorage['listIdempotencyRecords']>) => {
            if (!isErased) await engine.eraseQuote({ storeId }, quoteId)
            isErased = true
            return target.listIdempotencyRecords(...args)
          }
        },
      }),
      to,
      switchStore,
    })
    expect(isErased).toBe(true)
    expect(await readStore(to, storeId)).toEqual(await readStore(from, storeId))
  })
})

/** Returns a storage of which each call is interrupted before it does anything. */
function interrupted(storage: MovableStorage, interrupt: () => void): MovableStorage {
  return new Proxy(storage, {
    get(target, name: keyof MovableStorage) {
      return (...args: unknown[]) => {
        // A killed process does not undo anything.
        if (name !== 'unfreezeStore') interrupt()
        return (target[name] as (...all: unknown[]) => unknown)(...args)
      }
    },
  })
}
