import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { storeRoutes } from '../../../src/files/routes.js'
import { documentVersion } from '../../../src/http/openapi/document.js'
import { operations } from '../../../src/quote-engine/operations.js'
import { sampleApp } from '../sample-app.js'
import { documentedOperations, sampleDocument } from './document.js'
import { schemaErrors } from './schema-validator.js'

describe('createOpenApiDocument', () => {
  it('returns a valid OpenAPI 3.1 document', async () => {
    expect(await new Validator().validate(sampleDocument())).toEqual({ valid: true })
  })

  it('has every operation under its name, with its route', () => {
    const documented = documentedOperations().map(({ operationId, method, path }) => [
      operationId,
      method.toUpperCase(),
      path,
    ])
    const named = Object.entries(operations).map(([name, { route }]) => ({ name, route }))
    const expected = [...named, ...storeRoutes].map(({ name, route }) => [
      name,
      route.method,
      route.path,
    ])
    expect(documented.sort()).toEqual(expected.sort())
  })

  it('has the version of the package', () => {
    expect(documentVersion).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version)
  })

  it('has no integer bounds that JSON Schema does not need', () => {
    expect(JSON.stringify(sampleDocument())).not.toContain(String(Number.MAX_SAFE_INTEGER))
  })

  it('leaves no field of a request or response undescribed, except those of any value', () => {
    const undescribed = Object.entries<{ properties?: Record<string, object> }>(
      sampleDocument().components.schemas,
    ).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, schema]) => Object.keys(schema).length === 0)
        .map(([field]) => `${name}.${field}`),
    )
    const readOnly = [
      'quote_total',
      'price_total',
      'created',
      'tags',
      'total',
      'currency',
      'decimals',
      'exchange',
      'taxes',
      'amounts',
      'number',
      'revision',
      'request',
      'suspicious',
      'sent',
      'expires',
      'seal',
      'reason',
      'acceptance',
      'order',
      'order_parts',
      'payments',
      'proposals',
      'delivery',
      'expiry_reported',
      'reminders',
      'approvals',
    ]
    const expected = ['Patch.value', ...readOnly.map((field) => `UpdateQuoteRequest.${field}`)]
    expect(undescribed.toSorted()).toEqual(expected.toSorted())
  })

  it.each(
    documentedOperations().flatMap(({ operationId, ...operation }) => {
      const content = (operation as { requestBody?: Body }).requestBody?.content['application/json']
      return content?.example === undefined ? [] : [[operationId, content] as const]
    }),
  )('has a valid example of the body of %s', (_, { schema, example }) => {
    expect(schemaErrors(schema, example, true)).toEqual([])
  })

  it('names the headers with credentials, or the scheme of the challenge', () => {
    expect(sampleDocument().components.securitySchemes).toEqual({
      store: { type: 'apiKey', in: 'header', name: 'x-auth-client' },
      token: { type: 'apiKey', in: 'header', name: 'x-auth-token' },
    })
    expect(sampleDocument('Bearer realm="shop"').components.securitySchemes).toEqual({
      authorization: { type: 'http', scheme: 'bearer' },
    })
  })
})

interface Body {
  readonly content: Readonly<Record<string, { schema: object; example?: object }>>
}

describe('GET /openapi.json', () => {
  it('responds with the document without credentials, also to HEAD', async () => {
    const { send } = sampleApp()
    const { status, headers, body } = await send('GET', '/v3/bc/public/openapi.json')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(body).toEqual(sampleDocument())
    expect((await send('HEAD', '/v3/bc/public/openapi.json')).status).toBe(200)
  })

  it('has baseUrl and prefix in the URL of the server', async () => {
    const urlOf = async (prefix: string, baseUrl: string) => {
      const { body } = await sampleApp({ prefix, baseUrl }).send('GET', `${prefix}/openapi.json`)
      return body.servers[0].url
    }
    expect(await urlOf('/api', '')).toBe('/api')
    expect(await urlOf('', '')).toBe('/')
    expect(await urlOf('/api', 'https://shop.example')).toBe('https://shop.example/api')
  })
})
