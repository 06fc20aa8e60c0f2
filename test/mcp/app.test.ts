import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import express from 'express'
import { afterEach, describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import type { StoreContext } from '../../src/engine/arguments.js'
import { createMcpApp, type McpAppOptions } from '../../src/mcp/index.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { toAgent } from './support.js'

const sampleEngine = () =>
  createQuoteEngine({
    storage: memoryStorage(),
    catalog: memoryCatalog({ s: [{ id: 1, price: '10.00' }] }),
  })

const sessions: Readonly<Record<string, StoreContext>> = {
  'Bearer seller': { storeId: 's', actor: 'ada', role: 'seller' },
  'Bearer buyer': { storeId: 's', actor: 'zoe', role: 'buyer' },
}

const sampleApp = (options: Partial<McpAppOptions> = {}) =>
  createMcpApp({
    engine: sampleEngine(),
    authenticate: ({ request }) => sessions[request.headers.get('authorization') ?? ''],
    ...options,
  })

type Fetch = (request: Request) => Response | Promise<Response>

/** Connects a client of the SDK to an app, over its fetch. */
async function connectTo(fetch: Fetch, authorization: string) {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    requestInit: { headers: { authorization } },
    fetch: async (url, init) => fetch(new Request(url, init)),
  })
  await client.connect(transport as Parameters<typeof client.connect>[0])
  return toAgent(client)
}

const headers = {
  authorization: 'Bearer seller',
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const post = (body: unknown, more: object = {}) =>
  new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { ...headers, ...more },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const closes: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closes.splice(0)) await close()
})

const request = { customer: { name: 'Zoë' }, products: [{ id: 1, qty: 2 }] }

describe('createMcpApp', () => {
  it('serves each caller the tools of its role, with one engine', async () => {
    const { fetch } = sampleApp()
    const seller = await connectTo(fetch, 'Bearer seller')
    const buyer = await connectTo(fetch, 'Bearer buyer')
    expect(await seller.listNames()).toContain('sendQuote')
    expect(await buyer.listNames()).not.toContain('sendQuote')
    const { quote_id } = await seller.get('createQuote', request)
    await seller.get('sendQuote', { quote_id })
    expect(await buyer.get('acceptQuote', { quote_id, revision: 1 })).toMatchObject({
      status: 'accepted',
      acceptance: { by: 'zoe' },
    })
    await expect(buyer.callTool('cancelQuote', { quote_id })).rejects.toThrow('No such tool')
  })

  it('is mounted into Express after a body parser and a session', async () => {
    const app = createMcpApp({
      engine: sampleEngine(),
      authenticate: ({ raw }) => (raw as { session?: StoreContext }).session,
    })
    const server = express()
      .use(express.json())
      .use((incoming, _response, next) => {
        Object.assign(incoming, { session: sessions[incoming.headers.authorization ?? ''] })
        next()
      })
      .use(getRequestListener(app.fetch))
      .listen(0, '127.0.0.1')
    closes.push(
      () => server.close(),
      () => server.closeAllConnections(),
    )
    await new Promise((resolve) => server.once('listening', resolve))
    const client = new Client({ name: 'test', version: '1' })
    closes.push(() => client.close())
    const { port } = server.address() as AddressInfo
    const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
      requestInit: { headers: { authorization: 'Bearer buyer' } },
    })
    await client.connect(transport as Parameters<typeof client.connect>[0])
    const { get } = toAgent(client)
    expect(await get('createQuote', request)).toMatchObject({ version: 1 })
  })

  it('rejects requests without valid credentials', async () => {
    const challenge = 'Bearer resource_metadata="https://shop.example/oauth"'
    for (const [options, expected] of [
      [{}, 'Bearer'],
      [{ challenge }, challenge],
    ] as const) {
      const response = await sampleApp(options).fetch(post(ping, { authorization: 'Bearer x' }))
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe(expected)
    }
  })

  it('answers with status 503 and reports if authenticate throws', async () => {
    const errors: unknown[] = []
    const app = sampleApp({
      authenticate: () => Promise.reject(new Error('password is 1234')),
      onError: (error) => errors.push(error),
    })
    const response = await app.fetch(post(ping))
    expect(response.status).toBe(503)
    expect(await response.text()).not.toContain('1234')
    expect(errors).toHaveLength(1)
  })

  it('counts each message for the rate limit', async () => {
    let left = 1
    const { fetch } = sampleApp({
      rateLimit() {
        left -= 1
        return left < 0 ? 30 : 0
      },
    })
    expect((await fetch(post(ping))).status).toBe(200)
    const response = await fetch(post(ping))
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30'])
    expect((await sampleApp().fetch(post([ping, ping]))).status).toBe(400)
  })

  it.each([
    ['{', {}, 400],
    ['{"jsonrpc":"2.0"}', {}, 400],
    ['7', {}, 400],
    [
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`,
      {},
      200,
    ],
    [`"${'x'.repeat(2 ** 20)}"`, {}, 413],
    [ping, { 'content-type': 'text/plain' }, 415],
    [ping, { accept: 'text/html' }, 406],
    [ping, { 'mcp-protocol-version': '1' }, 400],
    [{ ...ping, method: 'secret/method' }, {}, 200],
  ])('answers a body of case %# by status', async (body, more, status) => {
    const response = await sampleApp().fetch(post(body, more))
    expect(response.status).toBe(status)
    expect(await response.text()).not.toMatch(/node_modules|src\//)
  })

  it('rejects other methods and paths', async () => {
    const { fetch } = sampleApp({ path: '/agents/mcp' })
    const at = (path: string, method: string) =>
      fetch(new Request(`http://localhost${path}`, { method, headers }))
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await at('/agents/mcp', method)
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    }
    expect((await at('/mcp', 'POST')).status).toBe(404)
  })

  it('aborts a call whose client disconnects', async () => {
    let aborted: unknown
    let stop = () => {}
    const engine = createQuoteEngine({
      storage: memoryStorage(),
      catalog: {
        findProducts: (_storeId, _refs, call) =>
          new Promise((_resolve, reject) => {
            const signal = call?.signal as AbortSignal
            signal.addEventListener('abort', () => {
              aborted = true
              reject(signal.reason)
            })
            stop()
          }),
      },
    })
    const controller = new AbortController()
    stop = () => controller.abort()
    const params = { name: 'createQuote', arguments: request }
    const call = new Request('http://localhost/mcp', {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      signal: controller.signal,
    })
    const response = await sampleApp({ engine }).fetch(call)
    expect(await response.text()).toContain('aborted')
    expect(aborted).toBe(true)
  })

  it.each([
    [{ authenticate: undefined }, 'authenticate'],
    [{ path: 'mcp' }, 'path'],
    [{ maxBodyBytes: 0 }, 'maxBodyBytes'],
    [{ rateLimit: 7 }, 'rateLimit'],
    [{ challenge: 7 }, 'challenge'],
    [{ context: { storeId: 's' } }, 'context'],
  ])('rejects the options %j', (options, name) => {
    expect(() => sampleApp(options as never)).toThrow(
      expect.objectContaining({
        code: 'invalid_options',
        details: { errors: { [name]: expect.any(String) } },
      }),
    )
  })
})
