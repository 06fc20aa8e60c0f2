import type { Hono } from 'hono'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { createRequestPage, type RequestPageOptions } from '../../../src/customer-page/index.js'
import {
  createQuoteEngine,
  type QuoteEngine,
  type QuoteEngineOptions,
} from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { type Fields, type PageResponse, secrets, seller } from '../sample-page.js'

/** A page on which quotes are requested, with its engine, and functions that use it. */
export interface SampleRequestPage {
  readonly engine: QuoteEngine
  readonly page: Hono
  /** Errors that `onError` has received. */
  readonly errors: unknown[]
  fetch(path: string, init?: RequestInit): Promise<PageResponse>
  /** Sends a form with these fields, as this page shows it. */
  send(fields?: Fields, init?: RequestInit & { readonly from?: string }): Promise<PageResponse>
  /** The number of quotes of a store. */
  count(storeId?: string): Promise<number>
}

/** What Dana types. */
export const typed = {
  action: 'send',
  'products[0].name': 'Workbench, beech',
  'products[0].qty': '4',
  message: 'Needed by March',
  'customer.name': 'Dana Whitfield',
  'customer.email': 'dana@larkspur.example',
} as const satisfies Fields

export function sampleRequestPage(
  options: Partial<RequestPageOptions> = {},
  engineOptions: Partial<QuoteEngineOptions> = {},
): SampleRequestPage {
  const errors: unknown[] = []
  const catalog = memoryCatalog({
    s: [
      { id: 118, name: 'Oak <chair>', price: '80.00' },
      { id: '7', name: 'Felt pad', price: '2.00' },
    ],
    other: [{ id: 9, name: 'Secret of the other store', price: '1.00' }],
  })
  const engine = createQuoteEngine({ storage: memoryStorage(), catalog, ...engineOptions })
  const store = 'storeOf' in options ? {} : { storeId: 's' }
  const onError = (error: unknown) => errors.push(error)
  const page = createRequestPage({ engine, secrets, ...store, onError, ...options })
  const fetch = async (path: string, init?: RequestInit) => {
    const response = await page.request(path, init)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return {
    engine,
    page,
    errors,
    fetch,
    async send(fields = typed, { from = '/request', ...init } = {}) {
      const hidden = hiddenFields((await fetch(from)).text)
      const body = new URLSearchParams({ ...hidden, ...fields })
      return fetch(from, { method: 'POST', body, ...init })
    },
    count: async (storeId = 's') => (await engine.countQuotes({ ...seller, storeId }, {})).count,
  }
}

/** Returns the hidden fields of a form. */
export function hiddenFields(html: string): Fields {
  const fields = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)
  return Object.fromEntries(
    [...fields].map(([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"')]),
  )
}

/** An `addressOf` that tests can set. */
export const addressInHeader: RequestPageOptions['addressOf'] = ({ request }) =>
  request.headers.get('x-address') ?? undefined

/** Sends many requests, each another one, and counts the statuses of the responses. */
export async function sendMany(
  { fetch }: SampleRequestPage,
  count: number,
  addressOf: (number: number) => string,
  more: Fields = {},
) {
  const fields = { ...hiddenFields((await fetch('/request')).text), ...typed, ...more }
  const statuses = new Map<number, number>()
  let last: PageResponse | undefined
  for (let number = 0; number < count; number += 1) {
    const headers = { 'x-address': addressOf(number) }
    const body = new URLSearchParams({ ...fields, message: `Number ${number}` })
    last = await fetch('/request', { method: 'POST', headers, body })
    statuses.set(last.status, (statuses.get(last.status) ?? 0) + 1)
  }
  return { statuses, last }
}
