import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { createHttpApp } from '../../src/http/app.js'
import { shopWith } from '../engine/own-fields/shop.js'

const app = createHttpApp({
  engine: shopWith(),
  authenticate: ({ token }) => ({ storeId: 'store-1', role: token as 'buyer' }),
  prefix: '',
})

async function send(method: string, path: string, body?: unknown, role = 'seller') {
  const response = await app.request(path, {
    method,
    headers: { 'content-type': 'application/json', 'x-auth-token': role },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field of a body
  return { status: response.status, body: (await response.json()) as any }
}

const request = {
  customer: { segment: 'trade' },
  products: [{ id: 1, qty: 2, fields: { engraving: 'A' } }],
  fields: { region: 'west', project: { code: 7 } },
  internal_fields: { margin: 0.2 },
}

describe('own fields over HTTP', () => {
  it('are created, changed, and sent back with a whole quote', async () => {
    const { status, body } = await send('POST', '/quotes', request)
    expect([status, body.quote.fields]).toEqual([201, request.fields])
    const path = `/quotes/${body.quote_id}`
    const changed = await send('PUT', path, { fields: { project: null } })
    expect(changed.body.fields).toEqual({ region: 'west' })
    const whole = { ...changed.body, fields: { region: 'east' } }
    expect((await send('PUT', path, whole)).body).toMatchObject({
      fields: { region: 'east' },
      internal_fields: { margin: 0.2 },
      products: [{ fields: { engraving: 'A' }, internal_fields: { cost: '4.00' } }],
    })
  })

  it('are invalid with a message at their paths', async () => {
    const { status, body } = await send('POST', '/quotes', {
      ...request,
      fields: { regoin: 'west' },
      products: [{ id: 1, qty: 1, internal_fields: { cost: 'x' } }],
    })
    expect([status, body.errors]).toEqual([
      422,
      {
        'fields.regoin': 'is not a known field; did you mean region?',
        'products[0].internal_fields.cost': 'must be a price',
      },
    ])
  })

  it('that are for the store only are neither sent to buyers nor taken from them', async () => {
    const { body } = await send('POST', '/quotes', request)
    const path = `/quotes/${body.quote_id}`
    for (const read of [path, '/quotes', `${path}/history`])
      expect(JSON.stringify((await send('GET', read, undefined, 'buyer')).body)).not.toMatch(
        /internal|margin|cost/,
      )
    const changes = { internal_fields: { margin: 0.9 } }
    expect((await send('PUT', path, changes, 'buyer')).status).toBe(403)
  })

  it('find quotes in the query string, one or several values', async () => {
    const { body } = await send('POST', '/quotes', { ...request, fields: { region: 'east' } })
    const ids = async (query: string) => {
      const found = await send('GET', `/quotes?${query}`)
      return found.body.quotes.map((quote: { quote_id: string }) => quote.quote_id)
    }
    expect(await ids('fields.region=east')).toContain(body.quote_id)
    expect(await ids('fields.region=west')).not.toContain(body.quote_id)
    expect(await ids('fields.region=west&fields.region=east&fields.segment=trade')).toContain(
      body.quote_id,
    )
    const { count } = (await send('GET', '/quote-count?fields.segment=retail')).body
    expect(count).toBe(0)
  })

  it.each([
    ['fields.regoin=west', 'fields.regoin', 'is not a searched field; did you mean region?'],
    ['fields=west', 'fields', expect.stringContaining('send one of')],
    ['fields.=west', 'fields.', expect.stringContaining('send one of')],
    ['fields.region=', 'fields.region', expect.stringContaining('must be a string of 1 to 255')],
    ['tag.region=west', 'tag.region', expect.stringContaining('send one of')],
    ['fields.__proto__=west', 'fields.__proto__', expect.stringContaining('is not a searched')],
  ])('reject the query %s', async (query, path, message) => {
    const { status, body } = await send('GET', `/quotes?${query}`)
    expect([status, Object.entries(body.errors)]).toEqual([
      422,
      [
        [
          path.endsWith('.') ? '["fields."]' : path.startsWith('tag') ? '["tag.region"]' : path,
          message,
        ],
      ],
    ])
  })

  it('are in the OpenAPI document, with the schemas that their libraries can convert', async () => {
    const { body: document } = await send('GET', '/openapi.json')
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
    const { schemas } = document.components
    const region = { type: 'string', enum: ['west', 'east'] }
    expect(schemas.Quote.properties.fields).toEqual({
      type: 'object',
      properties: {
        region: { ...region, description: 'Region' },
        project: { description: 'Project' },
      },
    })
    expect(schemas.ProductLine.properties.internal_fields.properties).toHaveProperty('cost')
    expect(schemas.Customer.properties.segment).toMatchObject({ enum: ['retail', 'trade'] })
    const { properties } = schemas.CreateQuoteRequest
    expect(properties.fields).toMatchObject({
      additionalProperties: false,
      properties: { region: { anyOf: [region, { type: 'null' }], description: 'Region' } },
    })
    expect(properties.products.items.properties.fields.properties).toHaveProperty('engraving')
    const parameters = document.paths['/quotes'].get.parameters
    expect(parameters).toContainEqual({
      name: 'fields.region',
      in: 'query',
      description: 'Region: the exact value; several match any',
      schema: {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: 255 },
        minItems: 1,
        maxItems: 100,
      },
    })
    expect(JSON.stringify(document)).not.toContain('x-declared-fields')
  })

  it('leave the OpenAPI document as it is if there are none', async () => {
    const plain = createHttpApp({
      engine: shopWith({ fields: {} }),
      authenticate: () => undefined,
      prefix: '',
    })
    const json = await (await plain.request('/openapi.json')).text()
    expect(json.match(/internal_fields|"fields|x-declared/)).toBeNull()
  })
})
