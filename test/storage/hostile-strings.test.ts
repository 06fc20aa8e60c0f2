import { expect, it } from 'vitest'
import type { StateStorage } from '../../src/ports/state.js'
import type { MovableStorage } from '../../src/ports/storage.js'
import { commitOf, createSample, keyRecord, updateSample } from '../../src/testing/samples.js'
import { describeOnEveryStorage } from './every-storage.js'

/** Each means something to a database, a driver, a tokenizer or a pattern, or is cut to such. */
const hostile = [
  ...[
    "'",
    "''",
    "\\'",
    "';--",
    '"',
    '`',
    '\\',
    '\\\\',
    '$$',
    '$1',
    '?',
    ':a',
    '@a',
    '%',
    '_',
    '%_',
  ],
  ...[
    '--',
    '/*',
    '*/',
    '#',
    ';',
    ')',
    '(',
    '*',
    '^',
    'a OR b',
    'a AND NOT b',
    'NEAR(a b)',
    'tokens:a',
  ],
  ...["' or ''='", "'::text", 'a:*', 'a & !b | c', '<->', '{"a":1}', '[0]', '$.a', '|', '{', '~'],
  ...['\u0127', "\u0127' or 1=1 -- ", '\u015c', '\u0200', '\u0227', 'é', 'ß', '表', '縗', '😀'],
  ...['\n', '\r', '\t', '\b', '\x1a', '\x7f', '\u0080', '\u00a0', '\u2028', 'a\ufeff', '\uffff'],
  ...['__proto__', 'constructor', 'null', 'true', '0', 'z', 'Z', '=a', '^a', ' a', 'a '],
]

const all = { limit: 1_000, maxBytes: 2 ** 30 }

describeOnEveryStorage('strings that mean something to a database', (opened) => {
  const here = () => opened().storage as MovableStorage & StateStorage

  it('are ids, keys, terms, words and values like any other', async () => {
    const storage = here()
    // One store for all, so that each must be found, and nothing besides it.
    const storeId = "hostile ' \\ \u0127 -- 😀"
    const commits = hostile.map((text) => {
      const sample = createSample(text, { note: text, terms: [text], words: [text] })
      const key = keyRecord(text, { kind: sample.record.kind, id: text, version: 1 })
      return { sample, commit: { ...commitOf(sample), idempotency: key }, key }
    })
    for (const { commit } of commits)
      expect(await storage.commit(storeId, commit)).toBe('committed')
    for (const { sample } of commits) {
      const updated = updateSample(sample.record, { note: `${sample.record.id}!` })
      expect(await storage.commit(storeId, commitOf(updated))).toBe('committed')
    }
    for (const text of hostile) {
      const write = { key: text, previousVersion: 0, version: 1, value: { [text]: text } }
      expect(await storage.saveState(storeId, write)).toBe(true)
    }

    const refs = commits.map(({ sample: { record } }) => ({ kind: record.kind, id: record.id }))
    const kind = refs[0]?.kind as string
    const records = await storage.load(storeId, refs)
    expect(records.map((record) => record?.id)).toEqual(hostile)
    expect(records.map((record) => record?.value)).toMatchObject(
      hostile.map((text) => ({ note: `${text}!` })),
    )
    const { items: events } = await storage.listEvents(storeId, { ...all, afterPosition: 0 })
    expect(events.map(({ id }) => id)).toEqual([...hostile, ...hostile])
    for (const [index, text] of hostile.entries()) {
      const filter = { kind, deleted: false, terms: [[text]], words: [], times: {} }
      const query = { ...filter, ...all, order: 'newest', after: undefined } as const
      const { items } = await storage.find(storeId, query)
      expect(items.map(({ id }) => id)).toEqual([text])
      const beginsWith = hostile.filter((other) => other.startsWith(text)).sort()
      const byWord = await storage.find(storeId, { ...query, terms: [], words: [text] })
      expect(byWord.items.map(({ id }) => id).sort()).toEqual(beginsWith)
      expect(await storage.count(storeId, filter, 10)).toBe(1)
      const ref = { kind, id: text }
      const history = await storage.listHistory(storeId, ref, { ...all, afterVersion: 0 })
      expect(history.items.map(({ version }) => version)).toEqual([1, 2])
      expect(await storage.findIdempotencyRecord(storeId, text)).toEqual(commits[index]?.key)
    }
    const state = await storage.loadState(storeId, hostile)
    expect(state.map((each) => each?.value)).toEqual(hostile.map((text) => ({ [text]: text })))
    const listed = await storage.listState(storeId, {
      afterKey: '',
      beforeKey: '\u{10ffff}',
      limit: 1_000,
    })
    expect(listed.items.map(({ key }) => key).sort()).toEqual([...hostile].sort())
    const keys = await storage.listIdempotencyRecords(storeId, {
      afterKey: '',
      createdFrom: 0,
      limit: 1_000,
    })
    expect(keys.items.map(({ key }) => key).sort()).toEqual([...hostile].sort())
  })

  it('are ids of stores, which stay apart, and are frozen alone', async () => {
    const storage = here()
    const stores = hostile.map((text) => `s${text}`)
    for (const storeId of stores) await storage.commit(storeId, commitOf(createSample(storeId)))
    for (const storeId of stores) {
      const { items } = await storage.listEvents(storeId, { ...all, afterPosition: 0 })
      expect(items.map(({ id }) => id)).toEqual([storeId])
    }
    const [first, ...others] = stores as [string, ...string[]]
    await storage.freezeStore(first)
    expect(await storage.isStoreFrozen?.(first)).toBe(true)
    for (const storeId of others) expect(await storage.isStoreFrozen?.(storeId)).toBe(false)
    await storage.unfreezeStore(first)
    expect(await storage.isStoreFrozen?.(first)).toBe(false)
  })
})
