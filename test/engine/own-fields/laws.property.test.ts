import fc from 'fast-check'
import { expect, it } from 'vitest'
import { replayQuote } from '../../../src/quote/model/quote-record.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import type { HistoryEntry } from '../../../src/record/history/entry.js'
import { describeOnEveryStorage } from '../../storage/every-storage.js'
import { shopWith } from './shop.js'

const fields = {
  quote: { a: {}, b: { search: true }, secret: { internal: true } },
  line: { a: {}, secret: { internal: true } },
} as const

/** JSON of any kind, with keys that objects inherit. */
const json = fc.oneof(
  fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 3 }),
  fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 1 }).map((value) => {
    return JSON.parse(`{"__proto__":${JSON.stringify(value)},"constructor":[],"":0}`)
  }),
  fc.constantFrom('west', 0, false, 1e21, 5e-324, -0, [], {}, [[[]]]),
)

/** A value that no other one contains. */
const secret = fc.integer({ min: 1, max: 9 }).map((count) => `secret ${count}`)

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 4 })
const changes = fc.record(
  {
    fields: fc.record({ a: optional(json), b: optional(json) }, { requiredKeys: [] }),
    internal_fields: fc.record({ secret: optional(secret) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
)
const lineChanges = fc.record(
  {
    fields: fc.record({ a: optional(json) }, { requiredKeys: [] }),
    internal_fields: fc.record({ secret: optional(secret) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
)
const updates = fc.array(fc.record({ quote: changes, line: lineChanges }), { maxLength: 5 })

interface Own {
  readonly fields?: object
  readonly internal_fields?: object
}

/** RFC 7396, one level deep, of fields that are absent until they are set. */
function merged(stored: Own, sent: Own): Own {
  const next: Record<string, Record<string, unknown>> = {}
  for (const kind of ['fields', 'internal_fields'] as const) {
    const entries = Object.entries({ ...stored[kind], ...sent[kind] })
    const kept = entries.filter(([, value]) => value !== null)
    if (kept.length > 0) next[kind] = Object.fromEntries(kept)
  }
  return next
}

const ownOf = ({ fields: shown, internal_fields: hidden }: Own) => ({
  ...(shown && { fields: shown }),
  ...(hidden && { internal_fields: hidden }),
})

const asJson = (value: unknown) => JSON.parse(JSON.stringify(value))

let stores = 0

describeOnEveryStorage('own fields', (opened) => {
  it('are merged one by one, replayed byte for byte, and never shown to buyers', async () => {
    const { storage, share } = opened()
    await fc.assert(
      fc.asyncProperty(changes, lineChanges, updates, async (first, line, later) => {
        stores += 1
        const storeId = `laws-${stores}`
        const shop = shopWith({ storage, fields })
        const seller = { storeId, role: 'seller' } as const
        const custom = { name: 'Desk', price: '10.00', qty: 1, ...line }
        const request = { customer: {}, products: [custom], ...first }
        const { quoteId } = await shop.createQuote(seller, request)
        let expected = merged({}, asJson(first))
        let ofLine = merged({}, asJson(line))
        for (const { quote, line: changed } of later) {
          const product_changes = [{ key: '1-1', ...changed }]
          await shop.updateQuote(seller, quoteId, { ...quote, product_changes })
          expected = merged(expected, asJson(quote))
          ofLine = merged(ofLine, asJson(changed))
        }
        const stored = await shop.getQuote(seller, quoteId)
        expect(asJson(ownOf(stored.quote))).toEqual(expected)
        expect(asJson(ownOf(stored.quote.products[0] as Own))).toEqual(ofLine)
        expect(verifyQuote(stored.quote)).toEqual([])

        const entries: HistoryEntry[] = []
        for await (const entry of shop.listHistory(seller, quoteId)) entries.push(entry)
        expect(JSON.stringify(replayQuote(entries))).toBe(JSON.stringify(stored.quote))

        const buyer = { storeId, role: 'buyer' } as const
        const seen = [await shop.getQuote(buyer, quoteId), await shop.listQuotes(buyer)]
        const history: HistoryEntry[] = []
        for await (const entry of shop.listHistory(buyer, quoteId)) history.push(entry)
        expect(JSON.stringify([seen, history])).not.toMatch(/internal_fields|secret \d/)
        const shown = (await shop.getQuote(buyer, quoteId)).quote
        expect(JSON.stringify(replayQuote(history))).toBe(JSON.stringify(shown))

        const value = stored.quote.fields?.b
        if (['string', 'number', 'boolean'].includes(typeof value) && value !== '') {
          const found = await shop.listQuotes(seller, { fields: { b: value as string } })
          expect(found.items.map((item) => item.quoteId)).toEqual([quoteId])
        }
      }),
      { numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) * share) },
    )
  })
})
