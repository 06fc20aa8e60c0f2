import { describe, expect, it } from 'vitest'
import { createHttpApp, tokenAuthenticator } from '../../../../src/http/index.js'
import { verifyQuote } from '../../../../src/quote/verify/verify-quote.js'
import { context, engineWith, errorOf } from '../../ports.js'
import { everyProduct } from './random-quotes.js'

const buyer = { ...context, role: 'buyer' } as const
const request = { customer: { name: 'Zoë' }, products: [{ id: 1, qty: 1 }] }
const newEngine = () => engineWith({ catalog: everyProduct })

const idsOf = ({ items }: { readonly items: readonly { readonly quoteId: string }[] }) =>
  items.map(({ quoteId }) => quoteId)

describe('the customer_id of a quote', () => {
  it('is absent until it is set, and after it is removed', async () => {
    const engine = newEngine()
    const created = await engine.createQuote(context, request)
    const plain = (await engine.getQuote(context, created.quoteId)).quote
    expect(Object.keys(plain)).not.toContain('customer_id')
    const set = await engine.updateQuote(context, created.quoteId, { customer_id: 'C-7' })
    expect(set.quote).toEqual({ ...plain, customer_id: 'C-7' })
    const removed = await engine.updateQuote(context, created.quoteId, { customer_id: null })
    expect(removed.quote).toEqual(plain)
  })

  it('finds all quotes of a customer, deleted ones too, to erase them', async () => {
    const engine = newEngine()
    const create = async (fields: object) =>
      (await engine.createQuote(context, { ...request, ...fields })).quoteId
    const first = await create({ customer_id: '7' })
    const deleted = await create({ customer_id: '7', customer: { email: 'new@example.com' } })
    const other = await create({ customer_id: '8' })
    await create({})
    await engine.deleteQuote(context, deleted)
    expect(idsOf(await engine.listQuotes(context, { customerId: '7' }))).toEqual([first])
    expect(idsOf(await engine.listQuotes(context, { customerId: '7', deleted: true }))).toEqual([
      deleted,
    ])
    const both = await engine.listQuotes(context, { customerId: ['7', '8'] })
    expect(idsOf(both).toSorted()).toEqual([first, other].toSorted())
    expect((await engine.countQuotes(context, { customerId: '7' })).count).toBe(1)
    for (const quoteId of [first, deleted]) await engine.eraseQuote(context, quoteId)
    expect((await engine.countQuotes(context, { customerId: '7' })).count).toBe(0)
    const left = await engine.listQuotes(context, { customerId: '7', deleted: true })
    expect(left.items).toEqual([])
    expect(JSON.stringify((await engine.listHistory(context, first)).items)).not.toContain('"7"')
  })

  it('can be changed while an offer stands, which keeps its seal', async () => {
    const engine = newEngine()
    const { quoteId } = await engine.createQuote(context, request)
    const sent = await engine.sendQuote(context, quoteId)
    const { quote } = await engine.updateQuote(context, quoteId, { customer_id: '7' })
    expect(quote).toEqual({ ...sent.quote, customer_id: '7' })
    expect(verifyQuote(quote)).toEqual([])
  })

  it('goes with a copy', async () => {
    const engine = newEngine()
    const { quoteId } = await engine.createQuote(context, { ...request, customer_id: '7' })
    for (const prices of ['frozen', 'current'] as const)
      expect((await engine.copyQuote(context, quoteId, { prices })).quote.customer_id).toBe('7')
  })

  it('is not for buyers, who can send back a whole quote', async () => {
    const engine = newEngine()
    const creation = await errorOf(() =>
      engine.createQuote(buyer, { ...request, customer_id: '7' }),
    )
    expect([creation.code, creation.message]).toEqual([
      'not_permitted',
      'createQuote is not permitted: the customer id needs the role seller or system',
    ])
    const { quoteId } = await engine.createQuote(context, { ...request, customer_id: '7' })
    for (const customer_id of ['8', null]) {
      const error = await errorOf(() => engine.updateQuote(buyer, quoteId, { customer_id }))
      expect(error.code).toBe('not_permitted')
    }
    const { quote, version } = await engine.getQuote(buyer, quoteId)
    expect(quote.customer_id).toBe('7')
    expect((await engine.updateQuote(buyer, quoteId, { customer_id: '7' })).version).toBe(version)
  })

  it.each([[''], [7], ['x'.repeat(256)], ['a\0'], [{}], [['7']], ['\ud800']])(
    'rejects %j, and stores nothing',
    async (customer_id) => {
      const engine = newEngine()
      const sent = { ...request, customer_id: customer_id as never }
      for (const call of [
        () => engine.createQuote(context, sent),
        async () => {
          const { quoteId } = await engine.createQuote(context, request)
          return engine.updateQuote(context, quoteId, { customer_id: customer_id as never })
        },
      ]) {
        const error = await errorOf(call)
        expect([error.code, Object.keys((error.details as { errors: object }).errors)]).toEqual([
          'invalid_request',
          ['customer_id'],
        ])
      }
      expect((await engine.listQuotes(context)).items.map(({ version }) => version)).toEqual([1])
    },
  )

  it('is served over HTTP, as a field and as a parameter', async () => {
    const engine = newEngine()
    const app = createHttpApp({
      engine,
      authenticate: tokenAuthenticator({ [context.storeId]: ['t'] }),
      prefix: '',
    })
    const headers = {
      'x-auth-client': context.storeId,
      'x-auth-token': 't',
      'content-type': 'application/json',
    }
    for (const customer_id of ['7', '8', '9'])
      await app.request('/quotes', {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...request, customer_id }),
      })
    const response = await app.request('/quotes?customer_id=7&customer_id=9', { headers })
    expect(response.status).toBe(200)
    const text = await response.text()
    expect([...text.matchAll(/"customer_id":"(\d)"/g)].map(([, id]) => id).toSorted()).toEqual([
      '7',
      '9',
    ])
    expect((await app.request('/quotes?customerId=7', { headers })).status).toBe(422)
    const document = await (await app.request('/openapi.json')).text()
    expect(document.match(/"customer_id":\{/g)?.length).toBeGreaterThanOrEqual(3)
  })
})
