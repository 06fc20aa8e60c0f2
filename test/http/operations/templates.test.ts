import { describe, expect, it } from 'vitest'
import { credentials, json, quotes, sampleApp, templates } from '../sample-app.js'

const template = {
  name: 'Office',
  products: [{ id: 118, qty: 2, quote: '100.00' }],
  customer: { state: 'CA' },
  tag_list: ['vip'],
}
const stored = {
  name: 'Office',
  products: template.products,
  customer: { state: 'CA' },
  tags: ['vip'],
  created: 1_700_000_000_000,
}
const others = { ...json, 'x-auth-client': 'store-2', 'x-auth-token': 'token-2' }

async function withTemplate() {
  const app = sampleApp()
  const created = await app.sendJson('POST', templates, template)
  const id: string = created.body.template_id
  const get = (path: string, headers: Record<string, string> = credentials) =>
    app.send('GET', path, { headers })
  return { ...app, created, id, path: `${templates}/${id}`, get }
}

describe('POST /templates', () => {
  it('responds with the template, its ETag and its Location', async () => {
    const { created, id, path } = await withTemplate()
    expect([created.status, created.body]).toEqual([
      201,
      { ...stored, template_id: id, success: true },
    ])
    expect([created.headers.get('etag'), created.headers.get('location')]).toEqual(['"1"', path])
  })

  it('makes a template from a quote', async () => {
    const { create, sendJson } = sampleApp()
    const quoteId = await create()
    const request = { name: 'From a quote', quote_id: quoteId }
    const { status, body } = await sendJson('POST', templates, request)
    expect([status, body.products]).toEqual([
      201,
      [
        { id: 118, qty: 2 },
        { id: 119, qty: 1 },
      ],
    ])
  })

  it.each([
    ['quote_id', { name: 'A', quote_id: 'none' }],
    ['products', { name: 'A' }],
    ['quote_id', { ...template, quote_id: 'q' }],
    ['name', { ...template, name: '' }],
    ['success', { ...template, success: true }],
  ])('rejects at %s with 422: %j', async (field, request) => {
    const { sendJson } = sampleApp()
    const { status, body } = await sendJson('POST', templates, request)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })
})

describe('GET /templates/{templateId}', () => {
  it('responds with the template and its ETag', async () => {
    const { get, path, created } = await withTemplate()
    const { status, body, headers } = await get(path)
    expect([status, body, headers.get('etag')]).toEqual([200, created.body, '"1"'])
  })

  it.each(['none', '%00', '%E0%A4%A', '__proto__', 'x'.repeat(300)])(
    'responds to the unknown id %j with 404',
    async (id) => {
      const { get } = await withTemplate()
      const { status, body } = await get(`${templates}/${id}`)
      expect([status, body.code]).toEqual([404, 'record_not_found'])
    },
  )

  it('responds to the id of a quote with 404, and so do quotes to the id of a template', async () => {
    const { get, create, id } = await withTemplate()
    expect((await get(`${templates}/${await create()}`)).status).toBe(404)
    expect((await get(`${quotes}/${id}`)).status).toBe(404)
  })
})

describe('PUT /templates/{templateId}', () => {
  it('accepts its own response, and changes nothing then', async () => {
    const { sendJson, path, created } = await withTemplate()
    const { status, body, headers } = await sendJson('PUT', path, created.body)
    expect([status, body, headers.get('etag')]).toEqual([200, created.body, '"1"'])
  })

  it('merges changes, and responds with the next ETag', async () => {
    const { sendJson, path, created } = await withTemplate()
    const changes = { name: 'Home', customer: null, tag_list: null }
    const { status, body, headers } = await sendJson('PUT', path, changes)
    const { customer: _, tags: __, ...rest } = created.body
    expect([status, body, headers.get('etag')]).toEqual([200, { ...rest, name: 'Home' }, '"2"'])
  })

  it('rejects another id and other values of computed fields with 422', async () => {
    const { sendJson, path, created } = await withTemplate()
    const sent = { ...created.body, template_id: 'x', created: 1 }
    const { status, body } = await sendJson('PUT', path, sent)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['template_id']])
    const { body: next } = await sendJson('PUT', path, { created: 1, tags: null })
    expect(Object.keys(next.errors)).toEqual(['created', 'tags'])
  })
})

