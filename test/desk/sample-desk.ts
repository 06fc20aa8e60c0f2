import { memoryCatalog } from '../../src/catalog/memory.js'
import { createDesk } from '../../src/desk/app/app.js'
import type { DeskOptions, DeskUser } from '../../src/desk/options.js'
import { formTokens } from '../../src/pages/form-tokens.js'
import {
  createQuoteEngine,
  type QuoteEngine,
  type QuoteEngineOptions,
} from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'

/** The seller who uses the desk. */
export const seller: DeskUser = {
  storeId: 'store-1',
  actor: 'ann',
  name: 'Ann Archer',
  role: 'seller',
}

export const buyer: DeskUser = { storeId: 'store-1', actor: 'bea', role: 'buyer' }

/** A seller of another store. */
export const stranger: DeskUser = { storeId: 'store-2', actor: 'sam', role: 'seller' }

/** A request for two products, one of them on sale, and a line without a product. */
export const request = {
  customer: {
    name: 'Ada Lovelace',
    company: 'Engines & Co',
    email: 'ada@example.com',
    city: 'London',
  },
  products: [
    { id: 118, qty: 2 },
    { id: 204, qty: 4 },
    { name: 'Set-up', price: '99.50', qty: 1 },
  ],
}

/** A value of an attacker that every field can hold: at most 64 characters. */
export const markup = `"'><script>alert(1)</script><img src=x onerror=alert(2)>&amp;`

/** The time of the sample engine: 14 November 2023, 22:13:20 UTC. */
export const start = 1_700_000_000_000

/** An engine of two stores with the same products, in memory. */
export function sampleEngine(options: Partial<QuoteEngineOptions> = {}): QuoteEngine {
  const products = [
    { id: 118, price: '200.00', salePrice: '149.95', name: 'Oak chair', sku: 'OC-118' },
    { id: 204, price: '12.50', name: 'Felt pad', sku: 'FP-204' },
  ]
  return createQuoteEngine({
    storage: memoryStorage(),
    catalog: memoryCatalog({ 'store-1': products, 'store-2': products }),
    now: () => start,
    tax: {
      calculateTaxes: ({ lines }) => ({
        rates: [{ name: 'VAT', rate: 20, lines: lines.map(({ key }) => key), shipping: true }],
      }),
    },
    shipping: { listShippingOptions: () => [{ type: 'express', name: 'Express', price: '9.90' }] },
    ...options,
  })
}

/** A response of the desk. */
export interface DeskResponse {
  readonly status: number
  readonly headers: Headers
  readonly html: string
  /** The address of a redirect, without the prefix of the desk: `/quotes/1?done=saved`. */
  readonly location: string | undefined
}

/** Fields of a form: one value or several for each name. */
export type SentFields = Readonly<Record<string, string | readonly string[]>>

/** A desk that is called without a network. Paths are without its prefix, `/desk`. */
export interface SampleDesk {
  readonly engine: QuoteEngine
  /** The user of the following requests. A desk starts with `seller`. */
  user: DeskUser | undefined
  /** What the option `onError` received. */
  readonly errors: readonly unknown[]
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<DeskResponse>
  /**
   * Sends a form with the token of the page that shows it: by default the page at its address. If
   * that page has no form, or does not exist, the form gets a token of the user.
   */
  post(
    path: string,
    fields?: SentFields,
    options?: { readonly from?: string; readonly token?: string },
  ): Promise<DeskResponse>
  /** Follows the redirect of a form. */
  follow(response: DeskResponse): Promise<DeskResponse>
}

const secrets = ['a secret of the sample desk, 32 characters']
const prefix = '/desk'

export function sampleDesk(options: Partial<DeskOptions> = {}): SampleDesk {
  const engine = options.engine ?? sampleEngine()
  const errors: unknown[] = []
  const authenticate = () => desk.user
  const onError = (error: unknown) => errors.push(error)
  const app = createDesk({ engine, authenticate, secrets, prefix, onError, ...options })

  async function send(path: string, init: RequestInit): Promise<DeskResponse> {
    const address = `http://quotes.test${prefix}${path.replace(/^\/(?=\?|$)/, '')}`
    const response = await app.fetch(new Request(address, init))
    const location = response.headers.get('location')?.slice(prefix.length)
    return {
      status: response.status,
      headers: response.headers,
      html: await response.text(),
      location: location?.startsWith('/') === false ? `/${location}` : location,
    }
  }

  const desk: SampleDesk = {
    engine,
    user: seller,
    errors,
    get: (path, headers = {}) => send(path, { headers }),
    async post(path, fields = {}, { from = path, token } = {}) {
      const shown = token ?? inputValue((await desk.get(from)).html, 'token')
      const sent = shown ?? (desk.user && formTokens(secrets).create(desk.user, Date.now()))
      const body = new URLSearchParams(sent === undefined ? [] : [['token', sent]])
      for (const [name, values] of Object.entries(fields))
        for (const value of [values].flat()) body.append(name, value as string)
      return send(path, { method: 'POST', body, headers: { 'sec-fetch-site': 'same-origin' } })
    },
    async follow({ location }) {
      if (location === undefined) throw new Error('expected a redirect')
      return desk.get(location)
    },
  }
  return desk
}

/** Returns the value of the first input with this name, or undefined. */
export function inputValue(html: string, name: string): string | undefined {
  for (const [input] of html.matchAll(/<input\b[^>]*>/g))
    if (input.includes(`name="${name}"`))
      return unescaped(/ value="([^"]*)"/.exec(input)?.[1] ?? '')
  return undefined
}

/** Returns the text of a page: without tags, with single spaces. */
export function textOf(html: string): string {
  const text = html.replaceAll(/<head>.*<\/head>/gs, '').replaceAll(/<[^>]*>/g, ' ')
  return unescaped(text).replaceAll(/\s+/g, ' ').trim()
}

/** Returns a string without the escapes of `hono/html`. */
export function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
