import { expect, it } from 'vitest'
import { credentials, json, quotes, sampleApp, tags, templates, users } from '../sample-app.js'
import { documentedOperations, sampleDocument } from './document.js'
import { schemaErrors } from './schema-validator.js'

const document = sampleDocument()
const tag = { backgroundColor: 'rgba(1%, 1%, 1%, 1)', color: 'rgb(1%, 1%, 1%)' }
const noQuote = `${quotes}/none`

/** The documented schema of a response; undefined if it has no body. */
function schemaOf(method: string, path: string, status: number, contentType: string | null) {
  const response = document.paths[path][method.toLowerCase()].responses[status]
  expect([method, path, status, response]).not.toContain(undefined)
  const resolved =
    response.$ref === undefined
      ? response
      : document.components.responses[response.$ref.split('/').at(-1)]
  return contentType === null ? undefined : resolved.content[contentType].schema
}

/** Sends requests, and checks each response against the document. */
function checkedApp() {
  const app = sampleApp({ authenticate: ({ token }) => (token ? { storeId: 'store-1' } : null) })
  const called = new Set<string>()

  async function call(method: string, template: string, url: string, init: RequestInit = {}) {
    const response = await app.send(method, url, { headers: json, ...init })
    const type = response.headers.get('content-type')
    const schema = schemaOf(method, template, response.status, type)
    const errors = schema === undefined ? [] : schemaErrors(schema, response.body, true)
    expect({ method, url, status: response.status, errors }).toMatchObject({ errors: [] })
    if (response.status < 300) called.add(`${method} ${template}`)
    return response
  }
  return { ...app, call, called }
}

