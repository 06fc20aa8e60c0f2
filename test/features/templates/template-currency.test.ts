import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import type { CreateLineRequest } from '../../../src/quote/lines/line-request.js'
import {
  createQuoteEngine,
  type QuoteEngineOptions,
} from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'

const seller = { storeId: 's', actor: 'grace' }
const engineWith = (options: Partial<QuoteEngineOptions> = {}) =>
  createQuoteEngine({
    storage: memoryStorage(),
    catalog: memoryCatalog({ s: [{ id: 1, price: '10.00' }] }),
    ...options,
  })

/** Every kind of amount that a line can have by hand. */
const amounts: readonly (readonly [string, CreateLineRequest])[] = [
  ['an offered price', { id: 1, qty: 1, quote: '9.00' }],
  ['an amount that is taken off', { id: 1, qty: 1, discount: '1.00' }],
  ['a line without a product', { name: 'Work', price: '45.00', qty: 1 }],
]
const others: readonly (readonly [string, CreateLineRequest])[] = [
  ['a price of the catalog', { id: 1, qty: 1 }],
  ['a percentage', { id: 1, qty: 1, discount_percent: '5' }],
]

const codeAt = async (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error) => error.details?.errors?.currency,
  )

describe('the currency of a template', () => {
  it.each(amounts)('is that of the store with %s, and no other is possible', async (_, line) => {
    const engine = engineWith({ currency: 'EUR' })
    const { templateId, template } = await engine.createTemplate(seller, {
      name: 'T',
      products: [line],
    })
    expect(template.currency).toBe('EUR')
    expect((await engine.createQuoteFromTemplate(seller, templateId)).quote.currency).toBe('EUR')
    const same = await engine.createQuoteFromTemplate(seller, templateId, { currency: 'EUR' })
    expect(same.quote.currency).toBe('EUR')
    const other = engine.createQuoteFromTemplate(seller, templateId, { currency: 'USD' })
    expect(await codeAt(other)).toMatch(/^cannot be another one than EUR, because the template has/)
    const whole = engine.createQuoteFromTemplate(seller, templateId, {
      currency: 'USD',
      products: [line],
    })
    expect((await whole).quote.currency).toBe('USD')
  })

  it.each(amounts)('is that of the quote whose lines it gets, with %s', async (_, line) => {
    const engine = engineWith({ currency: 'EUR' })
    const request = { customer: {}, products: [line], currency: 'USD' }
    const { quoteId } = await engine.createQuote(seller, request)
    const made = await engine.createTemplate(seller, { name: 'T', quote_id: quoteId })
    expect(made.template.currency).toBe('USD')
    const { quote } = await engine.createQuoteFromTemplate(seller, made.templateId)
    expect(quote.currency).toBe('USD')
    const other = { name: 'T', quote_id: quoteId, currency: 'EUR' }
    expect(await codeAt(engine.createTemplate(seller, other))).toMatch(
      /^cannot be another one than USD, because the quote has amounts/,
    )
  })

  it.each(others)('is any with %s', async (_, line) => {
    const engine = engineWith({ currency: 'EUR' })
    const request = { name: 'T', products: [line] }
    const { templateId, template } = await engine.createTemplate(seller, request)
    expect(template).not.toHaveProperty('currency')
    for (const currency of ['EUR', 'USD']) {
      const made = await engine.createQuoteFromTemplate(seller, templateId, { currency })
      expect(made.quote.currency).toBe(currency)
    }
    const named = await engine.createTemplate(seller, { ...request, currency: 'USD' })
    const { quote } = await engine.createQuoteFromTemplate(seller, named.templateId)
    expect(quote.currency).toBe('USD')
    const chosen = { currency: 'EUR' }
    const { quote: euros } = await engine.createQuoteFromTemplate(seller, named.templateId, chosen)
    expect(euros.currency).toBe('EUR')
  })

  it('changes with its lines only', async () => {
    const engine = engineWith({ currency: 'EUR' })
    const products = [{ id: 1, qty: 1, quote: '9.00' }]
    const { templateId } = await engine.createTemplate(seller, { name: 'T', products })
    const update = (changes: object) => engine.updateTemplate(seller, templateId, changes)
    expect(await codeAt(update({ currency: 'USD' }))).toMatch(/send all lines in products with it$/)
    expect(await codeAt(update({ currency: null }))).toMatch(/^cannot be removed/)
    expect((await update({ name: 'U' })).template.currency).toBe('EUR')
    const dollars = await update({ currency: 'USD', products: [{ id: 1, qty: 1, quote: '11.00' }] })
    expect(dollars.template.currency).toBe('USD')
    const free = await update({ currency: null, products: [{ id: 1, qty: 1 }] })
    expect(free.template).not.toHaveProperty('currency')
    expect((await update({ products })).template.currency).toBe('EUR')
    expect(await update((await engine.getTemplate(seller, templateId)).template)).toMatchObject({
      template: { currency: 'EUR' },
    })
  })

  it('is that of the store if the template was stored without one', async () => {
    const storage = memoryStorage()
    const products = [{ id: 1, qty: 1, quote: '9.00' }]
    const { templateId } = await engineWith({ storage }).createTemplate(seller, {
      name: 'T',
      products,
    })
    const engine = engineWith({ storage, currency: 'EUR' })
    expect((await engine.createQuoteFromTemplate(seller, templateId)).quote.currency).toBe('EUR')
    const other = { currency: 'USD' }
    expect(await codeAt(engine.createQuoteFromTemplate(seller, templateId, other))).toMatch(/EUR/)
    const unknown = engineWith({ storage }).createQuoteFromTemplate(seller, templateId, other)
    expect(await codeAt(unknown)).toMatch(/set the currency of the template with updateTemplate/)
    const { template } = await engine.updateTemplate(seller, templateId, other)
    expect(template.currency).toBe('USD')
    expect((await engine.createQuoteFromTemplate(seller, templateId)).quote.quote_total).toBe(
      '9.00',
    )
    expect((await engine.createQuoteFromTemplate(seller, templateId)).quote.currency).toBe('USD')
  })

  it('is a currency', async () => {
    const engine = engineWith()
    const products = [{ id: 1, qty: 1 }]
    for (const currency of ['euro', 'eur', 7, '']) {
      const request = { name: 'T', products, currency } as never
      expect(await codeAt(engine.createTemplate(seller, request))).toMatch(/^must be a currency/)
    }
  })
})
