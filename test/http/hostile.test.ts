import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { credentials, json, quotes, request, sampleApp } from './sample-app.js'

const customer = { name: 'Ada' }

async function post(
  body: NonNullable<RequestInit['body']>,
  headers: NonNullable<RequestInit['headers']> = json,
) {
  return sampleApp().send('POST', quotes, { headers, body, duplex: 'half' })
}

describe('a body', () => {
  it.each([
    ['no Content-Type', { ...credentials }],
    ['text/plain', { ...credentials, 'content-type': 'text/plain' }],
    ['application/jsonp', { ...credentials, 'content-type': 'application/jsonp' }],
    ['form data', { ...credentials, 'content-type': 'application/x-www-form-urlencoded' }],
    ['gzip', { ...json, 'content-encoding': 'gzip' }],
  ])('with %s is rejected with 415', async (_name, headers) => {
    const { status, body } = await post(JSON.stringify(request), headers)
    expect([status, body.code]).toEqual([415, 'unsupported_media_type'])
  })

  it.each(['application/json', 'Application/JSON; charset=utf-8', 'application/vnd.shop+json'])(
    'of %s is read',
    async (type) => {
      const headers = { ...credentials, 'content-type': type }
      expect((await post(JSON.stringify(request), headers)).status).toBe(201)
    },
  )

  it.each(['', '{', '{"customer":}', '{"a":1}x', "{'a':1}", '{"a":NaN}', 'undefined', '[1,]'])(
    '%j is broken JSON: 400',
    async (text) => {
      const { status, body } = await post(text)
      expect([status, body.code]).toEqual([400, 'invalid_json'])
    },
  )

  it('that is not UTF-8 is rejected with 400', async () => {
    const { status, body } = await post(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]))
    expect([status, body.detail]).toEqual([400, 'The body is not valid UTF-8'])
  })

  it.each(['null', '[]', '7', '"text"', 'true'])('%s is 422', async (text) => {
    const { status, body } = await post(text)
    expect([status, body.errors]).toEqual([422, { '': 'must be an object' }])
  })

  it('of 1 MiB is accepted, and one byte more is rejected with 413', async () => {
    const padded = (bytes: number) => {
      const text = JSON.stringify(request)
      return text + ' '.repeat(bytes - text.length)
    }
    expect((await post(padded(2 ** 20))).status).toBe(201)
    const { status, body } = await post(padded(2 ** 20 + 1))
    expect([status, body.code]).toEqual([413, 'payload_too_large'])
  })

  it('with a declared length above the limit is rejected unread', async () => {
    const headers = { ...json, 'content-length': String(10 * 2 ** 20) }
    expect((await post('{}', headers)).status).toBe(413)
  })

  it('without a declared length is read up to the limit only', async () => {
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 2 ** 16
        controller.enqueue(new Uint8Array(2 ** 16).fill(0x20))
      },
    })
    expect((await post(endless)).status).toBe(413)
    expect(sent).toBeLessThan(2 * 2 ** 20)
  })

  it('that ends early is rejected with 400', async () => {
    const broken = new ReadableStream({
      pull(controller) {
        controller.error(new Error('connection lost'))
      },
    })
    const { status, body } = await post(broken)
    expect([status, body.code]).toEqual([400, 'incomplete_body'])
  })
})

