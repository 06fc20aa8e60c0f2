import { describe, expect, it } from 'vitest'
import type { StoreContext } from '../../../src/engine/arguments.js'
import type { CatalogCallOptions, CatalogPort } from '../../../src/ports/catalog.js'
import type {
  CreateQuoteRequest,
  UpdateQuoteRequest,
} from '../../../src/quote/operations/requests.js'
import type { QuoteEngineOptions } from '../../../src/quote-engine/quote-engine.js'
import {
  buyer,
  markup,
  type SentFields,
  sampleDesk,
  sampleEngine,
  seller,
  textOf,
  unescaped,
} from '../sample-desk.js'
import { changed, formFields } from './form-fields.js'

/** The prices of two customers. */
const contracts = new Map([
  ['7', '80.00'],
  ['8', '60.00'],
])
const priceOf = (customerId: string | undefined) => contracts.get(customerId ?? '') ?? '100.00'

/** A catalog with a price of each customer, which records whose prices were searched. */
function contractCatalog() {
  const searched: unknown[] = []
  const catalog: CatalogPort = {
    findProducts: (_, ids, call) =>
      ids.flatMap((id) =>
        id === 118 || id === 204
          ? [{ id, name: 'Oak chair', price: priceOf(call?.customerId) }]
          : [],
      ),
    searchProducts(_, _text, { customerId, companyId } = {} as CatalogCallOptions) {
      searched.push([customerId, companyId])
      return [{ id: 118, name: 'Oak chair', price: priceOf(customerId) }]
    },
  }
  return { catalog, searched }
}

async function newQuote(options: Partial<QuoteEngineOptions> = {}) {
  const { catalog, searched } = contractCatalog()
  const engine = sampleEngine({ catalog, ...options })
  const desk = sampleDesk({ engine })
  const { html } = await desk.get('/quotes/new')
  const send = (typed: SentFields, action = 'save') =>
    desk.post('/quotes/new', changed(html, { 'customer.name': 'Ada', ...typed }, action))
  const stored = async () => (await engine.listQuotes(seller)).items.map(({ quote }) => quote)
  return { engine, desk, html, send, stored, searched }
}

async function openQuote(
  content: Partial<CreateQuoteRequest> = {},
  options: Partial<QuoteEngineOptions> = {},
) {
  const { catalog, searched } = contractCatalog()
  const engine = sampleEngine({ catalog, ...options })
  const request = { customer: { name: 'Ada' }, products: [{ id: 118, qty: 1 }], ...content }
  const { quoteId } = await engine.createQuote(seller, request)
  const desk = sampleDesk({ engine })
  const path = `/quotes/${quoteId}`
  const save = async (typed: SentFields, action = 'save') =>
    desk.post(path, changed((await desk.get(path)).html, typed, action))
  const stored = async () => {
    const { quote, version } = await engine.getQuote(seller, quoteId)
    return { quote, version, ids: [quote.customer_id, quote.company_id] }
  }
  return { engine, desk, quoteId, path, save, stored, searched }
}

/** Returns the part of the form that folds the ids. */
const idsPart = (html: string) =>
  html.split('<details').find((part) => part.includes('name="customer_id"')) ?? ''
const isOpen = (html: string) => / open>/.test(idsPart(html).split('\n')[0] ?? '')

describe('the form of a new quote', () => {
  it('stores the ids, with the prices of the customer', async () => {
    const { send, stored } = await newQuote()
    const typed = { customer_id: '7', company_id: 'c1', 'products[0].id': '118' }
    expect((await send(typed)).location).toMatch(/done=created$/)
    expect(await stored()).toMatchObject([
      { customer_id: '7', company_id: 'c1', products: [{ price: 80, quote: '80.00' }] },
    ])
  })

  it('has the prices for all customers and no ids without them', async () => {
    const { send, stored } = await newQuote()
    await send({ customer_id: ' ', 'products[0].id': '118' })
    const [quote] = await stored()
    expect(quote).not.toHaveProperty('customer_id')
    expect(quote).not.toHaveProperty('company_id')
    expect(quote?.quote_total).toBe('100.00')
  })

  it('calculates with the prices of the customer whose id is typed', async () => {
    const { send } = await newQuote()
    const { html } = await send({ customer_id: '8', 'products[0].id': '118' }, 'totals')
    expect(textOf(html)).toContain('Total 60.00')
    expect(formFields(html).customer_id).toEqual(['8'])
  })

  it('folds the inputs until one has a value or an error', async () => {
    const { html, send } = await newQuote()
    expect(idsPart(html)).toContain('<summary>Ids of the customer</summary>')
    expect(isOpen(html)).toBe(false)
    expect(isOpen((await send({ customer_id: '7' }, 'search')).html)).toBe(true)
    expect(isOpen((await send({ company_id: 'c1' }, 'search')).html)).toBe(true)
  })
})

