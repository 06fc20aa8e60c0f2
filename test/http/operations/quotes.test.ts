import { describe, expect, it } from 'vitest'
import { withoutKeys } from '../../../src/quote/model/line-keys.js'
import { credentials, quotes, request, sampleApp, tags } from '../sample-app.js'

const tag = { backgroundColor: 'rgba(0%, 50%, 100%, 0.2)', color: 'rgb(0%, 50%, 100%)' }
const prefix = '/v3/bc/public'

/** An app with quotes of these customers, created one millisecond after the other. */
async function appWithQuotes(emails: readonly string[]) {
  const app = sampleApp()
  const ids: string[] = []
  for (const email of emails) {
    const { body } = await app.sendJson('POST', quotes, { ...request, customer: { email } })
    ids.push(body.quote_id)
  }
  const get = (path: string) => app.send('GET', path, { headers: credentials })
  return { ...app, get, ids }
}

describe('keys of the lines of a quote', () => {
  it('are null in all responses, as published, until the lines change', async () => {
    const { get, sendJson, send } = await appWithQuotes([])
    const keysOf = ({ products }: { products: readonly { key: unknown }[] }) =>
      products.map(({ key }) => key)
    const { body: created } = await sendJson('POST', quotes, request)
    const path = `${quotes}/${created.quote_id}`
    expect(keysOf(created.quote)).toEqual([null, null])
    const tagged = await sendJson('PUT', path, { tag_list: ['Approved'] })
    const { tags: _, ...others } = created.quote
    expect(tagged.body).toMatchObject({ ...others, tags: ['Approved'] })
    const got = (await get(path)).body
    for (const quote of [
      got,
      (await get(quotes)).body.quotes[0],
      (await get(`${path}?version=1`)).body,
    ])
      expect(keysOf(quote)).toEqual([null, null])
    const preview = await sendJson('PUT', `${path}?preview=true`, { tag_list: ['Other'] })
    expect(keysOf(preview.body)).toEqual([null, null])
    const { products } = got
    for (const body of [got, { products }, { product_changes: [products[0]] }])
      expect((await sendJson('PUT', path, body)).headers.get('etag')).toBe('"2"')
    const line = { id: products[0].id, qty: 3, add: true }
    const changed = await sendJson('PUT', path, { product_changes: [line] })
    expect(keysOf(changed.body)).toEqual(['1-1', '1-2', '3-3'])
    expect(keysOf((await send('GET', path, { headers: credentials })).body)).toEqual(
      keysOf(changed.body),
    )
  })
})

describe('GET /quotes', () => {
  it('responds with the fields of each quote, its id and visible_tags', async () => {
    const { get, sendJson, ids, engine } = await appWithQuotes(['ann@x.com'])
    await sendJson('PUT', `${tags}/Approved`, tag)
    await sendJson('PUT', `${quotes}/${ids[0]}`, { tag_list: ['Approved', 'Unknown'] })
    const { status, headers, body } = await get(quotes)
    const { quote } = await engine.getQuote({ storeId: 'store-1' }, ids[0] as string)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(body).toEqual({
      quotes: [
        {
          ...withoutKeys(quote),
          quote_id: ids[0],
          visible_tags: [{ ...tag, label: 'Approved', value: 'Approved' }],
        },
      ],
      success: true,
    })
  })

  it('pages through all quotes with after=<next>, in the requested order', async () => {
    const { get, ids } = await appWithQuotes(['a@x.com', 'b@x.com', 'c@x.com'])
    const seen: string[] = []
    let after = ''
    do {
      const { body } = await get(`${quotes}?order=oldest&limit=2${after}`)
      seen.push(...body.quotes.map((each: { quote_id: string }) => each.quote_id))
      after = body.next === undefined ? '' : `&after=${body.next}`
    } while (after !== '')
    expect(seen).toEqual(ids.toSorted())
  })

  it.each([
    ['customer=B%40X.com', 1],
    ['customer=a%40x.com&customer=b%40x.com', 2],
    ['product=118', 3],
    ['product=5', 0],
    ['status=new&status=sent', 3],
    ['status=sent', 0],
    ['tag=x', 0],
    ['text=zoe+x', 1],
    ['created_from=1700000000000&created_to=1700000000001', 3],
    ['created_to=1700000000000', 0],
    ['updated_from=1700000000001', 0],
    ['updated_to=1700000000001', 3],
    ['deleted=true', 0],
    ['deleted=false', 3],
    ['deleted=all', 3],
    ['created_from=2023-11-14&created_to=2023-11-14', 3],
    ['updated_to=2023-11-13', 0],
    ['expires_from=2023-11-14', 0],
    ['', 3],
  ])('with %j selects %d of 3 quotes, and GET /quote-count counts them', async (query, count) => {
    const { get } = await appWithQuotes(['a@x.com', 'b@x.com', 'zoe@x.com'])
    expect((await get(`${quotes}?${query}`)).body.quotes).toHaveLength(count)
    const counted = await get(`${prefix}/quote-count?${query}`)
    expect(counted.body).toEqual({ count, is_capped: false, success: true })
  })
})

