import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { seedSampleStore } from '../../docs/examples/sample-quotes.mjs'
import {
  createSampleEngine,
  openSampleStore,
  searchProducts,
  storeId,
} from '../../docs/examples/sample-store.mjs'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { temporaryFolder } from './example-programs.js'

const now = Date.UTC(2026, 10, 22, 15, 30)
const statuses = [
  'accepted',
  'canceled',
  'declined',
  'draft',
  'expired',
  'new',
  'ordered',
  'revision_requested',
  'sent',
]

async function seededEngine(time = now) {
  const storage = memoryStorage()
  await seedSampleStore(storage, time)
  return { storage, engine: createSampleEngine(storage, { now: () => time }) }
}

async function allQuotes({ engine }: Awaited<ReturnType<typeof seededEngine>>) {
  const records = []
  for await (const record of engine.listQuotes({ storeId })) records.push(record)
  return records
}

describe('seedSampleStore', () => {
  it('writes about forty quotes in every status, and one that is deleted', async () => {
    const seeded = await seededEngine()
    const records = await allQuotes(seeded)
    expect(records.length).toBeGreaterThan(38)
    expect([...new Set(records.map(({ quote }) => quote.status))].sort()).toEqual(statuses)
    const deleted = await seeded.engine.listQuotes({ storeId }, { deleted: true })
    expect(deleted.items).toHaveLength(1)
  })

  it('has users, templates, messages, discounts, taxes and revisions to show', async () => {
    const { engine } = await seededEngine()
    const records = await allQuotes({ engine, storage: memoryStorage() })
    expect((await engine.listUsers({ storeId })).items).toHaveLength(3)
    expect((await engine.listTemplates({ storeId })).items.length).toBeGreaterThan(3)
    expect(records.filter(({ quote }) => quote.discounts !== undefined).length).toBeGreaterThan(3)
    expect(records.filter(({ quote }) => (quote.revision ?? 0) > 1).length).toBeGreaterThan(1)
    expect(records.some(({ quote }) => quote.taxes?.rates.length === 2)).toBe(true)
    expect(records.some(({ quote }) => quote.delivery?.[0]?.type === 'bounced')).toBe(true)
    const customers = new Set(records.map(({ quote }) => quote.customer.country))
    expect(customers.size).toBeGreaterThan(7)
  })

  it('writes a past that has the order of time, and ends before now', async () => {
    const { engine } = await seededEngine()
    const times: number[] = []
    for await (const { entry } of engine.listEvents({ storeId })) times.push(entry.time)
    expect(times).toEqual([...times].sort((left, right) => left - right))
    expect(times.at(-1)).toBeLessThan(now)
    expect(times[0]).toBeGreaterThan(now - 80 * 86_400_000)
  })

  it.each([
    ['at midnight', Date.UTC(2026, 0, 1)],
    ['on a leap day', Date.UTC(2028, 1, 29, 23, 59)],
  ])('writes the same quotes for the same time: %s', async (_, time) => {
    const [first, second] = [await seededEngine(time), await seededEngine(time)]
    expect(await allQuotes(first)).toEqual(await allQuotes(second))
  })

  it('writes nothing into a store that has quotes', async () => {
    const { storage, engine } = await seededEngine()
    const before = await engine.countQuotes({ storeId })
    await seedSampleStore(storage, now + 86_400_000)
    expect(await engine.countQuotes({ storeId })).toEqual(before)
  })

  it('leaves a SQLite file in which the engine goes on', async () => {
    const path = join(temporaryFolder(), 'a.sqlite')
    const { engine, storage, database, close } = await openSampleStore(path)
    await seedSampleStore(storage, Date.now(), database)
    const [sent] = (await engine.listQuotes({ storeId }, { status: ['sent'] })).items
    const { revision = 0, seal } = sent?.quote ?? {}
    const accepted = await engine.acceptQuote({ storeId }, sent?.quoteId ?? '', { revision, seal })
    close()
    expect(accepted.quote.status).toBe('accepted')
  })
})

describe('searchProducts', () => {
  it('finds beginnings of words in names and SKUs', () => {
    expect(searchProducts('chair').map(({ id }) => id)).toEqual([130])
    expect(searchProducts('SCREW 5').map(({ id }) => id)).toEqual([115])
    expect(searchProducts('of-dsk').map(({ id }) => id)).toEqual([129])
    expect(searchProducts('zebra')).toEqual([])
  })
})
