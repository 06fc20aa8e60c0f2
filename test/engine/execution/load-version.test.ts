import { beforeAll, describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import type { HistoryRange, StoragePage, StoragePort } from '../../../src/ports/storage.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import type { HistoryEntry } from '../../../src/record/history/entry.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { context, engineWith, errorOf, request } from '../ports.js'

const ids = Array.from({ length: 100 }, (_, index) => index + 1)
const catalog = memoryCatalog({ 'store-1': ids.map((id) => ({ id, price: `${id}.37` })) })

/** Creates a storage that measures how much history is read. */
function measuringStorage() {
  const inner = memoryStorage()
  const read = { calls: 0, characters: 0 }
  const storage: StoragePort = {
    ...inner,
    async listHistory(...args) {
      const page = await inner.listHistory(...args)
      read.calls += 1
      read.characters += JSON.stringify(page.items).length
      return page
    },
  }
  return { storage, read }
}

/** Creates a quote and updates it, and returns the records of all versions. */
async function writeVersions(versions: number, lines: number, change: (version: number) => object) {
  const { storage, read } = measuringStorage()
  const engine = engineWith({ storage, catalog })
  const products = ids.slice(0, lines).map((id) => ({ id, qty: 1 }))
  const created = await engine.createQuote(context, { customer: {}, products })
  const { quoteId } = created
  const records = [created]
  for (let version = 2; version <= versions; version += 1)
    records.push(
      await engine.updateQuote(context, quoteId, change(version), { idempotencyKey: `${version}` }),
    )
  const lengths = records.map(({ quote }) => JSON.stringify(quote).length)
  return { engine, quoteId, records, read, change, maxLength: Math.max(...lengths) }
}

const allLines = (version: number) => ({
  products: ids.map((id) => ({ id, qty: (id + version) % 9 || 9 })),
})

const cases = [
  ['all lines', () => writeVersions(100, 100, allLines)],
  [
    'a field of a small quote',
    () => writeVersions(2_000, 2, (n) => ({ customer: { name: `${n}` } })),
  ],
  ['a field of a large quote', () => writeVersions(1_500, 100, (n) => ({ tag_list: [`${n}`] }))],
] as const

describe.each(cases)('after many updates of %s', (_name, write) => {
  let written: Awaited<ReturnType<typeof write>>
  beforeAll(async () => {
    written = await write()
  })

  it('getQuote reads at most 15 times the length of the quote, for any version', async () => {
    const { engine, quoteId, records, read, maxLength } = written
    for (const { version, quote } of records.filter((_, index) => index % 37 === 0)) {
      read.characters = 0
      const past = await engine.getQuote(context, quoteId, { version })
      expect(JSON.stringify(past.quote)).toBe(JSON.stringify(quote))
      expect(read.characters).toBeLessThan(15 * maxLength)
    }
  })

  it('getQuote finds the version of a time by binary search', async () => {
    const { engine, quoteId, records, read } = written
    for (const { updated, quote } of records.filter((_, index) => index % 97 === 0)) {
      read.calls = 0
      const past = await engine.getQuote(context, quoteId, { time: updated })
      expect(JSON.stringify(past.quote)).toBe(JSON.stringify(quote))
      expect(read.calls).toBeLessThan(Math.log2(records.length) + 5)
    }
  })

  it('updateQuote returns the result of an early request without the later history', async () => {
    const { engine, quoteId, records, read, change, maxLength } = written
    read.characters = 0
    const repeated = await engine.updateQuote(context, quoteId, change(3), { idempotencyKey: '3' })
    expect(JSON.stringify(repeated)).toBe(JSON.stringify(records[2]))
    expect(read.characters).toBeLessThan(15 * maxLength)
  })
})

it('getQuote replays more entries than one page has', async () => {
  const inner = memoryStorage()
  const limits: number[] = []
  const listHistory: StoragePort['listHistory'] = (storeId, quoteId, range) => {
    limits.push(range.limit)
    return inner.listHistory(storeId, quoteId, range)
  }
  const engine = engineWith({ storage: { ...inner, listHistory } })
  const fields = Array.from({ length: 64 }, (_, index) => [`field ${index}`, 'x'.repeat(1_000)])
  const customer = Object.fromEntries(fields)
  const { quoteId } = await engine.createQuote(context, { ...request, customer })
  for (let version = 2; version <= 1_010; version += 1)
    await engine.updateQuote(context, quoteId, { tag_list: [`${version}`] })
  const { items: entries } = await engine.listHistory(context, quoteId, { after: 1_004, limit: 1 })
  expect(entries[0]?.base).toBe(1)
  const { quote } = await engine.getQuote(context, quoteId, { version: 1_005 })
  expect(quote.tags).toEqual(['1005'])
  expect(Math.max(...limits)).toBe(1_000)
})

describe('getQuote rejects an invalid history with storage_invalid_response', () => {
  const entry = { version: 3, time: 1, operation: 'update', patches: [] }
  const quote = {} as Quote
  it.each([
    ['a base that is its own version', () => [{ ...entry, base: 3 }]],
    ['a base that is not a version', () => [{ ...entry, base: 0 }]],
    ['a base that is a string', () => [{ ...entry, base: '1' }]],
    ['an entry without a base or a full quote', () => [entry]],
    [
      'a base that holds no full quote',
      (after: number) =>
        after === 2 ? [{ ...entry, base: 2 }] : [{ ...entry, version: 2, base: 1 }],
    ],
    ['a base that is missing', (after: number) => (after === 2 ? [{ ...entry, base: 1 }] : [])],
    [
      'patches of a missing path',
      (after: number) =>
        after === 2
          ? [{ ...entry, base: 2 }]
          : [
              { ...entry, version: 2, snapshot: quote },
              { ...entry, base: 2, patches: [{ op: 'replace', path: ['a', 'b'], value: 1 }] },
            ],
    ],
  ])('%s', async (_name, entriesAfter) => {
    const inner = memoryStorage()
    const listHistory: StoragePort['listHistory'] = (_store, _quote, { afterVersion }) =>
      ({ items: entriesAfter(afterVersion), hasMore: false }) as never
    const engine = engineWith({ storage: { ...inner, listHistory } })
    const error = await errorOf(() => engine.getQuote(context, 'quote-1', { version: 3 }))
    expect(error).toMatchObject({
      code: 'storage_invalid_response',
      details: { operation: 'listHistory' },
    })
  })
})

describe('getQuote', () => {
  /** Creates a quote with versions at the times 1, 2, 3 … and records the ranges of its history. */
  async function quoteWithVersions(versions: number, maxPageBytes = 2 ** 20) {
    const inner = memoryStorage()
    const ranges: HistoryRange[] = []
    const missing = new Set<number>()
    /** Versions that are listed without their base. */
    const rebased = new Set<number>()
    let time = 0
    const now = () => {
      time += 1
      return time
    }
    const listHistory: StoragePort['listHistory'] = (storeId, quoteId, range) => {
      ranges.push(range)
      if (missing.has(range.afterVersion + 1)) return { items: [], hasMore: false }
      const { items, hasMore } = inner.listHistory(
        storeId,
        quoteId,
        range,
      ) as StoragePage<HistoryEntry>
      const withoutBase = ({ base: _, ...entry }: HistoryEntry) => entry
      return {
        items: items.map((entry) => (rebased.has(entry.version) ? withoutBase(entry) : entry)),
        hasMore,
      }
    }
    const storage = { ...inner, listHistory }
    const engine = engineWith({ storage, now, limits: { maxPageBytes } })
    const { quoteId } = await engine.createQuote(context, request)
    for (let version = 2; version <= versions; version += 1)
      await engine.updateQuote(context, quoteId, { tag_list: [`${version}`] })
    const at = (time: number) => engine.getQuote(context, quoteId, { time })
    const version = (version: number) => engine.getQuote(context, quoteId, { version })
    return { at, version, ranges, missing, rebased }
  }

  it('rejects a history whose entries have another base than their version', async () => {
    const { version, rebased } = await quoteWithVersions(3)
    rebased.add(2)
    expect(await errorOf(() => version(3))).toMatchObject({
      code: 'storage_invalid_response',
      details: { errors: { '': 'must be entries that can be replayed' } },
    })
  })

  it('replays pages of a single entry', async () => {
    const { version } = await quoteWithVersions(3, 1)
    expect((await version(2)).quote.tags).toEqual(['2'])
    expect((await version(3)).quote.tags).toEqual(['3'])
  })

  it('reads an entry that holds the full quote only once', async () => {
    const { version, ranges } = await quoteWithVersions(2)
    await version(1)
    expect(ranges.map(({ afterVersion, limit }) => [afterVersion, limit])).toEqual([[0, 1]])
  })

  it('rejects a history that lacks an entry of the binary search', async () => {
    const { at, missing } = await quoteWithVersions(5)
    missing.add(3)
    expect(await errorOf(() => at(2))).toMatchObject({
      code: 'storage_invalid_response',
      details: { operation: 'listHistory', errors: { '': 'must have version 3' } },
    })
  })

  it('rejects a history that lacks the entry of the last full quote', async () => {
    const { version, missing } = await quoteWithVersions(3)
    missing.add(1)
    expect(await errorOf(() => version(2))).toMatchObject({
      code: 'storage_invalid_response',
      details: { operation: 'listHistory', errors: { '': 'must have version 1' } },
    })
  })
})
