import { describe, expect, it } from 'vitest'
import { customerFigures } from '../../../src/desk/customers/customer-figures.js'
import type { StoragePort } from '../../../src/ports/storage.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import {
  inputValue,
  markup,
  request,
  sampleDesk,
  sampleEngine,
  seller,
  stranger,
  textOf,
  unescaped,
} from '../sample-desk.js'

const email = request.customer.email
const byEmail = `/customer?email=${encodeURIComponent(email)}`

/** A store in which Ada has an open, an ordered and a declined quote, and another customer one. */
async function sample() {
  const engine = sampleEngine({ currency: 'EUR' })
  const create = (fields: object = {}) => engine.createQuote(seller, { ...request, ...fields })
  const send = async (fields: object = {}) => {
    const { quoteId } = await create(fields)
    await engine.sendQuote(seller, quoteId)
    return quoteId
  }
  const ordered = await send()
  await engine.acceptQuote(seller, ordered, { revision: 1, name: 'Ada' })
  await engine.orderQuote(seller, ordered, { order_id: 'o-1' })
  await engine.declineQuote(seller, await send())
  await send({ customer_id: 'c/7 ', company_id: 'acme' })
  await create({ customer: { name: 'Somebody else', email: 'other@example.com' } })
  return { engine, create, send, desk: sampleDesk({ engine }) }
}

describe('customerRoute', () => {
  it('shows whom to reach, the figures, the quotes, and what was bought', async () => {
    const { engine, desk } = await sample()
    const { status, html } = await desk.get(byEmail.replace('ada', 'ADA'))
    expect(status).toBe(200)
    const text = textOf(html)
    const { items } = await engine.listQuotes(seller, { status: 'ordered' })
    const total = items[0]?.quote.amounts?.total
    expect(text).toContain('Engines & Co Customer since November 14, 2023')
    expect(text).toContain(`Open €${total} 1 quote`)
    expect(text).toContain(`Won in all €${total} 1 of 2`)
    // (549.50 - 449.40) ÷ 549.50
    expect(text).toContain('Below list prices 18.2%')
    expect(html.match(/<th scope="row" class="customer">/g)).toHaveLength(3)
    expect(text).not.toContain('Somebody else')
    expect(text).toMatch(
      /Bought most .* Felt pad \(FP-204\) 4 €12\.50 .*Oak chair \(OC-118\) 2 €149/,
    )
    expect(text).toContain(`People AL Ada Lovelace ${email}`)
    expect(text).toContain('Addresses London')
    expect(html).not.toContain('type="checkbox"')
  })

  it('finds a customer by the id of the host, whatever characters it has', async () => {
    const { desk, create } = await sample()
    for (const id of ['c/7 ', '..', '__proto__', '%2F', 'ä&=?#', `"'><script>`]) {
      await create({ customer_id: id, customer: { name: markup } })
      const { status, html } = await desk.get(
        `/customer?${new URLSearchParams({ customer_id: id })}`,
      )
      expect([id, status]).toEqual([id, 200])
      expect(unescaped(html)).toContain(id)
      expect(html).not.toContain('<script>')
      expect(html).toContain(`href="/desk?${new URLSearchParams({ customer_id: id })}"`)
    }
  })

  it.each([
    '/customer',
    '/customer?email=',
    '/customer?email=none%40example.com',
    '/customer?email=__proto__',
    '/customer?customer_id=constructor',
    `/customer?customer_id=${'x'.repeat(2_000)}`,
    '/customer?customer_id=%00',
    '/customer?customer_id=%ED%A0%80',
  ])('finds nothing at %s', async (path) => {
    const { desk } = await sample()
    const { status, html } = await desk.get(path)
    expect(status).toBe(404)
    expect(textOf(html)).toContain('No quotes of this customer')
    expect(desk.errors).toEqual([])
  })

  it('shows nothing of another store', async () => {
    const { desk } = await sample()
    desk.user = stranger
    for (const path of [byEmail, '/customer?customer_id=c%2F7+'])
      expect((await desk.get(path)).status).toBe(404)
    const { html } = await desk.get(`/quotes/new?email=${email}`)
    expect(inputValue(html, 'customer.name')).toBe('')
    expect((await desk.get('/customers/search?q=ada')).html).not.toContain('Lovelace')
  })

  it('loads one page of at most 200 quotes, and says so', async () => {
    const finds: number[] = []
    const memory = memoryStorage()
    const storage: StoragePort = {
      ...memory,
      find(storeId, query, call) {
        finds.push(query.limit)
        return memory.find(storeId, query, call)
      },
    }
    const engine = sampleEngine({ storage })
    for (let index = 0; index < 201; index += 1) await engine.createQuote(seller, request)
    const { html } = await sampleDesk({ engine }).get(byEmail)
    expect(textOf(html)).toContain('Its latest 200 quotes')
    expect(textOf(html)).not.toContain('Customer since')
    expect(html.match(/<th scope="row" class="customer">/g)).toHaveLength(200)
    expect(finds).toHaveLength(1)
  }, 30_000)

  it('is linked from the page of a quote, by the id before the address', async () => {
    const { engine, create, desk } = await sample()
    const link = async (fields: object) => {
      const { quoteId } = await create(fields)
      const { html } = await desk.get(`/quotes/${quoteId}`)
      return /href="\/desk(\/customer\?[^"]+)"/.exec(html)?.[1]
    }
    expect(await link({})).toBe('/customer?email=ada%40example.com')
    expect(await link({ customer_id: '7' })).toBe('/customer?customer_id=7')
    expect(await link({ customer: { name: 'No address' } })).toBeUndefined()
    expect(engine).toBeDefined()
  })
})