it('every operation responds as the document says', async () => {
  const { call, called } = checkedApp()
  const id = '/quotes/{quoteId}'
  const create = JSON.stringify({ customer: { name: 'Ada' }, products: [{ id: 118, qty: 2 }] })
  await call('POST', '/quotes', `${quotes}?preview=true`, { body: create })
  const { body } = await call('POST', '/quotes', quotes, { body: create })
  await call('POST', '/quotes', quotes, { body: create })
  const path = `${quotes}/${body.quote_id}`
  await call('PUT', '/tags/{name}', `${tags}/vip`, { body: JSON.stringify(tag) })
  const changes = {
    tag_list: ['vip', 'x'],
    products: [
      { id: 118, quote: '1.00' },
      { id: 119, qty: 1 },
    ],
    product_order: null,
  }
  await call('PUT', id, path, { body: JSON.stringify(changes) })
  await call('GET', id, path)
  const priced = {
    product_changes: [{ name: 'Set-up', price: '99.50', qty: 1 }],
    discounts: [{ type: 'percent', value: 5 }],
    shipping: { type: 'express' },
  }
  await call('PUT', id, path, { body: JSON.stringify(priced) })
  await call('POST', `${id}/price-taxes`, `${path}/price-taxes`, { headers: credentials })
  await call('POST', `${id}/reprice`, `${path}/reprice`, { body: '{"lines":["none"]}' })
  await call('POST', `${id}/reprice`, `${path}/reprice`, { headers: credentials })
  await call('GET', `${id}/shipping-options`, `${path}/shipping-options`)
  await call('GET', '/quotes', `${quotes}?product=118&text=set-up`)
  await call('GET', id, `${path}?version=1`)
  await call('GET', '/quotes', `${quotes}?limit=1`)
  await call('GET', '/quotes', `${quotes}?tag=vip&text=ada`)
  await call('GET', '/quote-count', '/v3/bc/public/quote-count')
  await call('GET', '/quotes/{quoteId}/history', `${path}/history?limit=1`)
  await call('GET', '/events', '/v3/bc/public/events')
  await call('GET', '/tags', tags)
  const message = JSON.stringify({
    text: 'Hello',
    visibility: 'internal',
    attachments: [{ name: 'a.pdf', url: 'https://files.example/a.pdf', size: 1 }],
  })
  await call('POST', `${id}/messages`, `${path}/messages?preview=true`, { body: message })
  await call('POST', `${id}/messages`, `${path}/messages`, { body: message })
  await call('GET', `${id}/messages`, `${path}/messages?limit=1`)
  await call('POST', '/expire-quotes', '/v3/bc/public/expire-quotes', { body: '{"limit":1}' })
  await call('POST', '/remind-quotes', '/v3/bc/public/remind-quotes', {
    body: '{"rule":"no-answer","days_after_sending":7}',
  })
  const act = (name: string, change?: object) =>
    call('POST', `${id}/${name}`, `${path}/${name}`, {
      ...(change === undefined ? { headers: credentials } : { body: JSON.stringify(change) }),
    })
  await call('PUT', id, path, { body: JSON.stringify({ tag_list: ['vip', 'Needs Approval'] }) })
  await act('send')
  await act('request-approval', { note: 'A large order' })
  await act('reject-approval', { requirement: 'discount-above-20', note: 'Too much' })
  await act('approve', { requirement: ['discount-above-20'] })
  await act('approve', { requirement: 'none' })
  await call('GET', '/quotes', `${quotes}?approval=approved`)
  await call('GET', '/quote-count', '/v3/bc/public/quote-count?approval=pending&approval=rejected')
  await call('PUT', id, path, { body: JSON.stringify({ tag_list: ['vip', 'x'] }) })
  await act('cancel')
  await act('revise')
  await act('send', { expires: '2099-12-31' })
  await act('request-revision', { reason: 'fewer, please' })
  await act('decline', { reason: 'too expensive' })
  await act('revise')
  await act('send')
  await act('payments', { id: 'pay-1', amount: '1.00', time: 5, detail: 'by card' })
  await act('delivery', { type: 'bounced', time: 5, recipient: 'ada@example.com', detail: 'full' })
  const offer = (await call('GET', id, path)).body
  await call('PUT', id, path, { body: JSON.stringify({ products: [{ id: 118, qty: 9 }] }) })
  await act('price-selection', { revision: 2, selection: { selected: [] } })
  await act('price-selection', { revision: 9, selection: { selected: [] } })
  await act('accept', { revision: 9 })
  await act('accept', { revision: 2, seal: offer.seal, name: 'Ada', reference: 'PO-7' })
  await act('request-revision', { reason: 'too late' })
  await act('close-order', {})
  await act('order', { order_id: 'order-1', lines: [{ key: '1-1', qty: 1 }] })
  await call('GET', id, path)
  await act('close-order', { reason: 'sold out' })
  await call('GET', id, path)
  await call('GET', id, `${path}?revision=1`)
  await call('GET', '/quotes', `${quotes}?status=ordered&number=1&order=expires`)
  await call('GET', '/quotes', `${quotes}?status=ordered`)
  await act('copy', { prices: 'frozen' })
  await call('DELETE', id, path)
  await call('POST', `${id}/restore`, `${path}/restore`)
  await call('POST', `${id}/erase`, `${path}/erase`)
  await call('GET', '/quotes/{quoteId}/history', `${path}/history`)
  await call('DELETE', '/tags/{name}', `${tags}/vip`)
  const user = { name: 'Bob', email: 'bob@example.com', position: 'editor' }
  await call('PUT', '/users/{userId}', `${users}/u1`, { body: JSON.stringify(user) })
  await call('PUT', '/users/{userId}', `${users}/u2`, {
    body: JSON.stringify({ ...user, phone: '1' }),
  })
  await call('GET', '/users', users)
  await call('DELETE', '/users/{userId}', `${users}/u1`)
  const template = {
    name: 'Office',
    products: [
      { id: 118, qty: 1 },
      { id: 119, qty: 2, quote: '1.00' },
    ],
    customer: { city: 'Paris' },
    tag_list: ['vip'],
  }
  const requested = {
    body: JSON.stringify({ customer: {}, products: [{ name: 'Crane', qty: 1 }] }),
  }
  const requests = '/v3/bc/public/quote-requests'
  await call('POST', '/quote-requests', requests, requested)
  await call('POST', '/quote-requests', `${requests}?preview=true`, requested)
  const newTemplate = { body: JSON.stringify(template) }
  await call('POST', '/templates', `${templates}?preview=true`, newTemplate)
  const { body: created } = await call('POST', '/templates', templates, newTemplate)
  await call('POST', '/templates', templates, newTemplate)
  const templatePath = `${templates}/${created.template_id}`
  const templateId = '/templates/{templateId}'
  await call('GET', '/templates', `${templates}?limit=1&text=off`)
  await call('GET', templateId, templatePath)
  await call('PUT', templateId, templatePath, { body: JSON.stringify({ customer: null }) })
  await call('POST', `${templateId}/quotes`, `${templatePath}/quotes?preview=true`, { body: '{}' })
  await call('POST', `${templateId}/quotes`, `${templatePath}/quotes`, { body: '{}' })
  await call('DELETE', templateId, templatePath)
  const erase = { body: JSON.stringify({ email: 'ada@example.com' }) }
  await call('POST', '/erase-customer', '/v3/bc/public/erase-customer', erase)
  const files = ['GET /quote-export', 'POST /export-customer']
  const all = documentedOperations()
    .map((each) => `${each.method.toUpperCase()} ${each.path}`)
    .filter((route) => !files.includes(route))
  expect([...called].sort()).toEqual(all.sort())
})

it('typical errors of every operation are responses that the document has', async () => {
  const { call } = checkedApp()
  for (const { method, path } of documentedOperations()) {
    const url = `/v3/bc/public${path.replace('{quoteId}', 'none').replace('{name}', 'vip')}`
    const upper = method.toUpperCase()
    const { requestBody } = document.paths[path][method]
    const hasBody = requestBody !== undefined
    const { example = {} } = requestBody?.content['application/json'] ?? {}
    const valid = hasBody ? { body: JSON.stringify(example) } : {}
    expect((await call(upper, path, url, { ...valid, headers: {} })).status).toBe(401)
    expect((await call(upper, path, `${url}?x=1`, valid)).status).toBe(422)
    if (url.startsWith(noQuote)) expect((await call(upper, path, url, valid)).status).toBe(404)
    if (!hasBody) continue
    expect((await call(upper, path, url, { body: '{' })).status).toBe(400)
    const text = { ...json, 'content-type': 'text/plain' }
    expect((await call(upper, path, url, { body: '{}', headers: text })).status).toBe(415)
    const tooLarge = { body: ' '.repeat(2 ** 20 + 1) }
    expect((await call(upper, path, url, tooLarge)).status).toBe(413)
  }
})
