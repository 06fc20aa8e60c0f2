import { memoryCatalog } from '../../src/catalog/memory.js'
import { createHttpApp } from '../../src/http/app.js'
import { tokenAuthenticator } from '../../src/http/authenticate.js'
import type { HttpAppOptions } from '../../src/http/options.js'
import type { StoragePort } from '../../src/ports/storage.js'
import { createQuoteEngine, type QuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { sampleApprovals } from '../engine/sample-approvals.js'

export const credentials = { 'x-auth-client': 'store-1', 'x-auth-token': 'token-a' }
export const json = { ...credentials, 'content-type': 'application/json' }

export const request = {
  customer: { name: 'Ada', state: 'CA', country: 'US' },
  products: [
    { id: 118, qty: 2 },
    { id: 119, qty: 1 },
  ],
}

export function sampleEngine(storage: StoragePort = memoryStorage()): QuoteEngine {
  const products = [
    { id: 118, price: '200.00', salePrice: '149.95' },
    { id: 119, price: 12.3456 },
  ]
  return createQuoteEngine({
    storage,
    catalog: memoryCatalog({ 'store-1': products, 'store-2': products }),
    now: () => 1_700_000_000_000,
    tax: {
      calculateTaxes: ({ lines }) => ({
        rates: [{ name: 'VAT', rate: 20, lines: lines.map(({ key }) => key), shipping: true }],
      }),
    },
    shipping: { listShippingOptions: () => [{ type: 'express', name: 'Express', price: '9.90' }] },
    approvals: sampleApprovals,
  })
}

export interface AppResponse {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field of a body
  readonly body: any
}

export interface SampleApp {
  readonly engine: QuoteEngine
  send(
    method: string,
    path: string,
    init?: RequestInit & { readonly duplex?: 'half' },
  ): Promise<AppResponse>
  /** Sends a body as JSON with good credentials. */
  sendJson(
    method: string,
    path: string,
    body: unknown,
    headers?: NonNullable<RequestInit['headers']>,
  ): Promise<AppResponse>
  /** Creates a quote and returns its id. */
  create(): Promise<string>
}

/** The app over a sample store, called without a network. */
export function sampleApp(options: Partial<HttpAppOptions> = {}): SampleApp {
  const engine = options.engine ?? sampleEngine()
  const authenticate = tokenAuthenticator({
    'store-1': ['token-a', 'token-b'],
    'store-2': ['token-2'],
  })
  const app = createHttpApp({ engine, authenticate, ...options })

  const send: SampleApp['send'] = async (method, path, init = {}) => {
    const response = await app.fetch(new Request(`http://quotes.test${path}`, { ...init, method }))
    const rawBody = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: rawBody === '' ? undefined : JSON.parse(rawBody),
    }
  }
  const sendJson: SampleApp['sendJson'] = (method, path, body, headers = {}) =>
    send(method, path, { headers: { ...json, ...headers }, body: JSON.stringify(body) })
  const create = async () => {
    const { body } = await sendJson('POST', '/v3/bc/public/quotes', request)
    return body.quote_id as string
  }
  return { engine, send, sendJson, create }
}

export const quotes = '/v3/bc/public/quotes'
export const tags = '/v3/bc/public/tags'
export const templates = '/v3/bc/public/templates'
export const users = '/v3/bc/public/users'
