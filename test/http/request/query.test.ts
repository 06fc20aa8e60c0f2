import { describe, expect, it } from 'vitest'
import { allRoutes, pathOf, requestOf, storageWithTemplate } from '../operations/commands.js'
import { credentials, quotes, sampleApp, sampleEngine } from '../sample-app.js'

const prefix = '/v3/bc/public'
const reads = allRoutes.filter(([, { method }]) => method === 'GET')
const lists = ['/quotes', '/events', '/quotes/{quoteId}/history']

async function hostileApp() {
  const app = sampleApp({ engine: sampleEngine(await storageWithTemplate()) })
  const quoteId = await app.create()
  const get = (path: string, headers: Record<string, string> = credentials) =>
    app.send('GET', path, { headers })
  return { ...app, quoteId, get }
}

let shared: ReturnType<typeof hostileApp> | undefined
/** Returns the app of all tests that only read. */
const readApp = () => {
  shared ??= hostileApp()
  return shared
}

/** The status, and the names of the rejected parameters. */
const statusAndPaths = ({ status, body }: { status: number; body: { errors: object } }) => [
  status,
  Object.keys(body.errors),
]

describe.each(reads)('GET of %s', (_, route) => {
  it.each([
    ['x=1', 'x'],
    ['__proto__=1', '__proto__'],
    ['constructor=1', 'constructor'],
    ['toString', 'toString'],
    ['preview=true', 'preview'],
    ['%E0%A4%A=1', '["%E0%A4%A"]'],
    ['=1', '[""]'],
  ])('rejects the unknown parameter ?%s with 422', async (query, path) => {
    const { get, quoteId } = await readApp()
    const response = await get(`${pathOf(route, quoteId)}?${query}`)
    expect(statusAndPaths(response)).toEqual([422, [path]])
    expect(response.body.code).toBe('invalid_request')
  })

  it('cuts the name of a long unknown parameter in its error', async () => {
    const { get, quoteId } = await readApp()
    const response = await get(`${pathOf(route, quoteId)}?${'n'.repeat(100_000)}=1`)
    expect(statusAndPaths(response)).toEqual([422, [`["${'n'.repeat(64)}…"]`]])
  })

  it('lists at most 100 of many unknown parameters', async () => {
    const { get, quoteId } = await readApp()
    const query = Array.from({ length: 20_000 }, (_, index) => `p${index}=1`).join('&')
    const { status, body } = await get(`${pathOf(route, quoteId)}?${query}`)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toHaveLength(101)
  })

  it('responds to HEAD with the status and the headers of GET, and no body', async () => {
    const { get, send, quoteId } = await readApp()
    const path = pathOf(route, quoteId)
    const got = await get(path)
    const head = await send('HEAD', path, { headers: credentials })
    expect([head.status, head.body]).toEqual([200, undefined])
    expect([...head.headers]).toEqual([...got.headers])
  })

  it('rejects OPTIONS and TRACE-like methods with 405 and Allow', async () => {
    const { send, quoteId } = await readApp()
    for (const method of ['OPTIONS', 'PATCH', 'PROPFIND']) {
      const response = await send(method, pathOf(route, quoteId), { headers: credentials })
      expect([response.status, response.headers.get('allow')?.startsWith('GET, HEAD')]).toEqual([
        405,
        true,
      ])
    }
  })

  it('does not show a quote of another store', async () => {
    const { get, quoteId } = await readApp()
    const others = { 'x-auth-client': 'store-2', 'x-auth-token': 'token-2' }
    const response = await get(pathOf(route, quoteId), others)
    expect(response.status).toBe(/\{(quote|template)Id\}/.test(route.path) ? 404 : 200)
    expect(JSON.stringify(response.body)).not.toContain(quoteId)
  })
})

describe.each(lists)('the page of %s', (list) => {
  it.each([
    'limit=0',
    'limit=-1',
    'limit=1001',
    'limit=1.5',
    'limit=1e2',
    'limit=',
    'limit',
    'limit=many',
    'limit=%20%31',
    'limit=0x10',
    'limit=Infinity',
    'limit=99999999999999999999',
    'limit=1&limit=1',
    'limit=%ff',
    'limit=%',
    'after=%E0%A4%A',
    'after=-1',
    'after=1.5',
    'after=x',
    'after=1&after=1',
    `after=${'9'.repeat(40)}`,
    'after=%00',
  ])('is rejected with 422 with ?%s', async (query) => {
    const { get, quoteId } = await readApp()
    const path = `${prefix}${list.replace('{quoteId}', quoteId)}`
    const [name = ''] = query.split('=')
    expect(statusAndPaths(await get(`${path}?${query}`))).toEqual([422, [name]])
  })
})

