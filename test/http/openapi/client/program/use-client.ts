import createClient from 'openapi-fetch'
import type { paths } from './schema.js'

/** Uses every kind of operation with a client that is generated from the document. */
export async function useClient(baseUrl: string) {
  const headers = { 'x-auth-client': 'store-1', 'x-auth-token': 'token-a' }
  const client = createClient<paths>({ baseUrl, headers })
  const log: unknown[] = []

  const ids: string[] = []
  for (const name of ['Ada', 'Grace', 'Joan']) {
    const { data, response } = await client.POST('/quotes', {
      params: { header: { 'Idempotency-Key': `create-${name}` } },
      body: { customer: { name }, products: [{ id: 118, qty: 2 }] },
    })
    if (data === undefined) throw new Error(`expected 201, received ${response.status}`)
    ids.push(data.quote_id)
    const total: string = data.quote.quote_total
    log.push(['created', response.status, total])
  }
  const [quoteId = ''] = ids
  const path = { quoteId }

  await client.PUT('/tags/{name}', {
    params: { path: { name: 'VIP' } },
    body: { backgroundColor: 'rgba(1%, 1%, 1%, 1)', color: 'rgb(1%, 1%, 1%)' },
  })
  const updated = await client.PUT('/quotes/{quoteId}', {
    params: { path, header: { 'If-Match': '"1"' } },
    body: { products: [{ id: 118, quote: '150.00' }], tag_list: ['VIP'] },
  })
  log.push(['updated', updated.response.headers.get('etag'), updated.data?.quote_total])
  const stale = await client.PUT('/quotes/{quoteId}', {
    params: { path, header: { 'If-Match': '"1"' } },
    body: { customer: { city: 'Paris' } },
  })
  const code: string | undefined = stale.error?.code
  log.push(['stale', stale.response.status, code])

  const tagged = await client.GET('/quotes', {
    params: { query: { tag: ['VIP', 'Other'], product: [118] } },
  })
  log.push(['tagged', tagged.data?.quotes.map((each) => each.visible_tags?.[0]?.label)])

  const names: (string | undefined)[] = []
  let after: string | undefined
  do {
    const query = { limit: 2, order: 'oldest', ...(after === undefined ? {} : { after }) } as const
    const { data } = await client.GET('/quotes', { params: { query } })
    for (const { customer } of data?.quotes ?? []) names.push(customer.name)
    after = data?.next
  } while (after !== undefined)
  log.push(['listed', names.sort()])

  const deleted = await client.DELETE('/quotes/{quoteId}', { params: { path } })
  log.push(['deleted', deleted.response.status])
  const gone = await client.GET('/quotes/{quoteId}', { params: { path } })
  log.push(['gone', gone.error?.code])
  const restored = await client.POST('/quotes/{quoteId}/restore', { params: { path } })
  log.push(['restored', restored.data?.quote_id === quoteId])
  const first = await client.GET('/quotes/{quoteId}', {
    params: { path, query: { version: 1 } },
  })
  log.push(['first', first.data?.quote_total])
  const history = await client.GET('/quotes/{quoteId}/history', { params: { path } })
  log.push(['history', history.data?.entries.map(({ operation }) => operation)])

  const priced = await client.POST('/quotes', {
    params: { query: { preview: true } },
    body: {
      customer: {},
      products: [
        { id: 118, qty: 2 },
        { name: 'Set-up', price: '99.50', qty: 1 },
      ],
      discounts: [{ type: 'percent', value: 5, label: 'Spring' }],
    },
  })
  const line: string | undefined = priced.data?.quote.products[1]?.name
  log.push(['priced', line, priced.data?.quote.amounts?.total])

  const erased = await client.POST('/quotes/{quoteId}/erase', { params: { path } })
  log.push(['erased', erased.response.status])
  const count = await client.GET('/quote-count')
  log.push(['count', count.data?.count, count.data?.is_capped])
  const events = await client.GET('/events', { params: { query: { limit: 1 } } })
  log.push(['events', events.data?.events.map(({ kind }) => kind), events.data?.next])
  const removed = await client.DELETE('/tags/{name}', { params: { path: { name: 'VIP' } } })
  log.push(['removed', removed.response.status])
  return log
}
