import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QuoteCommit } from '../../../src/quote/commit.js'
import { type HistoryEntry, replayQuote, snapshotOf } from '../../../src/quote/history/entry.js'
import { changeOf, creationFrom } from '../samples.js'

/** Updates of every size: one field, long fields, tags, a few lines, all lines, other lines. */
const changes = fc.oneof(
  fc.record({ customer: fc.record({ name: fc.string({ maxLength: 5 }) }) }),
  fc.record({ customer: fc.record({ note: fc.string({ minLength: 200, maxLength: 900 }) }) }),
  fc.record({ customer: fc.record({ note: fc.constant(null) }) }),
  fc.record({
    tag_list: fc.array(fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme-ascii' })),
  }),
  fc.record({
    products: fc.array(
      fc.record({ id: fc.integer({ min: 1, max: 4 }), qty: fc.integer({ min: 1, max: 9 }) }),
      { minLength: 1, maxLength: 40 },
    ),
  }),
)

const histories = fc.array(changes, { minLength: 1, maxLength: 60 }).map((updates) => {
  const history: QuoteCommit[] = [
    creationFrom({ customer: { name: 'Ann' }, products: [{ id: 1, qty: 2 }] }),
  ]
  for (const update of updates) {
    const { record } = history.at(-1) as QuoteCommit
    const change = changeOf(record, update)
    if (change !== undefined) history.push(change)
  }
  return history
})

const lengthOf = (value: unknown) => JSON.stringify(value).length

/** The entries that rebuild a version takes: from the nearest full quote on. */
function entriesFor(history: readonly QuoteCommit[], version: number): readonly HistoryEntry[] {
  const entries = history.map(({ historyEntry: entry }) => entry)
  return entries.slice((entries[version - 1]?.base ?? version) - 1, version)
}

describe('the history of any updates', () => {
  it('replays every version byte for byte from its creation and from the nearest full quote', () => {
    fc.assert(
      fc.property(histories, (history) => {
        for (const { record } of history) {
          const { version, quote } = record
          const all = history.slice(0, version).map(({ historyEntry: entry }) => entry)
          expect(JSON.stringify(replayQuote(all))).toBe(JSON.stringify(quote))
          const near = entriesFor(history, version)
          expect(JSON.stringify(replayQuote(near))).toBe(JSON.stringify(quote))
        }
      }),
    )
  })

  it('has the version of the nearest full quote in every entry and record', () => {
    fc.assert(
      fc.property(histories, (history) => {
        let base = 0
        for (const { historyEntry: entry, record } of history) {
          const full = snapshotOf(entry)
          if (full === undefined) expect(entry.base).toBe(base)
          else {
            expect(entry).not.toHaveProperty('base')
            expect(full).toBe(record.quote)
            base = entry.version
          }
          expect(record.replay.base).toBe(base)
        }
      }),
    )
  })

  it('limits the patches to replay to a multiple of the largest earlier quote', () => {
    fc.assert(
      fc.property(histories, (history) => {
        let maxLength = 0
        for (const { record } of history) {
          maxLength = Math.max(maxLength, lengthOf(record.quote))
          // One full quote, entries of four quotes, and the last entry, whose patches can be
          // longer than the quote. Each length is an estimate.
          expect(lengthOf(entriesFor(history, record.version))).toBeLessThan(20 * maxLength + 1_000)
        }
      }),
    )
  })

  it('grows by at most a third because of its full quotes', () => {
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