describe('newQuoteRoute', () => {
  it('is filled in for a customer, with a product that was bought', async () => {
    const { desk } = await sample()
    const { html: page } = await desk.get(byEmail)
    const link =
      /href="\/desk(\/quotes\/new\?customer_id=[^"]+product=[^"]+)"/.exec(page)?.[1] ?? ''
    const { status, html } = await desk.get(unescaped(link))
    expect(status).toBe(200)
    expect(inputValue(html, 'customer.name')).toBe('Ada Lovelace')
    expect(inputValue(html, 'customer.email')).toBe(email)
    expect(inputValue(html, 'customer_id')).toBe('c/7 ')
    expect(inputValue(html, 'company_id')).toBe('acme')
    expect(html).toContain('12.50')
  })

  it('is a form for anybody and anything if the address names nothing that exists', async () => {
    const { desk } = await sample()
    for (const query of [
      'email=none%40example.com',
      'customer_id=__proto__',
      `product=${encodeURIComponent(markup)}`,
      `product=${'9'.repeat(3_000)}`,
      'product=%00',
    ]) {
      const { status, html } = await desk.get(`/quotes/new?${query}`)
      expect([query, status]).toEqual([query, 200])
      expect(inputValue(html, 'customer.name')).toBe('')
      expect(html).not.toContain('<script>')
    }
    expect(desk.errors).toEqual([])
  })
})

describe('customerSearchRoute', () => {
  it('shows the customers of the latest quotes, and those with the words', async () => {
    const { desk } = await sample()
    const all = textOf((await desk.get('/customers/search')).html)
    expect(all).toContain('Engines & Co')
    expect(all).toContain('Somebody else')
    const { html } = await desk.get('/customers/search?q=somebody')
    expect(html).toContain('href="/desk/customer?email=other%40example.com"')
    expect(textOf(html)).not.toContain('Engines')
    expect(textOf((await desk.get('/customers/search?q=zzz')).html)).toContain('No customer has')
  })

  it('takes the customers of the host, and shows that they cannot be searched', async () => {
    const customer = { name: markup, email: 'm@example.com' }
    const found = sampleDesk({ searchCustomers: async () => [{ customer, customer_id: '9' }] })
    const { html } = await found.get('/customers/search?q=x')
    expect(html).toContain('href="/desk/customer?customer_id=9"')
    expect(html).not.toContain('<script>')
    const failing = sampleDesk({
      searchCustomers: () => {
        throw new Error('down')
      },
    })
    const page = await failing.get('/customers/search?q=x')
    expect([page.status, textOf(page.html)]).toEqual([200, expect.stringContaining('cannot be')])
    expect(failing.errors).toMatchObject([{ message: 'down' }])
  })
})

describe('customerFigures', () => {
  it('never adds up amounts of different currencies', async () => {
    const engine = sampleEngine({ currency: 'EUR' })
    const quotes = []
    for (const currency of ['EUR', 'EUR', 'USD']) {
      const products = [
        { name: 'Work', price: '0.1', qty: 3, quote: currency === 'USD' ? '0.01' : '0.09' },
      ]
      const { quoteId } = await engine.createQuote(seller, {
        customer: {},
        currency,
        products,
      } as never)
      quotes.push(await engine.sendQuote(seller, quoteId))
    }
    const { open, won, belowList } = customerFigures(quotes as never)
    expect(open.count).toBe(3)
    expect(open.sums.map((each) => each.currency)).toEqual(['EUR', 'USD'])
    expect(won).toEqual({ count: 0, sums: [] })
    expect(belowList).toBe('10.0')
    expect(customerFigures([]).belowList).toBeUndefined()
  })
})