describe('the form of a quote', () => {
  it('sets, changes and removes the ids, and each change is one version', async () => {
    const { path, save, stored } = await openQuote()
    expect((await save({ customer_id: '7', company_id: 'c1' })).location).toBe(`${path}?done=saved`)
    expect((await stored()).ids).toEqual(['7', 'c1'])
    await save({ customer_id: '8' })
    expect((await stored()).ids).toEqual(['8', 'c1'])
    await save({ customer_id: '', company_id: '' })
    const { quote, version } = await stored()
    expect(quote).not.toHaveProperty('customer_id')
    expect(quote).not.toHaveProperty('company_id')
    expect(version).toBe(4)
  })

  it('prices a line that is added with the id that is typed, and keeps the others', async () => {
    const { save, stored } = await openQuote()
    await save({ customer_id: '7', 'products[1].id': '204' })
    const { quote } = await stored()
    expect(quote.products.map(({ quote: price }) => price)).toEqual(['100.00', '80.00'])
  })

  it('changes the ids of a quote whose offer was sent, as the owner', async () => {
    const { engine, desk, quoteId, path, stored } = await openQuote({ customer_id: '7' })
    await engine.sendQuote(seller, quoteId)
    const { html } = await desk.get(path)
    const fields = changed(html, { customer_id: '', company_id: 'c2' }, 'save', 'id="quote"')
    expect((await desk.post(path, fields)).location).toBe(`${path}?done=saved`)
    const { ids, quote } = await stored()
    expect([ids, quote.status]).toEqual([[undefined, 'c2'], 'sent'])
  })

  it('keeps the ids if the form was cut off before them', async () => {
    const { desk, path, stored } = await openQuote({ customer_id: '7', company_id: 'c1' })
    const form = changed((await desk.get(path)).html, { 'customer.city': 'Paris' })
    const { customer_id: _, company_id: __, ...fields } = form
    expect((await desk.post(path, fields)).location).toBe(`${path}?done=saved`)
    expect((await stored()).ids).toEqual(['7', 'c1'])
  })

  it('keeps an id with spaces around it that was not changed', async () => {
    const { path, save, stored } = await openQuote({ customer_id: ' 7 ' })
    expect((await save({})).location).toBe(`${path}?done=unchanged`)
    await save({ 'customer.city': 'Paris' })
    expect((await stored()).ids).toEqual([' 7 ', undefined])
  })

  it.each(['customer_id', 'company_id'])('shows that %s is too long at its field', async (name) => {
    const { save, stored } = await openQuote()
    const long = 'x'.repeat(300)
    const { status, html } = await save({ [name]: long })
    expect(status).toBe(422)
    expect(html).toMatch(new RegExp(`id="f-${name}-error">must be a string of 1 to 255 characters`))
    expect(html).toContain(`href="#f-${name}"`)
    expect(formFields(html)[name]).toEqual([long])
    expect(isOpen(html)).toBe(true)
    expect((await stored()).version).toBe(1)
  })

  it('rejects NUL at the field, and stores a lone surrogate as its replacement character', async () => {
    const { save, stored } = await openQuote()
    const { status, html } = await save({ customer_id: 'a\0b' })
    expect(status).toBe(422)
    expect(html).toContain('id="f-customer_id-error">must be a string of 1 to 255 characters')
    await save({ customer_id: '\ud800' })
    expect((await stored()).ids).toEqual(['\ufffd', undefined])
  })

  it('keeps an id with a line break, which an input would drop', async () => {
    const { path, save } = await openQuote({ customer_id: 'a\nb', company_id: 'c\rd' })
    expect((await save({})).location).toBe(`${path}?done=unchanged`)
  })

  it.each(['__proto__', 'constructor', markup, 'a\u0001b', '[object Object]', '🪑'])(
    'stores and shows %j as it is typed',
    async (value) => {
      const { desk, path, save, stored } = await openQuote()
      await save({ customer_id: value, company_id: value })
      expect((await stored()).ids).toEqual([value, value])
      const { html } = await desk.get(path)
      expect(formFields(html)).toMatchObject({ customer_id: [value], company_id: [value] })
      expect(html).not.toContain('<script>alert')
      expect((await save({})).location).toBe(`${path}?done=unchanged`)
    },
  )

  it('takes the first of several values, and ignores names with brackets', async () => {
    const { save, stored } = await openQuote()
    await save({ customer_id: ['7', '8'], 'company_id[]': 'c1', 'company_id[0]': 'c1' })
    expect((await stored()).ids).toEqual(['7', undefined])
  })
})

