import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../../../src/record/history/entry.js'
import { Replay } from '../../../src/record/history/replay.js'
import { created, updated } from '../samples.js'

const first = created()
const second = updated(first.record, { title: 'Bob', tags: ['x', 'y'] })
const third = updated(second.record, { tags: [], lines: [] })

function replayed(...entries: readonly HistoryEntry[]): unknown {
  const replay = new Replay()
  for (const entry of entries) replay.apply(entry)
  return replay.value
}

describe('Replay', () => {
  it('rebuilds the value of each version from its creation', () => {
    const entries = [first, second, third].map(({ historyEntry }) => historyEntry)
    expect(replayed(...entries.slice(0, 1))).toEqual(first.record.value)
    expect(replayed(...entries.slice(0, 2))).toEqual(second.record.value)
    expect(replayed(...entries)).toEqual(third.record.value)
  })

  it('starts at any entry with the full value, and ignores later snapshots', () => {
    const full = { ...second.historyEntry, snapshot: second.record.value }
    expect(replayed(full, third.historyEntry)).toEqual(third.record.value)
    const misleading = { ...third.historyEntry, snapshot: first.record.value }
    expect(replayed(full, misleading)).toEqual(third.record.value)
  })

  it('does not change the entries', () => {
    const entries = structuredClone([first, second, third].map((change) => change.historyEntry))
    const before = structuredClone(entries)
    replayed(...entries)
    expect(entries).toEqual(before)
  })

  it('rejects a history that starts late, has a gap, or is empty', () => {
    expect(() => replayed(second.historyEntry)).toThrow('start at version 1')
    expect(() => replayed(first.historyEntry, third.historyEntry)).toThrow('version 2 is missing')
    expect(() => replayed()).toThrow('at least one entry')
  })
})
