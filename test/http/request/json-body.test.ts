import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { credentials, json, quotes, sampleApp } from '../sample-app.js'

const customer = { name: 'Ada' }

async function post(
  body: NonNullable<RequestInit['body']>,
  headers: NonNullable<RequestInit['headers']> = json,
) {
  return sampleApp().send('POST', quotes, { headers, body, duplex: 'half' })
}

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
  ])('with %s is rejected with 422', async (_name, rawBody) => {
    const { status, body } = await post(rawBody)
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
        const responses = [
          await sendJson('POST', quotes, value),
          await sendJson('PUT', path, value),
        ]
        for (const { status } of responses) expect([200, 201, 422]).toContain(status)
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
