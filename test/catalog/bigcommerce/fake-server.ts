import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'

/** A response in the shape of BigCommerce's API v3. */
export interface FakeResponse {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Closes the connection instead of a response. */
  readonly isCut?: boolean
  /** Never responds. */
  readonly isHung?: boolean
}

export const accessToken = 'secret-token-4711'

export const sampleProducts = [
  {
    id: 77,
    name: '[Sample] Fog Linen Chambray Towel',
    sku: 'SLCTBS',
    price: 49,
    sale_price: 0,
    calculated_price: 49,
    product_tax_code: '',
    base_variant_id: 1,
    primary_image: { url_standard: 'https://cdn11.test/towel.jpg' },
    bulk_pricing_rules: [],
  },
  {
    id: 80,
    name: '[Sample] Orbit Terrarium',
    sku: 'OTS',
    price: 109.99,
    sale_price: 89.5,
    calculated_price: 89.5,
    product_tax_code: 'P1',
    base_variant_id: 66,
    bulk_pricing_rules: [
      { id: 1, quantity_min: 10, quantity_max: 19, type: 'price', amount: 5 },
      { id: 2, quantity_min: 20, quantity_max: 49, type: 'percent', amount: 7.5 },
      { id: 3, quantity_min: 50, quantity_max: 0, type: 'fixed', amount: 79.995 },
    ],
  },
]

/** Starts a server for the tests of a file. Its responses are queued, else it has the products. */
export function fakeServer() {
  const requests: IncomingMessage[] = []
  const queue: FakeResponse[] = []
  const records: unknown[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    const { status = 200, headers = {}, body, isCut, isHung } = queue.shift() ?? {}
    if (isCut) return request.socket.destroy()
    if (isHung) return undefined
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    return response.end(JSON.stringify(body ?? { data: dataOf(request, records) }))
  })
  const state = { requests, queue, records, baseUrl: '' }
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    state.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stores/abc`
  })
  beforeEach(() => {
    requests.length = 0
    queue.length = 0
    records.length = 0
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return state
}

function dataOf({ url = '' }: IncomingMessage, records: readonly unknown[]): readonly unknown[] {
  const { pathname, searchParams } = new URL(url, 'http://fake.test')
  if (pathname.includes('/pricelists/')) return records
  const ids = (searchParams.get('id:in') ?? '').split(',').map(Number)
  return sampleProducts.filter(({ id }) => ids.includes(id))
}
