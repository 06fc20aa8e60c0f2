import { expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import type { StoreContext } from '../../../src/engine/arguments.js'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { sampleApprovals } from '../../engine/sample-approvals.js'
import { json, request, sampleApp } from '../sample-app.js'
import { allRoutes, pathOf, prepare, requestOf, storageWithTemplate } from './commands.js'

const prefix = '/v3/bc/public'

/** An app whose callers have the role in the header `x-role`, and an engine without a permit. */
async function appWithRoles(decision: true | string, onCall = (_: StoreContext) => {}) {
  const storage = await storageWithTemplate()
  const catalog = memoryCatalog({ 'store-1': [118, 119].map((id) => ({ id, price: 1 })) })
  const tax = { calculateTaxes: () => ({ rates: [] }) }
  const approvals = sampleApprovals
  const engine = createQuoteEngine({ storage, catalog, tax, approvals })
  const { quoteId } = await engine.createQuote({ storeId: 'store-1' }, request)
  const permit = (caller: StoreContext) => {
    onCall(caller)
    return decision
  }
  const app = sampleApp({
    engine: createQuoteEngine({ storage, catalog, tax, approvals, permit }),
    authenticate: ({ request: { headers } }) => ({
      storeId: 'store-1',
      actor: 'ann',
      role: headers.get('x-role') as never,
    }),
  })
  const countEvents = async () => (await engine.listEvents({ storeId: 'store-1' })).items.length
  return { ...app, engine, quoteId, countEvents }
}

/** The table of transitions allows some operations to one role only, before permit is asked. */
const roleFor = (name: string) => (name === 'requestRevision' ? 'buyer' : 'seller')

it.each(allRoutes)('%s that permit rejects is a 403 with the reason', async (name, route) => {
  const { send, quoteId, engine, countEvents } = await appWithRoles('the catalog is closed')
  await prepare(name, engine, quoteId)
  const before = await countEvents()
  const headers = { ...json, 'x-role': roleFor(name) }
  const response = await send(route.method, pathOf(route, quoteId), {
    ...requestOf(route),
    headers,
  })
  expect([response.status, response.body.code, response.body.detail]).toEqual([
    403,
    'not_permitted',
    `${name} is not permitted: the catalog is closed`,
  ])
  expect(await countEvents()).toBe(before)
})

const sellersOnly = [
  'deleteQuote',
  'restoreQuote',
  'eraseQuote',
  'copyQuote',
  'requestApproval',
  'approveQuote',
  'rejectApproval',
  'sendQuote',
  'reviseQuote',
  'cancelQuote',
  'orderQuote',
  'recordDelivery',
  'recordPayment',
  'closeOrder',
  'setTag',
  'removeTag',
]

it.each(allRoutes.filter(([name]) => sellersOnly.includes(name)))(
  '%s is a 403 for a buyer, whatever permit says',
  async (name, route) => {
    const { send, quoteId, engine, countEvents } = await appWithRoles(true)
    await prepare(name, engine, quoteId)
    const before = await countEvents()
    const headers = { ...json, 'x-role': 'buyer' }
    const request = { ...requestOf(route), headers }
    const { status, body } = await send(route.method, pathOf(route, quoteId), request)
    expect([status, body.code]).toEqual([403, 'not_permitted'])
    expect(body.detail).toMatch(/^\w+ is not permitted: it needs the role seller( or system)?$/)
    expect(await countEvents()).toBe(before)
  },
)

it('permit gets the role and the actor that authenticate returns', async () => {
  const contexts: StoreContext[] = []
  const { send } = await appWithRoles(true, (context) => contexts.push(context))
  await send('GET', `${prefix}/tags`, { headers: { 'x-role': 'seller' } })
  expect(contexts).toEqual([{ storeId: 'store-1', actor: 'ann', role: 'seller' }])
})

it('a role that does not exist is a 500', async () => {
  const { send } = await appWithRoles(true)
  const { status, body } = await send('GET', `${prefix}/tags`, { headers: { 'x-role': 'admin' } })
  expect([status, body.code]).toEqual([500, 'invalid_context'])
})