describe('the conflict of two editors', () => {
  async function conflict(typed: SentFields, others: UpdateQuoteRequest) {
    const opened = await openQuote({ customer_id: '1', company_id: 'c1' })
    const { desk, engine, path, quoteId } = opened
    const { html } = await desk.get(path)
    await engine.updateQuote({ ...seller, actor: 'bob' }, quoteId, others)
    const response = await desk.post(path, changed(html, typed))
    const choose = (picks: SentFields) =>
      desk.post(path, changed(response.html, picks, 'save', 'class="conflict"'))
    return { ...opened, response, choose }
  }

  it.each([
    ['mine', '7'],
    ['theirs', '8'],
  ])('is shown with labels if both have changed one id, and %s is saved', async (pick, id) => {
    const { response, choose, stored } = await conflict({ customer_id: '7' }, { customer_id: '8' })
    expect(response.status).toBe(409)
    expect(textOf(response.html)).toContain('Customer id Changed by both 1 7 , yours 8 , theirs')
    expect((await stored()).ids).toEqual(['8', 'c1'])
    await choose({ 'pick[0]': pick })
    expect((await stored()).ids).toEqual([id, 'c1'])
  })

  it('combines changes of different ids', async () => {
    const { choose, stored } = await conflict({ customer_id: '7' }, { company_id: 'c2' })
    await choose({})
    expect((await stored()).ids).toEqual(['7', 'c2'])
  })

  it('combines an id that one has removed with lines that the other has changed', async () => {
    const lines = { product_changes: [{ id: 118, qty: 3 }] }
    const { choose, stored } = await conflict({ customer_id: '' }, lines)
    await choose({})
    const { ids, quote } = await stored()
    expect([ids, quote.products[0]?.qty]).toEqual([[undefined, 'c1'], 3])
  })
})

describe('the conflict of two editors of a quote whose offer was sent', () => {
  it('combines changes of different ids', async () => {
    const { desk, engine, path, quoteId, stored } = await openQuote({ company_id: 'c1' })
    await engine.sendQuote(seller, quoteId)
    const { html } = await desk.get(path)
    await engine.updateQuote({ ...seller, actor: 'bob' }, quoteId, { company_id: 'c2' })
    const fields = changed(html, { customer_id: '7' }, 'save', 'id="quote"')
    const response = await desk.post(path, fields)
    expect(response.status).toBe(409)
    expect((await stored()).ids).toEqual([undefined, 'c2'])
    await desk.post(path, changed(response.html, {}, 'save', 'class="conflict"'))
    const { ids, quote } = await stored()
    expect([ids, quote.status]).toEqual([['7', 'c2'], 'sent'])
  })
})

describe('a user with limited rights', () => {
  it('sees the reason of permit, and changes nothing', async () => {
    const permit: QuoteEngineOptions['permit'] = (_, operation, record, next) =>
      operation !== 'updateQuote' ||
      next?.quote.customer_id === record?.quote.customer_id ||
      'only managers assign customers'
    const { save, stored } = await openQuote({}, { permit })
    const { status, html } = await save({ customer_id: '7' })
    expect(status).toBe(403)
    expect(textOf(html)).toContain('only managers assign customers')
    expect((await stored()).ids).toEqual([undefined, undefined])
  })

  const scope = ({ actor }: StoreContext) => (actor === 'bob' ? { customerId: '7' } : 'all')
  const bob = { ...seller, actor: 'bob' }

  it('sees at the field that an id is outside of the scope', async () => {
    const { desk, save, stored } = await openQuote({ customer_id: '7' }, { scope })
    desk.user = bob
    for (const customer_id of ['8', '']) {
      const { status, html } = await save({ customer_id })
      expect(status).toBe(422)
      expect(html).toContain('id="f-customer_id-error"')
    }
    expect((await stored()).ids).toEqual(['7', undefined])
  })

  it('creates quotes with the id of the scope, and finds no prices of others', async () => {
    const { desk, stored, searched } = await newQuote({ scope })
    desk.user = bob
    const { html } = await desk.get('/quotes/new')
    const send = (typed: SentFields, action: string) =>
      desk.post('/quotes/new', changed(html, { 'customer.name': 'Bo', ...typed }, action))
    expect((await send({ search: 'oak' }, 'search')).html).toContain('80.00')
    const other = await send({ search: 'oak', customer_id: '8' }, 'search')
    expect(other.html).not.toContain('60.00')
    expect(searched).toEqual([['7', undefined]])
    await send({ 'products[0].id': '118' }, 'save')
    expect(await stored()).toMatchObject([{ customer_id: '7', quote_total: '80.00' }])
  })

  it('is no buyer: a buyer sees no id, and sets none', async () => {
    const { desk, path, stored } = await openQuote({ customer_id: 'secret-7' })
    const fields = changed((await desk.get(path)).html, { customer_id: '8' })
    desk.user = buyer
    expect((await desk.get(path)).html).not.toContain('secret-7')
    expect((await desk.post(path, fields)).status).toBe(403)
    expect((await stored()).ids).toEqual(['secret-7', undefined])
  })
})

