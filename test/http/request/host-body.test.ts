import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { createHttpApp } from '../../../src/http/app.js'
import type { HttpAppOptions } from '../../../src/http/options.js'
import { credentials, json, quotes, request, sampleEngine } from '../sample-app.js'

const reported: unknown[] = []

function listener(options: Partial<HttpAppOptions> = {}) {
  const app = createHttpApp({
    engine: sampleEngine(),
    authenticate: () => ({ storeId: 'store-1' }),
    onError: (error) => reported.push(error),
    ...options,
  })
  return getRequestListener(app.fetch)
}

async function listen(handler: RequestListener): Promise<string> {
  const server = createServer(handler)
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An Express app with this middleware before the quotes. */
function listenExpress(...middleware: express.RequestHandler[]): Promise<string> {
  return listen(express().use(...middleware, listener()))
}

async function send(
  url: string,
  body: NonNullable<RequestInit['body']> | null,
  headers: Record<string, string> = json,
) {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit)
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field of a body
  const result = (await response.json()) as any
  return { status: response.status, body: result }
}

const body = JSON.stringify(request)
const chunked = () => new Blob([body]).stream()

it.each([
  ['before express.json()', (app: express.Express) => app.use(listener()).use(express.json())],
  ['after express.json()', (app: express.Express) => app.use(express.json()).use(listener())],
])('the app %s creates and updates quotes', async (_, mount) => {
  const base = await listen(mount(express()))
  for (const sent of [body, chunked()]) {
    const { status, body: created } = await send(base + quotes, sent)
    expect(status).toBe(201)
    const path = `${base}${quotes}/${created.quote_id}`
    const got = await fetch(path, { headers: json })
    const changes = { ...((await got.json()) as object), customer: { city: 'Paris' } }
    const put = await fetch(path, { method: 'PUT', headers: json, body: JSON.stringify(changes) })
    expect(put.status).toBe(200)
    expect(await put.json()).toMatchObject({ customer: { city: 'Paris' }, success: true })
  }
})

it.each([
  ['express.raw()', express.raw({ type: '*/*' })],
  ['express.text()', express.text({ type: '*/*' })],
])('the app after %s parses its body', async (_, parser) => {
  const base = await listenExpress(parser)
  expect((await send(base + quotes, body)).status).toBe(201)
  expect((await send(base + quotes, '{')).body.code).toBe('invalid_json')
})

it('the app after express.raw() limits and decodes the bytes', async () => {
  const app = express().use(express.raw({ type: '*/*', limit: '3mb' }), listener())
  const base = await listen(app)
  const large = await send(base + quotes, chunkedSpaces(2 ** 20 + 1))
  expect(large.body.code).toBe('payload_too_large')
  const invalid = await send(base + quotes, new Uint8Array([0x22, 0xff, 0x22]))
  expect(invalid.body.code).toBe('invalid_json')
})

function chunkedSpaces(length: number) {
  return new Blob([' '.repeat(length)]).stream()
}

it('the app after express.json() accepts a body that Express has decompressed', async () => {
  const base = await listenExpress(express.json())
  const headers = { ...json, 'content-encoding': 'gzip' }
  expect((await send(base + quotes, gzipSync(body), headers)).status).toBe(201)
})

it('the app after express.json() requires a JSON content type', async () => {
  const base = await listenExpress(express.json({ type: '*/*' }))
  const { status } = await send(base + quotes, body, {
    ...credentials,
    'content-type': 'text/plain',
  })
  expect(status).toBe(415)
})

it('the app after express.json() rejects a declared length above maxBodyBytes', async () => {
  const app = express().use(express.json(), listener({ maxBodyBytes: body.length - 1 }))
  expect((await send((await listen(app)) + quotes, body)).status).toBe(413)
})

it('the app after express.json() rejects an empty body', async () => {
  const base = await listenExpress(express.json())
  expect((await send(base + quotes, null)).body.code).toBe('invalid_json')
})

it.each(['7', 'null', 'true', '[]'])('the app after express.json() rejects %s', async (value) => {
  const base = await listenExpress(express.json({ strict: false }))
  expect((await send(base + quotes, value)).status).toBe(422)
})

