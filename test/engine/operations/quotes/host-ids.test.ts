import { describe, expect, it } from 'vitest'
import { createHttpApp, tokenAuthenticator } from '../../../../src/http/index.js'
import { hostIdNames, hostIds } from '../../../../src/quote/model/host-ids.js'
import { verifyQuote } from '../../../../src/quote/verify/verify-quote.js'
import { context, engineWith, errorOf } from '../../ports.js'
import { everyProduct } from './random-quotes.js'

const buyer = { ...context, role: 'buyer' } as const
const request = { customer: { name: 'Zoë' }, products: [{ id: 1, qty: 1 }] }
const newEngine = () => engineWith({ catalog: everyProduct })

const idsOf = ({ items }: { readonly items: readonly { readonly quoteId: string }[] }) =>
  items.map(({ quoteId }) => quoteId)

describe.each(hostIdNames)('the %s of a quote', (name) => {
  const { filter, noun } = hostIds[name]

  it('is absent until it is set, and after it is removed', async () => {
    const engine = newEngine()
    const created = await engine.createQuote(context, request)
    const plain = (await engine.getQuote(context, created.quoteId)).quote
    expect(Object.keys(plain)).not.toContain(name)
    const set = await engine.updateQuote(context, created.quoteId, { [name]: 'C-7' })
    expect(set.quote).toEqual({ ...plain, [name]: 'C-7' })
    const removed = await engine.updateQuote(context, created.quoteId, { [name]: null })
    expect(removed.quote).toEqual(plain)
  })

  it('finds all quotes of a customer, deleted ones too, to erase them', async () => {
    const engine = newEngine()
    const create = async (fields: object) =>
      (await engine.createQuote(context, { ...request, ...fields })).quoteId
    const first = await create({ [name]: '7' })
    const deleted = await create({ [name]: '7', customer: { email: 'new@example.com' } })
    const other = await create({ [name]: '8' })
    await create({})
    await engine.deleteQuote(context, deleted)
    expect(idsOf(await engine.listQuotes(context, { [filter]: '7' }))).toEqual([first])
    expect(idsOf(await engine.listQuotes(context, { [filter]: '7', deleted: true }))).toEqual([
      deleted,
    ])
    const both = await engine.listQuotes(context, { [filter]: ['7', '8'] })
    expect(idsOf(both).toSorted()).toEqual([first, other].toSorted())
    expect((await engine.countQuotes(context, { [filter]: '7' })).count).toBe(1)
    for (const quoteId of [first, deleted]) await engine.eraseQuote(context, quoteId)
    expect((await engine.countQuotes(context, { [filter]: '7' })).count).toBe(0)
    const left = await engine.listQuotes(context, { [filter]: '7', deleted: true })
    expect(left.items).toEqual([])
    expect(JSON.stringify((await engine.listHistory(context, first)).items)).not.toContain('"7"')
  })

  it('can be changed while an offer stands, which keeps its seal', async () => {
    const engine = newEngine()
    const { quoteId } = await engine.createQuote(context, request)
    const sent = await engine.sendQuote(context, quoteId)
    const { quote } = await engine.updateQuote(context, quoteId, { [name]: '7' })
    expect(quote).toEqual({ ...sent.quote, [name]: '7' })
    expect(verifyQuote(quote)).toEqual([])
  })

  it('goes with a copy', async () => {
    const engine = newEngine()
    const { quoteId } = await engine.createQuote(context, { ...request, [name]: '7' })
    for (const prices of ['frozen', 'current'] as const)
      expect((await engine.copyQuote(context, quoteId, { prices })).quote[name]).toBe('7')
  })

  it('is not for buyers, who can send back a whole quote', async () => {
    const engine = newEngine()
    const creation = await errorOf(() => engine.createQuote(buyer, { ...request, [name]: '7' }))
    expect([creation.code, creation.message]).toEqual([
      'not_permitted',
      `createQuote is not permitted: ${noun} needs the role seller or system`,
    ])
    const { quoteId } = await engine.createQuote(context, { ...request, [name]: '7' })
    for (const id of ['8', null]) {
      const error = await errorOf(() => engine.updateQuote(buyer, quoteId, { [name]: id }))
      expect(error.code).toBe('not_permitted')
    }
    const { quote, version } = await engine.getQuote(buyer, quoteId)
    expect(quote[name]).toBe('7')
    expect((await engine.updateQuote(buyer, quoteId, { [name]: '7' })).version).toBe(version)
  })

  it.each([[''], [7], ['x'.repeat(256)], ['a\0'], [{}], [['7']], ['\ud800']])(
    'rejects %j, and stores nothing',
    async (id) => {
      const engine = newEngine()
      const sent = { ...request, [name]: id as never }
      for (const call of [
        () => engine.createQuote(context, sent),
        async () => {
          const { quoteId } = await engine.createQuote(context, request)
          return engine.updateQuote(context, quoteId, { [name]: id as never })
        },
      ]) {
        const error = await errorOf(call)
        expect([error.code, Object.keys((error.details as { errors: object }).errors)]).toEqual([
          'invalid_request',
          [name],
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
    for (const id of ['7', '8', '9'])
      await app.request('/quotes', {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...request, [name]: id }),
      })
    const response = await app.request(`/quotes?${name}=7&${name}=9`, { headers })
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(
      [...text.matchAll(new RegExp(`"${name}":"(\\d)"`, 'g'))].map(([, id]) => id).toSorted(),
    ).toEqual(['7', '9'])
    expect((await app.request(`/quotes?${filter}=7`, { headers })).status).toBe(422)
    const document = await (await app.request('/openapi.json')).text()
    expect(document.split(`"${name}":{`).length - 1).toBeGreaterThanOrEqual(3)
  })
})
