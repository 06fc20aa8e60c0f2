import { describe, expect, it } from 'vitest'
import { deskRoutes } from '../../src/desk/app/routes.js'
import type { StoreContext } from '../../src/engine/arguments.js'
import type { Scope } from '../../src/engine/scope.js'
import { createHttpApp } from '../../src/http/app.js'
import {
  acceptance,
  links,
  seller as pageSeller,
  samplePage,
  start,
} from '../customer-page/sample-page.js'
import { request, sampleDesk, sampleEngine, seller } from '../desk/sample-desk.js'
import { allRoutes, pathOf, requestOf } from '../http/operations/commands.js'

interface ShopContext extends StoreContext {
  readonly companyId?: string
}

/** Buyers see the quotes of their company, sellers their own, and all others nothing. */
const scope = ({ role, actor = '', companyId }: ShopContext): Scope => {
  if (actor === 'manager') return 'all'
  if (role === 'seller') return { owner: actor }
  return companyId === undefined ? 'none' : { companyId }
}

const manager = { ...seller, actor: 'manager' }

/** A shop whose quotes have ids that anyone can count up, as those of databases are. */
async function countedShop() {
  let id = 0
  const engine = sampleEngine({
    scope,
    generateId: () => {
      id += 1
      return String(id)
    },
  })
  const user = { name: 'Ann', email: 'ann@example.com', position: 'editor' } as const
  for (const userId of ['ann', 'bob']) await engine.setUser(manager, userId, user)
  const create = async (company_id: string, owner: string) => {
    const ids = { company_id, owner }
    const { quoteId } = await engine.createQuote(manager, { ...request, ...ids })
    await engine.sendQuote(manager, quoteId)
    await engine.reviseQuote(manager, quoteId)
    const text = 'a secret of Engines & Co'
    await engine.addMessage(manager, quoteId, { text, visibility: 'customer' })
    await engine.sendQuote(manager, quoteId)
    return quoteId
  }
  const mine = await create('c1', 'ann')
  const theirs = await create('c2', 'bob')
  return { engine, mine, theirs, missing: '3' }
}

const buyer: ShopContext = { storeId: 'store-1', actor: 'zoe', role: 'buyer', companyId: 'c1' }

describe('BloomQuote#22: a buyer who changes the id in the address', () => {
  it('finds no quote of another buyer, nor any revision, version or message of it', async () => {
    const { engine, mine, theirs } = await countedShop()
    const reads: readonly ((id: string) => PromiseLike<unknown>)[] = [
      (id) => engine.getQuote(buyer, id),
      (id) => engine.getQuote(buyer, id, { revision: 1 }),
      (id) => engine.getQuote(buyer, id, { version: 1 }),
      (id) => engine.getQuote(buyer, id, { time: Number.MAX_SAFE_INTEGER }),
      (id) => engine.listHistory(buyer, id),
      (id) => engine.listMessages(buyer, id),
      (id) => engine.listShippingOptions(buyer, id),
    ]
    for (const read of reads) {
      await read(mine)
      await expect(Promise.resolve(read(theirs))).rejects.toMatchObject({
        code: 'quote_not_found',
        details: { quoteId: theirs },
      })
    }
    const { items } = await engine.listQuotes(buyer)
    expect(items.map(({ quoteId }) => quoteId)).toEqual([mine])
    expect(await engine.countQuotes(buyer)).toEqual({ count: 1, isCapped: false })
  })

  it('cannot answer the offer of another buyer', async () => {
    const { engine, theirs } = await countedShop()
    const before = await engine.getQuote(manager, theirs)
    for (const reply of [
      () => engine.acceptQuote(buyer, theirs, { revision: 2 }),
      () => engine.declineQuote(buyer, theirs),
      () => engine.requestRevision(buyer, theirs, { reason: 'less' }),
      () => engine.updateQuote(buyer, theirs, { customer: { name: 'Zoë' } }),
      () => engine.addMessage(buyer, theirs, { text: 'Hello' }),
    ])
      await expect(reply()).rejects.toMatchObject({ code: 'quote_not_found' })
    expect(await engine.getQuote(manager, theirs)).toEqual(before)
  })
})

