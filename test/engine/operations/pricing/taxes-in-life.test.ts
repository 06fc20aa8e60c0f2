import { describe, expect, it } from 'vitest'
import type { Quote } from '../../../../src/quote/model/quote.js'
import { sealOf, unsealedFields } from '../../../../src/quote/model/seal.js'
import { explainQuote } from '../../../../src/quote/verify/explain-quote.js'
import { verifyAcceptance } from '../../../../src/quote/verify/verify-acceptance.js'
import { verifyQuote } from '../../../../src/quote/verify/verify-quote.js'
import type { QuoteEngineOptions } from '../../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { errorOf } from '../../ports.js'
import { context, pricedShop, request } from '../../priced-shop.js'

const lines = request.products.map((line, index) =>
  index === 0 ? { ...line, note: 'Zinc plated' } : line,
)

/** Everything that is priced: 299.50, less 10 %, and 9.90 for shipping. */
const priced = {
  ...request,
  products: lines,
  currency: 'EUR',
  discounts: [{ type: 'percent' as const, value: 10, label: 'Spring' }],
  shipping: { type: 'express' },
}

const amounts = {
  lines: '299.50',
  discounts: '29.95',
  shipping: '9.90',
  taxes: '55.89',
  total: '335.34',
}

async function sentQuote(options: Partial<QuoteEngineOptions> = {}) {
  const shop = pricedShop(options)
  const { quoteId } = await shop.engine.createQuote(context, priced)
  const { quote } = await shop.engine.sendQuote(context, quoteId)
  expect(quote).toMatchObject({ status: 'sent', amounts, total: 335.34 })
  return { ...shop, quoteId, quote }
}

describe('taxes of an offer that is withdrawn', () => {
  it.each(['reviseQuote', 'updateQuote'] as const)(
    'by %s stay as they are, and are calculated again when it is sent',
    async (name) => {
      const { engine, asked, quoteId, quote } = await sentQuote()
      const draft =
        name === 'reviseQuote'
          ? await engine.reviseQuote(context, quoteId)
          : await engine.updateQuote(context, quoteId, { status: 'draft' })
      expect(draft.quote).toMatchObject({ status: 'draft', total: 0, amounts })
      expect(draft.quote.taxes).toEqual(quote.taxes)
      expect([asked.taxes.length, verifyQuote(draft.quote)]).toEqual([1, []])
      const again = await engine.sendQuote(context, quoteId)
      expect(asked.taxes).toHaveLength(2)
      expect(again.quote.taxes?.date).toBeGreaterThan(quote.taxes?.date ?? Number.NaN)
      expect(again.quote).toMatchObject({ revision: 2, amounts })
    },
  )

  it.each<[string, object, string]>([
    ['a quantity', { product_changes: [{ key: '1-2', qty: 2 }] }, '414.45'],
    ['the discounts', { discounts: null }, '309.40'],
    ['the shipping', { shipping: { type: 'no_additional' } }, '269.55'],
    ['the customer', { customer: { country: 'FR' } }, '279.45'],
  ])('by reviseOnUpdate with another value of %s are stale', async (_, changes, total) => {
    const { engine, asked, quoteId, quote } = await sentQuote({
      lifecycle: { reviseOnUpdate: true },
    })
    const edited = await engine.updateQuote(context, quoteId, changes)
    expect(edited.quote).toMatchObject({ status: 'draft', total: 0, revision: 1 })
    expect(edited.quote.taxes).toEqual({ ...quote.taxes, stale: true })
    expect(edited.quote.amounts).toMatchObject({ taxes: '0.00', total })
    expect([asked.taxes.length, verifyQuote(edited.quote)]).toEqual([1, []])
    const again = await engine.sendQuote(context, quoteId)
    expect(again.quote.taxes).not.toHaveProperty('stale')
    expect([again.quote.revision, verifyQuote(again.quote)]).toEqual([2, []])
    const first = await engine.getQuote(context, quoteId, { revision: 1 })
    expect(first.quote).toEqual(quote)
  })

  it('and changed and sent by one update are those of the changed quote', async () => {
    const { engine, asked, quoteId } = await sentQuote()
    await engine.reviseQuote(context, quoteId)
    const { quote } = await engine.updateQuote(context, quoteId, {
      discounts: null,
      shipping: { type: 'no_additional' },
      status: 'sent',
    })
    expect(asked.taxes.at(-1)).not.toHaveProperty('shipping')
    expect(quote).toMatchObject({ status: 'sent', revision: 2, total: 359.4 })
    expect(quote.amounts).toMatchObject({ discounts: '0.00', shipping: '0.00', taxes: '59.90' })
  })

  it('and are stale cannot be sent by an engine without a provider', async () => {
    const storage = memoryStorage()
    const { engine, quoteId } = await sentQuote({ storage, lifecycle: { reviseOnUpdate: true } })
    await engine.updateQuote(context, quoteId, { discounts: null })
    const { engine: other } = pricedShop({ storage, tax: undefined })
    for (const send of [
      () => other.sendQuote(context, quoteId),
      () => other.updateQuote(context, quoteId, { status: 'sent' }),
    ])
      expect((await errorOf(send)).details).toHaveProperty(['errors', 'taxes'])
    expect((await engine.getQuote(context, quoteId)).quote.status).toBe('draft')
  })
})

