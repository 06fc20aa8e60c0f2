import { expect, it } from 'vitest'
import { replayQuote } from '../../../src/quote/history/entry.js'
import { changeOf, creationFrom } from '../samples.js'

const first = creationFrom({ customer: { name: 'Ann' }, products: [{ id: 1, qty: 2 }] })
const second = changeOf(first.record, {
  products: [
    { id: 1, quote: 8 },
    { id: 2, qty: 1 },
  ],
})
if (second === undefined) throw new TypeError('the sample changes nothing')

it('replayQuote replays a quote from its creation', () => {
  expect(replayQuote([first.historyEntry])).toEqual(first.record.quote)
  expect(replayQuote([first.historyEntry, second.historyEntry])).toEqual(second.record.quote)
})

it('replayQuote rejects a history that starts late, has a gap, or is empty', () => {
  expect(() => replayQuote([second.historyEntry])).toThrow('start at version 1')
  expect(() => replayQuote([first.historyEntry, { ...second.historyEntry, version: 3 }])).toThrow(
    'version 2 is missing',
  )
  expect(() => replayQuote([])).toThrow('at least one entry')
})

it('replayQuote starts at any entry with the full quote, and ignores later snapshots', () => {
  const full = { ...first.historyEntry, version: 7 }
  const next = { ...second.historyEntry, version: 8, snapshot: first.record.quote }
  expect(replayQuote([full, next])).toEqual(second.record.quote)
  expect(replayQuote([next])).toBe(first.record.quote)
})
