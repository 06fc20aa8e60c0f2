import { describe, expect, it } from 'vitest'
import { tokenAuthenticator } from '../../src/http/authenticate.js'
import { json, quotes, request, sampleApp, tags } from './sample-app.js'

describe('authentication', () => {
  const refused: Record<string, NonNullable<RequestInit['headers']>> = {
    'no header at all': {},
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

  it('refuses every bad credential with the same 401', async () => {
    const { send } = sampleApp()
    const answers = await Promise.all(
      Object.values(refused).map((headers) => send('GET', tags, { headers })),
    )
    for (const { status, headers, body } of answers) {
      expect(status).toBe(401)
      expect(headers.get('www-authenticate')).toBe('X-Auth-Token realm="quotes"')
      expect(body).toEqual(answers[0]?.body)
    }
  })

  it('comes before the body is read, on every endpoint', async () => {
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

  it("answers for another store's quote as for one that does not exist", async () => {
    const { create, send, sendJson } = sampleApp()
    const id = await create()
    const headers = { ...json, 'x-auth-client': 'store-2', 'x-auth-token': 'token-2' }
    const theirs = await send('GET', `${quotes}/${id}`, { headers })
    const nobodys = await send('GET', `${quotes}/none`, { headers })
    expect(theirs.status).toBe(404)
    expect(theirs.body).toEqual(nobodys.body)
    const put = await sendJson('PUT', `${quotes}/${id}`, { tag_list: ['x'] }, headers)
    expect([put.status, put.body]).toEqual([404, nobodys.body])
  })

  it('that gives anything but a context refuses', async () => {
    for (const answer of [null, false, undefined, '']) {
      const { send } = sampleApp({ authenticate: () => answer as never })
      expect((await send('GET', tags, { headers: json })).status).toBe(401)
    }
  })

  it('that fails itself is answered with 503, and the host is told why', async () => {
    const told: unknown[] = []
    const { send } = sampleApp({
      authenticate: () => Promise.reject(new Error('secret address')),
      onError: (error) => told.push(error),
    })
    const { status, body } = await send('GET', tags, { headers: json })
    expect([status, body.code]).toEqual([503, 'authentication_failed'])
    expect(JSON.stringify(body)).not.toContain('secret')
    expect((told[0] as Error).cause).toEqual(new Error('secret address'))
  })
})

describe('tokenAuthenticator', () => {
  it('refuses tokens that are no texts, or empty, by the name of the store', () => {
    for (const tokens of [[''], [undefined], 'token', undefined])
      expect(() => tokenAuthenticator({ 'store-1': tokens as never })).toThrow(
        expect.objectContaining({
          code: 'invalid_options',
          details: { errors: { 'store-1': 'must be an array of tokens, none of them empty' } },
        }),
      )
  })

  it('keeps no token in the clear', () => {
    const tokens = ['token-a']
    const authenticate = tokenAuthenticator({ 'store-1': tokens })
    tokens[0] = 'token-b'
    expect(authenticate({ client: 'store-1', token: 'token-a' })).toEqual({ storeId: 'store-1' })
    expect(authenticate({ client: 'store-1', token: 'token-b' })).toBeUndefined()
  })

  it('lets nobody in to a store that the tokens only inherit', () => {
    const authenticate = tokenAuthenticator(Object.create({ 'store-1': ['token-a'] }))
    expect(authenticate({ client: 'store-1', token: 'token-a' })).toBeUndefined()
    for (const client of ['__proto__', 'constructor', 'toString'])
      expect(authenticate({ client, token: 'token-a' })).toBeUndefined()
  })

  it('lets nobody in to an unknown store, whatever the token', () => {
    for (const authenticate of [tokenAuthenticator({}), tokenAuthenticator({ 'store-1': ['a'] })])
      for (const token of ['', 'a', 'store-9', 'undefined'])
        expect(authenticate({ client: 'store-9', token })).toBeUndefined()
  })

  it('lets nobody in to a store without tokens', () => {
    const authenticate = tokenAuthenticator({ 'store-1': [] })
    expect(authenticate({ client: 'store-1', token: '' })).toBeUndefined()
  })
})
