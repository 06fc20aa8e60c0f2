import { describe, expect, it } from 'vitest'
import { sampleDocument } from '../openapi/document.js'
import { credentials, json, quotes, sampleApp } from '../sample-app.js'

const message = { text: 'Hello', visibility: 'customer' }

/** An app whose callers have the role in the header `x-role`, with a quote. */
async function appWithQuote() {
  const app = sampleApp({
    authenticate: ({ client: storeId, request: { headers } }) => {
      const role = headers.get('x-role')
      return { storeId, actor: 'ann', ...(role === null ? undefined : { role: role as 'buyer' }) }
    },
  })
  const quoteId = await app.create()
  const path = `${quotes}/${quoteId}/messages`
  const add = (body: unknown, headers: Record<string, string> = {}) =>
    app.sendJson('POST', path, body, headers)
  const list = (query = '', headers: Record<string, string> = {}) =>
    app.send('GET', `${path}${query}`, { headers: { ...credentials, ...headers } })
  return { ...app, quoteId, path, add, list }
}

describe('POST /quotes/{quoteId}/messages', () => {
  it('responds with 201 and the message, without ETag and Location', async () => {
    const { add, list } = await appWithQuote()
    const attachments = [{ name: 'a.pdf', url: 'https://files.example/a.pdf' }]
    const { status, headers, body } = await add({ ...message, attachments }, { 'x-role': 'seller' })
    expect([status, headers.get('etag'), headers.get('location')]).toEqual([201, null, null])
    expect(body).toEqual({
      id: 1,
      time: 1_700_000_000_000,
      by: 'ann',
      role: 'seller',
      ...message,
      attachments,
      success: true,
    })
    const { success, ...listed } = body
    expect((await list()).body).toEqual({ messages: [listed], success: true })
  })

  it('leaves the ETag of the quote as it is, and ignores If-Match', async () => {
    const { send, add, quoteId } = await appWithQuote()
    for (const ifMatch of ['"9"', '"1", "2"', 'x', '*'])
      expect((await add(message, { 'if-match': ifMatch })).status).toBe(201)
    const { headers } = await send('GET', `${quotes}/${quoteId}`, { headers: credentials })
    expect(headers.get('etag')).toBe('"1"')
  })

  it('stores nothing in a preview, which is a 200', async () => {
    const { sendJson, path, list } = await appWithQuote()
    const { status, body } = await sendJson('POST', `${path}?preview=true`, message)
    expect([status, body.id]).toEqual([200, 1])
    expect((await list()).body.messages).toEqual([])
  })

  it('adds a message once for an Idempotency-Key', async () => {
    const { add, list } = await appWithQuote()
    const key = { 'idempotency-key': 'key' }
    const first = await add(message, key)
    expect(await add(message, key)).toMatchObject({ status: 201, body: first.body })
    expect((await list()).body.messages).toHaveLength(1)
    expect((await add({ ...message, text: 'Other' }, key)).status).toBe(422)
  })

  it('needs the visibility from a seller, and does not permit internal ones of a buyer', async () => {
    const { add, list } = await appWithQuote()
    const { status, body } = await add({ text: 'Hello' }, { 'x-role': 'seller' })
    expect([status, body.errors]).toEqual([
      422,
      { visibility: 'is required: customer or internal' },
    ])
    const internal = await add({ text: 'x', visibility: 'internal' }, { 'x-role': 'buyer' })
    expect([internal.status, internal.body.code]).toEqual([403, 'not_permitted'])
    expect((await add({ text: 'Hello' }, { 'x-role': 'buyer' })).status).toBe(201)
    expect((await list()).body.messages).toHaveLength(1)
  })

  it("is a 404 for an unknown quote, and another store's", async () => {
    const { sendJson, add } = await appWithQuote()
    const unknown = await sendJson('POST', `${quotes}/none/messages`, message)
    const others = await add(message, { 'x-auth-client': 'store-2' })
    for (const { status, body } of [unknown, others])
      expect([status, body.code]).toEqual([404, 'quote_not_found'])
  })

  it('names every invalid field', async () => {
    const { add } = await appWithQuote()
    const body = { text: '', visibility: 'all', attachments: [{ url: 'javascript:1' }], by: 'eve' }
    expect((await add(body)).body.errors).toEqual({
      text: 'must be a string of 1 to 4000 characters, without NUL or lone surrogates',
      visibility: 'must be one of customer, internal',
      'attachments[0].name': 'is required',
      'attachments[0].url': 'must be a URL with https:// or http://, of up to 2000 characters',
      by: expect.stringMatching(/^is not a known field/),
    })
  })
})

describe('GET /quotes/{quoteId}/messages', () => {
  it('lists pages', async () => {
    const { add, list } = await appWithQuote()
    for (const text of ['a', 'b', 'c']) await add({ ...message, text })
    const first = (await list('?limit=2')).body
    expect([first.messages.map(textOf), first.next, first.success]).toEqual([['a', 'b'], 2, true])
    const second = (await list(`?limit=2&after=${first.next}`)).body
    expect([second.messages.map(textOf), 'next' in second]).toEqual([['c'], false])
  })

  it('shows internal messages to sellers only', async () => {
    const { add, list } = await appWithQuote()
    await add({ text: 'Secret margin', visibility: 'internal' })
    await add(message)
    const { body } = await list('', { 'x-role': 'buyer' })
    expect(body.messages.map(textOf)).toEqual(['Hello'])
    expect(JSON.stringify(body)).not.toContain('Secret')
    for (const role of ['seller', 'system'])
      expect((await list('', { 'x-role': role })).body.messages).toHaveLength(2)
  })

  it.each(['limit=0', 'limit=1001', 'after=-1', 'after=x', 'visibility=internal', 'role=seller'])(
    'rejects ?%s with 422',
    async (query) => {
      const { list } = await appWithQuote()
      const { status, body } = await list(`?${query}`, { 'x-role': 'buyer' })
      expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]])
    },
  )
})

describe('the OpenAPI document', () => {
  const { paths } = sampleDocument()
  const headersOf = (parameters: readonly { readonly in: string; readonly name: string }[]) =>
    parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name)

  it('offers Idempotency-Key but no If-Match for a message, and 200 for its preview', () => {
    const { parameters, responses, requestBody } = paths['/quotes/{quoteId}/messages'].post
    expect(headersOf(parameters)).toEqual(['Idempotency-Key'])
    expect(requestBody.required).toBe(true)
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '201', '404']))
    expect(responses).not.toHaveProperty('412')
    expect(responses[201]).not.toHaveProperty('headers')
  })
})

function textOf({ text }: { readonly text: string }): string {
  return text
}

it('GET and POST are the only methods of a thread', async () => {
  const { send, path } = await appWithQuote()
  for (const method of ['PUT', 'DELETE', 'PATCH']) {
    const { status, headers } = await send(method, path, { headers: json, body: '{}' })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  }
})
