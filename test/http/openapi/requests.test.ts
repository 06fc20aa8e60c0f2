import { describe, expect, it } from 'vitest'
import { quotes, sampleApp, tags, templates, users } from '../sample-app.js'
import { sampleDocument } from './document.js'
import { schemaErrors } from './schema-validator.js'

const { schemas } = sampleDocument().components
const line = { id: 118, qty: 2 }
const user = { name: 'Bob', email: 'bob@example.com', position: 'editor' }
const template = { name: 'Office', products: [line] }
const tag = { backgroundColor: 'rgba(1%, 1%, 1%, 1)', color: 'rgb(1%, 1%, 1%)' }

const accepted = {
  CreateQuoteRequest: [
    { customer: {}, products: [line], tag_list: ['a', 'a'] },
    { customer: {}, products: [line] },
    { customer: { name: 'Ada', anything: 'x' }, products: [line, line] },
    { customer: {}, products: [{ name: 'Set-up', price: '99.50', qty: 1, note: 'once' }] },
    {
      customer: {},
      products: [line],
      currency: 'EUR',
      discounts: [{ type: 'percent', value: 5, label: 'Spring', lines: ['1-1'] }],
      shipping: { type: 'custom', product: { name: 'Courier', price: '12.00' } },
    },
    { customer: { name: 'x'.repeat(1_000) }, products: [{ id: 118, qty: 1_000_000 }] },
  ],
  UpdateQuoteRequest: [
    {},
    { customer: { name: null, city: 'Paris' } },
    { products: [{ id: 118, qty: 3 }] },
    { products: [{ id: 118, quote: 12 }] },
    { products: [{ id: 118, quote: '12.50', key: null }] },
    { products: [{ id: 118, discount: '-0.5' }] },
    { product_order: null, tag_list: null },
    { tag_list: [] },
    { tag_list: ['x'.repeat(64)] },
    { success: true, status: 'new', tags: null },
    { visible_tags: [] },
  ],
  SetTagRequest: [tag, { ...tag, label: 'VIP' }, { ...tag, value: 'vip', success: true }],
  SetUserRequest: [user, { ...user, phone: '1' }, { ...user, id: 'u1', success: true }],
  CreateTemplateRequest: [
    template,
    { ...template, customer: { name: 'Ada' }, tag_list: [] },
    { name: 'x'.repeat(255), products: [{ ...line, quote: 1.5 }] },
  ],
  UpdateTemplateRequest: [
    {},
    { name: 'Home', success: true },
    { products: [{ ...line, quote: '0' }] },
    { customer: null, tag_list: null },
    { customer: { name: null } },
    { created: 1_700_000_000_000 },
  ],
  CreateQuoteFromTemplateRequest: [{}, { customer: { name: null } }, { products: [line] }],
}