it("the app after express.json() does not change the host's body", async () => {
  let hostBody: unknown
  const base = await listenExpress(express.json(), (incoming, _response, next) => {
    hostBody = incoming.body
    next()
  })
  const { body: created } = await send(base + quotes, body)
  const sent = { success: true, quote_id: created.quote_id, visible_tags: [] }
  const put = await fetch(`${base}${quotes}/${created.quote_id}`, {
    method: 'PUT',
    headers: json,
    body: JSON.stringify(sent),
  })
  expect(put.status).toBe(200)
  expect(hostBody).toEqual(sent)
})

it.each([
  ['with', body],
  ['without', chunked()],
])('a body %s a length that the host has dropped is a 500 that says so', async (_, sent) => {
  const base = await listenExpress((incoming, _response, next) => {
    incoming.on('end', () => next()).resume()
  })
  const { status, body: problem } = await send(base + quotes, sent)
  expect([status, problem.code]).toEqual([500, 'body_already_read'])
  expect(problem.detail).toContain('mount this app before body parsers such as express.json()')
  expect(reported.pop()).toMatchObject({ problem: { status: 500 } })
})

it('the app takes the body that Fastify has parsed if the host passes it on', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  const handle = listener()
  app.all('/v3/bc/public/*', (incoming, reply) => {
    reply.hijack()
    handle(Object.assign(incoming.raw, { body: incoming.body }), reply.raw)
  })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  expect((await send(base + quotes, body)).status).toBe(201)
})

it('authenticate can read a clone of the request', async () => {
  const sent: string[] = []
  const authenticate: HttpAppOptions['authenticate'] = async (credentials) => {
    sent.push(await credentials.request.clone().text())
    return { storeId: 'store-1' }
  }
  const app = createHttpApp({ engine: sampleEngine(), authenticate })
  const url = `http://quotes.test${quotes}`
  const inProcess = await app.request(url, { method: 'POST', headers: json, body })
  const base = await listen(listener({ authenticate }))
  expect([inProcess.status, (await send(base + quotes, body)).status]).toEqual([201, 201])
  expect(sent).toEqual([body, body])
})

it('authenticate that reads the request itself causes a 500 that says so', async () => {
  const authenticate: HttpAppOptions['authenticate'] = async (credentials) => {
    await credentials.request.text()
    return { storeId: 'store-1' }
  }
  const app = createHttpApp({ engine: sampleEngine(), authenticate })
  const response = await app.request(quotes, { method: 'POST', headers: json, body })
  const base = await listen(listener({ authenticate }))
  for (const problem of [await response.json(), (await send(base + quotes, body)).body])
    expect(problem).toMatchObject({
      code: 'body_already_read',
      detail: expect.stringContaining('request.clone()'),
    })
})

/** Sets the empty object that parsers of Express 4 set for a body that they do not parse. */
const setEmptyBody: express.RequestHandler = (incoming, _response, next) => {
  incoming.body = {}
  next()
}

const drain: express.RequestHandler = (incoming, _response, next) => {
  incoming.on('end', next).resume()
}

it('a body is read if a parser of Express 4 skipped it and authenticate read a clone', async () => {
  const seen: string[] = []
  const app = listener({
    async authenticate({ request: received }) {
      seen.push(await received.clone().text())
      return { storeId: 'store-1' }
    },
  })
  const base = await listen(express().use(setEmptyBody, app))
  for (const sent of [body, chunked()]) {
    const { status, body: created } = await send(base + quotes, sent)
    expect(status).toBe(201)
    expect(created.quote.products).toHaveLength(request.products.length)
  }
  expect(seen).toEqual([body, body])
})

it('an empty object is not taken for a body that the host has drained', async () => {
  const base = await listenExpress(drain, setEmptyBody)
  for (const sent of [body, chunked()])
    expect(await send(base + quotes, sent)).toMatchObject({
      status: 500,
      body: { code: 'body_already_read' },
    })
})

it('an empty object that the host has parsed is a body', async () => {
  const base = await listenExpress(express.json())
  expect(await send(base + quotes, '{}')).toMatchObject({
    status: 422,
    body: { errors: { customer: 'is required', products: 'is required' } },
  })
})

it.each([
  ['express.text()', express.text({ type: '*/*' })],
  ['express.raw()', express.raw({ type: '*/*' })],
])('maxBodyBytes limits a chunked body after %s', async (_, parser) => {
  const app = listener({ maxBodyBytes: 10 })
  const base = await listen(express().use(parser, app))
  expect(await send(base + quotes, chunked())).toMatchObject({
    status: 413,
    body: { code: 'payload_too_large' },
  })
})
