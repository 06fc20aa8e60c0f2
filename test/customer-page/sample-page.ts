import type { Hono } from 'hono'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { createCustomerPage } from '../../src/customer-page/app.js'
import { customerLinks } from '../../src/customer-page/links.js'
import type { CustomerPageOptions } from '../../src/customer-page/options.js'
import type { QuoteRecord } from '../../src/quote/model/quote.js'
import {
  createQuoteEngine,
  type QuoteEngine,
  type QuoteEngineOptions,
} from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'

export const secrets = ['the current secret of these tests, 1']
export const site = { secrets, baseUrl: 'https://shop.example' }
export const links = customerLinks(site)

export const seller = { storeId: 's', actor: 'grace', role: 'seller' } as const
export const buyer = { storeId: 's', actor: 'customer', role: 'buyer' } as const

/** The time at which everything happens, unless `clock.now` is changed. */
export const start = Date.parse('2026-11-22T10:00:00Z')

/** A customer page with its engine, and functions that use it as a browser does. */
export interface SamplePage {
  readonly engine: QuoteEngine
  readonly page: Hono
  readonly clock: { now: number }
  /** Errors that `onError` has received. */
  readonly errors: unknown[]
  /** Creates and sends a quote. */
  send(request?: object, expires?: number | string): Promise<QuoteRecord>
  get(url: string, init?: RequestInit): Promise<PageResponse>
  /** Sends the form of an action as the page at this address shows it, with these fields. */
  submit(url: string, action: string, fields?: Fields, init?: RequestInit): Promise<PageResponse>
  post(url: string, fields: Fields, init?: RequestInit): Promise<PageResponse>
}

export type Fields = Readonly<Record<string, string>>

export interface PageResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export function samplePage(
  options: Partial<CustomerPageOptions> = {},
  engineOptions: Partial<QuoteEngineOptions> = {},
): SamplePage {
  const clock = { now: start }
  const errors: unknown[] = []
  const catalog = memoryCatalog({ s: [{ id: 'chair', name: 'Oak chair', price: '80.00' }] })
  const storage = memoryStorage()
  const now = () => clock.now
  const engine = createQuoteEngine({ storage, catalog, currency: 'EUR', now, ...engineOptions })
  const onError = (error: unknown) => errors.push(error)
  const page = createCustomerPage({ engine, ...site, onError, ...options })

  async function fetch(url: string, init?: RequestInit): Promise<PageResponse> {
    const response = await page.request(url, init)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const post = (url: string, fields: Fields, init: RequestInit = {}) =>
    fetch(url, { method: 'POST', ...init, body: new URLSearchParams(fields) })

  return {
    engine,
    page,
    clock,
    errors,
    async send(request = {}, expires = start + 86_400_000) {
      const products = [{ id: 'chair', qty: 4 }]
      const quote = { customer: { name: 'Ada Lovelace' }, products, ...request }
      const { quoteId } = await engine.createQuote(seller, quote)
      return engine.sendQuote(seller, quoteId, { expires })
    },
    get: fetch,
    post,
    async submit(url, action, fields = {}, init) {
      const { text } = await fetch(url)
      return post(url, { ...hiddenFields(text, action), ...fields }, init)
    },
  }
}

/** Returns the hidden fields of the form of an action. */
export function hiddenFields(html: string, action: string): Fields {
  // A field of the acceptance can stand outside of its form.
  const outside = action === 'accept' ? html.match(/<input type="hidden"[^>]* form="accept">/g) : []
  const fields = `${formOf(html, action)}${outside?.join('')}`.matchAll(
    /<input type="hidden" name="(\w+)" value="([^"]*)"/g,
  )
  return Object.fromEntries([...fields].map(([, name, value]) => [name, value]))
}

/** Returns the form of an action, or an empty string. */
export function formOf(html: string, action: string): string {
  const forms = html.match(/<form\b[\s\S]*?<\/form>/g) ?? []
  return forms.find((form) => form.includes(`name="action" value="${action}"`)) ?? ''
}

/** Returns the heading that says what the state of the offer is: an open one is just the offer. */
export function stateOf(html: string): string {
  if (html.includes('<p class="until')) return 'Your offer'
  return /<h2 id="state">([^<]*)<\/h2>/.exec(html)?.[1] ?? ''
}

/** The fields of an acceptance. */
export const acceptance = { name: 'Ada Lovelace', reference: 'PO-7', consent: 'yes' }
