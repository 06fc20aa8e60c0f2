import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { verifyStore } from '../../src/files/verify-store.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { sqliteStorage } from '../../src/storage/sqlite/index.js'

const context = { storeId: 's' }

/** A store with quotes in many states, in a database that a test can damage. */
async function shop() {
  const database = new Database(':memory:')
  const storage = sqliteStorage(database)
  const catalog = memoryCatalog({ s: [{ id: 1, price: '2.00' }] })
  const engine = createQuoteEngine({ storage, catalog })
  const create = async () => {
    const request = { customer: { name: 'Ada' }, products: [{ id: 1, qty: 2 }] }
    return (await engine.createQuote(context, request)).quoteId
  }
  await create()
  const accepted = await create()
  for (let revision = 1; revision <= 3; revision += 1) {
    if (revision > 1) await engine.reviseQuote(context, accepted)
    await engine.updateQuote(context, accepted, { product_changes: [{ id: 1, qty: revision }] })
    await engine.sendQuote(context, accepted)
  }
  await engine.acceptQuote(context, accepted, { revision: 3 })
  const canceled = await create()
  await engine.sendQuote(context, canceled)
  await engine.acceptQuote(context, canceled, { revision: 1 })
  await engine.cancelQuote(context, canceled)
  await engine.deleteQuote(context, await create())
  await engine.eraseQuote(context, await create())
  await engine.addMessage(context, accepted, { text: 'Hello', visibility: 'internal' })
  return { storage, accepted }
}

type Storage = Awaited<ReturnType<typeof shop>>['storage']

/** Changes what a storage returns, as damage would. */
const damaged = (storage: Storage, change: Partial<Storage>): Storage => ({ ...storage, ...change })

