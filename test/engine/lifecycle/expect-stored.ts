import { expect } from 'vitest'
import { showKeys } from '../../../src/quote/model/line-keys.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { quoteRef, replayQuote } from '../../../src/quote/model/quote-record.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import type { HistoryEntry } from '../../../src/record/history/entry.js'
import { statusAt } from './reference.js'
import type { ExpectedQuote, ExpectedStore, Model, Real } from './world.js'

const ownStatuses = ['checking', 'negotiating', 'shipped']

/** Checks everything that is stored at the end of a run. */
export async function expectStoredLives(model: Model, real: Real): Promise<void> {
  for (const store of model.stores) await expectEventsAndNumbers(store, real)
  for (const each of model.quotes) await expectHistory(model, each, real)
  for (const [index] of model.stores.entries()) await expectLists(model, index, real)
}

async function expectEventsAndNumbers(
  { storeId, events, numbers }: ExpectedStore,
  { engine }: Real,
): Promise<void> {
  const { items } = await engine.listEvents({ storeId }, { limit: 1_000 })
  expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1))
  expect(items.length).toBe(events)
  expect(numbers).toEqual(numbers.map((_, index) => String(index + 1)))
}

async function expectHistory(
  { rules, stores }: Model,
  { store, quoteId, offers, record, expected }: ExpectedQuote,
  { engine, storage }: Real,
): Promise<void> {
  const { storeId } = stores[store] as ExpectedStore
  const [stored] = await storage.load(storeId, [quoteRef(quoteId)])
  expect(JSON.stringify(showKeys(stored?.value as Quote))).toBe(JSON.stringify(record.quote))
  expect(stored?.version).toBe(record.version)
  expect(stored?.deleted !== undefined).toBe(expected.isDeleted)
  const range = { afterVersion: 0, limit: 1_000, maxBytes: 2 ** 30 }
  const { items: entries } = await storage.listHistory(storeId, quoteRef(quoteId), range)
  expect(JSON.stringify(replayQuote(entries))).toBe(JSON.stringify(record.quote))
  expectVersions(rules, entries)
  if (expected.isDeleted) return
  for (const [index, offer] of offers.entries()) {
    const { quote } = await engine.getQuote({ storeId }, quoteId, { revision: index + 1 })
    expect(JSON.stringify(quote)).toBe(offer)
  }
}

/** Checks each version, and what may change from one to the next. */
function expectVersions(rules: Model['rules'], entries: readonly HistoryEntry[]): void {
  let previous: Quote | undefined
  for (const [index] of entries.entries()) {
    const quote = replayQuote(entries.slice(0, index + 1))
    expect(verifyQuote(quote)).toEqual([])
    if (previous !== undefined) expectFollows(rules, previous, quote)
    previous = quote
  }
}

function expectFollows(rules: Model['rules'], from: Quote, to: Quote): void {
  if (!rules.canFollow(from.status, to.status)) expect.fail(`${from.status} → ${to.status}`)
  const { revision = 0 } = from
  expect([revision, revision + 1]).toContain(to.revision ?? 0)
  if (from.number !== undefined) expect(to.number).toBe(from.number)
  if (from.order?.id !== undefined) expect(to.order).toEqual(from.order)
  const isAccepted = from.acceptance !== undefined && to.acceptance !== undefined
  if (!isAccepted) return
  expect(to.acceptance).toEqual(from.acceptance)
  expect(to.seal).toBe(from.seal)
}

async function expectLists(
  { quotes, stores }: Model,
  index: number,
  { engine, clock }: Real,
): Promise<void> {
  const { storeId } = stores[index] as ExpectedStore
  const existing = quotes.filter(({ store, expected }) => store === index && !expected.isDeleted)
  const statuses = ['new', 'draft', 'sent', 'expired', 'accepted', 'declined', 'canceled']
  for (const status of [...statuses, 'revision_requested', 'ordered', ...ownStatuses]) {
    const { items } = await engine.listQuotes({ storeId }, { status })
    const ids = existing
      .filter(
        ({ expected }) => statusAt(expected, Math.max(clock.now, expected.updated)) === status,
      )
      .map(({ quoteId }) => quoteId)
    expect(items.map(({ quoteId }) => quoteId).sort()).toEqual(ids.sort())
    for (const { quote } of items) expect(quote.status).toBe(status)
    expect(await engine.countQuotes({ storeId }, { status })).toMatchObject({ count: ids.length })
  }
  const expiring = await engine.listQuotes({ storeId }, { order: 'expires' })
  const withExpiry = existing.filter(({ expected }) => expected.expires !== undefined)
  expect(expiring.items.map(({ quote }) => quote.expires)).toEqual(
    withExpiry
      .map(({ expected }) => expected.expires)
      .sort((one, other) => (one ?? 0) - (other ?? 0)),
  )
  for (const { quoteId, expected } of existing) {
    if (expected.number === undefined) continue
    const { items } = await engine.listQuotes({ storeId }, { number: expected.number })
    expect(items.map((item) => item.quoteId)).toEqual([quoteId])
  }
}