const rejected = {
  CreateQuoteRequest: [
    {},
    [],
    null,
    'x',
    { customer: {} },
    { customer: {}, products: [] },
    { customer: [], products: [line] },
    { customer: { name: 7 }, products: [line] },
    { customer: { name: null }, products: [line] },
    { customer: { name: 'x'.repeat(1_001) }, products: [line] },
    { customer: {}, products: [{ id: 118 }] },
    { customer: {}, products: [{ id: -1, qty: 1 }] },
    { customer: {}, products: [{ id: '', qty: 1 }] },
    { customer: {}, products: [{ id: 'x'.repeat(256), qty: 1 }] },
    { customer: {}, products: [{ id: 118, qty: 0 }] },
    { customer: {}, products: [{ id: 118, qty: 1.5 }] },
    { customer: {}, products: [{ id: 118, qty: 1_000_001 }] },
    { customer: {}, products: [{ ...line, unknown: 1 }] },
    { customer: {}, products: [line], tag_list: [7] },
    { customer: {}, products: [line], tags: ['a'] },
    { customer: {}, products: Array(1_001).fill(line) },
    { customer: {}, products: [line], currency: 'eur' },
    { customer: {}, products: [line], discounts: [{ type: 'gift', value: 5 }] },
    { customer: {}, products: [line], discounts: [{ type: 'percent' }] },
    { customer: {}, products: [line], shipping: {} },
  ],
  UpdateQuoteRequest: [
    [],
    { products: [] },
    { products: null },
    { products: [{ qty: 1 }] },
    { products: [{ key: null, qty: 1 }] },
    { products: [{ id: 118, quote: -1e12 }] },
    { products: [{ id: 118, quote: 'free' }] },
    { products: [{ id: 118, quote: true }] },
    { products: [{ id: 118, discount: null }] },
    { products: [{ id: 118, qty: '3' }] },
    { products: [{ id: 118, unknown: 1 }] },
    { products: [{ key: 'x'.repeat(65) }] },
    { tag_list: [''] },
    { tag_list: [7] },
    { tag_list: 'vip' },
    { tag_list: ['x'.repeat(65)] },
    { product_order: [1] },
    { success: false },
    { unknown: 1 },
  ],
  SetTagRequest: [
    {},
    { ...tag, color: 'red' },
    { ...tag, backgroundColor: 'rgba(101%, 1%, 1%, 1)' },
    { ...tag, label: '' },
    { ...tag, label: 7 },
    { ...tag, unknown: 1 },
    { color: tag.color },
  ],
  SetUserRequest: [
    {},
    null,
    { ...user, id: 7 },
    { ...user, name: '' },
    { ...user, role: 'admin' },
    { ...user, phone: null },
    { ...user, unknown: 1 },
  ],
  CreateTemplateRequest: [
    {},
    { name: 'Office' },
    { ...template, name: '' },
    { ...template, name: 'x'.repeat(256) },
    { ...template, quote_id: 'quote-1' },
    { ...template, products: [] },
    { ...template, products: [{ ...line, quote: -1e12 }] },
    { ...template, products: [{ ...line, key: '1-1' }] },
    { ...template, tag_list: null },
    { ...template, success: true },
  ],
  UpdateTemplateRequest: [
    { name: null },
    { quote_id: 'quote-1' },
    { products: null },
    { created: 'now' },
    { tags: null },
    { unknown: 1 },
  ],
  CreateQuoteFromTemplateRequest: [
    [],
    null,
    { customer: null },
    { products: [] },
    { tag_list: [] },
  ],
}

type RequestName = keyof typeof accepted

const { create, sendJson } = sampleApp()

async function statusOf(name: RequestName, body: unknown): Promise<number> {
  if (name === 'CreateQuoteRequest') return (await sendJson('POST', quotes, body)).status
  if (name === 'SetTagRequest') return (await sendJson('PUT', `${tags}/vip`, body)).status
  if (name === 'SetUserRequest') return (await sendJson('PUT', `${users}/u1`, body)).status
  if (name === 'CreateTemplateRequest') return (await sendJson('POST', templates, body)).status
  if (name === 'UpdateTemplateRequest' || name === 'CreateQuoteFromTemplateRequest') {
    const created = await sendJson('POST', templates, template)
    const path = `${templates}/${created.body.template_id}`
    if (name === 'UpdateTemplateRequest') return (await sendJson('PUT', path, body)).status
    return (await sendJson('POST', `${path}/quotes`, body)).status
  }
  return (await sendJson('PUT', `${quotes}/${await create()}`, body)).status
}

const casesOf = (requests: Record<RequestName, readonly unknown[]>) =>
  Object.entries(requests).flatMap(([name, bodies]) =>
    bodies.map((body) => ({
      name: name as RequestName,
      shown: JSON.stringify(body).slice(0, 60),
      body,
    })),
  )

describe('the schema of a request in the document', () => {
  it.each(casesOf(accepted))('$name accepts $shown, as the engine does', async (each) => {
    expect(schemaErrors(schemas[each.name], each.body)).toEqual([])
    expect(await statusOf(each.name, each.body)).toBeLessThan(300)
  })

  it.each(casesOf(rejected))('$name rejects $shown, as the engine does', async (each) => {
    expect(schemaErrors(schemas[each.name], each.body)).not.toEqual([])
    expect(await statusOf(each.name, each.body)).toBe(422)
  })
})