describe('GET /templates', () => {
  it('responds with a page of templates by the words of their names', async () => {
    const { get, sendJson, created } = await withTemplate()
    const { success: _, ...office } = created.body
    await sendJson('POST', templates, { ...template, name: 'Home' })
    const { status, body } = await get(`${templates}?text=off`)
    expect([status, body]).toEqual([200, { templates: [office], success: true }])
    const first = await get(`${templates}?limit=1`)
    const second = await get(`${templates}?limit=1&after=${first.body.next}`)
    const names = [first, second].map((page) => page.body.templates[0].name)
    expect([names.toSorted(), second.body.next]).toEqual([['Home', 'Office'], undefined])
  })

  it.each(['limit=0', 'limit=201', 'after=x', 'text=', 'text=--', 'tag=vip', 'text=a&text=b'])(
    'rejects ?%s with 422',
    async (query) => {
      const { get } = await withTemplate()
      const { status, body } = await get(`${templates}?${query}`)
      expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]])
    },
  )
})

describe('POST /templates/{templateId}/quotes', () => {
  it('creates a quote, with its ETag and its Location', async () => {
    const { sendJson, path, get } = await withTemplate()
    const customer = { name: 'Ada', country: 'US' }
    const { status, body, headers } = await sendJson('POST', `${path}/quotes`, { customer })
    expect(status).toBe(201)
    expect(body.quote).toMatchObject({
      customer: { state: 'California', ...customer },
      tags: ['vip'],
      quote_total: '200.00',
    })
    const location = headers.get('location') ?? ''
    expect([location, headers.get('etag')]).toEqual([`${quotes}/${body.quote_id}`, '"1"'])
    expect((await get(location)).body).toMatchObject(body.quote)
  })

  it('needs no body', async () => {
    const { send, path } = await withTemplate()
    expect((await send('POST', `${path}/quotes`, { headers: credentials })).status).toBe(201)
  })
})

describe('DELETE /templates/{templateId}', () => {
  it('responds with 204, and with 404 from then on', async () => {
    const { send, path, get } = await withTemplate()
    const remove = () => send('DELETE', path, { headers: credentials })
    const { status, body } = await remove()
    expect([status, body]).toEqual([204, undefined])
    expect([(await remove()).status, (await get(path)).status]).toEqual([404, 404])
  })
})

const commands = [
  ['PUT', '', { name: 'x' }, 200],
  ['DELETE', '', undefined, 204],
  ['POST', '/quotes', {}, 201],
] as const

describe.each(commands)('%s %s of a template', (method, suffix, request, status) => {
  const call = async (
    { send, path }: Awaited<ReturnType<typeof withTemplate>>,
    headers: Record<string, string>,
  ) => {
    const body = request === undefined ? null : JSON.stringify(request)
    return send(method, `${path}${suffix}`, { headers: { ...json, ...headers }, body })
  }

  it.each(['"1"', '*', '"1", "3"', 'W/"1", "1"'])('is applied with If-Match: %s', async (tags) => {
    const app = await withTemplate()
    expect((await call(app, { 'if-match': tags })).status).toBe(status)
  })

  it.each(['"2"', 'W/"1"', '"2", "3"', 'x'])(
    'is rejected with 412 with If-Match: %s',
    async (tags) => {
      const app = await withTemplate()
      const response = await call(app, { 'if-match': tags })
      expect([response.status, response.body.success]).toEqual([412, false])
      expect((await app.get(app.path)).headers.get('etag')).toBe('"1"')
    },
  )

  it.each(['"1"', '"1", "2"', '*'])(
    "is rejected with 404 for another store's template with If-Match: %s",
    async (tags) => {
      const app = await withTemplate()
      const response = await call(app, { ...others, 'if-match': tags })
      expect([response.status, response.body.code]).toEqual([404, 'record_not_found'])
    },
  )
})
