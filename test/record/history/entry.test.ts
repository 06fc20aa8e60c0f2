import { describe, expect, it } from 'vitest'
import { eraseEntry, getSnapshot, withCurrentNames } from '../../../src/record/history/entry.js'
import { created, note, updated } from '../samples.js'

const first = created()
const second = updated(first.record, { title: 'Bob' })
const full = { ...second.historyEntry, snapshot: second.record.value }

describe('getSnapshot', () => {
  it('returns the value that a creation sets', () => {
    expect(getSnapshot(first.historyEntry)).toBe(note)
  })

  it('returns the snapshot of an entry that has one', () => {
    expect(getSnapshot(full)).toBe(second.record.value)
  })

  it('returns undefined for an entry of patches only, for an empty one, and for null', () => {
    expect(getSnapshot(second.historyEntry)).toBeUndefined()
    expect(getSnapshot({ ...second.historyEntry, patches: [] })).toBeUndefined()
    expect(getSnapshot(null)).toBeUndefined()
  })
})

describe('eraseEntry', () => {
  it.each([first.historyEntry, second.historyEntry, full])(
    'keeps version, time and operation only',
    (entry) => {
      const { version, time, operation } = entry
      const erased = { version, time, operation, patches: [] }
      expect(eraseEntry(entry)).toStrictEqual(erased)
    },
  )

  it('returns a frozen entry and does not change the original', () => {
    const before = structuredClone(full)
    const erased = eraseEntry(full)
    expect([erased, erased.patches].every(Object.isFrozen)).toBe(true)
    expect(full).toEqual(before)
  })

  it('keeps the time of an entry that an earlier release has stored', () => {
    const { version, time, operation, patches } = second.historyEntry
    const earlier = { version, timestamp: time, operation, actor: 'ann', patches }
    expect(eraseEntry(earlier as never)).toStrictEqual({ version, time, operation, patches: [] })
  })

  it('returns an erased entry as it is', () => {
    expect(eraseEntry(eraseEntry(full))).toStrictEqual(eraseEntry(full))
  })
})

describe('withCurrentNames', () => {
  const entry = { version: 2, time: 5, operation: 'priceTaxes', by: 'ann', patches: [] }

  it('returns an entry of this release itself', () => {
    expect(withCurrentNames(entry)).toBe(entry)
  })

  it('renames what an earlier release has stored', () => {
    const earlier = {
      version: 2,
      timestamp: 5,
      operation: 'price_taxes',
      actor: 'ann',
      patches: [],
    }
    expect(withCurrentNames(earlier as never)).toStrictEqual(entry)
  })

  it('keeps the time of an earlier entry that PostgreSQL has erased since', () => {
    const erased = { version: 2, time: 5, operation: 'price_taxes', patches: [] }
    const { by: _, ...expected } = entry
    expect(withCurrentNames(erased)).toStrictEqual(expected)
  })
})