describe('copyQuote', () => {
  it.each(['frozen', 'current'] as const)(
    'of an offer with taxes at %s prices has no taxes until it is sent',
    async (prices) => {
      const { engine, asked, quoteId } = await sentQuote()
      const copy = await engine.copyQuote(context, quoteId, { prices })
      for (const field of ['taxes', 'seal', 'number', 'revision', 'sent', 'acceptance'])
        expect(copy.quote).not.toHaveProperty(field)
      const isFrozen = prices === 'frozen'
      expect(copy.quote).toMatchObject({
        status: 'new',
        total: 0,
        currency: 'EUR',
        amounts: { taxes: '0.00', total: isFrozen ? '279.45' : '269.55' },
      })
      expect([asked.taxes.length, verifyQuote(copy.quote)]).toEqual([1, []])
      const sent = await engine.sendQuote(context, copy.quoteId)
      expect(sent.quote).toMatchObject({
        number: '2',
        amounts: isFrozen ? amounts : { total: '323.46' },
      })
      expect((await engine.getQuote(context, quoteId)).quote.status).toBe('sent')
    },
  )
})

describe('an offer with taxes', () => {
  it('is accepted and ordered as it was sent, without asking the provider again', async () => {
    const placed: Quote[] = []
    const { engine, asked, quoteId, quote } = await sentQuote({
      orders: {
        placeOrder({ record }) {
          placed.push(record.quote)
          return { orderId: 'order-1' }
        },
      },
    })
    const { seal } = quote
    const accepted = await engine.acceptQuote(context, quoteId, { revision: 1, seal })
    const { taxes, total } = quote
    expect(accepted.quote).toMatchObject({ amounts, taxes, total, seal })
    const ordered = await engine.orderQuote(context, quoteId)
    expect(ordered.quote).toMatchObject({ status: 'ordered', amounts, taxes, total, seal })
    expect(placed).toMatchObject([{ amounts, taxes, total, currency: 'EUR', decimals: 2 }])
    expect(asked.taxes).toHaveLength(1)
    expect([verifyQuote(ordered.quote), verifyAcceptance(ordered.quote)]).toEqual([[], []])
  })

  it('is locked for priceTaxes, repriceQuote, and changes of what is priced', async () => {
    const { engine, asked, quoteId, quote } = await sentQuote()
    const shipped = asked.shipping
    const calls = [
      () => engine.priceTaxes(context, quoteId),
      () => engine.repriceQuote(context, quoteId),
      () => engine.updateQuote(context, quoteId, { discounts: [] }),
      () => engine.updateQuote(context, quoteId, { shipping: { type: 'no_additional' } }),
      () => engine.updateQuote(context, quoteId, { shipping: { type: 'express' } }),
      () => engine.updateQuote(context, quoteId, { product_changes: [{ key: '1-1', note: 'x' }] }),
    ]
    for (const call of calls) expect((await errorOf(call)).code).toBe('quote_locked')
    expect((await engine.getQuote(context, quoteId)).quote).toEqual(quote)
    expect([asked.taxes.length, asked.shipping]).toEqual([1, shipped])
  })

  /** Returns the paths of all strings and numbers in a value. */
  function leavesOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
    if (typeof value !== 'object' || value === null) return [path]
    return Object.entries(value).flatMap(([key, each]) => leavesOf(each, [...path, key]))
  }

  it('has a seal of every value that it shows, and of no other field', async () => {
    const { quote } = await sentQuote()
    const unsealed: readonly string[] = unsealedFields
    const paths = leavesOf(quote)
    const sealed = ['discounts', 'shipping', 'taxes', 'amounts', 'currency', 'decimals', 'total']
    for (const field of sealed) expect(paths.map(([first]) => first)).toContain(field)
    expect(paths).toContainEqual(['products', '0', 'note'])
    for (const path of paths) {
      const changed: unknown = structuredClone(quote)
      const parent = path.slice(0, -1).reduce((at, key) => (at as never)[key], changed) as object
      Object.assign(parent, { [path.at(-1) ?? '']: 'another value' })
      const isSame = sealOf(changed as Quote) === quote.seal
      expect([path, isSame]).toEqual([path, unsealed.includes(path[0] ?? '')])
    }
    for (const field of Object.keys(quote)) {
      const { [field as 'total']: _, ...rest } = quote
      expect([field, sealOf(rest as Quote) === quote.seal]).toEqual([
        field,
        unsealed.includes(field),
      ])
    }
  })
})

