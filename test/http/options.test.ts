import { expect, it } from 'vitest'
import { createHttpApp } from '../../src/http/app.js'
import { describeValue } from '../../src/validation/describe-value.js'
import { fieldErrorsOf } from '../quote/samples.js'
import { credentials, request, sampleApp, sampleEngine } from './sample-app.js'

const valid = { engine: sampleEngine(), authenticate: () => undefined }

it('createHttpApp requires an engine and authenticate', () => {
  const errors = {
    engine: 'must be a quote engine, received undefined',
    authenticate: 'must be a function, received undefined',
  }
  expect(fieldErrorsOf(() => createHttpApp({} as never), 'invalid_options')).toEqual(errors)
  expect(fieldErrorsOf(() => createHttpApp(undefined as never), 'invalid_options')).toEqual(errors)
})

it('createHttpApp accepts inherited options', async () => {
  const app = createHttpApp(Object.create({ ...valid, baseUrl: '/shop' }))
  expect((await app.request('/v3/bc/public/tags')).status).toBe(401)
})

it.each([
  [{ maxBodyBytes: '1kb' }, 'must be an integer of at least 1, received the string "1kb"'],
  [{ maxBodyBytes: 0 }, 'must be an integer of at least 1, received the number 0'],
  [{ maxBodyBytes: Number.NaN }, 'must be an integer of at least 1, received NaN'],
  [{ rateLimit: 5 }, 'must be a function, received the number 5'],
  [{ onError: 'log' }, 'must be a function, received the string "log"'],
  [{ baseUrl: 7 }, 'must be a string, received the number 7'],
  [{ baseUrl: null }, 'must be a string, received null'],
])('createHttpApp rejects %o by name', (option, message) => {
  const [name] = Object.keys(option)
  const create = () => createHttpApp({ ...valid, ...option } as never)
  expect(fieldErrorsOf(create, 'invalid_options')).toEqual({ [name as string]: message })
})

it.each(['https://x\n', 'https://x\r\nset-cookie: a=b', '/my shop', '/ö', '/\0', '/\u{1f600}'])(
  'createHttpApp rejects %j as baseUrl',
  (baseUrl) => {
    const create = () => createHttpApp({ ...valid, baseUrl })
    expect(fieldErrorsOf(create, 'invalid_options')).toEqual({
      baseUrl: 'must have visible ASCII characters only; percent-encode all others',
    })
  },
)

it.each(['', '/shop', 'https://shop.example:8080/a%20b?c=d#e'])(
  'createHttpApp accepts %j as baseUrl',
  (baseUrl) => {
    expect(() => createHttpApp({ ...valid, baseUrl })).not.toThrow()
  },
)

const prefixMessage = (value: unknown) =>
  'must be empty or a path such as /v3/bc/public, without a slash at the end, ' +
  `received ${describeValue(value)}`

it.each(['/', 'api', '/api/', '//', '/a//b', '/:store', '/*', '/a b', '/a?b', '/..', '/./a', '/ö'])(
  'createHttpApp rejects %j as prefix',
  (prefix) => {
    const create = () => createHttpApp({ ...valid, prefix })
    expect(fieldErrorsOf(create, 'invalid_options')).toEqual({
      prefix: prefixMessage(prefix),
    })
  },
)

it.each([7, null])('createHttpApp rejects %j as prefix', (prefix) => {
  const create = () => createHttpApp({ ...valid, prefix: prefix as never })
  expect(fieldErrorsOf(create, 'invalid_options')).toEqual({
    prefix: prefixMessage(prefix),
  })
})

it.each(['', '/api', '/api/sales', '/v1.2/..a/~b-c_d'])(
  'createHttpApp serves below the prefix %j, and Location follows it',
  async (prefix) => {
    const { send, sendJson } = sampleApp({ prefix, baseUrl: '/shop' })
    const { status, headers, body } = await sendJson('POST', `${prefix}/quotes`, request)
    expect(status).toBe(201)
    const path = `${prefix}/quotes/${body.quote_id}`
    expect(headers.get('location')).toBe(`/shop${path}`)
    expect((await send('GET', path, { headers: credentials })).status).toBe(200)
    expect((await sendJson('PUT', path, { tag_list: ['a'] })).status).toBe(200)
    expect((await send('GET', `${prefix}/tags`, { headers: credentials })).status).toBe(200)
    expect((await send('GET', '/v3/bc/public/tags')).status).toBe(404)
  },
)

it.each(['', 'Bearer\n', 'Bearer ', 5, null])('createHttpApp rejects the challenge %j', (value) => {
  const options = { ...valid, challenge: value } as never
  expect(fieldErrorsOf(() => createHttpApp(options), 'invalid_options')).toEqual({
    challenge: `must be an authentication scheme, such as Bearer, received ${describeValue(value)}`,
  })
})

it('createHttpApp sends the challenge with a 401 response', async () => {
  const challengeOf = async (challenge?: string) => {
    const app = createHttpApp({ ...valid, authenticate: () => null, challenge })
    const response = await app.request('/v3/bc/public/tags')
    expect(response.status).toBe(401)
    return response.headers.get('www-authenticate')
  }
  expect(await challengeOf()).toBe('X-Auth-Token realm="quotes"')
  expect(await challengeOf('Bearer realm="shop"')).toBe('Bearer realm="shop"')
})

it('createHttpApp rejects unknown options by name', () => {
  const options = { ...valid, onerror: () => {}, maxBodySize: 1 } as never
  const message = expect.stringMatching(/^is not a known field/)
  expect(fieldErrorsOf(() => createHttpApp(options), 'invalid_options')).toEqual({
    onerror: message,
    maxBodySize: message,
  })
})