describe('GET /quotes?deleted=all', () => {
  it('says when a quote was deleted, and takes it back once it is restored', async () => {
    const { get, send, sendJson, ids } = await appWithQuotes(['a@x.com', 'b@x.com'])
    const path = `${quotes}/${ids[0]}`
    await send('DELETE', path, { headers: credentials })
    const all = (await get(`${quotes}?deleted=all&order=oldest`)).body.quotes
    expect(all.map((each: { deleted?: number }) => each.deleted)).toEqual(
      all.map((each: { quote_id: string }) =>
        each.quote_id === ids[0] ? expect.any(Number) : undefined,
      ),
    )
    const gone = all.find((each: { quote_id: string }) => each.quote_id === ids[0])
    await send('POST', `${path}/restore`, { headers: credentials })
    const { status, body } = await sendJson('PUT', path, gone)
    expect([status, body.deleted]).toEqual([200, undefined])
  })

  it('is described with days, as parameters of either type', async () => {
    const { get } = await appWithQuotes([])
    const { body } = await get(`${prefix}/openapi.json`)
    const parameters = new Map<string, object>(
      body.paths['/quotes'].get.parameters.map((each: { name: string; schema: object }) => [
        each.name,
        each.schema,
      ]),
    )
    expect(parameters.get('created_to')).toMatchObject({
      anyOf: [{ type: 'integer' }, { type: 'string', format: 'date' }],
    })
    expect(parameters.get('deleted')).toMatchObject({
      anyOf: [{ type: 'boolean' }, { type: 'string', const: 'all' }],
    })
    expect(body.components.schemas.StoredQuote.properties.deleted).toMatchObject({
      type: 'integer',
    })
  })
})

describe('GET /quotes/{quoteId} of a past version', () => {
  it('responds with the quote at ?version, or as it was ?at a time', async () => {
    const { get, sendJson, ids } = await appWithQuotes(['a@x.com'])
    const path = `${quotes}/${ids[0]}`
    await sendJson('PUT', path, { customer: { city: 'Paris' } })
    const first = await get(`${path}?version=1`)
    expect(first.body.customer).toEqual({ email: 'a@x.com' })
    expect(first.headers.get('etag')).toBe('"1"')
    expect((await get(`${path}?time=1700000000000`)).headers.get('etag')).toBe('"2"')
    const missing = [await get(`${path}?version=3`), await get(`${path}?time=1`)]
    expect(missing.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'version_not_found'],
      [404, 'version_not_found'],
    ])
  })
})

describe('DELETE /quotes/{quoteId}', () => {
  it('responds 204 without a body; the quote is found only with deleted=true', async () => {
    const { get, send, ids } = await appWithQuotes(['a@x.com'])
    const path = `${quotes}/${ids[0]}`
    const { status, headers, body } = await send('DELETE', path, { headers: credentials })
    expect([status, body, headers.get('content-type')]).toEqual([204, undefined, null])
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await get(path)).status).toBe(404)
    expect((await get(quotes)).body.quotes).toEqual([])
    expect((await get(`${quotes}?deleted=true`)).body.quotes).toHaveLength(1)
  })
})

describe('POST /quotes/{quoteId}/restore', () => {
  it('responds like GET of the restored quote', async () => {
    const { get, send, ids } = await appWithQuotes(['a@x.com'])
    const path = `${quotes}/${ids[0]}`
    await send('DELETE', path, { headers: credentials })
    const restored = await send('POST', `${path}/restore`, { headers: credentials })
    const got = await get(path)
    expect([restored.status, restored.headers.get('etag')]).toEqual([200, '"3"'])
    expect(restored.body).toEqual(got.body)
  })
})

describe('POST /quotes/{quoteId}/erase', () => {
  it('responds 204; only the times and operations of the history are left', async () => {
    const { get, send, ids } = await appWithQuotes(['a@x.com'])
    const path = `${quotes}/${ids[0]}`
    const { status, body } = await send('POST', `${path}/erase`, { headers: credentials })
    expect([status, body]).toEqual([204, undefined])
    expect((await get(path)).status).toBe(404)
    expect((await send('POST', `${path}/restore`, { headers: credentials })).status).toBe(404)
    const history = await get(`${path}/history`)
    expect(history.body.entries.map((each: object) => Object.keys(each).sort())).toEqual([
      ['operation', 'patches', 'time', 'version'],
      ['operation', 'patches', 'time', 'version'],
    ])
    expect(JSON.stringify(history.body)).not.toContain('a@x.com')
  })
})
