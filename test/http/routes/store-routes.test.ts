import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { createHttpApp } from '../../../src/http/app.js'
import type { CustomerItem, StoreContext } from '../../../src/index.js'
import { createQuoteEngine, type QuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { json, sampleEngine } from '../sample-app.js'

const seller = { storeId: 'store-1', role: 'seller' } as const
const prefix = '/v3/bc/public'

/** An app whose caller a test chooses, over an engine with quotes of two customers. */
async function createApp(caller: StoreContext = seller, engine = sampleEngine()) {
  const errors: unknown[] = []
  const app = createHttpApp({
    engine,
    authenticate: () => caller,
    onError: (error) => errors.push(error),
  })
  const products = [{ id: 118, qty: 2 }]
  const ids: Record<string, string> = {}
  for (const name of ['ada', 'eve', 'Ada']) {
    const customer = { name, email: `${name}@example.com` }
    const request = { customer, products, customer_id: name.toLowerCase(), follow_up: '2030-01-01' }
    ids[name] = (await engine.createQuote(seller, request)).quoteId
  }
  const send = (method: string, path: string, body?: unknown, headers: object = {}) =>
    app.request(`${prefix}${path}`, {
      method,
      headers: { ...json, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return { app, engine, ids, errors, send }
}

/** Returns the field errors of a rejected request. */
async function problemOf(response: Response) {
  const { code, errors } = (await response.json()) as { code: string; errors: object }
  return [response.status, code, errors]
}

async function linesOf(response: Response): Promise<readonly CustomerItem[]> {
  expect(response.status).toBe(200)
  const text = await response.text()
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}

describe('GET /quote-export', () => {
  it('sends all quotes as JSON Lines, the oldest first', async () => {
    const { send, ids } = await createApp()
    const response = await send('GET', '/quote-export')
    const { headers } = response
    expect(headers.get('content-type')).toBe('application/jsonl; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="quotes.jsonl"')
    expect(headers.get('cache-control')).toBe('no-store')
    const lines = (await linesOf(response)) as unknown as readonly { quoteId: string }[]
    expect(lines.map(({ quoteId }) => quoteId)).toEqual(Object.values(ids))
  })

  it('sends CSV with the columns, rows and filter of the query', async () => {
    const { send } = await createApp()
    const columns = 'columns=customer.name&columns=products.qty&columns=products.quote_total'
    const query = `format=csv&rows=lines&delimiter=%3B&bom=true&${columns}`
    const response = await send(
      'GET',
      `/quote-export?${query}&customer=ADA@example.com&order=newest`,
    )
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(parse(Buffer.from(bytes), { bom: true, delimiter: ';' })).toEqual([
      ['customer.name', 'products.qty', 'products.quote_total'],
      ['Ada', '2', '299.90'],
      ['ada', '2', '299.90'],
    ])
  })

  it('sends buyers what they see', async () => {
    const { app } = await createApp({ ...seller, role: 'buyer' })
    const text = await (await app.request(`${prefix}/quote-export`)).text()
    expect(text).toContain('ada@example.com')
    expect(text).not.toContain('2030-01-01')
  })

  it('writes the decimal separator that the query names', async () => {
    const { send } = await createApp()
    const query = 'format=csv&delimiter=%3B&decimal_separator=,&columns=quote_total'
    const response = await send('GET', `/quote-export?${query}`)
    expect((await response.text()).split('\r\n')[1]).toMatch(/^\d+,\d\d$/)
  })

  it.each([
    ['format=csv&delimiter=%00', 'delimiter'],
    ['format=csv&delimiter=%1F', 'delimiter'],
    ['format=csv&delimiter=%7F', 'delimiter'],
    ['format=csv&decimal_separator=%27', 'decimal_separator'],
    ['format=csv&decimalSeparator=.', 'decimalSeparator'],
    ['format=csv&columns=customer.nmae', 'columns[0]'],
    ['rows=lines', 'rows'],
    ['columns=number', 'columns'],
    ['delimiter=%3B', 'delimiter'],
    ['decimal_separator=,', 'decimal_separator'],
    ['bom=true', 'bom'],
  ])('rejects %s', async (query, parameter) => {
    const { send } = await createApp()
    const [status, code, errors] = await problemOf(await send('GET', `/quote-export?${query}`))
    expect([status, code]).toEqual([422, 'invalid_request'])
    expect(Object.keys(errors as object)).toEqual([parameter])
  })

  it('takes parameters of CSV for JSON Lines that have their values by default', async () => {
    const { send } = await createApp()
    const query = 'format=jsonl&rows=quotes&bom=false&delimiter=,&decimal_separator=.'
    expect((await send('GET', `/quote-export?${query}`)).status).toBe(200)
  })

  it('rejects an invalid query, and names each parameter', async () => {
    const { send } = await createApp()
    const query = 'format=xml&rows=all&delimiter=%22&bom=yes&order=best&limit=3'
    expect(await problemOf(await send('GET', `/quote-export?${query}`))).toEqual([
      422,
      'invalid_request',
      {
        format: expect.stringMatching('must be jsonl or csv'),
        rows: expect.stringMatching('must be quotes or lines'),
        delimiter: expect.stringMatching('must be one character'),
        bom: expect.stringMatching('must be true or false'),
        order: expect.stringMatching('must be one of newest'),
        limit: expect.stringMatching('is not a known parameter'),
      },
    ])
    const response = await send('GET', '/quote-export?format=csv&columns=number&columns=__proto__')
    expect(await problemOf(response)).toEqual([
      422,
      'invalid_request',
      { 'columns[1]': expect.stringMatching('known') },
    ])
  })

  it('needs credentials', async () => {
    const app = createHttpApp({ engine: sampleEngine(), authenticate: () => undefined })
    for (const [method, path] of [
      ['GET', '/quote-export'],
      ['POST', '/export-customer'],
      ['POST', '/erase-customer'],
    ] as const)
      expect((await app.request(`${prefix}${path}`, { method })).status).toBe(401)
  })

  it('loads nothing for HEAD, and ends when the client goes', async () => {
    const { engine, app } = await createApp()
    let pages = 0
    const counting = {
      ...engine,
      listQuotes: (...args: Parameters<QuoteEngine['listQuotes']>) => {
        pages += 1
        return engine.listQuotes(...args)
      },
    }
    const { app: other } = await createApp(seller, counting as QuoteEngine)
    const head = await other.request(`${prefix}/quote-export`, { method: 'HEAD' })
    expect([head.status, await head.text(), pages]).toEqual([200, '', 1])
    const response = await app.request(`${prefix}/quote-export`)
    await response.body?.cancel()
  })

  it('breaks off, and reports the error, if a later page cannot be loaded', async () => {
    const storage = memoryStorage()
    let finds = 0
    const engine = createQuoteEngine({
      storage: {
        ...storage,
        find: (...args: Parameters<typeof storage.find>) => {
          finds += 1
          if (finds > 1) throw new Error('the database is down')
          return storage.find(...args)
        },
      },
      catalog: { findProducts: () => [] },
    })
    const name = 'x'.repeat(60)
    const products = Array.from({ length: 60 }, () => ({ name, price: '1', qty: 1 }))
    for (let count = 0; count < 201; count += 1)
      await engine.createQuote(seller, { customer: {}, products })
    const errors: unknown[] = []
    const { fetch: handle } = createHttpApp({
      engine,
      authenticate: () => seller,
      onError: (error) => errors.push(error),
    })
    const server = serve({ fetch: handle, port: 0, hostname: '127.0.0.1' })
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}${prefix}/quote-export`)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
    expect(errors).toMatchObject([{ code: 'storage_failed' }])
    server.close()
  })
})

it('files have the types that the OpenAPI document has', async () => {
  const { send } = await createApp()
  const { paths } = (await (await send('GET', '/openapi.json')).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>
  }
  const typesOf = (path: string, method: string) =>
    Object.keys(paths[path]?.[method]?.responses[200].content ?? {}).sort()
  const typeOf = (response: Response) => response.headers.get('content-type')?.split(';')[0]
  expect([
    typeOf(await send('GET', '/quote-export')),
    typeOf(await send('GET', '/quote-export?format=csv')),
  ]).toEqual(typesOf('/quote-export', 'get'))
  const customer = await send('POST', '/export-customer', { email: 'ada@example.com' })
  expect([typeOf(customer)]).toEqual(typesOf('/export-customer', 'post'))
})

interface Documented {
  readonly responses: { readonly 200: { readonly content: Readonly<Record<string, unknown>> } }
}

describe('POST /export-customer', () => {
  it('sends what the store has of one customer', async () => {
    const { send, engine, ids } = await createApp()
    await engine.deleteQuote(seller, ids.ada as string)
    const template = { name: 'Desk', customer: { email: 'ada@example.com' }, products: [] }
    await engine.createTemplate(seller, { ...template, products: [{ id: 118, qty: 1 }] })
    for (const body of [{ email: 'ADA@example.com' }, { customer_id: 'ada' }]) {
      const response = await send('POST', '/export-customer', body)
      expect(response.headers.get('content-disposition')).toContain('"customer.jsonl"')
      const items = await linesOf(response)
      expect(items.map(({ kind }) => kind)).toEqual(['quote', 'quote', 'template'])
    }
  })
})

describe('POST /erase-customer', () => {
  it('erases the quotes and templates of one customer, and can be repeated', async () => {
    const { send, engine, ids } = await createApp()
    await engine.deleteQuote(seller, ids.ada as string)
    const response = await send('POST', '/erase-customer', { customer_id: 'ada' })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      quote_ids: [ids.Ada, ids.ada],
      template_ids: [],
      remaining: [],
      success: true,
    })
    expect((await engine.countQuotes(seller)).count).toBe(1)
    const again = await send('POST', '/erase-customer', { customer_id: 'ada' })
    expect(await again.json()).toMatchObject({ quote_ids: [], success: true })
  })

  it('keeps quotes with an order if keep_ordered is true', async () => {
    const { send, engine, ids } = await createApp()
    const quoteId = ids.ada as string
    await engine.sendQuote(seller, quoteId)
    await engine.acceptQuote({ storeId: 'store-1' }, quoteId, { revision: 1 })
    await engine.orderQuote(seller, quoteId, { order_id: 'o-1' })
    const body = { email: 'ada@example.com', keep_ordered: true }
    expect(await (await send('POST', '/erase-customer', body)).json()).toEqual({
      quote_ids: [ids.Ada],
      template_ids: [],
      remaining: [{ quote_id: quoteId, reason: 'it has an order' }],
      success: true,
    })
  })

  it('rejects buyers', async () => {
    const { send, engine } = await createApp({ ...seller, role: 'buyer' })
    for (const path of ['/erase-customer', '/export-customer'])
      expect(await problemOf(await send('POST', path, { email: 'ada@example.com' }))).toEqual([
        403,
        'not_permitted',
        {},
      ])
    expect((await engine.countQuotes(seller)).count).toBe(3)
  })

  it.each([
    [{}, { customer_id: expect.stringMatching('must be set') }],
    [{ email: 'a@b.c', company_id: '7' }, { customer_id: expect.stringMatching('only one') }],
    [{ email: '' }, { email: expect.any(String) }],
    [
      { email: 7, keep_ordered: 'no' },
      { email: expect.any(String), keep_ordered: expect.any(String) },
    ],
    [JSON.parse('{"__proto__":{"email":"a@b.c"}}'), { __proto__: null }],
    [[], { '': expect.any(String) }],
    [null, { '': expect.any(String) }],
  ])('rejects %j, and erases nothing', async (body, expected) => {
    const { send, engine } = await createApp()
    for (const path of ['/erase-customer', '/export-customer']) {
      const [status, code, errors] = await problemOf(await send('POST', path, body))
      expect([status, code]).toEqual([422, 'invalid_request'])
      const names = Object.keys(expected).filter(
        (name) => path[2] === 'r' || name !== 'keep_ordered',
      )
      expect(errors).toMatchObject(Object.fromEntries(names.map((n) => [n, expect.any(String)])))
    }
    expect((await engine.countQuotes(seller)).count).toBe(3)
  })

  it('takes no preview, and no parameters', async () => {
    const { send, engine } = await createApp()
    const response = await send('POST', '/erase-customer?preview=true', { customer_id: 'ada' })
    expect((await problemOf(response)).slice(0, 2)).toEqual([422, 'invalid_request'])
    expect((await engine.countQuotes(seller)).count).toBe(3)
  })
})

describe.each(['/erase-customer', '/export-customer'])('POST %s', (path) => {
  it.each(['if-match', 'idempotency-key'])('rejects %s, which it cannot promise', async (name) => {
    const { send, engine } = await createApp()
    const headers = { [name]: '"1"' }
    const response = await send('POST', path, { customer_id: 'ada' }, headers)
    const [status, code, errors] = await problemOf(response)
    expect([status, code]).toEqual([422, 'invalid_request'])
    expect(Object.keys(errors as object).map((each) => each.toLowerCase())).toEqual([name])
    expect((await engine.countQuotes(seller)).count).toBe(3)
  })
})

describe('the option operations of createHttpApp', () => {
  it('serves a function only if it names it', async () => {
    const engine = sampleEngine()
    const authenticate = () => seller
    const operations = ['listQuotes', 'exportQuotes'] as const
    const app = createHttpApp({ engine, authenticate, operations })
    expect((await app.request(`${prefix}/quote-export`)).status).toBe(200)
    const erasing = await app.request(`${prefix}/erase-customer`, { method: 'POST' })
    expect(erasing.status).toBe(404)
  })
})
