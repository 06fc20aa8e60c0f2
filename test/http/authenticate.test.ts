import { describe, expect, it } from 'vitest'
import { createHttpApp } from '../../src/http/app.js'
import { type Authenticate, tokenAuthenticator } from '../../src/http/authenticate.js'
import { json, quotes, request, sampleApp, sampleEngine, tags } from './sample-app.js'

describe('createHttpApp', () => {
  const rejected: Record<string, NonNullable<RequestInit['headers']>> = {
    'no headers': {},
    'no token': { 'x-auth-client': 'store-1' },
    'no client': { 'x-auth-token': 'token-a' },
    'an empty token': { 'x-auth-client': 'store-1', 'x-auth-token': '' },
    'a wrong token': { 'x-auth-client': 'store-1', 'x-auth-token': 'token-c' },
    'a token of another store': { 'x-auth-client': 'store-1', 'x-auth-token': 'token-2' },
    'an unknown store': { 'x-auth-client': 'store-9', 'x-auth-token': 'token-a' },
    'a store called __proto__': { 'x-auth-client': '__proto__', 'x-auth-token': 'token-a' },
    'the token twice': { 'x-auth-client': 'store-1', 'x-auth-token': 'token-a, token-a' },
    'a store name of 100,000 characters': {
      'x-auth-client': 'x'.repeat(100_000),
      'x-auth-token': 'token-a',
    },
  }

  it('responds to every kind of bad credentials with the same 401', async () => {
    const { send } = sampleApp()
    const responses = await Promise.all(
      Object.values(rejected).map((headers) => send('GET', tags, { headers })),
    )
    for (const { status, headers, body } of responses) {
      expect(status).toBe(401)
      expect(headers.get('www-authenticate')).toBe('X-Auth-Token realm="quotes"')
      expect(body).toEqual(responses[0]?.body)
    }
  })

  it('authenticates before it reads the body, on every endpoint', async () => {
    const { send, engine } = sampleApp()
    const { quoteId } = await engine.createQuote({ storeId: 'store-1' }, request)
    let wasRead = false
    const body = () =>
      new ReadableStream(
        {
          pull(controller) {
            wasRead = true
            controller.close()
          },
        },
        { highWaterMark: 0 },
      )
    for (const [method, path] of [
      ['POST', quotes],
      ['PUT', `${quotes}/${quoteId}`],
    ] as const) {
      const headers = { 'content-type': 'text/plain' }
      const { status } = await send(method, path, { headers, body: body(), duplex: 'half' })
      expect(status).toBe(401)
    }
    expect(wasRead).toBe(false)
    expect((await send('GET', `${quotes}/${quoteId}`)).status).toBe(401)
  })

  it('accepts any of the tokens of a store', async () => {
    const { send } = sampleApp()
    for (const token of ['token-a', 'token-b']) {
      const headers = { 'x-auth-client': 'store-1', 'x-auth-token': token }
      expect((await send('GET', tags, { headers })).status).toBe(200)
    }
  })

  it("responds to another store's quote as to an unknown quote", async () => {
    const { create, send, sendJson } = sampleApp()
    const id = await create()
    const headers = { ...json, 'x-auth-client': 'store-2', 'x-auth-token': 'token-2' }
    const theirs = await send('GET', `${quotes}/${id}`, { headers })
    const unknown = await send('GET', `${quotes}/none`, { headers })
    expect(theirs.status).toBe(404)
    expect(theirs.body).toEqual(unknown.body)
    const put = await sendJson('PUT', `${quotes}/${id}`, { tag_list: ['x'] }, headers)
    expect([put.status, put.body]).toEqual([404, unknown.body])
  })

  it('accepts a Bearer token or a session cookie that authenticate reads from the request', async () => {
    const sessions = new Map([['s1', { storeId: 'store-1', actor: 'ann' }]])
    const authenticate: Authenticate = async ({ client, token, request: { headers } }) => {
      expect([client, token]).toEqual(['', ''])
      if (headers.get('authorization') === 'Bearer secret') return { storeId: 'store-1' }
      return sessions.get(/(?:^|; )sid=(\w+)/.exec(headers.get('cookie') ?? '')?.[1] ?? '')
    }
    const { send } = sampleApp({ authenticate })
    const statusWith = async (headers: Record<string, string>) =>
      (await send('GET', tags, { headers })).status
    expect(await statusWith({ authorization: 'Bearer secret' })).toBe(200)
    expect(await statusWith({ cookie: 'a=b; sid=s1' })).toBe(200)
    expect(await statusWith({ authorization: 'Bearer other', cookie: 'sid=s2' })).toBe(401)
    expect(await statusWith({})).toBe(401)
  })

  it('passes the request itself to authenticate', async () => {
    const received: Request[] = []
    const authenticate: Authenticate = (credentials) => {
      received.push(credentials.request)
      return { storeId: 'store-1' }
    }
    const app = createHttpApp({ engine: sampleEngine(), authenticate })
    const sent = new Request(`http://quotes.test${tags}`)
    await app.fetch(sent)
    expect(received).toEqual([sent])
    expect(received[0]).toBe(sent)
  })

  it('responds 401 if authenticate returns a falsy value', async () => {
    for (const response of [null, false, undefined, '']) {
      const { send } = sampleApp({ authenticate: () => response as never })
      expect((await send('GET', tags, { headers: json })).status).toBe(401)
    }
  })

  it('responds 503 if authenticate throws, and passes the cause to onError', async () => {
    const reported: unknown[] = []
    const { send } = sampleApp({
      authenticate: () => Promise.reject(new Error('secret address')),
      onError: (error) => reported.push(error),
    })
    const { status, body } = await send('GET', tags, { headers: json })
    expect([status, body.code]).toEqual([503, 'authentication_failed'])
    expect(JSON.stringify(body)).not.toContain('secret')
    expect((reported[0] as Error).cause).toEqual(new Error('secret address'))
  })
})