describe('findProducts', () => {
  it('shows the prices of the customer whose id is typed into a new quote', async () => {
    const { send, searched } = await newQuote()
    const { html } = await send({ search: 'oak', customer_id: '7', company_id: 'c1' }, 'search')
    expect(html).toContain('80.00')
    expect(searched).toEqual([['7', 'c1']])
  })

  it('shows the prices of the typed id instead of the stored one, and of none', async () => {
    const { save, searched } = await openQuote({ customer_id: '7', company_id: 'c1' })
    await save({ search: 'oak' }, 'search')
    await save({ search: 'oak', customer_id: '8' }, 'search')
    await save({ search: 'oak', customer_id: '', company_id: '' }, 'search')
    expect(searched).toEqual([
      ['7', 'c1'],
      ['8', 'c1'],
      [undefined, undefined],
    ])
  })

  it('suggests products with the ids of the address, and with the stored ones', async () => {
    const { desk, quoteId, searched } = await openQuote({ customer_id: '7', company_id: 'c1' })
    const priceOf = async (query: string) =>
      JSON.parse((await desk.get(`/products?q=oak${query}`)).html).products[0].price
    expect(await priceOf('&customer_id=8&company_id=')).toBe('60.00')
    expect(await priceOf(`&quote=${quoteId}`)).toBe('80.00')
    expect(await priceOf(`&quote=${quoteId}&customer_id=8`)).toBe('60.00')
    expect(await priceOf(`&quote=${quoteId}&customer_id=&company_id=`)).toBe('100.00')
    expect(searched).toEqual([
      ['8', undefined],
      ['7', 'c1'],
      ['8', 'c1'],
      [undefined, undefined],
    ])
  })

  it('ignores what is no id, and reports no error', async () => {
    const { desk, quoteId, searched } = await openQuote({ customer_id: '7' })
    for (const id of ['x'.repeat(300), 'a%00b'])
      await desk.get(`/products?q=oak&quote=${quoteId}&customer_id=${id}`)
    await desk.get(`/products?q=oak&quote=${quoteId}&customer_id=__proto__`)
    expect(searched.map((ids) => (ids as string[])[0])).toEqual(['7', '7', '__proto__'])
    expect(desk.errors).toEqual([])
  })

  it('passes the ids to the search of the host', async () => {
    const calls: unknown[] = []
    const desk = sampleDesk({
      searchProducts(_user, text, quoteId, customer) {
        calls.push([text, quoteId, customer])
        return []
      },
    })
    const { html } = await desk.get('/quotes/new')
    const typed = { search: 'oak', customer_id: '7' }
    await desk.post('/quotes/new', changed(html, typed, 'search'))
    expect(calls).toEqual([['oak', undefined, { customerId: '7', companyId: undefined }]])
  })

  it('finds what is typed as the product of a line for the typed customer', async () => {
    const { send, stored, searched } = await newQuote()
    await send({ customer_id: '8', 'products[0].id': 'oak' })
    expect(searched).toEqual([['8', undefined]])
    expect((await stored())[0]?.quote_total).toBe('60.00')
  })
})

describe('showQuotePage', () => {
  it('links each id to the quotes that have it', async () => {
    const { engine, desk, path } = await openQuote({ customer_id: `7 & ${markup}` })
    await engine.createQuote(seller, {
      customer: { name: 'Bo' },
      products: [{ id: 118, qty: 1 }],
      customer_id: '8',
    })
    const { html } = await desk.get(path)
    const [, href = ''] = /<a class="wrap" href="\/desk([^"]*customer_id=[^"]*)"/.exec(html) ?? []
    const list = await desk.get(unescaped(href))
    expect(textOf(list.html)).toContain('Customer id: 7 & ')
    expect(list.html).toContain('<span class="who">Ada</span>')
    expect(list.html).not.toContain('<span class="who">Bo</span>')
    expect(list.html).not.toContain('<script>alert')
  })

  it('has no link for an id that the quote does not have', async () => {
    const { desk, path } = await openQuote({ customer_id: '7' })
    const { html } = await desk.get(path)
    expect(html).toContain('customer_id=7"')
    expect(html).not.toContain('company_id=')
  })
})

describe('showVersion', () => {
  it('shows both ids with their labels, in the history and in the comparison', async () => {
    const { desk, path, save } = await openQuote({ customer_id: '7' })
    await save({ customer_id: '8', company_id: 'c1' })
    expect(textOf((await desk.get(`${path}/history`)).html)).toMatch(/customer id.*company id/i)
    const compared = textOf((await desk.get(`${path}/differences?from=1&to=2`)).html)
    expect(compared).toContain('Customer id ± changed 7 8 Company id + added none c1')
  })
})
