import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { updateChange } from '../../../src/record/change.js'
import type { RecordChange } from '../../../src/record/commit.js'
import { getSnapshot, type HistoryEntry } from '../../../src/record/history/entry.js'
import { Replay } from '../../../src/record/history/replay.js'
import { created, type Note, updateInput } from '../samples.js'

/** Updates of every size: one field, long fields, tags, a few lines, all lines, other lines. */
const changes = fc.oneof(
  fc.record({ title: fc.string({ maxLength: 5 }) }),
  fc.record({ text: fc.string({ minLength: 200, maxLength: 900 }) }),
  fc.record({ tags: fc.array(fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme-ascii' })) }),
  fc.record({
    lines: fc.array(
      fc.record({ id: fc.integer({ min: 1, max: 4 }), qty: fc.integer({ min: 1, max: 9 }) }),
      { minLength: 1, maxLength: 40 },
    ),
  }),
)

const histories = fc.array(changes, { minLength: 1, maxLength: 60 }).map((updates) => {
  const history: RecordChange<Note>[] = [created()]
  for (const update of updates) {
    const { record } = history.at(-1) as RecordChange<Note>
    const change = updateChange(record, { ...record.value, ...update }, updateInput())
    if (change !== undefined) history.push(change)
  }
  return history
})

function replayed(entries: readonly HistoryEntry[]): unknown {
  const replay = new Replay()
  for (const entry of entries) replay.apply(entry)
  return replay.value
}

const lengthOf = (value: unknown) => JSON.stringify(value).length

/** The entries that rebuild a version takes: from the nearest full value on. */
function entriesFor(
  history: readonly RecordChange<Note>[],
  version: number,
): readonly HistoryEntry[] {
  const entries = history.map(({ historyEntry: entry }) => entry)
  return entries.slice((entries[version - 1]?.base ?? version) - 1, version)
}

describe('the history of any updates', () => {
  it('replays every version byte for byte from its creation and from the nearest full value', () => {
    fc.assert(
      fc.property(histories, (history) => {
        for (const { record } of history) {
          const { version, value } = record
          const all = history.slice(0, version).map(({ historyEntry: entry }) => entry)
          expect(JSON.stringify(replayed(all))).toBe(JSON.stringify(value))
          const near = entriesFor(history, version)
          expect(JSON.stringify(replayed(near))).toBe(JSON.stringify(value))
        }
      }),
    )
  })

  it('has the version of the nearest full value in every entry and record', () => {
    fc.assert(
      fc.property(histories, (history) => {
        let base = 0
        for (const { historyEntry: entry, record } of history) {
          const full = getSnapshot(entry)
          if (full === undefined) expect(entry.base).toBe(base)
          else {
            expect(entry).not.toHaveProperty('base')
            expect(full).toBe(record.value)
            base = entry.version
          }
          expect(record.replay.base).toBe(base)
        }
      }),
    )
  })

  it('limits the patches to replay to a multiple of the largest earlier value', () => {
    fc.assert(
      fc.property(histories, (history) => {
        let maxLength = 0
        for (const { record } of history) {
          maxLength = Math.max(maxLength, lengthOf(record.value))
          // One full value, entries of four values, and the last entry, whose patches can be
          // longer than the value. Each length is an estimate.
          expect(lengthOf(entriesFor(history, record.version))).toBeLessThan(20 * maxLength + 1_000)
        }
      }),
    )
  })

  it('grows by at most a third because of its full values', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const entries = history.map(({ historyEntry: entry }) => entry)
        const snapshots = entries.map(({ snapshot }) => (snapshot ? lengthOf(snapshot) : 0))
        const added = snapshots.reduce((sum, length) => sum + length, 0)
        expect(added).toBeLessThan(0.34 * (lengthOf(entries) - added))
      }),
    )
  })
})
