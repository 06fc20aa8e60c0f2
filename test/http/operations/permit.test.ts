import { expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import type { StoreContext } from '../../../src/engine/context.js'
import { createQuoteEngine } from '../../../src/engine/create-quote-engine.js'
import { json, request, sampleApp } from '../sample-app.js'
import { allRoutes, pathOf, requestOf, storageWithTemplate } from './commands.js'

const prefix = '/v3/bc/public'

/** An app whose callers have the role in the header `x-role`. */
async function appWithRoles(isPermitted: (context: StoreContext) => true | string) {
  const storage = await storageWithTemplate()
  const catalog = memoryCatalog({ 'store-1': [118, 119].map((id) => ({ id, price: 1 })) })
  const { createQuote } = createQuoteEngine({ storage, catalog })
  const { quoteId } = await createQuote({ storeId: 'store-1' }, request)
  const engine = createQuoteEngine({ storage, catalog, permit: isPermitted })
  const app = sampleApp({
    engine,
    authenticate: ({ request: { headers } }) => ({
      storeId: 'store-1',
      actor: 'ann',
      role: headers.get('x-role') as never,
    }),
  })
  return { ...app, quoteId }
}

it.each(allRoutes)('%s that permit rejects is a 403 with the reason', async (name, route) => {
  const { send, quoteId, engine } = await appWithRoles(({ role }) =>
    role === 'seller' ? true : `${role}s only read the catalog`,
  )
  const headers = { ...json, 'x-role': 'buyer' }
  const answer = await send(route.method, pathOf(route, quoteId), { ...requestOf(route), headers })
  expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
    403,
    'not_permitted',
    `${name} is not permitted: buyers only read the catalog`,
  ])
  const { items } = await engine.listEvents({ storeId: 'store-1', role: 'seller' })
  expect(items.map(({ kind }) => kind)).toEqual(['template', 'quote'])
})

it('permit gets the role and the actor that authenticate returns', async () => {
  const contexts: StoreContext[] = []
  const { send } = await appWithRoles((context) => {
    contexts.push(context)
    return true
  })
  await send('GET', `${prefix}/tags`, { headers: { 'x-role': 'seller' } })
  expect(contexts).toEqual([{ storeId: 'store-1', actor: 'ann', role: 'seller' }])
})

it('a role that does not exist is a 500', async () => {
  const { send } = await appWithRoles(() => true)
  const { status, body } = await send('GET', `${prefix}/tags`, { headers: { 'x-role': 'admin' } })
  expect([status, body.code]).toEqual([500, 'invalid_context'])
})