describe('verifyStore', () => {
  it('finds nothing in what the engine has stored', async () => {
    const { storage } = await shop()
    const report = await verifyStore(storage, 's')
    expect(report.findings).toEqual([])
    expect(report.records).toBeGreaterThan(5)
  })

  it('finds a store without events wrong, unless that is expected', async () => {
    const { storage } = await shop()
    for (const storeId of ['other', 'S', 's ']) {
      const report = await verifyStore(storage, storeId)
      expect(report).toMatchObject({ events: 0, findingCount: 1 })
      expect(report.findings).toMatchObject([{ kind: 'store_empty', id: storeId, path: '' }])
    }
    const allowed = await verifyStore(storage, 'other', { allowEmpty: true })
    expect(allowed).toMatchObject({ events: 0, findingCount: 0, findings: [] })
  })

  it('loads records many at once, and reads the next page meanwhile', async () => {
    const catalog = memoryCatalog({ s: [{ id: 1, price: '2.00' }] })
    const storage = memoryStorage()
    const engine = createQuoteEngine({ storage, catalog })
    for (let count = 0; count < 250; count += 1)
      await engine.createQuote(context, { customer: {}, products: [{ id: 1, qty: 1 }] })
    const calls: string[] = []
    const load: Storage['load'] = (store, refs) => {
      calls.push(`load ${refs.length}`)
      return storage.load(store, refs)
    }
    const listEvents: Storage['listEvents'] = (store, range) => {
      calls.push(`events ${range.afterPosition}`)
      return storage.listEvents(store, range)
    }
    const report = await verifyStore({ ...storage, load, listEvents }, 's')
    expect(report).toMatchObject({ events: 250, records: 250, findingCount: 0 })
    expect(calls.filter((call) => call.startsWith('load')).length).toBeLessThan(25)
    expect(calls.indexOf('events 100')).toBeLessThan(calls.indexOf('load 16'))
    expect(calls.filter((call) => call.startsWith('events'))).toHaveLength(3)
  })

  it('ends at a storage that repeats a position, and at a failure while it reads ahead', async () => {
    const { storage } = await shop()
    const first = await storage.listEvents('s', { afterPosition: 0, limit: 3, maxBytes: 1e6 })
    const listEvents: Storage['listEvents'] = async () => ({ ...first, hasMore: true })
    const report = await verifyStore(damaged(storage, { listEvents }), 's')
    expect(report.findings).toContainEqual(
      expect.objectContaining({ kind: 'event', id: '1', message: 'must be 4' }),
    )
    const later: Storage['listEvents'] = async (store, range, call) => {
      if (range.afterPosition > 0) throw new Error('down')
      return { ...(await storage.listEvents(store, { ...range, limit: 3 }, call)), hasMore: true }
    }
    await expect(verifyStore(damaged(storage, { listEvents: later }), 's')).rejects.toMatchObject({
      code: 'storage_failed',
    })
  })

  it('finds a total that does not match its lines, and a value that has no history', async () => {
    const { storage, accepted } = await shop()
    const load: Storage['load'] = async (...args) =>
      (await storage.load(...args)).map((record) =>
        record?.id === accepted && record.kind === 'quote'
          ? { ...record, value: { ...(record.value as object), quote_total: '0.00' } }
          : record,
      )
    const { findings } = await verifyStore(damaged(storage, { load }), 's')
    expect(findings).toMatchObject([{ kind: 'quote', id: accepted, path: '' }])
  })

  it('finds an earlier revision that is not what was sealed', async () => {
    const { storage, accepted } = await shop()
    const listHistory: Storage['listHistory'] = async (store, ref, ...rest) => {
      const { items, hasMore } = await storage.listHistory(store, ref, ...rest)
      const seal = { op: 'replace', path: ['seal'], value: 'a'.repeat(64) } as const
      const changed = items.map((entry) => {
        const isFirst = entry.patches.some(({ path }) => path[0] === 'seal') && entry.version < 5
        return isFirst && ref.id === accepted
          ? { ...entry, patches: [...entry.patches, seal] }
          : entry
      })
      return { items: changed as typeof items, hasMore }
    }
    const { findings } = await verifyStore(damaged(storage, { listHistory }), 's')
    expect(findings).toContainEqual(expect.objectContaining({ id: accepted, path: 'seal' }))
  })

  it('finds missing entries, missing records and missing events, and bounds its report', async () => {
    const { storage } = await shop()
    const listHistory: Storage['listHistory'] = async (...args) => {
      const { items, hasMore } = await storage.listHistory(...args)
      return { items: items.filter(({ version }) => version !== 2), hasMore }
    }
    const load: Storage['load'] = (_, refs) => refs.map(() => undefined)
    const listEvents: Storage['listEvents'] = async (...args) => {
      const { items, hasMore } = await storage.listEvents(...args)
      return { items: items.filter(({ position }) => position !== 2), hasMore }
    }
    for (const [change, message] of [
      [{ listHistory }, /must be in the history/],
      [{ load }, /must exist/],
      [{ listEvents }, /must be 2/],
    ] as const) {
      const report = await verifyStore(damaged(storage, change), 's', { maxFindings: 1 })
      expect(report.findings).toHaveLength(1)
      expect(report.findings[0]?.message).toMatch(message)
    }
    const all = await verifyStore(damaged(storage, { load }), 's', { maxFindings: 1 })
    expect(all.findingCount).toBeGreaterThan(1)
  })

  it('rejects wrong arguments, failures of the storage, and an aborted signal', async () => {
    const { storage } = await shop()
    const code = (code: string) => ({ code })
    const invalid = verifyStore({} as never, '' as never)
    await expect(invalid).rejects.toMatchObject(code('invalid_options'))
    const signal = AbortSignal.abort()
    await expect(verifyStore(storage, 's', { signal })).rejects.toMatchObject(code('aborted'))
    const load = () => {
      throw new Error('down')
    }
    const failing = verifyStore(damaged(storage, { load }), 's')
    await expect(failing).rejects.toMatchObject(code('storage_failed'))
    const controller = new AbortController()
    const throwReason = () => {
      controller.abort()
      throw controller.signal.reason
    }
    const { signal: later } = controller
    const ended = verifyStore(damaged(storage, { load: throwReason }), 's', { signal: later })
    await expect(ended).rejects.toMatchObject(code('aborted'))
  })

  it('lets the event loop turn between the calls of a synchronous storage', async () => {
    const { storage } = await shop()
    const controller = new AbortController()
    setImmediate(() => setImmediate(() => controller.abort()))
    const verifying = verifyStore(storage, 's', { signal: controller.signal })
    await expect(verifying).rejects.toMatchObject({ code: 'aborted' })
  })
})
