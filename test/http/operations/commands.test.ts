import { beforeAll, describe, expect, it } from 'vitest'
import { json, quotes, sampleApp, sampleEngine, tags } from '../sample-app.js'
import {
  commands,
  pathOf,
  prepare,
  quoteCommands,
  requestOf,
  storageWithTemplate,
} from './commands.js'

const context = { storeId: 'store-1' }

/** An app with a quote for which the command is possible. */
async function appFor(name: string) {
  const app = sampleApp({ engine: sampleEngine(await storageWithTemplate()) })
  const quoteId = await app.create()
  await app.sendJson('PUT', `${tags}/vip`, { ...requestTag })
  const version = await prepare(name, app.engine, quoteId)
  const countEvents = async () => (await app.engine.listEvents(context)).items.length
  return { ...app, quoteId, version, countEvents }
}

const requestTag = { backgroundColor: 'rgba(1%, 1%, 1%, 1)', color: 'rgb(1%, 1%, 1%)' }

describe.each(commands)('%s over HTTP', (name, route) => {
  /** The app of all tests that store nothing. */
  let shared: Awaited<ReturnType<typeof appFor>>
  beforeAll(async () => {
    shared = await appFor(name)
  })

  it('stores nothing with ?preview=true, and sends neither ETag nor Location', async () => {
    const { send, quoteId, countEvents } = shared
    const before = await countEvents()
    const path = `${pathOf(route, quoteId)}?preview=true`
    const { status, headers, body } = await send(requestOf(route).method, path, {
      ...requestOf(route),
      headers: json,
    })
    expect(status).toBe(route.status === 204 ? 204 : 200)
    expect([headers.get('etag'), headers.get('location')]).toEqual([null, null])
    expect(body === undefined).toBe(route.status === 204)
    expect(await countEvents()).toBe(before)
  })

  it('applies a request with an Idempotency-Key once', async () => {
    const { send, quoteId, countEvents } = await appFor(name)
    const before = await countEvents()
    const headers = { ...json, 'idempotency-key': 'key-1' }
    const sendOnce = () =>
      send(route.method, pathOf(route, quoteId), { ...requestOf(route), headers })
    const first = await sendOnce()
    const after = await countEvents()
    const second = await sendOnce()
    expect(first.status).toBe(route.status)
    expect([second.status, second.body]).toEqual([first.status, first.body])
    // The prices of the catalog are those of the quote.
    if (name === 'repriceQuote') expect(after).toBe(before)
    else expect(after).toBeGreaterThan(before)
    expect(await countEvents()).toBe(after)
  })

  it('rejects a preview with an Idempotency-Key with 422', async () => {
    const { send, quoteId, countEvents } = shared
    const before = await countEvents()
    const headers = { ...json, 'idempotency-key': 'key-1' }
    const path = `${pathOf(route, quoteId)}?preview=true`
    const { status, body } = await send(route.method, path, { ...requestOf(route), headers })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['preview']])
    expect(await countEvents()).toBe(before)
  })

  it('rejects queries other than ?preview=true with 422, and stores nothing', async () => {
    const { send, quoteId, countEvents } = shared
    const before = await countEvents()
    const invalid = [
      'preview=yes',
      'preview=1',
      'preview',
      'preview=true&preview=true',
      'previw=true',
    ]
    for (const query of invalid) {
      const path = `${pathOf(route, quoteId)}?${query}`
      const { status, body } = await send(route.method, path, {
        ...requestOf(route),
        headers: json,
      })
      const fields = [query.split('=')[0]]
      expect([query, status, Object.keys(body.errors)]).toEqual([query, 422, fields])
      expect([query, await countEvents()]).toEqual([query, before])
    }
  })

  it('needs credentials', async () => {
    const { send, quoteId } = shared
    const { 'x-auth-token': _, ...headers } = json
    const path = pathOf(route, quoteId)
    expect((await send(route.method, path, { ...requestOf(route), headers })).status).toBe(401)
  })
})

describe.each(quoteCommands)('%s of an existing quote', (name, route) => {
  /** The app of all tests that are rejected. */
  let shared: Awaited<ReturnType<typeof appFor>>
  beforeAll(async () => {
    shared = await appFor(name)
  })

  it.each([
    ['its version', (version: number) => `"${version}"`],
    ['its version among others', (version: number) => `"9", W/"8", "${version}"`],
  ])('is applied with If-Match: %s', async (_, ifMatch) => {
    const { send, quoteId, version } = await appFor(name)
    const headers = { ...json, 'if-match': ifMatch(version) }
    const path = pathOf(route, quoteId)
    const { status } = await send(route.method, path, { ...requestOf(route), headers })
    expect(status).toBe(route.status)
  })

  it('is rejected with 412 with other versions in If-Match, and nothing is stored', async () => {
    const { send, quoteId, countEvents } = shared
    const before = await countEvents()
    const path = pathOf(route, quoteId)
    for (const ifMatch of ['"9"', 'W/"1"', '"8", "9"', 'x']) {
      const headers = { ...json, 'if-match': ifMatch }
      const { status, body } = await send(route.method, path, { ...requestOf(route), headers })
      expect([ifMatch, status, body.success]).toEqual([ifMatch, 412, false])
      expect([ifMatch, await countEvents()]).toEqual([ifMatch, before])
    }
  })

  it("is rejected with 404 for another store's quote", async () => {
    const { send, quoteId } = shared
    const headers = { ...json, 'x-auth-client': 'store-2', 'x-auth-token': 'token-2' }
    const path = pathOf(route, quoteId)
    const { status, body } = await send(route.method, path, { ...requestOf(route), headers })
    const code = route.path.includes('{templateId}') ? 'record_not_found' : 'quote_not_found'
    expect([status, body.code]).toEqual([404, code])
  })
})

it('POST /quotes sends no Location in a preview, so that no client follows it', async () => {
  const { sendJson, send } = sampleApp()
  const { body } = await sendJson('POST', `${quotes}?preview=true`, {
    customer: {},
    products: [{ id: 118, qty: 1 }],
  })
  expect(Object.keys(body)).toEqual(['quote_id', 'quote', 'success'])
  expect((await send('GET', `${quotes}/${body.quote_id}`, { headers: json })).status).toBe(404)
})
