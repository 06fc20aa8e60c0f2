import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { RecordChange, RecordCommit } from '../../../../src/record/commit.js'
import { type PostgresStorage, postgresStorage } from '../../../../src/storage/postgres/index.js'
import { createSample, updateSample } from '../../../../src/testing/samples.js'
import { borrowPglite } from '../../../setup/pglite.js'

const { database, giveBack } = await borrowPglite()
let storage: PostgresStorage
let schemas = 0

const main = createSample('main', { terms: ['first'] })
const counter = createSample('counter', { kind: 'counter', isFindable: false })
const of = (...changes: readonly RecordChange[]): RecordCommit => ({ changes })
const nextMain = (terms: readonly string[] = ['second']) => updateSample(main.record, { terms })
const nextCounter = (note = 'next') => updateSample(counter.record, { note, isFindable: false })
const everything = { limit: 100, maxBytes: 2 ** 30 }
const refs = [
  { kind: 'sample', id: 'main' },
  { kind: 'counter', id: 'counter' },
]

beforeEach(async () => {
  schemas += 1
  storage = postgresStorage(database, { schema: `pairs_${schemas}` })
  await storage.migrate()
  await storage.commit('store-1', of(main, counter))
})
afterAll(giveBack)

async function storedState() {
  const query = { kind: 'sample', deleted: false, words: [], times: {}, order: 'newest' as const }
  const find = (term: string) =>
    storage.find('store-1', { ...query, ...everything, terms: [[term]], after: undefined })
  return {
    records: await storage.load('store-1', refs),
    events: (await storage.listEvents('store-1', { ...everything, afterPosition: 0 })).items,
    found: (await Promise.all([find('first'), find('second')])).map(({ items }) => items.length),
  }
}

describe('postgresStorage commits an update together with one of a counter', () => {
  it('commit writes both, with events in the order of the changes', async () => {
    const changes = [nextMain(), nextCounter()] as const
    expect(await storage.commit('store-1', of(...changes))).toBe('committed')
    const { records, events, found } = await storedState()
    expect(records).toEqual(changes.map(({ record }) => record))
    expect(found).toEqual([0, 1])
    expect(events.slice(2)).toEqual(
      changes.map(({ record: { kind, id }, historyEntry }, index) => ({
        ...{ position: 3 + index, kind, id },
        entry: historyEntry,
      })),
    )
  })

  it('commit writes both if the record is found by the same terms as before', async () => {
    const changes = [updateSample(main.record, { note: 'next' }), nextCounter()] as const
    expect(await storage.commit('store-1', of(...changes))).toBe('committed')
    const { records, found } = await storedState()
    expect(records).toEqual(changes.map(({ record }) => record))
    expect(found).toEqual([1, 0])
  })

  it.each([
    ['the record', () => of(nextMain(['other']))],
    ['the counter', () => of(nextCounter('other'))],
    ['both', () => of(nextMain(['other']), nextCounter('other'))],
  ])('commit writes nothing if %s has changed', async (_, change) => {
    await storage.commit('store-1', change())
    const before = await storedState()
    expect(await storage.commit('store-1', of(nextMain(), nextCounter()))).toBe('conflict')
    expect(await storedState()).toEqual(before)
  })
})