describe('tokenAuthenticator', () => {
  it('rejects stores whose tokens are not non-empty strings, by store id', () => {
    for (const tokens of [[''], [undefined], 'token', undefined])
      expect(() => tokenAuthenticator({ 'store-1': tokens as never })).toThrow(
        expect.objectContaining({
          code: 'invalid_options',
          details: { errors: { 'store-1': 'must be an array of non-empty tokens' } },
        }),
      )
  })

  it('rejects every store with invalid tokens at once', () => {
    const tokens = { tokens: { 'store-1': ['a'] }, 'store-1': ['a'], 'store-2': 'b' }
    const message = 'must be an array of non-empty tokens'
    expect(() => tokenAuthenticator(tokens as never)).toThrow(
      expect.objectContaining({ details: { errors: { tokens: message, 'store-2': message } } }),
    )
  })

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a string', 'token'],
    ['an array', [['store-1', ['token']]]],
    ['a Map', new Map([['store-1', ['token']]])],
  ])('rejects %s in place of tokens by store id', (_, tokens) => {
    const message = "must be an object of tokens by store id, such as { 'store-1': ['token'] }"
    expect(() => tokenAuthenticator(tokens as never)).toThrow(
      expect.objectContaining({ code: 'invalid_options', details: { errors: { '': message } } }),
    )
  })

  it('copies the tokens', () => {
    const tokens = ['token-a']
    const authenticate = tokenAuthenticator({ 'store-1': tokens })
    tokens[0] = 'token-b'
    expect(authenticate({ client: 'store-1', token: 'token-a' })).toEqual({ storeId: 'store-1' })
    expect(authenticate({ client: 'store-1', token: 'token-b' })).toBeUndefined()
  })

  it('rejects a store that the tokens object inherits', () => {
    const authenticate = tokenAuthenticator(Object.create({ 'store-1': ['token-a'] }))
    expect(authenticate({ client: 'store-1', token: 'token-a' })).toBeUndefined()
    for (const client of ['__proto__', 'constructor', 'toString'])
      expect(authenticate({ client, token: 'token-a' })).toBeUndefined()
  })

  it('rejects an unknown store with any token', () => {
    for (const authenticate of [tokenAuthenticator({}), tokenAuthenticator({ 'store-1': ['a'] })])
      for (const token of ['', 'a', 'store-9', 'undefined'])
        expect(authenticate({ client: 'store-9', token })).toBeUndefined()
  })

  it('rejects a store without tokens', () => {
    const authenticate = tokenAuthenticator({ 'store-1': [] })
    expect(authenticate({ client: 'store-1', token: '' })).toBeUndefined()
  })
})
