import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { RequestEvent, RequestPageOptions } from '../../../src/customer-page/index.js'
import { createRequestPage } from '../../../src/customer-page/index.js'
import { de } from '../../../src/customer-page/strings/de.js'
import { en } from '../../../src/customer-page/strings/en.js'
import { createMail } from '../../../src/mail/index.js'
import { type Fields, secrets, seller } from '../sample-page.js'
import {
  addressInHeader,
  hiddenFields,
  sampleRequestPage,
  sendMany,
  typed,
} from './sample-request-page.js'

const weekMs = 7 * 86_400_000

describe('createRequestPage', () => {
  it('rejects every invalid option', () => {
    const options = {
      engine: {},
      secrets: [],
      prefix: '/request/',
      baseUrl: 'ü',
      storeId: '',
      locale: 'not a locale',
      strings: { requestTitle: 7 },
      seller: 'Chairs Ltd',
      addressOf: '127.0.0.1',
      requestBudget: { perAddress: 0 },
      rateLimit: 3,
      notify: 'me',
      timeoutMs: 0,
      maxBodyBytes: 0,
      onError: 'log',
      links: {},
    }
    const paths = { strings: 'strings.requestTitle', requestBudget: 'requestBudget.perAddress' }
    const errors = Object.keys(options).map((name) => [
      (paths as Record<string, string>)[name] ?? name,
      expect.any(String),
    ])
    expect(() => createRequestPage(options as never)).toThrow(
      expect.objectContaining({ details: { errors: Object.fromEntries(errors) } }),
    )
    const { engine } = sampleRequestPage()
    for (const store of [{}, { storeId: 's', storeOf: () => 's' }])
      expect(() => createRequestPage({ engine, secrets, ...store })).toThrow(/storeId/)
    createRequestPage({ engine, secrets, storeId: 's', requestBudget: false })
  })

  it('makes a quote of what was typed, and says thank you at another address', async () => {
    const events: RequestEvent[] = []
    const { engine, fetch, send, errors } = sampleRequestPage({ notify: (e) => events.push(e) })
    const form = await fetch('/request?products=118:2')
    expect(form.text).toContain('Oak &lt;chair&gt;')
    const { status, headers, text } = await send(
      {
        ...typed,
        'products[0].name': 'forged',
        'products[0].qty': '2',
        'products[1].name': 'Assembly on site',
        'products[1].qty': '1',
        'customer.company': 'Larkspur Café',
        'customer.phone': '555 0100',
        'customer.zipcode': '78704',
      },
      { from: '/request?products=118:2' },
    )
    expect([status, text]).toEqual([303, ''])
    const { items } = await engine.listQuotes(seller, { requested: true })
    expect(items).toMatchObject([
      {
        quote: {
          status: 'new',
          request: { message: 'Needed by March' },
          customer: {
            name: 'Dana Whitfield',
            company: 'Larkspur Café',
            email: 'dana@larkspur.example',
            phone: '555 0100',
            zipcode: '78704',
          },
          products: [
            { id: 118, qty: 2, name: 'Oak <chair>', quote: '80.00' },
            { id: 0, qty: 1, name: 'Assembly on site', unpriced: true },
          ],
        },
      },
    ])
    const [record] = items
    const reference = record?.quoteId.slice(-6) ?? ''
    expect(headers.get('location')).toBe(`/request/sent?reference=${reference}`)
    const thanks = await fetch(headers.get('location') ?? '')
    expect(thanks.text).toContain(reference)
    expect(thanks.text).toContain(en.requestSent)
    expect(thanks.text).not.toContain(record?.quoteId)
    expect(events).toEqual([{ type: 'requested', record }])
    expect(errors).toEqual([])
    for (const { headers: sent } of [form, thanks]) {
      expect(sent.get('content-security-policy')).toContain("default-src 'none'")
      expect(sent.get('cache-control')).toBe('no-store')
      expect(sent.has('set-cookie')).toBe(false)
    }
    const { mail } = createMail(record as NonNullable<typeof record>, 'requested', { to: 'a@b.de' })
    for (const asked of ['Oak <chair>', 'Assembly on site', 'Needed by March'])
      expect(mail?.text).toContain(asked)
  })

  it('adds rows with the first button of the form, and keeps what was typed', async () => {
    const { fetch, send, count } = sampleRequestPage()
    const { text } = await fetch('/request')
    expect(/name="action" value="(\w+)"/.exec(text)?.[1]).toBe('rows')
    expect(text.match(/\.qty"/g)).toHaveLength(3)
    const { status, text: more } = await send({ ...typed, action: 'rows', 'customer.email': '' })
    expect([status, await count()]).toEqual([200, 0])
    expect(more.match(/\.qty"/g)).toHaveLength(4)
    for (const value of ['Workbench, beech', 'Dana Whitfield', '>Needed by March<'])
      expect(more).toContain(value)
    expect(more).not.toContain('role="alert"')
  })

  it('reads numbers in the language of the page, and leaves out a product', async () => {
    const { engine, fetch, send } = sampleRequestPage(
      { locale: () => 'de' },
      { pricing: { quantityDecimals: 3 } },
    )
    const from = '/request?products=118:2.5,7'
    const { text } = await fetch(from)
    expect(text).toContain('value="2,5"')
    expect(text).toContain(de.requestHeading)
    const fields = { ...typed, 'products[0].qty': '1.250,5', 'products[1].isRemoved': 'yes' }
    await send(fields, { from })
    const { items } = await engine.listQuotes(seller, {})
    expect(items[0]?.quote.products).toMatchObject([{ id: 118, qty: 1250.5 }])
    expect(items[0]?.quote.products).toHaveLength(1)
  })

  it.each<[Fields, string, string]>([
    [{ 'products[0].qty': '0' }, 'products[0].qty', en.errorNumber],
    [{ 'products[0].qty': '-1' }, 'products[0].qty', en.errorNumber],
    [{ 'products[0].qty': '1e9' }, 'products[0].qty', en.errorNumber],
    [{ 'products[0].qty': '1000000000' }, 'products[0].qty', en.errorNumber],
    [{ 'products[0].qty': '2.5' }, 'products[0].qty', en.errorNumber],
    [{ 'products[0].qty': 'NaN' }, 'products[0].qty', en.errorNumber],
    [{ 'products[0].qty': '' }, 'products[0].qty', en.requestErrorQuantity],
    [{ 'products[0].name': '' }, 'products[0].name', en.requestErrorProduct],
    [{ 'products[0].name': '', 'products[0].qty': '' }, 'products[0].name', en.requestErrorProduct],
    [{ 'products[0].name': 'n'.repeat(256) }, 'products[0].name', '255'],
    [{ 'products[0].name': 'a\0b' }, 'products[0].name', en.errorCharacters],
    [{ 'products[2].name': 'A', 'products[2].qty': '-' }, 'products[1].qty', en.errorNumber],
    [{ 'customer.name': ' \t' }, 'customer.name', en.errorName],
    [{ 'customer.name': 'n'.repeat(256) }, 'customer.name', '255'],
    [{ 'customer.email': '' }, 'customer.email', en.requestErrorContact],
    [{ 'customer.email': 'dana at home' }, 'customer.email', en.requestErrorEmail],
    [{ 'customer.phone': 'p\0' }, 'customer.phone', en.errorCharacters],
    [{ message: 'm'.repeat(2_001) }, 'message', '2000'],
  ])('says of %j what is wrong at its field, and stores nothing', async (fields, name, error) => {
    const { send, count } = sampleRequestPage()
    const { status, text } = await send({ ...typed, ...fields })
    expect([status, await count()]).toEqual([422, 0])
    const id = `f-${name.replaceAll(/[^\w-]/g, '_')}`
    expect(text).toContain(`href="#${id}"`)
    expect(new RegExp(`<p class="error" id="${id}-error">([^<]*)<`).exec(text)?.[1]).toContain(
      error,
    )
  })

  it('takes more rows, and longer lists than the engine has, for errors', async () => {
    const rows = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        [`products[${at}].name`, 'A'],
        [`products[${at}].qty`, '1'],
      ]).flat(),
    )
    const many = sampleRequestPage()
    const few = sampleRequestPage({}, { limits: { maxLines: 5 } })
    const fifty = Object.fromEntries(Object.entries(rows).slice(0, 100))
    for (const [page, fields] of [
      [many, rows],
      [few, fifty],
    ] as const) {
      const { status, text } = await page.send({ ...typed, ...fields })
      expect([status, await page.count()]).toEqual([422, 0])
      expect(text).toContain(en.requestErrorRows)
      expect(text.match(/\.qty" /g)).toHaveLength(50)
    }
    expect((await many.send({ ...typed, ...fifty })).status).toBe(303)
  })
})

describe('products in the address', () => {
  it('are rows if the store has them, and nothing otherwise', async () => {
    const { fetch, errors } = sampleRequestPage()
    const namesOf = async (products: string) => {
      const { status, text } = await fetch(`/request?products=${encodeURIComponent(products)}`)
      expect(status).toBe(200)
      return [...text.matchAll(/<strong class="wrap"><bdi>([^<]*)</g)].map(([, name]) => name)
    }
    expect(await namesOf('118:2,7:x,7')).toEqual(['Oak &lt;chair&gt;', 'Felt pad'])
    expect(await namesOf('9,__proto__,constructor:1,0,-1,1e3,,:,:2')).toEqual([])
    expect(await namesOf('118,9')).toEqual(['Oak &lt;chair&gt;'])
    expect(await namesOf(`${'118,'.repeat(200)}`)).toHaveLength(49)
    expect(await namesOf('x'.repeat(5_000))).toEqual([])
    expect(errors).toEqual([])
  })

  it('are left out if the catalog fails, which the host hears of', async () => {
    const catalog = { findProducts: () => Promise.reject(new Error('the catalog is down')) }
    const { fetch, errors } = sampleRequestPage({}, { catalog })
    const { status, text } = await fetch('/request?products=118')
    expect([status, text.includes('118')]).toEqual([200, false])
    expect(errors).toMatchObject([{ code: 'catalog_failed' }])
  })

  it('become words if the store does not have them any more', async () => {
    const { send, count } = sampleRequestPage()
    for (const id of ['9', '"9"', '{}', 'null', '"__proto__"']) {
      const row = { 'products[0].id': id, 'products[0].name': 'Old <chair>' }
      const isWords = id === '{}' || id === 'null'
      const { status, text } = await send({ ...typed, ...row })
      expect([id, status]).toEqual([id, isWords ? 303 : 422])
      if (isWords) continue
      expect(text).toContain(en.requestErrorGone)
      expect(text).toMatch(/<input type="text" value="Old &lt;chair&gt;"/)
      expect(text).not.toContain('name="products[0].id"')
    }
    expect(await count()).toBe(2)
  })
})

describe('a form', () => {
  it('makes one quote, however often it is sent, 20 times at once too', async () => {
    const { fetch, count } = sampleRequestPage({ requestBudget: { perStore: 2 } })
    const hidden = hiddenFields((await fetch('/request')).text)
    const post = (fields: Fields = typed) =>
      fetch('/request', { method: 'POST', body: new URLSearchParams({ ...hidden, ...fields }) })
    const all = await Promise.all(Array.from({ length: 20 }, () => post()))
    const locations = [...all, await post()].map(({ headers }) => headers.get('location'))
    expect([new Set(locations).size, await count()]).toEqual([1, 1])
    const corrected = await post({ ...typed, 'customer.email': 'dana@other.example' })
    expect([corrected.status, await count()]).toEqual([303, 2])
  })

  it.each<[string, Fields]>([
    ['a forged token', { token: '9999999999999.forged' }],
    ['no token', { token: '' }],
    ['another key', { key: 'another' }],
    ['a prototype key', { key: '__proto__', token: '__proto__' }],
  ])('with %s is shown again with what was typed, and works then', async (_, fields) => {
    const { send, fetch, count } = sampleRequestPage()
    const { status, text } = await send({ ...typed, ...fields })
    expect([status, await count()]).toEqual([403, 0])
    expect(text).toContain(en.tooOld)
    expect(text).toContain('value="Dana Whitfield"')
    const body = new URLSearchParams({ ...hiddenFields(text), ...typed })
    expect((await fetch('/request', { method: 'POST', body })).status).toBe(303)
  })

  it('is too old after a week, and is no form of another store', async () => {
    const storeOf = (request: Request) => new URL(request.url).hostname.split('.')[0]
    const { fetch, count } = sampleRequestPage({ storeOf })
    const hidden = hiddenFields((await fetch('http://s.example/request')).text)
    const body = new URLSearchParams({ ...hidden, ...typed })
    const other = await fetch('http://other.example/request', { method: 'POST', body })
    expect([other.status, await count('other')]).toEqual([403, 0])
    vi.useFakeTimers({ now: Date.now() + weekMs, toFake: ['Date'] })
    try {
      const old = await fetch('http://s.example/request', { method: 'POST', body })
      expect([old.status, await count()]).toEqual([403, 0])
    } finally {
      vi.useRealTimers()
    }
    const fresh = await fetch('http://s.example/request', { method: 'POST', body })
    expect([fresh.status, await count(), await count('other')]).toEqual([303, 1, 0])
  })

  it('of another site is not read', async () => {
    const { send, count } = sampleRequestPage()
    const { status, text } = await send(typed, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect([status, text.includes('Dana'), await count()]).toEqual([403, false, 0])
  })

  it('with the hidden field filled in is stored and marked, and answered alike', async () => {
    const { engine, fetch, send, count } = sampleRequestPage({ requestBudget: { perStore: 1 } })
    const [odd, plain] = [await send({ ...typed, website: 'https://spam' }), await send()]
    expect([odd.status, plain.status, await count()]).toEqual([303, 303, 2])
    const [shownOdd, shownPlain] = await Promise.all(
      [odd, plain].map(async ({ headers }) => {
        const { text } = await fetch(headers.get('location') ?? '')
        return text.replace(/<bdi>[\da-f]{6}</, '')
      }),
    )
    expect(shownOdd).toBe(shownPlain)
    const { items } = await engine.listQuotes(seller, { suspicious: true })
    expect(items).toMatchObject([
      { quote: { suspicious: true, customer: { name: typed['customer.name'] } } },
    ])
    expect(createMail(items[0] as never, 'requested', { to: 'a@b.de' }).skipped).toBe('outdated')
    expect((await send({ ...typed, 'customer.name': '' })).text).toContain('name="website"')
  })

  it('sets no price and no field that the page does not have', async () => {
    const { engine, send } = sampleRequestPage()
    const forged = ['price', 'quote', 'discount_percent', 'unpriced', 'total', '__proto__']
    const fields = forged.flatMap((name) => [`products[0].${name}`, `customer.${name}`, name])
    const from = '/request?products=118'
    await send({ ...typed, ...Object.fromEntries(fields.map((name) => [name, '1'])) }, { from })
    const { items } = await engine.listQuotes(seller, {})
    expect(items[0]?.quote).toMatchObject({ quote_total: '320.00' })
    expect(Object.keys(items[0]?.quote.customer ?? {})).toEqual(['name', 'email'])
    expect(items[0]?.quote).not.toHaveProperty('discounts')
  })

  it('of 10 MB is rejected with a page, also without its length', async () => {
    const { fetch, count, errors } = sampleRequestPage()
    const text = `message=${'m'.repeat(1e7)}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const chunked = { body: new Blob([text]).stream(), duplex: 'half' } as const
    for (const init of [{ body: text }, chunked]) {
      const response = await fetch('/request', { method: 'POST', headers, ...init })
      expect(response.status).toBe(413)
      expect(response.text).toContain(en.tooLong)
      expect(response.text).not.toContain('mmmm')
    }
    const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
    expect((await fetch('/request', json)).status).toBe(415)
    expect((await fetch('/request', { method: 'PUT' })).status).toBe(405)
    expect([await count(), errors]).toEqual([0, []])
  })
})

describe('the budget', () => {
  it('of an address is exactly what is stored, and the rest keeps what was typed', async () => {
    const page = sampleRequestPage({ addressOf: addressInHeader })
    const { statuses, last } = await sendMany(page, 40, () => '192.0.2.1')
    expect([...statuses, await page.count()]).toEqual([[303, 10], [429, 30], 10])
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const kept of [en.requestBusy, '>Number 39<', 'value="Dana Whitfield"'])
      expect(last?.text).toContain(kept)
    expect(page.errors).toEqual([])
  })

  it('is of the store without addresses, and not at all if it is off', async () => {
    for (const [requestBudget, stored] of [
      [{ perAddress: 1, perStore: 3 }, 3],
      [false, 6],
    ] as const) {
      const { send, count } = sampleRequestPage({ requestBudget })
      for (let number = 0; number < 6; number += 1) await send()
      expect(await count()).toBe(stored)
    }
  })

  it('of the host gets the store, and keeps what was typed', async () => {
    const rateLimit = (request: Request, storeId: string) =>
      request.method === 'POST' && storeId === 's' ? 7 : undefined
    const { fetch, send, count } = sampleRequestPage({ rateLimit })
    const { status, headers, text } = await send()
    expect([status, headers.get('retry-after'), await count()]).toEqual([429, '7', 0])
    expect(text).toContain('value="Dana Whitfield"')
    const all = sampleRequestPage({ rateLimit: () => 7 })
    expect((await all.fetch('/request')).status).toBe(429)
    expect((await fetch('/request/sent')).status).toBe(200)
  })
})

describe('a page that something fails for', () => {
  it('keeps what was typed, says nothing of the reason, and sends it once afterwards', async () => {
    let isDown = true
    const permit = (): true => {
      if (isDown) throw new Error('internal reason')
      return true
    }
    const { fetch, send, count, errors } = sampleRequestPage(
      { requestBudget: { perStore: 1 } },
      { permit },
    )
    const { status, text } = await send()
    expect([status, errors.length]).toEqual([500, 1])
    expect(text).toContain(en.failedText)
    expect(text).not.toContain('internal reason')
    isDown = false
    const body = new URLSearchParams({ ...hiddenFields(text), ...typed })
    for (const _ of [1, 2])
      expect((await fetch('/request', { method: 'POST', body })).status).toBe(303)
    expect(await count()).toBe(1)
  })

  it('says that it is not possible if permit rejects it, and tells the host', async () => {
    const { send, errors } = sampleRequestPage({}, { permit: () => 'internal reason' })
    const { status, text } = await send()
    expect([status, text.includes(en.notPermitted), text.includes('internal')]).toEqual([
      403,
      true,
      false,
    ])
    expect(errors).toMatchObject([{ code: 'not_permitted' }])
  })

  it.each<[string, Partial<RequestPageOptions>]>([
    ['addressOf throws', { addressOf: () => Promise.reject(new Error('no proxy')) }],
    ['addressOf returns no address', { addressOf: () => 7 as never }],
    [
      'rateLimit throws',
      { rateLimit: (request) => (request.method === 'GET' ? 0 : (-1 as never)) },
    ],
  ])('stores nothing if %s', async (_, options) => {
    const { send, count, errors } = sampleRequestPage(options)
    const { status, text } = await send()
    expect([status >= 500, text.includes('Dana'), await count()]).toEqual([true, true, 0])
    expect(errors).toHaveLength(1)
  })

  it('stores the request if notify fails, and is not found without a store', async () => {
    const notify = () => Promise.reject(new Error('no mail'))
    const { send, count, errors } = sampleRequestPage({ notify })
    expect([(await send()).status, await count(), errors.length]).toEqual([303, 1, 1])
    const none = sampleRequestPage({ storeOf: () => undefined })
    for (const path of ['/request', '/request/sent', '/request/other']) {
      const { status, text } = await none.fetch(path)
      expect([path, status, text.includes(en.notFound)]).toEqual([path, 404, true])
    }
    expect((await none.fetch('/request', { method: 'POST' })).status).toBe(404)
    expect((await sampleRequestPage({ storeOf: () => 7 as never }).fetch('/request')).status).toBe(
      500,
    )
  })
})

describe('what is typed', () => {
  const injected = /<(?:script|img|style|b|svg|iframe)[\s>/]/i
  const hostile = fc
    .tuple(fc.constantFrom('<b>', '"><svg/onload=1>', '</textarea>', '</title>', ''), fc.string())
    .map((parts) => parts.join(''))

  it('is shown as text in every field, and so is the address of the page', async () => {
    const { send, fetch } = sampleRequestPage({ seller: ['<b>Chairs</b>'], requestBudget: false })
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (first, second, third) => {
        const fields = {
          ...typed,
          'products[0].name': first,
          'products[0].qty': second,
          'products[1].id': '9',
          'products[1].name': third,
          message: second,
          'customer.name': third,
          'customer.email': first,
          'customer.phone': second,
          website: third,
        }
        const query = encodeURIComponent(first)
        const pages = [
          await send(fields),
          await send({ ...fields, action: 'rows', key: first, token: second }),
          await fetch(`/request?products=${query}`),
          await fetch(`/request/sent?reference=${query}`),
        ]
        for (const { text } of pages) expect(text).not.toMatch(injected)
      }),
    )
  })
})