describe('a filter of quotes', () => {
  it.each([
    ['deleted=1', 'deleted'],
    ['deleted=TRUE', 'deleted'],
    ['deleted=true&deleted=true', 'deleted'],
    ['order=random', 'order'],
    ['order=newest&order=newest', 'order'],
    ['product=', 'product[0]'],
    ['product=118&product=%00', 'product[1]'],
    [`product=${'a'.repeat(256)}`, 'product[0]'],
    ['status=', 'status[0]'],
    ['tag=%00', 'tag[0]'],
    ['tag=%ff', 'tag'],
    ['text=', 'text'],
    ['text=...', 'text'],
    ['text=a+b+c+d+e+f+g+h+i+j+k', 'text'],
    ['text=a&text=b', 'text'],
    ['created_from=yesterday', 'created_from'],
    ['created_from=2026-02-30', 'created_from'],
    ['created_from=2026-11-27T00:00', 'created_from'],
    ['created_from=2026-11-28&created_to=2026-11-27', 'created_to'],
    ['updated_from=2026-11-28&updated_to=2026-11-27', 'updated_to'],
    ['expires_from=2026-11-28&expires_to=2026-11-27', 'expires_to'],
    ['follow_up_from=2026-11-28&follow_up_to=2026-11-27', 'follow_up_to'],
    ['deleted=ALL', 'deleted'],
    ['updated_to=1&updated_to=2', 'updated_to'],
    ['created=1', 'created'],
  ])('?%s is rejected with 422 at %s, by GET /quotes', async (query, path) => {
    const { get } = await readApp()
    expect(statusAndPaths(await get(`${quotes}?${query}`))).toEqual([422, [path]])
  })

  it('is rejected with 422 if a value is too long, or if there are too many', async () => {
    const { get } = await readApp()
    const repeated = (pair: string, times: number) => Array(times).fill(pair).join('&')
    const tooLarge = [
      [`customer=${'x'.repeat(256)}`, 'customer[0]'],
      [`text=${'x'.repeat(201)}`, 'text'],
      [repeated('tag=x', 101), 'tag'],
      [repeated('product=0', 20_000), 'product'],
    ] as const
    for (const [query, path] of tooLarge) {
      const { status, body } = await get(`${quotes}?${query}`)
      expect(status).toBe(422)
      expect(Object.keys(body.errors)).toContain(path)
      expect(JSON.stringify(body).length).toBeLessThan(64 * 2 ** 10)
    }
  })

  it('is rejected by GET /quote-count too, which has no order and no pages', async () => {
    const { get } = await readApp()
    const response = await get(`${prefix}/quote-count?order=newest&after=x&limit=1&deleted=1`)
    expect(statusAndPaths(response)).toEqual([422, ['order', 'after', 'limit', 'deleted']])
  })

  it('is a string of quotes and semicolons like any other', async () => {
    const { get } = await readApp()
    const { status, body } = await get(`${quotes}?tag=${encodeURIComponent("'; drop table--")}`)
    expect([status, body.quotes]).toEqual([200, []])
  })
})

describe('the cursor of GET /quotes', () => {
  it('is rejected with another filter, another order and in another store', async () => {
    const { create, get } = await hostileApp()
    await create()
    const { next } = (await get(`${quotes}?limit=1`)).body
    const others = { 'x-auth-client': 'store-2', 'x-auth-token': 'token-2' }
    const responses = [
      await get(`${quotes}?after=${next}&status=new`),
      await get(`${quotes}?after=${next}&order=oldest`),
      await get(`${quotes}?after=${next}`, others),
      await get(`${quotes}?after=${next.slice(1)}`),
    ]
    for (const response of responses) expect(statusAndPaths(response)).toEqual([422, ['after']])
    expect((await get(`${quotes}?after=${next}&limit=200`)).status).toBe(200)
  })
})

describe('a version in the query string', () => {
  it.each([
    ['version=0', 'version'],
    ['version=1.0', 'version'],
    ['version=latest', 'version'],
    ['version=1&version=1', 'version'],
    ['time=now', 'time'],
    ['version=1&time=1', 'time'],
  ])('?%s is rejected with 422 at %s', async (query, path) => {
    const { get, quoteId } = await readApp()
    expect(statusAndPaths(await get(`${quotes}/${quoteId}?${query}`))).toEqual([422, [path]])
  })
})

describe('the id of a quote in the path', () => {
  it.each(['%00', '%E0%A4%A', 'x'.repeat(256), '__proto__', "'%3B%20--", '%2F', '%F0%9F%98%80'])(
    '%j is not found',
    async (id) => {
      const { send } = await hostileApp()
      for (const [, route] of allRoutes.filter(([, each]) => each.path.includes('{quoteId}'))) {
        const path = `${prefix}${route.path.replace('{quoteId}', id)}`
        const headers = { ...credentials, 'content-type': 'application/json' }
        const response = await send(route.method, path, { ...requestOf(route), headers })
        expect([route.method, path, response.status]).toEqual([route.method, path, 404])
      }
    },
  )
})