describe('a false Content-Length', () => {
  const text = JSON.stringify(request)
  const tooLarge = text + ' '.repeat(2 ** 20)
  const lengths = ['0', '2', String(text.length + 1_000), '-1', '1.5', 'many', 'NaN', '']

  it.each(lengths)('%j: the body is accepted', async (length) => {
    const { status, body } = await post(text, { ...json, 'content-length': length })
    expect([status, body.quote.customer.name]).toEqual([201, 'Ada'])
  })

  it('is not the length of a body of the maximum size', async () => {
    const maxBody = text + ' '.repeat(2 ** 20 - text.length)
    const headers = { ...json, 'content-length': String(2 ** 20) }
    expect((await post(maxBody, headers)).status).toBe(201)
  })

  it.each(lengths)('%j: a body above the limit is rejected with 413', async (length) => {
    const headers = { ...json, 'content-length': length }
    const { status, body } = await post(tooLarge, headers)
    expect([status, body.code]).toEqual([413, 'payload_too_large'])
    const stream = new Blob([tooLarge]).stream()
    expect((await post(stream, headers)).status).toBe(413)
  })

  it.each(lengths)('%j: a body that ends early is rejected with 400', async (length) => {
    const broken = new ReadableStream({
      pull(controller) {
        controller.error(new Error('connection lost'))
      },
    })
    const { status, body } = await post(broken, { ...json, 'content-length': length })
    expect([status, body.code]).toEqual([400, 'incomplete_body'])
  })

  it.each(['1048577', '1e9', 'Infinity'])('%j: the body is rejected unread', async (length) => {
    let wasRead = false
    const unread = new ReadableStream(
      {
        pull(controller) {
          wasRead = true
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    expect((await post(unread, { ...json, 'content-length': length })).status).toBe(413)
    expect(wasRead).toBe(false)
  })
})

describe('hostile JSON', () => {
  const products = [{ id: 118, qty: 1 }]

  it.each([
    ['100-deep nesting', `{"customer":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`],
    ['100,000-deep nesting', `{"customer":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    [
      'prototype keys',
      '{"__proto__":{"customer":{}},"constructor":{},"customer":{},"products":[]}',
    ],
    ['prototype keys in a line', '{"customer":{},"products":[{"__proto__":{"id":118,"qty":1}}]}'],
    ['huge numbers', '{"customer":{},"products":[{"id":1e400,"qty":99999999999999999999}]}'],
    ['numbers as strings', '{"customer":{},"products":[{"id":"118","qty":"1"}]}'],
    ['fractions', '{"customer":{},"products":[{"id":118,"qty":1.5}]}'],
    ['booleans', '{"customer":{},"products":[{"id":118,"qty":true}]}'],
    ['a lone surrogate', '{"customer":{"name":"\\ud800"},"products":[{"id":118,"qty":1}]}'],
    ['a NUL character', '{"customer":{"name":"a\\u0000b"},"products":[{"id":118,"qty":1}]}'],
    ['a hundred thousand lines', `{"customer":{},"products":[${'{},'.repeat(100_000)}{}]}`],
    ['a hundred thousand fields', `{${Array.from({ length: 50_000 }, (_, i) => `"${i}":0`)}}`],
  ])('with %s is rejected with 422', async (_name, text) => {
    const { status, body } = await post(text)
    expect([status, body.code, body.success]).toEqual([422, 'invalid_request', false])
    expect(Object.keys({}.constructor.prototype)).toEqual([])
  })

  it('with a duplicate key uses the last one, as JSON.parse does', async () => {
    const { body } = await post(
      '{"customer":{"name":"a","name":"b"},"products":[{"id":118,"qty":1,"qty":2}]}',
    )
    expect([body.quote.customer, body.quote.products[0].qty]).toEqual([{ name: 'b' }, 2])
  })

  it('keeps customer fields such as __proto__ as data', async () => {
    const fields = '{"__proto__":"a","constructor":"b","toString":"c","hasOwnProperty":"d"}'
    const { sendJson, send } = sampleApp()
    const created = await send('POST', quotes, {
      headers: json,
      body: `{"customer":${fields},"products":${JSON.stringify(products)}}`,
    })
    expect(JSON.stringify(created.body.quote.customer)).toBe(fields)
    const path = `${quotes}/${created.body.quote_id}`
    const updated = await sendJson('PUT', path, JSON.parse('{"customer":{"__proto__":null}}'))
    expect(Object.keys(updated.body.customer)).toEqual([
      'constructor',
      'toString',
      'hasOwnProperty',
    ])
  })

  it('never causes a 5xx', async () => {
    const { create, sendJson } = sampleApp()
    const path = `${quotes}/${await create()}`
    const body = fc.oneof(
      fc.jsonValue(),
      fc.record({ customer: fc.jsonValue(), products: fc.jsonValue() }),
      fc.record(
        {
          customer: fc.dictionary(fc.string(), fc.jsonValue()),
          products: fc.array(
            fc.record({ id: fc.jsonValue(), qty: fc.jsonValue(), quote: fc.jsonValue() }),
          ),
          tag_list: fc.jsonValue(),
          product_order: fc.jsonValue(),
          tags: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    )
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        const answers = [await sendJson('POST', quotes, value), await sendJson('PUT', path, value)]
        for (const { status } of answers) expect([200, 201, 422]).toContain(status)
      }),
    )
    expect((await sendJson('PUT', path, { customer })).status).toBe(200)
  })
})

describe('a quote id', () => {
  it.each([
    '-1',
    '0',
    '..%2f',
    '..%2f..%2ftags',
    '%00',
    '%zz',
    '%ff',
    '%F0%9F%91%8D',
    '__proto__',
    'constructor',
    "'%20or%201=1--",
    'x'.repeat(5_000),
    '%ED%A0%80',
  ])('%s is rejected with 404', async (id) => {
    const { send, sendJson } = sampleApp()
    expect((await send('GET', `${quotes}/${id}`, { headers: credentials })).status).toBe(404)
    expect((await sendJson('PUT', `${quotes}/${id}`, { customer })).status).toBe(404)
  })
})
