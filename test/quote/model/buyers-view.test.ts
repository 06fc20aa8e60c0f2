import { expect, it } from 'vitest'
import { toBuyersEntry, toBuyersQuote } from '../../../src/quote/model/buyers-view.js'
import type { ProductLine, Quote } from '../../../src/quote/model/quote.js'
import { replayQuote } from '../../../src/quote/model/quote-record.js'
import { sealOf } from '../../../src/quote/model/seal.js'
import type { HistoryEntry } from '../../../src/record/history/entry.js'
import { created } from '../samples.js'

const shown = created().value
const [line] = shown.products as [ProductLine]
const cost = { internal_fields: { cost: 4 } }
const lines = [{ ...line, ...cost }, ...shown.products.slice(1)]
const stored = {
  ...shown,
  products: lines,
  internal_fields: { margin: 20 },
  approvals: [],
} as Quote

const entries = [
  { patches: [{ op: 'add', path: [], value: stored }] },
  { patches: [{ op: 'replace', path: ['internal_fields', 'margin'], value: 30 }] },
  { patches: [{ op: 'replace', path: ['products', 0, 'internal_fields', 'cost'], value: 5 }] },
  { patches: [{ op: 'replace', path: ['products', 0], value: { ...line, ...cost, qty: 9 } }] },
  { patches: [{ op: 'replace', path: ['products'], value: lines }], snapshot: stored },
].map((entry, index) => ({
  version: index + 1,
  time: 1_000,
  operation: index === 0 ? 'create' : 'update',
  ...(index > 0 && entry.snapshot === undefined && { base: 1 }),
  ...entry,
})) as readonly HistoryEntry<Quote>[]

it('toBuyersQuote leaves out what is for the store only, on the quote and its lines', () => {
  expect(toBuyersQuote(stored)).toEqual(shown)
  expect(JSON.stringify(toBuyersQuote(stored))).not.toMatch(/internal|approvals/)
})

it('toBuyersQuote returns the quote itself if nothing in it is for the store only', () => {
  expect(toBuyersQuote(shown)).toBe(shown)
})

it('toBuyersEntry leaves nothing for the store in patches and snapshots', () => {
  expect(JSON.stringify(entries.map(toBuyersEntry))).not.toMatch(/internal|approvals/)
})

it.each(['requestApproval', 'approve', 'rejectApproval'])(
  'toBuyersEntry says of %s only that the quote has another version, and when',
  (operation) => {
    const patches = [{ op: 'add' as const, path: ['approvals'], value: [{ label: 'Margin' }] }]
    const entry = { version: 6, time: 1_000, operation, by: 'lea', base: 5, patches }
    const shown = { version: 6, time: 1_000, operation: 'update', base: 5, patches: [] }
    expect(toBuyersEntry(entry)).toEqual(shown)
    const full = { version: 6, time: 1_000, operation, by: 'lea', patches, snapshot: stored }
    expect(JSON.stringify(toBuyersEntry(full))).not.toMatch(/lea|approv|Margin/)
  },
)

it('toBuyersEntry keeps what leads to the quote that buyers see at each version', () => {
  for (const [index] of entries.entries()) {
    const past = entries.slice(0, index + 1)
    expect(replayQuote(past.map(toBuyersEntry))).toEqual(toBuyersQuote(replayQuote(past)))
  }
})

it('sealOf is the same for the quote that is stored and the one that buyers see', () => {
  expect(sealOf(stored)).toBe(sealOf(shown))
})
