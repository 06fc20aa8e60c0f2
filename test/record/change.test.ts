import { describe, expect, it } from 'vitest'
import {
  createChange,
  deletionChange,
  eraseRecord,
  erasureChange,
  updateChange,
} from '../../src/record/change.js'
import { created, input, note, ref, searchRowOf, updated, updateInput } from './samples.js'

const first = created()

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen)
}

describe('createChange', () => {
  it('returns version 1 with the full value in its history entry', () => {
    expect(first).toMatchObject({
      previousVersion: 0,
      record: {
        ...ref,
        version: 1,
        updated: 1_000,
        replay: { base: 1, size: 0 },
        value: note,
      },
      historyEntry: {
        version: 1,
        time: 1_000,
        operation: 'create',
        by: 'ann',
        patches: [{ op: 'replace', path: [], value: note }],
      },
      search: { deleted: false, created: 1_000, terms: ['x'], words: [] },
    })
  })

  it('keeps the value itself, and freezes everything else', () => {
    expect(first.record.value).toBe(note)
    expect(isDeeplyFrozen(first.record)).toBe(true)
    expect(isDeeplyFrozen(first.historyEntry)).toBe(true)
    expect(Object.isFrozen(first)).toBe(true)
  })

  it('has no actor if the call had none, and no search without searchRowOf', () => {
    const change = createChange(ref, note, { operation: 'create', now: 1_000 })
    expect(change.historyEntry).not.toHaveProperty('by')
    expect(change).not.toHaveProperty('search')
    expect(change).not.toHaveProperty('previousSearch')
  })

  it('takes only kind and id of a reference', () => {
    const { record } = createChange({ ...ref, version: 7 } as typeof ref, note, input)
    expect(record.version).toBe(1)
  })
})

describe('updateChange', () => {
  it('returns the next version with the smallest patches and both search rows', () => {
    const change = updated(first.record, { tags: ['x', 'y'] })
    expect(change).toMatchObject({
      previousVersion: 1,
      record: { ...ref, version: 2, updated: 2_000, value: { ...note, tags: ['x', 'y'] } },
      historyEntry: {
        version: 2,
        time: 2_000,
        operation: 'update',
        by: 'bob',
        base: 1,
        patches: [{ op: 'add', path: ['tags', 1], value: 'y' }],
      },
      search: { terms: ['x', 'y'] },
      previousSearch: { terms: ['x'] },
    })
    expect(isDeeplyFrozen(change)).toBe(true)
  })

  it('returns undefined if the value is the same', () => {
    expect(updateChange(first.record, structuredClone(note), updateInput())).toBeUndefined()
  })

  it('has one object as search and previousSearch if what is found has not changed', () => {
    const change = updated(first.record, { title: 'Bob' })
    expect(change.search).toBeDefined()
    expect(change.search).toBe(change.previousSearch)
  })

  it('never goes back in time', () => {
    const change = updated(first.record, { title: 'Bob' }, 500)
    expect(change.record.updated).toBe(1_000)
    expect(change.historyEntry.time).toBe(1_000)
  })

  it('keeps the time of a deletion', () => {
    const deleted = deletionChange(first.record, 2_000, updateInput()).record
    expect(updated(deleted, { title: 'Bob' }).record.deleted).toBe(2_000)
  })

  it('has no search rows without searchRowOf', () => {
    const { searchRowOf: _searchRowOf, ...withoutRow } = updateInput()
    const change = updateChange(first.record, { ...note, title: 'Bob' }, withoutRow)
    expect(change).not.toHaveProperty('search')
    expect(change).not.toHaveProperty('previousSearch')
  })

  it('has the full value instead of base once the patches have become large', () => {
    let { record } = first
    for (let count = 0; record.replay.base === 1; count += 1) {
      expect(count).toBeLessThan(20)
      const change = updated(record, { title: `Ann ${count}` })
      record = change.record
      const isFull = record.replay.base === record.version
      expect('snapshot' in change.historyEntry).toBe(isFull)
      expect('base' in change.historyEntry).toBe(!isFull)
      if (isFull) expect(change.historyEntry.snapshot).toBe(record.value)
    }
    expect(record.replay).toEqual({ base: record.version, size: 0 })
  })
})

describe('deletionChange', () => {
  const deleted = deletionChange(first.record, 2_000, { ...updateInput(), operation: 'delete' })

  it('sets the time of the deletion and leaves the value as it is', () => {
    expect(deleted.record).toMatchObject({ version: 2, updated: 2_000, deleted: 2_000 })
    expect(deleted.record.value).toBe(note)
    expect(deleted.historyEntry).toMatchObject({
      operation: 'delete',
      base: 1,
      patches: [],
    })
    expect(deleted.search?.deleted).toBe(true)
    expect(deleted.previousSearch?.deleted).toBe(false)
  })

  it('restores a record without a field deleted', () => {
    const restored = deletionChange(deleted.record, undefined, updateInput(3_000))
    expect(restored.record).not.toHaveProperty('deleted')
    expect(restored.record).toMatchObject({ version: 3, updated: 3_000 })
    expect(restored.record.value).toBe(note)
    expect(restored.search?.deleted).toBe(false)
  })
})

describe('erasureChange', () => {
  const erased = erasureChange(updated(first.record, { title: 'Bob' }).record, {
    operation: 'erase',
    now: 1_500,
    searchRowOf,
  })

  it('returns a version with the value null, and asks for the erasure of the history', () => {
    expect(erased).toEqual({
      previousVersion: 2,
      record: {
        ...ref,
        version: 3,
        updated: 2_000,
        deleted: 2_000,
        replay: { base: 3, size: 0 },
        value: null,
      },
      historyEntry: {
        version: 3,
        time: 2_000,
        operation: 'erase',
        patches: [],
      },
      previousSearch: { deleted: false, created: 1_000, terms: ['x'], words: [] },
      erasesHistory: true,
    })
    expect(isDeeplyFrozen(erased)).toBe(true)
  })

  it('has no search, no actor and, without searchRowOf, no previousSearch', () => {
    expect(erased).not.toHaveProperty('search')
    expect(erased.historyEntry).not.toHaveProperty('by')
    const change = erasureChange(first.record, { operation: 'erase', now: 2_000 })
    expect(change).not.toHaveProperty('previousSearch')
  })
})

describe('eraseRecord', () => {
  const erased = { deleted: 2_000, updated: 2_000, value: null }
  const input = { operation: 'erase', now: 2_000 }

  it('erases a record and its history', () => {
    expect(eraseRecord(first.record, ref, input)).toMatchObject({
      previousVersion: 1,
      record: { ...ref, version: 2, ...erased },
      historyEntry: { version: 2, operation: 'erase', patches: [] },
      erasesHistory: true,
    })
  })

  it('creates an erased record if there is none, so that no first version can be added', () => {
    expect(eraseRecord(undefined, ref, input)).toMatchObject({
      previousVersion: 0,
      record: { ...ref, version: 1, replay: { base: 1, size: 0 }, ...erased },
      historyEntry: { version: 1, operation: 'erase', patches: [] },
    })
  })

  it('returns undefined if it is erased already', () => {
    const record = eraseRecord(undefined, ref, input)?.record
    expect(eraseRecord(record, ref, { ...input, now: 3_000 })).toBeUndefined()
  })
})
