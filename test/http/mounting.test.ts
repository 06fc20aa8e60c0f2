import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpApp } from '../../src/http/app.js'
import { tokenAuthenticator } from '../../src/http/authenticate.js'
import { json, quotes, request, sampleEngine } from './sample-app.js'

const listener = () =>
  getRequestListener(
    createHttpApp({
      engine: sampleEngine(),
      authenticate: tokenAuthenticator({ 'store-1': ['token-a'] }),
    }).fetch,
  )

const servers: { close(): unknown }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listen(handler: RequestListener): Promise<string> {
  const server: Server = createServer(handler)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function listenFastify(): Promise<string> {
  const app = fastify()
  servers.push(app)
  app.get('/hello', async () => 'hello')
  app.post('/own', async ({ body }) => body)
  const handle = listener()
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all('/v3/bc/public/*', (incoming, reply) => {
      reply.hijack()
      handle(incoming.raw, reply.raw)
    })
  })
  return app.listen({ port: 0, host: '127.0.0.1' })
}

async function listenExpress(): Promise<string> {
  const app = express()
  app.use('/shop', listener())
  app.use(express.json())
  app.get('/hello', (_request, response) => void response.send('hello'))
  app.post('/own', ({ body }, response) => void response.json(body))
  return `${await listen(app)}/shop`
}

const hosts = [
  { name: 'node:http', start: () => listen(listener()) },
  { name: 'Express 5, under a path of its own', start: listenExpress },
  { name: 'Fastify 5', start: listenFastify },
]

describe.each(hosts)('mounted into $name', ({ start }) => {
  it('creates, updates, gets, and lists', async () => {
    const base = await start()
    const created = await fetch(base + quotes, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(request),
    })
    expect(created.status).toBe(201)
    const { quote_id: id } = (await created.json()) as { quote_id: string }
    const updated = await fetch(`${base}${quotes}/${id}`, {
      method: 'PUT',
      headers: { ...json, 'if-match': '"1"' },
      body: '{"tag_list":["Approved"]}',
    })
    expect([updated.status, updated.headers.get('etag')]).toEqual([200, '"2"'])
    const got = await fetch(`${base}${quotes}/${id}`, { headers: json })
    expect(await got.json()).toEqual(await updated.json())
    const tags = await fetch(`${base}/v3/bc/public/tags`, { headers: json })
    expect(await tags.json()).toEqual({})
  })

  it('responds to errors with problem+json', async () => {
    const base = await start()
    const unauthorized = await fetch(base + quotes, { method: 'POST', body: 'x' })
    expect(unauthorized.status).toBe(401)
    const broken = await fetch(base + quotes, { method: 'POST', headers: json, body: '{' })
    expect(broken.status).toBe(400)
    expect(broken.headers.get('content-type')).toBe('application/problem+json')
  })

  it('rejects 10 MiB with 413, with or without a declared length, and keeps serving', async () => {
    const base = await start()
    for (const headers of [{ ...json, 'content-length': String(10 * 2 ** 20) }, json])
      expect(await statusOfLargeBody(base + quotes, headers)).toBe(413)
    const next = await fetch(base + quotes, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(request),
    })
    expect(next.status).toBe(201)
  })
})

describe.each(hosts.slice(1))('beside the app in $name', ({ start }) => {
  it("the host's own routes work", async () => {
    const base = (await start()).replace('/shop', '')
    expect(await (await fetch(`${base}/hello`)).text()).toBe('hello')
    const own = await fetch(`${base}/own`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    })
    expect(await own.json()).toEqual({ a: 1 })
  })
})

describe('a false Content-Length on a socket', () => {
  const body = JSON.stringify(request)
  const head = (...headers: readonly string[]) =>
    [
      `POST ${quotes} HTTP/1.1`,
      'Host: quotes.test',
      ...Object.entries(json).map(([name, value]) => `${name}: ${value}`),
      ...headers,
      '',
      '',
    ].join('\r\n')

  /** A server, and a function that sends bytes to it and returns the bytes it responds with. */
  async function rawServer() {
    const engine = sampleEngine()
    const authenticate = tokenAuthenticator({ 'store-1': ['token-a'] })
    const base = await listen(getRequestListener(createHttpApp({ engine, authenticate }).fetch))
    const exchange = (bytes: string) =>
      new Promise<string>((resolve, reject) => {
        let received = ''
        const socket = connect(Number(new URL(base).port), '127.0.0.1')
        socket.setEncoding('utf8')
        socket.on('data', (chunk) => {
          received += chunk
        })
        socket.on('error', reject)
        socket.on('close', () => resolve(received))
        socket.end(bytes)
      })
    const created = async () => (await engine.listEvents({ storeId: 'store-1' })).items.length
    return { exchange, created }
  }

  it('a correct one is accepted', async () => {
    const { exchange, created } = await rawServer()
    const response = await exchange(`${head(`Content-Length: ${body.length}`)}${body}`)
    expect(response).toMatch(/^HTTP\/1\.1 201 /)
    expect(await created()).toBe(1)
  })

  it.each([
    ['that is smaller than the body', ['Content-Length: 2'], body],
    ['of nothing', ['Content-Length: 0'], body],
    ['that is larger than the body', [`Content-Length: ${body.length + 1}`], body],
    ['that is negative', [`Content-Length: -${body.length}`], body],
    ['that is no number', ['Content-Length: many'], body],
    ['that has a sign', [`Content-Length: +${body.length}`], body],
    ['that comes twice', [`Content-Length: ${body.length}`, 'Content-Length: 2'], body],
    [
      'beside chunks',
      [`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked'],
      `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ],
  ])('one %s creates nothing, and the server keeps serving', async (_, headers, sent) => {
    const { exchange, created } = await rawServer()
    const response = await exchange(`${head(...headers)}${sent}`)
    expect(response).not.toContain('HTTP/1.1 2')
    expect(response).not.toContain('HTTP/1.1 5')
    expect(await created()).toBe(0)
    const next = await exchange(`${head(`Content-Length: ${body.length}`)}${body}`)
    expect(next).toMatch(/^HTTP\/1\.1 201 /)
    expect(await created()).toBe(1)
  })
})

/** Sends 10 MiB of spaces. The server may close the connection after its response. */
function statusOfLargeBody(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
      outgoing.destroy()
    })
    outgoing.on('error', reject)
    const chunk = Buffer.alloc(2 ** 20, 0x20)
    for (let sent = 0; sent < 10; sent += 1) outgoing.write(chunk)
    outgoing.end()
  })
}
