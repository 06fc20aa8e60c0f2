import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { describe, expect, it, vi } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { createHttpApp } from '../../src/http/app.js'
import { tokenAuthenticator } from '../../src/http/authenticate.js'
import type { PortCallOptions } from '../../src/ports/call-options.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { json, quotes, request, sampleApp, sampleEngine, tags } from './sample-app.js'

const authenticate = tokenAuthenticator({ 'store-1': ['token-a'] })

/** An app whose storage hangs in every call of the tested routes, and says when it is called. */
async function hangingApp() {
  const catalog = memoryCatalog({ 'store-1': [118, 119].map((id) => ({ id, price: 1 })) })
  const storage = memoryStorage()
  const setupEngine = createQuoteEngine({ storage, catalog })
  const { quoteId } = await setupEngine.createQuote({ storeId: 'store-1' }, request)

  let onCall = (_signal: AbortSignal) => {}
  const called = new Promise<AbortSignal>((resolve) => {
    onCall = resolve
  })
  const hang = (call: PortCallOptions | undefined) => {
    if (call !== undefined) onCall(call.signal)
    return new Promise<never>(() => {})
  }
  const engine = createQuoteEngine({
    catalog,
    timeoutMs: 600_000,
    storage: {
      ...storage,
      load: (_storeId, _refs, call) => hang(call),
      commit: (_storeId, _commit, call) => hang(call),
    },
  })
  const failures: unknown[] = []
  const onError = (error: unknown) => failures.push(error)
  const app = createHttpApp({ engine, authenticate, onError })
  const bodies = { POST: JSON.stringify(request), PUT: '{"tag_list":["x"]}', GET: undefined }
  return { app, called, failures, quotePath: `${quotes}/${quoteId}`, bodies }
}

function onAbort(signal: AbortSignal | undefined, listener: (event: Event) => void): void {
  signal?.addEventListener('abort', listener)
}

const routes = [
  { method: 'POST', path: () => quotes, headers: json },
  { method: 'PUT', path: (quotePath: string) => quotePath, headers: json },
  {
    method: 'PUT',
    path: (quotePath: string) => quotePath,
    headers: { ...json, 'if-match': '"1", "2"' },
  },
  { method: 'GET', path: (quotePath: string) => quotePath, headers: json },
  { method: 'GET', path: () => tags, headers: json },
] as const

it('a client that disconnects aborts its own request only', async () => {
  const engine = sampleEngine()
  const signals: (AbortSignal | undefined)[] = []
  const getQuote: typeof engine.getQuote = async (context, quoteId, options) => {
    signals.push(options?.signal)
    if (quoteId === 'hangs') await new Promise((resolve) => onAbort(options?.signal, resolve))
    return engine.getQuote(context, quoteId, options)
  }
  const { create, send } = sampleApp({ engine: { ...engine, getQuote } })
  const path = `${quotes}/${await create()}`
  const [first, second] = [new AbortController(), new AbortController()]
  const ask = (signal: AbortSignal) => send('GET', `${quotes}/hangs`, { headers: json, signal })
  expect((await send('GET', path, { headers: json })).status).toBe(200)
  const responses = [first, second].map(({ signal }) => ask(signal))
  first.abort()
  expect((await responses[0])?.status).toBe(499)
  expect((await send('GET', path, { headers: json })).status).toBe(200)
  expect(signals.map((signal) => signal?.aborted)).toEqual([false, true, false, false])
  second.abort()
  expect((await responses[1])?.status).toBe(499)
  expect((await send('GET', path, { headers: json })).status).toBe(200)
})

it('handles requests where timers are numbers, as in workerd', async () => {
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (callback: () => void, delay?: number) => {
    setTimeout(callback, delay).unref()
    return 1
  })
  const { create } = sampleApp({ engine: sampleEngine() })
  expect(await create()).toEqual(expect.any(String))
  vi.unstubAllGlobals()
})

describe.each(routes)('$method of a client that disconnects', ({ method, path, headers }) => {
  it('aborts the call, responds 499, and does not call onError', async () => {
    const { app, called, failures, quotePath, bodies } = await hangingApp()
    const client = new AbortController()
    const { signal } = client
    const url = `http://quotes.test${path(quotePath)}`
    const body = bodies[method] ?? null
    const response = app.fetch(new Request(url, { method, headers, body, signal }))
    const ofPort = await called
    expect(ofPort.aborted).toBe(false)
    client.abort()
    if (!ofPort.aborted) await once(ofPort, 'abort')
    const { status } = await response
    expect(status).toBe(499)
    expect(await (await response).json()).toMatchObject({ code: 'aborted', success: false })
    expect(failures).toEqual([])
  })

  it('aborts the call if the socket is destroyed', async () => {
    const { app, called, failures, quotePath, bodies } = await hangingApp()
    const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const outgoing = httpRequest({
      port,
      host: '127.0.0.1',
      method,
      path: path(quotePath),
      headers,
    })
    // That its connection is gone.
    outgoing.on('error', () => {})
    outgoing.end(bodies[method])
    const ofPort = await called
    outgoing.destroy()
    if (!ofPort.aborted) await once(ofPort, 'abort')
    server.close()
    await once(server, 'close')
    expect(failures).toEqual([])
  })
})
