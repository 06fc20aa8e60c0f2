import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../../../src/quote/history/entry.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { context, engineWith, errorOf, request } from '../ports.js'

const entry = { version: 1, timestamp: 1, operation: 'create', patches: [], inversePatches: [] }
const event = { position: 1, quoteId: 'quote-1', entry }

/** What is wrong with an entry of version 1, beside an entry with which nothing is wrong. */
const invalidEntries: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['undefined', undefined],
  ['a string', 'entry'],
  ['no version', { ...entry, version: undefined }],
  ['version 0', { ...entry, version: 0 }],
  ['a version that is a string', { ...entry, version: '1' }],
  ['no time', { ...entry, timestamp: undefined }],
  ['a time between two milliseconds', { ...entry, timestamp: 1.5 }],
  ['a time that is a string', { ...entry, timestamp: '1' }],
  ['no patches', { ...entry, patches: undefined }],
  ['patches that are no array', { ...entry, patches: {} }],
  ['a base that is its own version', { ...entry, base: 1 }],
  ['a base that is null', { ...entry, base: null }],
]

const invalidPages: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['an array', [entry]],
  ['no items', { hasMore: false }],
  ['items that are no array', { items: 'x', hasMore: false }],
  ['no hasMore', { items: [] }],
  ['a hasMore that is no boolean', { items: [], hasMore: 0 }],
  ['more to come after nothing', { items: [], hasMore: true }],
]

describe('history', () => {
  const list = async (page: unknown) => {
    const engine = engineWith({
      storage: { ...memoryStorage(), listHistory: () => page as never },
    })
    return engine.listHistory(context, 'quote-1', { limit: 1 })
  }

  it('accepts a page of the entries that were asked for', async () => {
    expect((await list({ items: [entry], hasMore: false })).entries).toEqual([entry])
  })

  it.each<readonly [string, unknown]>([
    ...invalidPages,
    ...invalidEntries.map(([name, item]) => [name, { items: [item], hasMore: false }] as const),
    ['version 2 before version 1', { items: [{ ...entry, version: 2 }], hasMore: false }],
    ['more than was asked for', { items: [entry, { ...entry, version: 2 }], hasMore: false }],
  ])('rejects a storage that lists %s with storage_invalid_response', async (_name, page) => {
    expect(await errorOf(() => list(page))).toMatchObject({
      code: 'storage_invalid_response',
      details: { operation: 'listHistory' },
    })
  })
})

describe('events', () => {
  const list = async (page: unknown) => {
    const engine = engineWith({ storage: { ...memoryStorage(), listEvents: () => page as never } })
    return engine.listEvents(context, { limit: 1 })
  }

  it('accepts a page of the events that were asked for', async () => {
    expect((await list({ items: [event], hasMore: false })).events).toEqual([event])
  })

  it.each<readonly [string, unknown]>([
    ...invalidPages,
    ...invalidEntries.map(
      ([name, item]) =>
        [
          `an entry that is ${name}`,
          { items: [{ ...event, entry: item }], hasMore: false },
        ] as const,
    ),
    ['null for an event', { items: [null], hasMore: false }],
    ['no quote', { items: [{ ...event, quoteId: undefined }], hasMore: false }],
    ['a quote without a name', { items: [{ ...event, quoteId: '' }], hasMore: false }],
    ['a gap', { items: [{ ...event, position: 2 }], hasMore: false }],
    ['a position that is a string', { items: [{ ...event, position: '1' }], hasMore: false }],
    ['more than was asked for', { items: [event, { ...event, position: 2 }], hasMore: false }],
  ])('rejects a storage that lists %s with storage_invalid_response', async (_name, page) => {
    expect(await errorOf(() => list(page))).toMatchObject({
      code: 'storage_invalid_response',
      details: { operation: 'listEvents' },
    })
  })
})

describe('a page that reaches the limit pageBytes', () => {
  const note = 'x'.repeat(1_000)
  const writeLong = async () => {
    const engine = engineWith({ limits: { maxPageBytes: 2_200 } })
    const { quoteId } = await engine.createQuote(context, { ...request, customer: { note } })
    for (const letter of 'abcd')
      await engine.updateQuote(context, quoteId, { customer: { [letter]: note } })
    return { engine, quoteId }
  }

  it('history: ends early, and goes on at next until the last page, which has none', async () => {
    const { engine, quoteId } = await writeLong()
    const versions: number[][] = []
    for (let after: number | undefined = 0; after !== undefined; ) {
      const page: { readonly entries: readonly HistoryEntry[]; readonly next?: number } =
        await engine.listHistory(context, quoteId, { after })
      versions.push(page.entries.map(({ version }) => version))
      after = page.next
    }
    expect(versions).toEqual([[1, 2], [3, 4], [5]])
  })

  it('events: ends early, and goes on at next until a page is empty', async () => {
    const { engine } = await writeLong()
    const positions: number[][] = []
    for (let after = 0; ; ) {
      const page = await engine.listEvents(context, { after })
      positions.push(page.events.map(({ position }) => position))
      after = page.next
      if (page.events.length === 0) break
    }
    expect(positions).toEqual([[1, 2], [3, 4], [5], []])
  })

  it('getQuote: reads past versions over several pages', async () => {
    const { engine, quoteId } = await writeLong()
    const { quote } = await engine.getQuote(context, quoteId, { version: 4 })
    expect(Object.keys(quote.customer)).toEqual(['note', 'a', 'b', 'c'])
  })

  it('is of 4 MiB by default', async () => {
    const asked: unknown[] = []
    const inner = memoryStorage()
    const engine = engineWith({
      storage: {
        ...inner,
        listEvents(storeId, range) {
          asked.push(range)
          return inner.listEvents(storeId, range)
        },
      },
    })
    await engine.listEvents(context)
    expect(asked).toEqual([{ afterPosition: 0, limit: 100, maxBytes: 4 * 2 ** 20 }])
  })
})

describe('the limit versions', () => {
  it('updateQuote: rejects a change beyond it, and nothing is stored', async () => {
    const engine = engineWith({ limits: { maxVersions: 2 } })
    const { quoteId } = await engine.createQuote(context, request)
    const second = await engine.updateQuote(context, quoteId, { tag_list: ['a'] })
    const error = await errorOf(() => engine.updateQuote(context, quoteId, { tag_list: ['b'] }))
    expect(error).toMatchObject({
      code: 'invalid_request',
      details: {
        errors: { '': 'has reached its maximum of 2 versions: create a new quote instead' },
      },
    })
    expect(await engine.getQuote(context, quoteId)).toEqual(second)
    expect(await engine.updateQuote(context, quoteId, { tag_list: ['a'] })).toEqual(second)
  })

  it('updateQuote: has no limit of versions by default', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    for (let version = 2; version <= 300; version += 1)
      await engine.updateQuote(context, quoteId, { tag_list: [`${version}`] })
    expect((await engine.getQuote(context, quoteId)).version).toBe(300)
  })
})
