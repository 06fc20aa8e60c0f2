import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { context, engineWith, errorOf } from '../ports.js'

const entry = { version: 1, time: 1, operation: 'create', patches: [] }
const event = { position: 1, kind: 'quote', id: 'quote-1', entry }

/** Invalid variants of the entry of version 1, by what is wrong. */
const invalidEntries: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['undefined', undefined],
  ['a string', 'entry'],
  ['no version', { ...entry, version: undefined }],
  ['version 0', { ...entry, version: 0 }],
  ['a version that is a string', { ...entry, version: '1' }],
  ['no time', { ...entry, time: undefined }],
  ['a time with a fraction', { ...entry, time: 1.5 }],
  ['a time that is a string', { ...entry, time: '1' }],
  ['no patches', { ...entry, patches: undefined }],
  ['patches that are not an array', { ...entry, patches: {} }],
  ['a base that is its own version', { ...entry, base: 1 }],
  ['a base that is null', { ...entry, base: null }],
]

const invalidPages: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['an array', [entry]],
  ['no items', { hasMore: false }],
  ['items that are not an array', { items: 'x', hasMore: false }],
  ['no hasMore', { items: [] }],
  ['a hasMore that is not a boolean', { items: [], hasMore: 0 }],
  ['an empty page with more items', { items: [], hasMore: true }],
]

describe('listHistory', () => {
  const list = async (page: unknown) => {
    const engine = engineWith({
      storage: { ...memoryStorage(), listHistory: () => page as never },
    })
    return engine.listHistory(context, 'quote-1', { limit: 1 })
  }

  it('accepts a page of the requested entries', async () => {
    expect((await list({ items: [entry], hasMore: false })).items).toEqual([entry])
  })

  it.each<readonly [string, unknown]>([
    ...invalidPages,
    ...invalidEntries.map(([name, item]) => [name, { items: [item], hasMore: false }] as const),
    ['version 2 before version 1', { items: [{ ...entry, version: 2 }], hasMore: false }],
    ['more than the limit', { items: [entry, { ...entry, version: 2 }], hasMore: false }],
  ])('rejects a storage that lists %s with storage_invalid_response', async (_name, page) => {
    expect(await errorOf(() => list(page))).toMatchObject({
      code: 'storage_invalid_response',
      details: { operation: 'listHistory' },
    })
  })
})

describe('listEvents', () => {
  const list = async (page: unknown) => {
    const engine = engineWith({ storage: { ...memoryStorage(), listEvents: () => page as never } })
    return engine.listEvents(context, { limit: 1 })
  }

  it('accepts a page of the requested events', async () => {
    expect((await list({ items: [event], hasMore: false })).items).toEqual([event])
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
    ['an event that is null', { items: [null], hasMore: false }],
    ['no kind', { items: [{ ...event, kind: undefined }], hasMore: false }],
    ['an empty kind', { items: [{ ...event, kind: '' }], hasMore: false }],
    ['no id', { items: [{ ...event, id: undefined }], hasMore: false }],
    ['an empty id', { items: [{ ...event, id: '' }], hasMore: false }],
    ['a gap', { items: [{ ...event, position: 2 }], hasMore: false }],
    ['a position that is a string', { items: [{ ...event, position: '1' }], hasMore: false }],
    ['more than the limit', { items: [event, { ...event, position: 2 }], hasMore: false }],
  ])('rejects a storage that lists %s with storage_invalid_response', async (_name, page) => {
    expect(await errorOf(() => list(page))).toMatchObject({
      code: 'storage_invalid_response',
      details: { operation: 'listEvents' },
    })
  })
})
