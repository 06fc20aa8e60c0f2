import { describe, expect, it } from 'vitest'
import type { StoragePort } from '../../../src/ports/storage.js'
import { replayQuote } from '../../../src/quote/model/quote-record.js'
import { sealOf } from '../../../src/quote/model/seal.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import type { IdempotencyRecord } from '../../../src/record/commit.js'
import type { HistoryEntry } from '../../../src/record/history/entry.js'
import type { RecordRef } from '../../../src/record/record.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { engineWith, errorOf } from '../ports.js'

const seller = { storeId: 'store-1', actor: 'ann', role: 'seller' } as const
const once = { idempotencyKey: 'k-1' }

const storedEntry = ({ version, time, operation, by, ...fields }: HistoryEntry) => ({
  version,
  timestamp: time,
  operation: operation === 'update' ? 'price_taxes' : operation,
  ...(by !== undefined && { actor: by }),
  ...fields,
})

const storedKey = ({ created, expires, ...fields }: IdempotencyRecord) => ({
  ...fields,
  createdAt: created,
  expiresAt: expires,
})

/** Returns the JSON of users as it was stored before they had positions. */
const withRoles = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value).replaceAll('"position":', '"role":').replaceAll(',"position"', ',"role"'),
  )

const storedUsers = (ref: RecordRef, value: unknown) =>
  ref.kind === 'users' && value !== undefined ? withRoles(value) : value

/** A storage of a host that returns what it stores as earlier releases have named it. */
function earlierStorage(inner: StoragePort = memoryStorage()): StoragePort {
  return {
    ...inner,
    async load(storeId, refs) {
      const records = await inner.load(storeId, refs)
      return records.map((record, index) => storedUsers(refs[index] as RecordRef, record))
    },
    async listHistory(storeId, ref, range) {
      const page = await inner.listHistory(storeId, ref, range)
      const items = page.items.map((entry) => storedUsers(ref, storedEntry(entry)))
      return { ...page, items: items as never }
    },
    async listEvents(...args) {
      const page = await inner.listEvents(...args)
      const items = page.items.map((event) => ({
        ...event,
        entry: storedUsers(event, storedEntry(event.entry)),
      }))
      return { ...page, items: items as never }
    },
    async findIdempotencyRecord(...args) {
      const record = await inner.findIdempotencyRecord(...args)
      return record && (storedKey(record) as never)
    },
  }
}

/** A quote that was created, changed and sent, on storages of now and of before. */
async function sentQuote() {
  const inner = memoryStorage()
  const engine = engineWith({ storage: earlierStorage(inner) })
  const request = { customer: { name: 'Ada' }, products: [{ id: 1, qty: 1 }] }
  const created = await engine.createQuote(seller, request, once)
  const { quoteId } = created
  await engine.updateQuote({ storeId: 'store-1' }, quoteId, { customer: { city: 'Austin' } })
  const sent = await engine.sendQuote(seller, quoteId)
  return { engine, current: engineWith({ storage: inner }), request, created, quoteId, sent }
}

describe('what earlier releases have stored', () => {
  it('is listed with the names of now: time, by and priceTaxes', async () => {
    const { engine, current, quoteId } = await sentQuote()
    const expected = (await current.listHistory(seller, quoteId)).items.map((entry) => ({
      ...entry,
      operation: entry.operation === 'update' ? 'priceTaxes' : entry.operation,
    }))
    const { items } = await engine.listHistory(seller, quoteId)
    expect(items).toStrictEqual(expected)
    expect(items.map(({ operation, by }) => [operation, by])).toEqual([
      ['create', 'ann'],
      ['priceTaxes', undefined],
      ['send', 'ann'],
    ])
    const events = (await engine.listEvents(seller)).items.filter(({ kind }) => kind === 'quote')
    expect(events.map(({ entry }) => entry)).toStrictEqual(expected)
    expect([items[0], events[0]?.entry].every(Object.isFrozen)).toBe(true)
  })

  it('is replayed to the same versions, by version, time and revision', async () => {
    const { engine, current, quoteId, created, sent } = await sentQuote()
    for (const version of [1, 2, 3])
      expect(await engine.getQuote(seller, quoteId, { version })).toStrictEqual(
        await current.getQuote(seller, quoteId, { version }),
      )
    const past = { time: created.updated }
    expect((await engine.getQuote(seller, quoteId, past)).quote).toEqual(created.quote)
    await engine.reviseQuote(seller, quoteId)
    expect((await engine.getQuote(seller, quoteId, { revision: 1 })).quote).toEqual(sent.quote)
    const { items } = await engine.listHistory(seller, quoteId)
    expect(replayQuote(items.slice(0, 3))).toEqual(sent.quote)
  })

  it('has the seal of the offer, which no entry is a part of', async () => {
    const { engine, quoteId, sent } = await sentQuote()
    await engine.reviseQuote(seller, quoteId)
    const { quote } = await engine.getQuote(seller, quoteId, { revision: 1 })
    expect([quote.seal, sealOf(quote)]).toEqual([sent.quote.seal, sent.quote.seal])
    expect(verifyQuote(quote)).toEqual([])
  })

  it('answers a repeated request by its key', async () => {
    const { engine, request, created } = await sentQuote()
    expect(await engine.createQuote(seller, request, once)).toStrictEqual(created)
    const other = { ...request, customer: { name: 'Bob' } }
    const error = await errorOf(() => engine.createQuote(seller, other, once))
    expect(error.code).toBe('idempotency_key_reused')
  })

  it('has the position of users that was their role: in lists, events and repeated requests', async () => {
    const inner = memoryStorage()
    const engine = engineWith({ storage: earlierStorage(inner) })
    const bob = { name: 'role', email: 'bob@example.com', position: 'editor' } as const
    await engine.setUser(seller, 'u1', bob)
    const changed = { ...bob, position: 'owner' } as const
    const saved = await engine.setUser(seller, 'u1', changed, once)
    await engine.setUser(seller, 'u1', { ...bob, position: 'manager' })
    expect(await engine.setUser(seller, 'u1', changed, once)).toStrictEqual(saved)
    expect((await engine.listUsers(seller)).items).toMatchObject([
      { id: 'u1', position: 'manager' },
    ])
    const current = (await engineWith({ storage: inner }).listEvents(seller)).items
    const patchesOf = (events: typeof current) => events.map(({ entry }) => entry.patches)
    expect(patchesOf((await engine.listEvents(seller)).items)).toStrictEqual(patchesOf(current))
  })

  it('is rejected if it has no valid time under either name', async () => {
    const inner = memoryStorage()
    const { quoteId } = await engineWith({ storage: inner }).createQuote(seller, {
      customer: { name: 'Ada' },
      products: [{ id: 1, qty: 1 }],
    })
    const entry = { version: 1, timestamp: '1', operation: 'create', patches: [] }
    const storage: StoragePort = {
      ...inner,
      listHistory: async () => ({ items: [entry] as never, hasMore: false }),
    }
    const error = await errorOf(() => engineWith({ storage }).listHistory(seller, quoteId))
    const errors = { 'items[0].time': 'must be an integer, received the string "1"' }
    expect(error.details).toMatchObject({ operation: 'listHistory', errors })
  })
})
