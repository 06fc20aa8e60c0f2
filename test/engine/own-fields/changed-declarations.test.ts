import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { OwnFields } from '../../../src/quote/model/own-fields.js'
import { replayQuote } from '../../../src/quote/model/quote-record.js'
import { verifyAcceptance } from '../../../src/quote/verify/verify-acceptance.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import type { HistoryEntry } from '../../../src/record/history/entry.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { errorOf } from '../ports.js'
import { buyer, seller, shopWith } from './shop.js'

const before = {
  quote: {
    region: { schema: z.string() },
    margin: { schema: z.number(), internal: true },
  },
  line: { color: { schema: z.string() }, cost: { schema: z.string(), internal: true } },
} as const

/** Each way in which a running shop can change its declarations. */
const changes: readonly (readonly [string, OwnFields])[] = [
  ['added', { ...before, quote: { ...before.quote, added: { schema: z.string() } } }],
  ['renamed', { quote: { area: before.quote.region }, line: { colour: before.line.color } }],
  ['removed', {}],
  ['validated otherwise', { quote: { region: { schema: z.number() } }, line: before.line }],
  ['for the store only from now on', { quote: { region: { internal: true } } }],
  ['not for the store only any more', { quote: { margin: {} }, line: { cost: {} } }],
]

describe.each(changes)('after own fields of a running shop were %s', (_, fields) => {
  /** Creates a quote before the change, and returns an engine after it. */
  const changed = async () => {
    const storage = memoryStorage()
    const earlier = shopWith({ storage, fields: before })
    const { quoteId } = await earlier.createQuote(seller, {
      customer: {},
      products: [{ id: 1, qty: 1, fields: { color: 'red' } }],
      fields: { region: 'west' },
      internal_fields: { margin: 0.2 },
    })
    await earlier.sendQuote(seller, quoteId)
    await earlier.acceptQuote(buyer, quoteId, { revision: 1 })
    const { quote } = await earlier.getQuote(seller, quoteId)
    const generateId = () => `later-${crypto.randomUUID()}`
    return { shop: shopWith({ storage, fields, generateId }), quoteId, quote }
  }

  it('old quotes are read, replayed and verified as they were, with the same seal', async () => {
    const { shop, quoteId, quote } = await changed()
    const read = await shop.getQuote(seller, quoteId)
    expect(JSON.stringify(read.quote)).toBe(JSON.stringify(quote))
    expect(verifyQuote(read.quote)).toEqual([])
    expect(verifyAcceptance(read.quote)).toEqual([])
    const entries: HistoryEntry[] = []
    for await (const entry of shop.listHistory(seller, quoteId)) entries.push(entry)
    expect(JSON.stringify(replayQuote(entries))).toBe(JSON.stringify(quote))
  })

  it('buyers see what they saw, and nothing that was for the store only', async () => {
    const { shop, quoteId } = await changed()
    const { quote } = await shop.getQuote(buyer, quoteId)
    expect(quote.fields).toEqual({ region: 'west' })
    expect(JSON.stringify(quote)).not.toMatch(/internal|margin|cost/)
  })

  it('a whole quote can be sent back, and a field that is no longer declared removed', async () => {
    const { shop, quoteId, quote } = await changed()
    const { quoteId: copyId } = await shop.copyQuote(seller, quoteId)
    const { version } = await shop.getQuote(seller, quoteId)
    expect((await shop.updateQuote(seller, quoteId, quote as never)).version).toBe(version)
    const copy = await shop.getQuote(seller, copyId)
    const same = await shop.updateQuote(seller, copyId, copy.quote)
    expect(same.version).toBe(1)
    const removed = await shop.updateQuote(seller, quoteId, { internal_fields: { margin: null } })
    expect(removed.quote).not.toHaveProperty('internal_fields')
    expect(removed.quote.seal).toBe(quote.seal)
  })

  it('a copy has the fields that are declared now, where they are declared', async () => {
    const { shop, quoteId } = await changed()
    const { quote } = await shop.copyQuote(seller, quoteId)
    const declared = Object.entries(fields.quote ?? {})
    const own = { region: 'west', margin: 0.2 } as const
    const of = (isInternal: boolean) =>
      Object.fromEntries(
        declared.flatMap(([name, { internal = false }]) =>
          name in own && internal === isInternal ? [[name, own[name as 'region']]] : [],
        ),
      )
    expect(quote.fields ?? {}).toEqual(of(false))
    expect(quote.internal_fields ?? {}).toEqual(of(true))
  })

  it('a value that is set from now on has to be valid', async () => {
    const { shop } = await changed()
    const request = { customer: {}, products: [{ id: 3, qty: 1 }], fields: { region: ['x'] } }
    const isFree = fields.quote?.region?.internal === true || fields.quote?.region === undefined
    const error = await errorOf(() => shop.createQuote(seller, request))
    // A shop that declares nothing knows no `fields`.
    const path = fields.quote === undefined ? 'fields' : 'fields.region'
    expect(error).toMatchObject({
      code: 'invalid_request',
      details: { errors: { [path]: expect.stringMatching(isFree ? 'is ' : 'Invalid') } },
    })
  })
})
