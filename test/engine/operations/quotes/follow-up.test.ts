import { describe, expect, it } from 'vitest'
import type { ListQuotesOptions } from '../../../../src/engine/operations/read-quotes.js'
import { createHttpApp, tokenAuthenticator } from '../../../../src/http/index.js'
import { verifyQuote } from '../../../../src/quote/verify/verify-quote.js'
import type { QuoteEngine } from '../../../../src/quote-engine/quote-engine.js'
import { describeOnEveryStorage } from '../../../storage/every-storage.js'
import { context, engineWith, errorOf } from '../../ports.js'
import { everyProduct } from './random-quotes.js'

const buyer = { ...context, role: 'buyer' } as const
const request = { customer: { name: 'Zoë' }, products: [{ id: 1, qty: 1 }] }
const newEngine = () => engineWith({ catalog: everyProduct })

async function list(engine: QuoteEngine, options: ListQuotesOptions, caller = context) {
  return (await engine.listQuotes(caller, options)).items.map(({ quoteId }) => quoteId)
}

describe('the follow_up of a quote', () => {
  it('is absent until it is set, and after it is removed', async () => {
    const engine = newEngine()
    const { quoteId } = await engine.createQuote(context, request)
    const plain = (await engine.getQuote(context, quoteId)).quote
    expect(Object.keys(plain)).not.toContain('follow_up')
    const set = await engine.updateQuote(context, quoteId, { follow_up: '2026-12-01' })
    expect(set.quote).toEqual({ ...plain, follow_up: '2026-12-01' })
    const removed = await engine.updateQuote(context, quoteId, { follow_up: null })
    expect(removed.quote).toEqual(plain)
    const created = await engine.createQuote(context, { ...request, follow_up: '2026-12-02' })
    expect((await engine.getQuote(context, created.quoteId)).quote.follow_up).toBe('2026-12-02')
  })

  it('can be changed while an offer stands, which keeps its seal, and after it is revised', async () => {
    const engine = newEngine()
    const { quoteId } = await engine.createQuote(context, request)
    const sent = await engine.sendQuote(context, quoteId)
    const { quote } = await engine.updateQuote(context, quoteId, { follow_up: '2026-12-01' })
    expect(quote).toEqual({ ...sent.quote, follow_up: '2026-12-01' })
    expect(verifyQuote(quote)).toEqual([])
    const revised = await engine.reviseQuote(context, quoteId)
    expect(revised.quote.follow_up).toBe('2026-12-01')
  })

  it('is for the store only', async () => {
    const engine = newEngine()
    const set = { follow_up: '2026-12-01' }
    const creation = await errorOf(() => engine.createQuote(buyer, { ...request, ...set }))
    expect(creation.message).toBe(
      'createQuote is not permitted: a follow-up needs the role seller or system',
    )
    const { quoteId } = await engine.createQuote(context, { ...request, ...set })
    const plain = await engine.createQuote(context, request)
    // Null would tell whether there is one.
    for (const id of [quoteId, plain.quoteId]) {
      const call = () => engine.updateQuote(buyer, id, { follow_up: null })
      expect((await errorOf(call)).code).toBe('not_permitted')
    }
    const search = await errorOf(() => engine.listQuotes(buyer, { followUp: {} }))
    expect(search.code).toBe('not_permitted')
    const { quote, version } = await engine.getQuote(buyer, quoteId)
    expect(JSON.stringify(quote)).not.toContain('follow_up')
    const history = await engine.listHistory(buyer, quoteId)
    expect(JSON.stringify(history.items)).not.toContain('2026-12-01')
    const note = { ...quote, customer: { name: 'Ann' } }
    await engine.updateQuote(buyer, quoteId, note, { expectedVersion: version })
    expect((await engine.getQuote(context, quoteId)).quote.follow_up).toBe('2026-12-01')
  })

  it('does not go with a copy or a template', async () => {
    const engine = newEngine()
    const { quoteId } = await engine.createQuote(context, { ...request, follow_up: '2026-12-01' })
    expect((await engine.copyQuote(context, quoteId)).quote).not.toHaveProperty('follow_up')
    await engine.createTemplate(context, { name: 'Chairs', quote_id: quoteId })
    const { items } = await engine.listTemplates(context)
    expect(JSON.stringify(items)).not.toContain('follow_up')
  })

  it('names the field of an invalid day, and stores nothing', async () => {
    const engine = newEngine()
    const creation = { ...request, follow_up: '2026-02-30' }
    const { details } = await errorOf(() => engine.createQuote(context, creation))
    expect(details).toEqual({
      errors: {
        follow_up:
          'must be a date, YYYY-MM-DD, from 2000-01-01 to 2099-12-31, received the string "2026-02-30"',
      },
    })
    expect(await list(engine, {})).toEqual([])
    for (const followUp of [{ to: 'soon' }, { from: 1 }, '2026-12-01', new Date(0)] as never[]) {
      const error = await errorOf(() => engine.listQuotes(context, { followUp }))
      expect(Object.keys(error.details as object)).toEqual(['errors'])
      expect(error.message).toContain('followUp')
    }
  })

  it('is read and filtered over HTTP', async () => {
    const engine = newEngine()
    const authenticate = tokenAuthenticator({ [context.storeId]: ['token'] })
    const app = createHttpApp({ engine, authenticate, prefix: '' })
    const call = async (path: string) => {
      const headers = { 'x-auth-client': context.storeId, 'x-auth-token': 'token' }
      const response = await app.request(path, { headers })
      return { status: response.status, body: await response.json() }
    }
    const { quoteId } = await engine.createQuote(context, { ...request, follow_up: '2026-12-01' })
    await engine.createQuote(context, request)
    const { body } = await call('/quotes?follow_up_from=2026-11-01&follow_up_to=2026-12-01')
    expect(body).toMatchObject({ quotes: [{ quote_id: quoteId, follow_up: '2026-12-01' }] })
    expect((await call('/quotes?follow_up_to=2026-11-30')).body).toMatchObject({ quotes: [] })
    expect(await call('/quotes?follow_up_to=1')).toMatchObject({ status: 422 })
  })
})

describeOnEveryStorage('listQuotes by followUp', (opened) => {
  it('finds what is due in pages, and counts it', async () => {
    const engine = engineWith({ storage: opened().storage, catalog: everyProduct })
    const caller = { ...context, storeId: 'follow-ups' }
    const quoteIds: string[] = []
    for (const follow_up of ['2026-11-30', '2026-12-01', '2026-12-02', undefined]) {
      const created = await engine.createQuote(caller, { ...request, follow_up })
      quoteIds.push(created.quoteId)
    }
    const due = { followUp: { to: '2026-12-01' }, order: 'oldest' } as const
    expect(await list(engine, due, caller)).toEqual(quoteIds.slice(0, 2))
    const first = await engine.listQuotes(caller, { ...due, limit: 1 })
    expect(await list(engine, { ...due, after: first.next }, caller)).toEqual([quoteIds[1]])
    const count = async (followUp: ListQuotesOptions['followUp']) =>
      (await engine.countQuotes(caller, { followUp })).count
    expect(await count({ to: '2026-12-01' })).toBe(2)
    expect(await count({})).toBe(3)
    expect(await count({ from: '2026-12-01', to: '2026-12-01' })).toBe(1)
  })
})