describe('filaops#614: ids in the address that count up', () => {
  const ofOne = allRoutes.filter(([, { path }]) => path.includes('{quoteId}'))

  it.each(ofOne)('respond to %s over HTTP as if there were no such quote', async (_, route) => {
    const { engine, theirs, missing } = await countedShop()
    for (const context of [buyer, { ...buyer, role: undefined }, seller]) {
      const app = createHttpApp({ engine, authenticate: () => context })
      const respond = async (id: string, query = '') => {
        const { method, body } = requestOf(route)
        const headers = { 'content-type': 'application/json', 'idempotency-key': 'k' }
        const init = method === 'GET' ? { method } : { method, body, headers }
        const response = await app.request(`${pathOf(route, id)}${query}`, init)
        const text = await response.text()
        const own = [...response.headers].map(([name, value]) => [name, value.replace(id, 'ID')])
        return { status: response.status, text: text.replaceAll(`"${id}"`, '"ID"'), own }
      }
      const queries = route.path === '/quotes/{quoteId}' && route.method === 'GET'
      for (const query of queries ? ['', '?version=1', '?revision=1', '?time=0'] : ['']) {
        const hidden = await respond(theirs, query)
        expect(hidden.text).not.toContain('secret')
        expect([403, 404]).toContain(hidden.status)
        expect(hidden).toEqual(await respond(missing, query))
      }
    }
  })

  it('lists and counts over HTTP only what the caller sees', async () => {
    const { engine, mine } = await countedShop()
    const app = createHttpApp({ engine, authenticate: () => buyer })
    const text = async (path: string) => (await app.request(`/v3/bc/public${path}`)).text()
    for (const query of ['', '?company_id=c2', '?company_id=c1&company_id=c2', '?text=ada']) {
      const ids = [...(await text(`/quotes${query}`)).matchAll(/"quote_id":"(\d)"/g)]
      expect(ids.map(([, id]) => id)).toEqual(query === '?company_id=c2' ? [] : [mine])
    }
    expect(await text('/quote-count')).toContain('"count":1')
    expect((await app.request('/v3/bc/public/events')).status).toBe(403)
  })

  const pages = deskRoutes.filter(({ path }) => path.includes(':quoteId'))

  it.each(pages)('show at $path of the desk as if there were no such quote', async (route) => {
    const { engine, theirs, missing } = await countedShop()
    const desk = sampleDesk({ engine })
    const address = (id: string) => route.path.replace(':quoteId', id).replace(':version', '1')
    /** Without what differs between any two responses: tokens, keys, and the address itself. */
    const respond = async (id: string, method: 'get' | 'post') => {
      const { status, html, location } = await desk[method](address(id))
      const shown = html
        .replaceAll(/value="[^"]{20,}"/g, 'value=""')
        .replaceAll(`/quotes/${id}`, '/quotes/ID')
      return { status, shown, location: location?.replace(`/quotes/${id}`, '/quotes/ID') }
    }
    for (const method of ['get', 'post'] as const) {
      const hidden = await respond(theirs, method)
      expect(hidden.shown).not.toMatch(/secret|Lovelace|Engines/)
      expect(hidden.status).toBeGreaterThanOrEqual(400)
      expect(hidden).toEqual(await respond(missing, method))
    }
  })

  it('show in the list of the desk only the quotes of the seller', async () => {
    const { engine, mine, theirs } = await countedShop()
    const desk = sampleDesk({ engine })
    for (const path of ['/', '/?owner=bob', '/?text=ada', '/?company_id=c2']) {
      const { status, html } = await desk.get(path)
      expect(status).toBe(200)
      expect(html).not.toContain(`/quotes/${theirs}"`)
      expect(html.includes(`/quotes/${mine}"`)).toBe(path === '/' || path === '/?text=ada')
    }
    const activity = await desk.get('/activity')
    expect([activity.status, activity.html.includes('events are of all quotes')]).toEqual([
      403,
      true,
    ])
    desk.user = manager
    expect((await desk.get('/activity')).status).toBe(200)
  })
})

describe("a link of the customer's page", () => {
  const options = [
    ['a fixed actor', {}],
    ['an actor of the quote', { actor: () => 'zoe@example.com' }],
  ] as const

  it.each(options)(
    'is the permission for its quote, with %s: the scope is not asked',
    async (_, page) => {
      const onlySellers = ({ role, actor }: StoreContext) =>
        role === 'seller' && actor === pageSeller.actor ? 'all' : 'none'
      const { engine, send, get, submit, errors } = samplePage(page, { scope: onlySellers })
      const [first, second, other] = [await send(), await send(), await send()]
      const url = links.createUrl(first)
      expect((await get(url)).status).toBe(200)
      expect((await submit(url, 'message', { text: 'Hello' })).status).toBe(303)
      expect((await get(url)).text).toContain('Hello')
      expect((await submit(url, 'accept', acceptance)).status).toBe(303)
      const changeUrl = links.createUrl(second)
      expect((await submit(changeUrl, 'change', { change: 'Blue' })).status).toBe(303)
      expect((await get(changeUrl)).text).toContain('Blue')
      expect(errors).toEqual([])
      const opened = await engine.getQuote(pageSeller, first.quoteId)
      expect(opened.quote.delivery).toMatchObject([{ type: 'opened' }])
      // An earlier link shows what was sent.
      await engine.reviseQuote(pageSeller, other.quoteId)
      await engine.updateQuote(pageSeller, other.quoteId, { customer: { name: 'Max' } })
      await engine.sendQuote(pageSeller, other.quoteId, { expires: start + 86_400_000 })
      expect((await get(links.createUrl(other))).text).toContain('Ada Lovelace')
    },
  )

  it('gives the page contexts that see no other quote', async () => {
    const contexts: StoreContext[] = []
    const { engine, page, send } = samplePage(
      { actor: () => 'zoe' },
      {
        permit: (context) => {
          contexts.push(context)
          return true
        },
      },
    )
    const [mine, theirs] = [await send(), await send()]
    contexts.length = 0
    expect((await page.request(links.createUrl(mine))).status).toBe(200)
    const seen = contexts.slice()
    expect(new Set(seen.map(({ role }) => role))).toEqual(new Set(['buyer', 'system']))
    for (const context of seen) {
      expect((await engine.getQuote(context, mine.quoteId)).quoteId).toBe(mine.quoteId)
      await expect(engine.getQuote(context, theirs.quoteId)).rejects.toMatchObject({
        code: 'quote_not_found',
      })
      const { items } = await engine.listQuotes(context)
      expect(items.map(({ quoteId }) => quoteId)).toEqual([mine.quoteId])
    }
  })
})