describe('taxes of a quote that is updated', () => {
  const one = { customer: {}, products: [{ id: 2, qty: 1 }] }

  it('are those of the changed quote if a canceled one is changed and sent by one update', async () => {
    const { engine } = pricedShop({ lifecycle: { reviseOnUpdate: true } })
    const { quoteId } = await engine.createQuote(context, one)
    await engine.cancelQuote(context, quoteId)
    const changes = { status: 'sent', products: [{ id: 2, qty: 2 }] }
    const { quote } = await engine.updateQuote(context, quoteId, changes)
    expect(quote.amounts).toMatchObject({ taxes: '60.00', total: '360.00' })
  })

  it('are part of no total while they are stale', async () => {
    const { engine } = pricedShop()
    const { quoteId } = await engine.createQuote(context, one)
    await engine.priceTaxes(context, quoteId)
    const update = (change: object) =>
      engine.updateQuote(context, quoteId, { product_changes: [{ id: 2, ...change }] })
    expect((await update({ note: 'Blue' })).quote.taxes?.stale).toBeUndefined()
    const { quote } = await update({ qty: 2 })
    expect(quote.taxes?.stale).toBe(true)
    expect(quote.amounts).toMatchObject({ taxes: '0.00', total: '300.00' })
    expect(explainQuote(quote).total).toBe('300.00')
    expect(verifyQuote(quote)).toEqual([])
  })

  it('cannot be stale in an offer, even with a seal of its own', async () => {
    const { quote } = await sentQuote()
    const { taxes, amounts } = quote
    if (taxes === undefined || amounts === undefined) throw new Error('must have taxes')
    const forged = {
      ...quote,
      taxes: { ...taxes, stale: true as const },
      amounts: { ...amounts, taxes: '0.00', total: '279.45' },
      total: 279.45,
    }
    const paths = verifyQuote({ ...forged, seal: sealOf(forged) }).map(({ path }) => path)
    expect(paths).toEqual(['taxes.stale'])
  })
})
