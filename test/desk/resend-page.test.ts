import { describe, expect, it } from 'vitest'
import { createDesk } from '../../src/desk/app/app.js'
import type { DeskOptions } from '../../src/desk/options.js'
import { formTokens } from '../../src/pages/form-tokens.js'
import { changed, formFields } from './edit/form-fields.js'
import {
  inputValue,
  markup,
  sampleDesk,
  sampleEngine,
  seller,
  stranger,
  textOf,
} from './sample-desk.js'

const typed = {
  'customer.name': markup,
  'products[0].id': '118',
  'products[0].qty': '7',
  'products[0].note': 'two\nlines',
}

/** The fields of the form that is kept, with the button that was pressed. */
const kept = (html: string) => formFields(html, 'method="post"')

async function expired(options: Partial<DeskOptions> = {}) {
  const desk = sampleDesk(options)
  const { html } = await desk.get('/quotes/new')
  const token = inputValue(html, 'token') as string
  desk.user = undefined
  const page = await desk.post('/quotes/new', changed(html, typed), { token })
  return { desk, token, page }
}

describe('signInAgainPage', () => {
  it('keeps what was typed, which is saved after signing in', async () => {
    const { desk, token, page } = await expired()
    expect(page.status).toBe(401)
    expect(page.html).not.toContain('<script>')
    expect(textOf(page.html)).toContain('What you typed is kept on this page.')
    expect(kept(page.html)).toMatchObject({
      'customer.name': [markup],
      'products[0].note': ['two\r\nlines'],
      action: ['save'],
    })
    expect((await desk.engine.listQuotes(seller)).items).toEqual([])
    desk.user = seller
    const sent = inputValue(page.html, 'token') as string
    expect(sent).toBe(token)
    const saved = await desk.post('/quotes/new', kept(page.html), { token: sent })
    expect(saved.location).toMatch(/done=created$/)
    const { items } = await desk.engine.listQuotes(seller)
    expect(items[0]?.quote.customer).toEqual({ name: markup })
    expect(items[0]?.quote.products[0]).toMatchObject({ qty: 7, note: 'two\nlines' })
  })

  it.each([
    ['an address', 'https://login.example/', 'https://login.example/'],
    ['a function', (to: string) => `/login?to=${encodeURIComponent(to)}`, '/login?to=%2Fdesk'],
    ['nothing', undefined, '/desk'],
  ])('links to the page for signing in, if loginUrl is %s', async (_, loginUrl, href) => {
    const { page } = await expired({ loginUrl })
    expect(page.location).toBeUndefined()
    expect(page.html).toContain(`href="${href}" target="_blank"`)
  })

  it('keeps nothing that another site has sent', async () => {
    const app = createDesk({
      engine: sampleEngine(),
      authenticate: () => undefined,
      secrets: ['a secret of the sample desk, 32 characters'],
    })
    const send = async (headers: Record<string, string>) => {
      const body = new URLSearchParams({ 'customer.name': 'forged' })
      const request = new Request('http://quotes.test/desk/quotes/new', {
        method: 'POST',
        body,
        headers,
      })
      const response = await app.fetch(request)
      return [response.status, (await response.text()).includes('forged')]
    }
    expect(await send({ 'sec-fetch-site': 'cross-site' })).toEqual([401, false])
    expect(await send({ 'sec-fetch-site': 'same-site' })).toEqual([401, false])
    expect(await send({ 'sec-fetch-site': 'none' })).toEqual([401, false])
    expect(await send({ origin: 'https://evil.test' })).toEqual([401, false])
    expect(await send({ origin: 'null' })).toEqual([401, false])
    expect(await send({})).toEqual([401, false])
    const inBackground = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
    expect(await send(inBackground)).toEqual([401, false])
    expect(await send({ origin: 'http://quotes.test' })).toEqual([401, true])
    expect(await send({ 'sec-fetch-site': 'same-origin' })).toEqual([401, true])
  })

  it('keeps no form that is too large, and says so', async () => {
    const desk = sampleDesk()
    desk.user = undefined
    const note = 'x'.repeat(2 ** 20)
    const page = await desk.post('/quotes/new', { 'products[0].note': note }, { token: 'any' })
    expect(page.status).toBe(401)
    expect(page.html.length).toBeLessThan(10_000)
    expect(textOf(page.html)).toContain('go back, and send the form again')
  })
})

describe('rejectedFormPage', () => {
  it('keeps a form that is too old, with a new token of its user', async () => {
    const desk = sampleDesk()
    const { html } = await desk.get('/quotes/new')
    const weeks = 14 * 86_400_000
    const token = formTokens(['a secret of the sample desk, 32 characters']).create(
      seller,
      Date.now() - weeks,
    )
    const page = await desk.post('/quotes/new', changed(html, typed), { token })
    expect(page.status).toBe(403)
    expect(textOf(page.html)).toContain('Send it again as Ann Archer only if it is yours.')
    const fresh = inputValue(page.html, 'token') as string
    expect(fresh).not.toBe(token)
    const saved = await desk.post('/quotes/new', kept(page.html), { token: fresh })
    expect(saved.location).toMatch(/done=created$/)
  })

  it('accepts no token of another user, and shows that user the form before it is sent', async () => {
    const { desk, page } = await expired()
    const token = inputValue(page.html, 'token') as string
    desk.user = { ...seller, actor: 'bob', name: 'Bob' }
    const asked = await desk.post('/quotes/new', kept(page.html), { token })
    expect(asked.status).toBe(403)
    expect(textOf(asked.html)).toContain('as Bob')
    expect((await desk.engine.listQuotes(seller)).items).toEqual([])
    const fresh = inputValue(asked.html, 'token') as string
    desk.user = stranger
    expect((await desk.post('/quotes/new', kept(asked.html), { token: fresh })).status).toBe(403)
    desk.user = { ...seller, actor: 'bob', name: 'Bob' }
    const saved = await desk.post('/quotes/new', kept(asked.html), { token: fresh })
    expect(saved.location).toMatch(/done=created$/)
  })

  it('gives no token to what another site has sent', async () => {
    const app = createDesk({
      engine: sampleEngine(),
      authenticate: () => seller,
      secrets: ['a secret of the sample desk, 32 characters'],
    })
    for (const site of ['cross-site', 'same-site', 'none']) {
      const response = await app.fetch(
        new Request('http://quotes.test/desk/quotes/new', {
          method: 'POST',
          body: new URLSearchParams({ 'customer.name': 'forged' }),
          headers: { 'sec-fetch-site': site },
        }),
      )
      const html = await response.text()
      expect([response.status, html.includes('forged'), html.includes('name="token"')]).toEqual([
        403,
        false,
        false,
      ])
    }
  })
})

describe('loginAddress', () => {
  it.each([
    ['https://login.example/', 'https://login.example/'],
    [
      (to: string) => `/login?to=${encodeURIComponent(to)}`,
      '/login?to=%2Fdesk%2Fquotes%2F1%3Fa%3Db',
    ],
  ])('redirects pages to the loginUrl, with the way back', async (loginUrl, location) => {
    const desk = sampleDesk({ loginUrl })
    desk.user = undefined
    const { status, headers } = await desk.get('/quotes/1?a=b')
    expect([status, headers.get('location')]).toEqual([303, location])
  })
})
